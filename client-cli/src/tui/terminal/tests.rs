//! Notifications, and drawing without a terminal.

use super::*;

#[test]
fn a_notification_carries_words_and_nothing_else() {
    let hostile = "4;3;\x1b]0;x\x07Ana";
    assert_eq!(notification(Notify::Off, hostile), "");
    assert_eq!(
        notification(Notify::Osc9, hostile),
        "\x1b]9;4,3,?]0,x?Ana\x1b\\"
    );
    assert_eq!(
        notification(Notify::Osc777, "Your turn; play."),
        "\x1b]777;notify;OXO;Your turn, play.\x1b\\"
    );
}

#[test]
fn a_terminal_that_was_not_taken_is_left_alone_and_not_drawn_on() {
    restore();
    let mut screen = Screen {
        shown: None,
        title: String::new(),
    };
    let drawn = screen.draw(|_| panic!("there is nothing to draw on"));
    assert_eq!(drawn.unwrap_err().kind(), io::ErrorKind::NotConnected);
}
