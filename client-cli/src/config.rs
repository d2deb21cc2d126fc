//! The user's settings: a TOML file in the configuration folder, and where the
//! folders are.
//!
//! Knows nothing of what a setting does. Command line and environment are
//! stronger, and are seen to elsewhere.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;
use serde::Deserialize;

/// The settings of the file; what is absent has its default elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub server: Option<String>,
    /// Empty: the person was asked and wants none.
    pub name: Option<String>,
    pub language: Option<String>,
    /// `keypad` or `phone`.
    pub keys: Option<String>,
    pub ascii: Option<bool>,
    /// Whether a copy of each game is kept; it is unless this says no.
    pub keep_games: Option<bool>,
    /// Where, if not beside the seats.
    pub games_folder: Option<PathBuf>,
}

/// Where this user's files are.
#[derive(Clone, Debug)]
pub struct Folders {
    pub config: PathBuf,
    pub data: PathBuf,
}

impl Folders {
    /// By the custom of the system; nothing without a home directory.
    #[must_use]
    pub fn of_user() -> Option<Folders> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(Folders {
            config: base.config_dir().join("oxo"),
            data: base.data_dir().join("oxo"),
        })
    }

    #[must_use]
    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    #[must_use]
    pub fn seats(&self) -> PathBuf {
        self.data.join("seats")
    }

    /// Where the copies of games are, unless a setting moves them.
    #[must_use]
    pub fn games(&self, setting: Option<&Path>) -> PathBuf {
        self.data.join(setting.unwrap_or(Path::new("games")))
    }
}

/// Reads the settings; a file that is not there has none.
///
/// # Errors
/// With what is wrong with the file, in one line.
pub fn read(path: &Path) -> Result<Config, String> {
    match fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
            format!("line {line}: {}", error.message())
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Config::default()),
        Err(error) => Err(error.to_string()),
    }
}

/// Remembers a name. It is put before everything else, so that comments and
/// order stay as the person wrote them. Only for a file without a name.
///
/// # Errors
/// When the file cannot be written.
pub fn remember_name(path: &Path, name: &str) -> io::Result<()> {
    let before = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let line = format!("name = {}\n", toml::Value::String(name.to_owned()));
    let beside = path.with_extension("toml.new");
    fs::write(&beside, line + &before)?;
    fs::rename(beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_remembered_and_comments_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("oxo").join("config.toml");
        assert_eq!(read(&path), Ok(Config::default()));
        remember_name(&path, "A \"quoted\" name").unwrap();
        assert_eq!(read(&path).unwrap().name.unwrap(), "A \"quoted\" name");
        fs::write(&path, "# mine\nserver = \"h\"\n").unwrap();
        remember_name(&path, "").unwrap();
        let config = read(&path).unwrap();
        assert_eq!(
            (config.name.as_deref(), config.server.as_deref()),
            (Some(""), Some("h"))
        );
        assert!(fs::read_to_string(&path).unwrap().contains("# mine"));
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, "server = \"h\"\ncolour = 3\n").unwrap();
        let error = read(&path).unwrap_err();
        assert!(error.starts_with("line 2: unknown field"), "{error}");
    }
}
