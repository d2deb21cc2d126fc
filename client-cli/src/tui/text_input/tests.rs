//! Typing, erasing and drawing a line of text.

use frontend::text_board::Charset;
use ratatui::{buffer::Buffer, style::Modifier};

use super::*;
use crate::tui::theme::Theme;

fn press(input: &mut TextInput, code: KeyCode) -> Typing {
    input.key(code.into())
}

fn hold(input: &mut TextInput, c: char) {
    input.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
}

#[test]
fn keys_write_move_and_erase() {
    let mut input = TextInput::new("Ana Lima", 10);
    press(&mut input, KeyCode::Home);
    press(&mut input, KeyCode::Delete);
    press(&mut input, KeyCode::Char('E'));
    press(&mut input, KeyCode::Right);
    press(&mut input, KeyCode::Backspace);
    assert_eq!(input.text(), "Ea Lima");
    press(&mut input, KeyCode::End);
    hold(&mut input, 'w');
    assert_eq!(input.text(), "Ea ");
    hold(&mut input, 'w');
    hold(&mut input, 'x');
    assert_eq!(input.text(), "");
    input.paste("abc");
    press(&mut input, KeyCode::Left);
    hold(&mut input, 'u');
    assert_eq!(press(&mut input, KeyCode::Enter), Typing::Done("c".into()));
    assert_eq!(press(&mut input, KeyCode::Esc), Typing::Cancelled);
}

#[test]
fn an_emoji_is_pasted_and_erased_whole() {
    let mut input = TextInput::new("", 24);
    input.paste("a👨‍👩‍👧‍👦");
    assert_eq!(input.text(), "a👨‍👩‍👧‍👦");
    press(&mut input, KeyCode::Left);
    press(&mut input, KeyCode::Delete);
    assert_eq!(input.text(), "a");
    input.paste("\u{200d}");
    assert_eq!(input.text(), "a");
}

#[test]
fn the_input_is_bounded_and_drops_control_characters() {
    let mut input = TextInput::new("\u{1b}[2J\r\nabc", 5);
    assert_eq!(input.text(), "[2Jab");
    press(&mut input, KeyCode::Char('x'));
    assert_eq!(input.text(), "[2Jab");
}

#[test]
fn an_accent_goes_with_its_letter() {
    let mut input = TextInput::new("e\u{301}王", 9);
    press(&mut input, KeyCode::Left);
    press(&mut input, KeyCode::Left);
    assert_eq!(input.before.len(), 0);
    press(&mut input, KeyCode::Right);
    assert_eq!(input.before.chars().count(), 2);
    press(&mut input, KeyCode::Backspace);
    assert_eq!(input.text(), "王");
}

#[test]
fn the_cursor_stays_visible_at_any_width() {
    let theme = Theme::named("mono").unwrap();
    for columns in 0..30 {
        for back in 0..9 {
            let mut input = TextInput::new("王小明 e\u{301}bc王", 40);
            (0..back).for_each(|_| drop(press(&mut input, KeyCode::Left)));
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns, 1));
            let mut canvas = Canvas::new(&mut buffer, &theme, Charset::Box);
            input.draw(&mut canvas, Rect::new(0, 0, columns, 1), "Name:");
            let reversed = buffer.content.iter();
            let reversed = reversed.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
            assert!(columns < 6 || reversed.count() > 0, "{columns} {back}");
        }
    }
}
