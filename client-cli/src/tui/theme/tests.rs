//! Themes and their overrides.

use super::*;

#[test]
fn every_theme_is_there_and_mono_has_no_colour() {
    for name in NAMES {
        let theme = Theme::named(name).unwrap();
        for &role in Role::VARIANTS {
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
fn custom_colours_apply_to_every_theme_but_mono() {
    let own = Colours::from([("x".to_owned(), "208".to_owned())]);
    for name in NAMES {
        let theme = Theme::with(name, &own, u16::MAX).unwrap();
        let expected = (name != MONO).then_some(Color::Indexed(208));
        assert_eq!(theme.style(Role::X).fg, expected, "{name}");
    }
}

/// The relative luminance of a colour, as WCAG 2.2 defines it.
fn luminance([r, g, b]: [u8; 3]) -> f64 {
    let linear = |value: u8| match f64::from(value) / 255.0 {
        value if value <= 0.04045 => value / 12.92,
        value => ((value + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[test]
fn the_vivid_colours_are_seen_on_dark_and_on_light_grounds() {
    // Black, white, and the grounds of widely used schemes: Solarized's two, and a dark grey.
    let grounds = [
        [0; 3],
        [255; 3],
        [0x00, 0x2b, 0x36],
        [0xfd, 0xf6, 0xe3],
        [0x1e; 3],
    ];
    for &role in Role::VARIANTS {
        let Some(Color::Rgb(r, g, b)) = vivid(role) else {
            continue;
        };
        for ground in grounds {
            let [one, other] = [luminance([r, g, b]), luminance(ground)].map(|it| it + 0.05);
            let contrast = one.max(other) / one.min(other);
            // What WCAG 2.2 asks of large letters and of graphics.
            assert!(contrast >= 3.0, "{role:?} on {ground:?}: {contrast:.2}");
        }
    }
}

#[test]
fn a_terminal_is_sent_no_colours_that_it_does_not_have() {
    let own = Colours::from([("last".to_owned(), "#ff0080".to_owned())]);
    let colour = |count, role| Theme::with("vivid", &own, count).unwrap().style(role).fg;
    assert_eq!(colour(u16::MAX, Role::Last), Some(Color::Rgb(255, 0, 128)));
    assert_eq!(colour(256, Role::Last), Some(Color::Indexed(198)));
    assert_eq!(colour(256, Role::X), Some(Color::Indexed(166)));
    assert_eq!(colour(8, Role::Last), None);
    assert_eq!(colour(8, Role::X), Some(Color::LightRed));
}
