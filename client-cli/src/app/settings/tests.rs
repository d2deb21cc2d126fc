//! Unit tests of `settings`.

use super::*;

fn chosen(
    flag: Option<&str>,
    no_colour: bool,
    config: &str,
) -> Result<(&'static str, Theme), String> {
    let text = Catalogue::for_language("en");
    theme(
        &text,
        (flag, no_colour, u16::MAX),
        &toml::from_str(config).unwrap(),
    )
}

#[test]
fn the_command_line_overrides_no_color_and_no_color_the_configuration() {
    let vivid = "theme = 'vivid'";
    for (flag, no_colour, config, expected) in [
        (None, false, "", "default"),
        (None, false, vivid, "vivid"),
        (None, true, vivid, "mono"),
        (Some("default"), true, vivid, "default"),
        (Some(" Vivid"), false, "", "vivid"),
    ] {
        let (name, theme) = chosen(flag, no_colour, config).unwrap();
        assert_eq!(name, expected);
        assert_eq!(Some(theme), Theme::named(expected));
    }
}

#[test]
fn configured_colours_apply_to_every_theme_but_mono() {
    let config = "[colours]\nx = '#00ff7f'\nkey = 'green'";
    let (_, own) = chosen(None, false, config).unwrap();
    let (_, theme) = chosen(None, false, "").unwrap();
    assert_ne!(own.style(Role::X), theme.style(Role::X));
    assert_eq!(own.style(Role::O), theme.style(Role::O));
    let (_, none) = chosen(None, true, config).unwrap();
    assert_eq!(Some(none), Theme::named(MONO));
}

#[test]
fn a_mistake_is_answered_by_what_would_be_right() {
    let said = chosen(Some("loud"), false, "").unwrap_err();
    assert!(said.starts_with("loud is not a value of theme."), "{said}");
    let text = Catalogue::for_language("en");
    for (config, said) in [
        (
            "theme = 'loud'",
            "loud is not a value of theme. Use one of: default, vivid, mono.",
        ),
        (
            "theme = ''",
            " is not a value of theme. Use one of: default, vivid, mono.",
        ),
        (
            "[colours]\ny = 'red'",
            "y is not a value of [colours]. Use one of: plain, dim,",
        ),
        (
            "[colours]\nx = 'mauvish'",
            "mauvish is not a colour for x. Use a name such as",
        ),
    ] {
        let config = toml::from_str(config).unwrap();
        let Err(Failure::Usage(line)) = check(&text, &config, Path::new("config.toml")) else {
            panic!("{said}");
        };
        // The file is not there to be looked at.
        let expected = format!("config.toml, line 1: {said}");
        assert!(line.starts_with(&expected), "{line}");
    }
}
