//! Unit tests of `settings`.

use super::*;

fn chosen(
    flag: Option<&str>,
    no_colour: bool,
    config: &str,
) -> Result<(&'static str, Theme), String> {
    let text = Catalogue::for_wish("en");
    theme(&text, flag, no_colour, &toml::from_str(config).unwrap())
}

#[test]
fn the_command_line_is_stronger_than_no_color_and_that_than_the_configuration() {
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
fn colours_of_ones_own_colour_every_theme_but_the_one_without() {
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
    for (flag, config, said) in [
        (
            Some("loud"),
            "",
            "loud is not a value of theme. Use one of: default, vivid, mono.",
        ),
        (
            None,
            "theme = ''",
            " is not a value of theme. Use one of: default, vivid, mono.",
        ),
        (
            None,
            "[colours]\ny = 'red'",
            "y is not a value of [colours]. Use one of: plain, dim,",
        ),
        (
            None,
            "[colours]\nx = 'mauvish'",
            "mauvish is not a colour for x. Use a name such as",
        ),
    ] {
        let sentence = chosen(flag, false, config).unwrap_err();
        assert!(sentence.starts_with(said), "{sentence}");
    }
}
