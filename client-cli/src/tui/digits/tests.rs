//! The digits as drawn.

use frontend::text_board::Charset;

use super::*;
use crate::tui::tests::shot;

fn drawn(size: Size, charset: Charset, layout: Layout) -> String {
    shot((9, 5), charset, |canvas| {
        draw(canvas, size.into(), layout, |cell| cell != 4 && cell != 0);
    })
}

#[test]
fn digits_lie_as_on_the_keys_and_taken_ones_are_dots() {
    let keypad = drawn(SIZE, Charset::Box, Layout::Keypad);
    assert_eq!(keypad, "· 8 9\n4 · 6\n1 2 3");
    let phone = drawn(SIZE, Charset::Ascii, Layout::Phone);
    assert_eq!(phone, ". 2 3\n4 . 6\n7 8 9");
    let cut = drawn(Size::new(3, 2), Charset::Box, Layout::Keypad);
    assert_eq!(cut, "· 8\n4 ·");
    assert_eq!(drawn(Size::ZERO, Charset::Box, Layout::Keypad), "");
}
