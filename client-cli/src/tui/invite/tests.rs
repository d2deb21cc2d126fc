//! The invitation on screens of every size.

use super::*;
use crate::tui::tests::shot;

const LINK: &str = "https://oxo.example.org/r/K7QX-4MTR";

fn drawn(size: (u16, u16), charset: Charset, url: Option<&str>) -> String {
    let invitation = InvitePage {
        text: &Catalogue::for_language("en"),
        code: "K7QX-4MTR".parse().unwrap(),
        url,
        heading: "Waiting for your friend to join.",
    };
    shot(size, charset, |canvas| {
        draw(canvas, canvas.area(), &invitation);
    })
}

#[test]
fn the_page_in_every_size() {
    for size in [(40, 11), (40, 16), (50, 20), (80, 24), (44, 40), (120, 40)] {
        let name = format!("{}x{}", size.0, size.1);
        insta::assert_snapshot!(name.clone(), drawn(size, Charset::Box, Some(LINK)));
        let ascii = drawn(size, Charset::Ascii, Some(LINK));
        assert!(ascii.is_ascii());
        insta::assert_snapshot!(name + "_ascii", ascii);
    }
    insta::assert_snapshot!("without_a_link", drawn((80, 24), Charset::Box, None));
}

#[test]
fn the_page_is_drawn_at_any_size_with_any_link() {
    let long = format!("https://{}/r/K7QX-4MTR", "ü".repeat(500));
    let longer = "x".repeat(5000);
    for url in [None, Some(LINK), Some(&*long), Some(&*longer)] {
        for width in (0..=130).step_by(7) {
            for height in (0..=45).step_by(3) {
                drawn((width, height), Charset::Box, url);
                drawn((width, height), Charset::Ascii, url);
            }
        }
    }
}

#[test]
fn the_link_can_be_copied_wherever_it_fits_a_line() {
    for size in [(40, 11), (40, 16), (80, 24), (120, 40)] {
        let page = drawn(size, Charset::Box, Some(LINK));
        assert!(page.lines().any(|line| line.contains(LINK)), "{page}");
    }
}
