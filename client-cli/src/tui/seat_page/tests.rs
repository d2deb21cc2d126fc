//! Tests of the page's content and keys.

use frontend::text_board::Charset;
use sentences::TAGS;

use super::*;
use crate::tui::tests::shot;

const LINK: &str = "https://oxo.example.org/r/K7QX-4MTR#take=EBESExQVFhcYGRobHB0eHw";
const UNTIL_MS: u64 = 120_000;

fn shared(devices: u32) -> SeatPage {
    let mut page = SeatPage::new(LINK.to_owned(), 5);
    page.shared(UNTIL_MS, devices);
    page
}

fn drawn(tag: &str, page: &SeatPage, size: (u16, u16), charset: Charset, now_ms: u64) -> String {
    let text = Catalogue::for_language(tag);
    shot(size, charset, |canvas| {
        page.draw(canvas, canvas.area(), &text, now_ms);
    })
}

#[test]
fn the_page_in_every_size() {
    // What the table leaves of a screen of 16, 24 and 40 lines.
    for size in [(40, 13), (80, 21), (44, 40), (120, 35)] {
        let shown = drawn("en", &shared(2), size, Charset::Box, 500);
        insta::assert_snapshot!(format!("{}x{}", size.0, size.1), shown);
    }
    let ascii = drawn("en", &shared(1), (80, 21), Charset::Ascii, 500);
    assert!(ascii.is_ascii());
    insta::assert_snapshot!("80x21_ascii", ascii);
}

#[test]
fn the_link_stays_in_one_piece_and_its_code_is_there_on_80_by_24() {
    for tag in TAGS {
        let shown = drawn(tag, &shared(2), (78, 21), Charset::Box, 0);
        assert!(
            shown.lines().any(|line| line.trim() == LINK),
            "{tag}:\n{shown}"
        );
        assert!(shown.contains('▀'), "{tag}:\n{shown}");
    }
}

#[test]
fn neither_link_nor_code_is_shown_while_the_link_is_not_valid() {
    let over = shared(1);
    let asking = SeatPage::new(LINK.to_owned(), 5);
    let mut refused = SeatPage::new(LINK.to_owned(), 5);
    refused.refuse("No.".to_owned(), None);
    for (page, said) in [
        (over, "Nobody has taken the seat"),
        (asking, "Asking the server"),
        (refused, "No."),
    ] {
        let shown = drawn("en", &page, (80, 21), Charset::Box, UNTIL_MS);
        assert!(shown.contains(said), "{shown}");
        assert!(!shown.contains("take=") && !shown.contains('▀'), "{shown}");
    }
}

#[test]
fn each_key_works_only_while_its_action_is_possible() {
    let n = KeyCode::Char('n');
    let x = KeyCode::Char('x');
    let stays =
        |page: &SeatPage, code, now_ms| matches!(page.key(code, now_ms), SeatPageAction::Stay);
    let asking = SeatPage::new(LINK.to_owned(), 5);
    assert!(stays(&asking, n, 0) && stays(&asking, x, 0));
    // While a link is good, no other is wanted.
    assert!(stays(&shared(1), n, 0) && stays(&shared(1), x, 0));
    assert!(matches!(shared(1).key(n, UNTIL_MS), SeatPageAction::Renew));
    assert!(matches!(shared(2).key(x, 0), SeatPageAction::RemoveOthers));
    // Where four devices are too many, others have to go first.
    let mut crowded = SeatPage::new(LINK.to_owned(), 5);
    crowded.refuse("Too many.".to_owned(), Some(&Refusal::TooManyDevices));
    assert!(stays(&crowded, n, 0));
    assert!(matches!(crowded.key(x, 0), SeatPageAction::RemoveOthers));
    for code in [KeyCode::Esc, KeyCode::Enter, KeyCode::Char('q')] {
        assert!(matches!(asking.key(code, 0), SeatPageAction::Close));
    }
}
