//! Tests of the cases that call for a notification.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;

fn key() -> Event {
    Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE))
}

fn click() -> Event {
    Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 0,
        row: 0,
        modifiers: KeyModifiers::NONE,
    })
}

fn wanted(events: &[Event], chosen: bool) -> bool {
    let mut presence = UserPresence::default();
    events.iter().for_each(|event| presence.observe(event));
    presence.wants_notification(chosen)
}

#[test]
fn a_player_counts_as_present_from_the_start_until_the_focus_is_lost() {
    assert!(!wanted(&[], false));
    assert!(!wanted(&[Event::Resize(80, 24)], false));
    assert!(wanted(&[Event::FocusLost], false));
    assert!(wanted(&[Event::FocusLost, Event::Resize(80, 24)], false));
    for back in [
        Event::FocusGained,
        key(),
        click(),
        Event::Paste(String::new()),
    ] {
        assert!(
            !wanted(&[Event::FocusLost, back.clone()], false),
            "{back:?}"
        );
    }
}

#[test]
fn a_chosen_notification_method_also_works_where_the_terminal_reports_no_focus() {
    assert!(wanted(&[key()], true));
    assert!(!wanted(&[Event::FocusGained], true));
    assert!(wanted(&[Event::FocusGained, Event::FocusLost], true));
}
