//! The terminal events that count, and those that do not.

use crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent};

use super::*;

#[test]
fn presses_and_clicks_are_events_and_mouse_movements_are_not() {
    let key = |kind| {
        Event::Key(KeyEvent::new_with_kind(
            KeyCode::Enter,
            KeyModifiers::NONE,
            kind,
        ))
    };
    let mouse = |kind| {
        Event::Mouse(MouseEvent {
            kind,
            column: 0,
            row: 0,
            modifiers: KeyModifiers::NONE,
        })
    };
    let news = [
        key(KeyEventKind::Press),
        key(KeyEventKind::Repeat),
        mouse(MouseEventKind::Down(MouseButton::Left)),
        mouse(MouseEventKind::ScrollDown),
        Event::Resize(0, 0),
        Event::FocusLost,
    ];
    assert!(news.iter().all(is_news));
    let noise = [
        key(KeyEventKind::Release),
        mouse(MouseEventKind::Moved),
        mouse(MouseEventKind::Drag(MouseButton::Left)),
        mouse(MouseEventKind::Up(MouseButton::Left)),
    ];
    assert!(!noise.iter().any(is_news));
}

#[test]
fn some_keys_and_another_size_mean_the_same_everywhere() {
    let pressed = |c, modifiers| {
        let key = KeyEvent::new(KeyCode::Char(c), modifiers);
        SystemAction::of(&Event::Key(key))
    };
    let control = |c| pressed(c, KeyModifiers::CONTROL);
    assert_eq!(control('c'), Some(SystemAction::Interrupt));
    assert_eq!(control('z'), Some(SystemAction::Suspend));
    assert_eq!(control('l'), Some(SystemAction::Repaint));
    assert_eq!(control('q'), None);
    assert_eq!(pressed('c', KeyModifiers::NONE), None);
    let size = SystemAction::of(&Event::Resize(80, 24));
    assert_eq!(size, Some(SystemAction::Repaint));
}
