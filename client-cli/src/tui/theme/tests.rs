//! Themes and their overrides.

use super::*;

#[test]
fn every_theme_is_there_and_mono_has_no_colour() {
    for name in NAMES {
        let theme = Theme::named(name).unwrap();
        for (_, role) in Role::ALL {
            let style = theme.style(role);
            assert!(name != MONO || style.fg.is_none());
            assert_eq!(style.bg, None, "the ground is the terminal's own");
        }
    }
    assert_eq!(Theme::named("nonsense"), None);
}

#[test]
fn a_role_takes_another_colour_and_a_mistake_is_named() {
    let mut theme = Theme::named("default").unwrap();
    for colour in ["light-green", "#00ff7f", "208"] {
        theme.recolour("x", colour).unwrap();
    }
    assert_eq!(theme.style(Role::X).fg, Some(Color::Indexed(208)));
    assert_eq!(theme.recolour("x", "mauvish"), Err("mauvish".to_owned()));
    assert_eq!(theme.recolour("y", "red"), Err("y".to_owned()));
}

#[test]
fn colours_of_ones_own_go_along_to_every_theme_but_the_one_without() {
    let own = Colours::from([("x".to_owned(), "208".to_owned())]);
    for name in NAMES {
        let theme = Theme::with(name, &own).unwrap();
        let expected = (name != MONO).then_some(Color::Indexed(208));
        assert_eq!(theme.style(Role::X).fg, expected, "{name}");
    }
}
