use game::{Mark, Rules};
use sentences::{Language, TAGS};
use tiny_skia::Pixmap;

use super::{
    Caption, Drawing, SIZE,
    letters::{NoFont, TextBounds, ours_suffice, words},
};

/// The sentences of a picture, apart from names.
const SAID: [&str; 4] = ["over.", "invitation.by", "invitation.unnamed", "brief."];

const FIT: TextBounds = TextBounds {
    width: 300.0,
    sizes: &[40.0, 30.0],
    lines: 2,
};

#[test]
fn our_fonts_have_every_letter_of_our_own_sentences() {
    for tag in TAGS {
        let language = Language::of(tag);
        for (key, message) in &language.messages {
            if SAID.iter().any(|family| key.starts_with(family)) {
                let said = language.say(key, &[("name", &"X"), ("count", &1)]);
                assert!(
                    ours_suffice(&said),
                    "{tag}: {key} ({message:?}): run picture/fonts/make"
                );
            }
        }
    }
    assert!(ours_suffice("Ångström, José, Łódź, Ελένη, Юлия, Nguyễn"));
}

#[test]
fn a_letter_without_a_font_is_found_out_and_never_drawn_as_a_box() {
    // Private use: no font has it.
    assert_eq!(words("Ana \u{10fffd}", FIT).err(), Some(NoFont));
    assert!(words("", FIT).is_ok_and(|it| it.path.is_none()));
}

#[test]
fn a_text_takes_the_largest_size_that_fits_and_is_cut_at_last() {
    let height = |text: &str| words(text, FIT).map(|it| it.height).unwrap_or_default();
    assert!((height("Ana") - 50.0).abs() < 1.0, "{}", height("Ana"));
    assert!((height("Ana made a line and wins.") - 75.0).abs() < 30.0);
    assert!(
        height(&"W".repeat(90)) < 76.0,
        "{}",
        height(&"W".repeat(90))
    );
    let widest = words(&"W".repeat(90), FIT).ok().and_then(|it| it.path);
    assert!(widest.is_some_and(|path| path.bounds().right() <= 301.0));
}

fn caption(name: &str) -> Caption {
    Caption {
        players: vec![(Mark::X, name.to_owned()), (Mark::O, "O".to_owned())],
        winner: Some(Mark::X),
        title: format!("{name} made a line and wins."),
        about: "3 by 3".to_owned(),
    }
}

fn drawn(captions: Vec<Caption>) -> Pixmap {
    let png = Drawing::empty(Rules::CLASSIC).with(captions).png();
    let picture = Pixmap::decode_png(&png.unwrap_or_default()).expect("a PNG");
    assert_eq!((picture.width(), picture.height()), SIZE);
    picture
}

#[test]
fn the_first_wording_that_can_be_drawn_is_drawn() {
    let unknown = caption("\u{10fffd}");
    assert_eq!(
        drawn(vec![unknown.clone(), caption("X"), caption("Bia")]),
        drawn(vec![caption("X")])
    );
    assert_ne!(drawn(vec![caption("Ana")]), drawn(vec![caption("Bia")]));
    assert_eq!(drawn(vec![unknown]), drawn(vec![]));
}

#[test]
fn a_picture_is_on_light_paper() {
    let corner = drawn(vec![caption("Ana")]).pixel(5, 5).expect("a pixel");
    assert!(corner.red() > 0xe0 && corner.green() > 0xe0 && corner.blue() > 0xe0);
}
