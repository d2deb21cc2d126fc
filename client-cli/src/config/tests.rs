//! Unit tests of `config`.

use super::*;

fn settings(path: &Path) -> Result<Config, String> {
    read(path, &Catalogue::for_language("en"))
}

#[test]
fn a_setting_is_remembered_and_comments_and_order_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("oxo").join("config.toml");
    assert_eq!(settings(&path), Ok(Config::default()));
    remember(&path, "name", "A \"quoted\" name").unwrap();
    assert_eq!(settings(&path).unwrap().name.unwrap(), "A \"quoted\" name");
    let mine = "# mine\nname = 'Ana' # me\nserver = \"h\"\n\n# Loud.\n[colours]\nx = 'red'\n";
    fs::write(&path, mine).unwrap();
    remember(&path, "name", "").unwrap();
    remember(&path, "bell", false).unwrap();
    let expected =
        "# mine\nname = \"\" # me\nserver = \"h\"\nbell = false\n\n# Loud.\n[colours]\nx = 'red'\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    let config = settings(&path).unwrap();
    assert_eq!(
        (config.name.as_deref(), config.bell),
        (Some(""), Some(false))
    );
    assert_eq!(config.colours["x"], "red");
}

#[test]
fn a_file_that_cannot_be_understood_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, "name = ").unwrap();
    assert!(remember(&path, "name", "Ana").is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "name = ");
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (
        folder.path().join("config.toml"),
        folder.path().join("mine"),
    );
    fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    remember(&link, "theme", "mono").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "theme = \"mono\"\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn a_mistake_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    for (file, expected) in [
        (
            "server = \"h\"\ncolour = 3\n",
            "line 2: There is no setting colour. Did you mean colours?",
        ),
        (
            "\nname = 3\n",
            "line 2: invalid type: integer `3`, expected a string.",
        ),
    ] {
        fs::write(&path, file).unwrap();
        let error = settings(&path).unwrap_err();
        assert!(
            error.ends_with(&format!("config.toml, {expected}")),
            "{error}"
        );
    }
    fs::write(&path, "foo = 3\n").unwrap();
    let error = settings(&path).unwrap_err();
    let expected = "line 1: There is no setting foo. The settings are server, servers, name, ";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn every_setting_is_known_by_its_name() {
    let error = toml::from_str::<Config>("zzz = 1").unwrap_err();
    let (_, listed) = error.message().split_once("expected one of ").unwrap();
    let listed: Vec<&str> = listed.split(", ").map(|it| it.trim_matches('`')).collect();
    assert_eq!(listed, NAMES);
}
