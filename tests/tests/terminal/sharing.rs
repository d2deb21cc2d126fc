//! Sharing from the table: the room's games with a chat, and the seat with another device.

use tests::{Terminal, terminal::Start};

use super::{TerminalSetup, full::seated, plain::two_at_a_table};

/// No public address, so that nothing is ever sent there.
const HOOK: &str = "https://127.0.0.1/x";

/// The whole link of a shared seat.
fn is_seat_link(word: &str) -> bool {
    let token = word.split_once("#take=").map(|(_, token)| token);
    token.is_some_and(|token| token.len() == 22)
}

#[tokio::test]
async fn on_the_screen_a_chat_is_set_by_one_and_ended_by_the_other() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = seated(&setup, &[]).await;
    ana.keys("i");
    ana.shows("tell a chat").await;
    ana.keys("c");
    ana.shows("Address:").await;
    ana.keys("http://127.0.0.1/x\r");
    ana.shows("has to begin with https://").await;
    ana.control('u');
    ana.keys(HOOK);
    ana.keys("\r");
    // The room tells both a moment later than the answer comes.
    ana.shows("Your chat is told of the games here.").await;
    bia.shows("Ana has a chat told of the games here.").await;
    bia.keys("i");
    bia.shows("tell no chat").await;
    bia.keys("x");
    bia.shows("No chat is told of the games here any more.")
        .await;
    // Back at the table, keys are moves again.
    ana.keys("\r");
    bia.shows("Ana: X on b2.").await;
}

#[tokio::test]
async fn in_lines_a_chat_is_a_command() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = two_at_a_table(&setup, &[], &[]).await;
    ana.line("chat");
    ana.sees("No chat is told of the games here.").await;
    ana.sees("Type chat and the address").await;
    ana.line("chat http://127.0.0.1/x");
    ana.sees("has to begin with https://").await;
    ana.line(&format!("chat {HOOK}"));
    ana.sees("Your chat hears when a game begins").await;
    bia.sees("Ana has a chat told of the games here.").await;
    bia.line("chat off");
    bia.sees("No chat is told of the games here any more.")
        .await;
}

#[tokio::test]
async fn a_server_that_tells_no_chats_offers_none() {
    let setup = TerminalSetup::with(&["--no-webhooks"]).await;
    let (mut ana, mut bia, _) = seated(&setup, &[]).await;
    ana.keys("i");
    ana.shows("other device").await;
    assert!(!ana.screen().join("\n").contains("tell a chat"));
    bia.keys("q");
    bia.shows("Leave the table?").await;
    bia.keys("q");
    assert_eq!(bia.end().await, 0);
    let mut lines = setup.oxo("Bia", &["resume"]);
    lines.sees("Ana is to move.").await;
    lines.line(&format!("chat {HOOK}"));
    lines.sees("This server tells no chats of games.").await;
}

#[tokio::test]
async fn a_seat_goes_from_the_screen_to_another_device_and_back() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = seated(&setup, &[]).await;
    ana.keys("i");
    ana.shows("other device").await;
    ana.keys("d");
    ana.shows("Scan this code").await;
    let link = ana.shows_word("a seat's link", is_seat_link).await;

    let other = setup.home("Ana's other machine");
    let on_other =
        |arguments: &[&str]| Terminal::start(&Start::oxo(&other, &setup.address(), arguments));
    let mut laptop = on_other(&["--plain", "seat", &link]);
    laptop.sees("Your turn, you play X.").await;
    ana.shows("You are now playing on another device").await;
    assert!(!ana.screen().join("\n").contains("#take="));
    laptop.line("b2");
    bia.shows("Ana: X on b2.").await;

    ana.keys("\r");
    laptop.sees("You are now playing on another device").await;
    ana.shows("Bia is to move.").await;
    ana.keys("i");
    ana.shows("other device").await;
    ana.keys("d");
    ana.shows("This seat is on 2 devices.").await;
    ana.keys("x");
    ana.shows("1 other device no longer has the seat.").await;
    laptop.end().await;
    let (status, text) = on_other(&["--plain", "resume"]).ended().await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("is gone."), "{text}");
}

#[tokio::test]
async fn in_lines_the_seat_is_shared_by_a_command() {
    let setup = TerminalSetup::open().await;
    let (mut ana, _bia, _) = two_at_a_table(&setup, &[], &[]).await;
    ana.line("device alone");
    ana.sees("No other device had the seat.").await;
    ana.line("device");
    ana.sees("Whoever has the link gets the seat.").await;
    let text = ana.text();
    let link = text.split_whitespace().find(|word| is_seat_link(word));
    let other = setup.home("Ana's other machine");
    let link = link.expect("a link");
    let mut laptop = Terminal::oxo(&other, &setup.address(), &["seat", link]);
    laptop.sees("Your turn, you play X.").await;
    ana.sees("You are now playing on another device").await;
    laptop.line("device alone");
    laptop.sees("1 other device no longer has the seat.").await;
}
