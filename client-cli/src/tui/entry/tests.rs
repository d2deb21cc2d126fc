//! Typing, erasing and drawing a line of text.

use ratatui::{buffer::Buffer, style::Modifier};

use super::*;
use crate::{text_board::Charset, tui::theme::Theme};

fn press(entry: &mut Entry, code: KeyCode) -> Typed {
    entry.key(code.into())
}

fn hold(entry: &mut Entry, c: char) {
    entry.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
}

#[test]
fn keys_write_move_and_erase() {
    let mut entry = Entry::new("Ana Lima", 10);
    press(&mut entry, KeyCode::Home);
    press(&mut entry, KeyCode::Delete);
    press(&mut entry, KeyCode::Char('E'));
    press(&mut entry, KeyCode::Right);
    press(&mut entry, KeyCode::Backspace);
    assert_eq!(entry.text(), "Ea Lima");
    press(&mut entry, KeyCode::End);
    hold(&mut entry, 'w');
    assert_eq!(entry.text(), "Ea ");
    hold(&mut entry, 'w');
    hold(&mut entry, 'x');
    assert_eq!(entry.text(), "");
    entry.paste("abc");
    press(&mut entry, KeyCode::Left);
    hold(&mut entry, 'u');
    assert_eq!(press(&mut entry, KeyCode::Enter), Typed::Done("c".into()));
    assert_eq!(press(&mut entry, KeyCode::Esc), Typed::Cancelled);
}

#[test]
fn it_takes_no_more_than_it_may_and_nothing_that_a_terminal_obeys() {
    let mut entry = Entry::new("\u{1b}[2J\r\nabc", 5);
    assert_eq!(entry.text(), "[2Jab");
    press(&mut entry, KeyCode::Char('x'));
    assert_eq!(entry.text(), "[2Jab");
}

#[test]
fn an_accent_goes_with_its_letter() {
    let mut entry = Entry::new("e\u{301}王", 9);
    press(&mut entry, KeyCode::Left);
    press(&mut entry, KeyCode::Left);
    assert_eq!(entry.at, 0);
    press(&mut entry, KeyCode::Right);
    assert_eq!(entry.at, 2);
    press(&mut entry, KeyCode::Backspace);
    assert_eq!(entry.text(), "王");
}

#[test]
fn the_cursor_stays_in_sight_whatever_the_room() {
    let theme = Theme::named("mono").unwrap();
    for columns in 0..30 {
        for back in 0..9 {
            let mut entry = Entry::new("王小明 e\u{301}bc王", 40);
            (0..back).for_each(|_| drop(press(&mut entry, KeyCode::Left)));
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns, 1));
            let mut canvas = Canvas::new(&mut buffer, &theme, Charset::Box);
            entry.draw(&mut canvas, Rect::new(0, 0, columns, 1), "Name:");
            let reversed = buffer.content.iter();
            let reversed = reversed.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
            assert!(columns < 6 || reversed.count() > 0, "{columns} {back}");
        }
    }
}
