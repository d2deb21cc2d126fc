//! Cutting, wrapping and drawing text.

use super::*;

#[test]
fn a_text_is_cut_by_columns_and_not_by_characters() {
    for (columns, cut) in [
        (8, "王小明"),
        (6, "王小明"),
        (5, "王小…"),
        (4, "王…"),
        (0, ""),
    ] {
        assert_eq!(fit("王小明", columns, Charset::Box), cut, "{columns}");
    }
    assert_eq!(fit("Beatriz", 4, Charset::Ascii), "Bea~");
}

#[test]
fn an_emoji_is_never_cut_in_two() {
    let family = "👨‍👩‍👧‍👦";
    assert_eq!(
        fit(&format!("{family}abc"), 3, Charset::Box),
        format!("{family}…")
    );
    assert_eq!(fit(&format!("{family}abc"), 2, Charset::Box), "…");
    assert_eq!(wrap(&family.repeat(2), 2), [family, family]);
    assert_eq!(wrap(&format!("a {family} b"), 3), ["a", family, "b"]);
}

#[test]
fn lines_break_between_words_where_there_are_any() {
    assert_eq!(wrap("the quick brown fox", 9), ["the quick", "brown fox"]);
    assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
    assert_eq!(wrap("井字棋很好玩", 5), ["井字", "棋很", "好玩"]);
    assert_eq!(wrap("", 5), [""]);
    // A sign that closes does not begin a line.
    let lines = ["代碼（例", "如 ABCD）", "或連結。"];
    assert_eq!(wrap("代碼（例如 ABCD）或連結。", 9), lines);
}

#[test]
fn nothing_is_drawn_outside_and_the_last_drawn_is_clicked() {
    let theme = Theme::named("mono").unwrap();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 2));
    let mut canvas = Canvas::new(&mut buffer, &theme, Charset::Box);
    let area = Rect::new(2, 0, 10, 9);
    assert_eq!(canvas.put(area, 2, 1, "abcdefgh", Style::new()), 6);
    assert_eq!(canvas.put(area, 2, 5, "below", Style::new()), 2);
    canvas.target(area, ClickTarget::Item(1));
    canvas.target(Rect::new(3, 1, 1, 1), ClickTarget::Cell(4));
    let targets = canvas.targets();
    assert_eq!(targets.at(3, 1), Some(ClickTarget::Cell(4)));
    assert_eq!(targets.at(2, 1), Some(ClickTarget::Item(1)));
    assert_eq!(targets.at(0, 0), None);
    assert_eq!(buffer.cell((5, 1)).unwrap().symbol(), "d");
}
