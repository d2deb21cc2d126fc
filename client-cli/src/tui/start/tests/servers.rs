//! Games without a server, and the way to another one.

use frontend::hotseat::TableOptions;
use oxo_client::{
    session::{LinkLoss, Update},
    transport::{LinkError, Unreachable},
};

use super::*;

/// A client whose server does not answer.
pub(super) fn unanswered() -> ClientState {
    let why = LinkLoss::Connect(LinkError::Unreachable(Unreachable::ConnectionRefused));
    let retry_in = std::time::Duration::from_secs(2);
    let mut client = ClientState::default();
    client.take(
        &Update::LinkLost { why, retry_in },
        tokio::time::Instant::now(),
    );
    client
}

fn local(effects: &[UiEffect]) -> &TableOptions {
    match went(effects) {
        Intent::Local(options) => options,
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_a_server_two_keys_lead_to_a_game_against_the_computer() {
    let mut start = start();
    start.follow(&unanswered());
    assert!(press(&mut start, KeyCode::Enter).is_empty());
    let effects = press(&mut start, KeyCode::Enter);
    let table = local(&effects);
    assert!(table.computer.is_some() && table.hotseat.pair.is_none());
    assert!(table.hotseat.keeps_games);
}

#[test]
fn a_line_selected_by_a_key_stays_selected_when_the_server_answers() {
    let mut start = start();
    start.follow(&unanswered());
    press(&mut start, KeyCode::Down);
    let mut client = ClientState::default();
    client.link = LinkPhase::Up;
    start.follow(&client);
    press(&mut start, KeyCode::Enter);
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Name of who plays X:"), "{screen}");
}

#[test]
fn two_at_this_terminal_are_asked_for_their_names() {
    let mut start = start();
    press(&mut start, KeyCode::Char('b'));
    types(&mut start, "Ana");
    let effects = types(&mut start, "Bia");
    let table = local(&effects);
    let pair = table.hotseat.pair.as_ref().unwrap();
    let names = [&pair.names.host, &pair.names.guest].map(Option::as_deref);
    assert_eq!(names, [Some("Ana"), Some("Bia")]);
    assert_eq!(table.settings.alternate, Alternate::Yes);
}

#[test]
fn two_without_names_are_called_by_their_marks_and_keep_them() {
    let mut start = start();
    start.draft.room.opens = Opens::O;
    press(&mut start, KeyCode::Char('b'));
    press(&mut start, KeyCode::Enter);
    let effects = press(&mut start, KeyCode::Enter);
    let table = local(&effects);
    let pair = table.hotseat.pair.as_ref().unwrap();
    assert!(!pair.named());
    assert_eq!(table.settings.alternate, Alternate::Fixed);
}

#[test]
fn another_server_is_reached_by_its_address_or_a_link_and_found_again() {
    let mut start = start();
    press(&mut start, KeyCode::Char('s'));
    types(&mut start, "not an address");
    assert!(start.said.is_some());
    press(&mut start, KeyCode::Esc);
    press(&mut start, KeyCode::Char('s'));
    let effects = types(&mut start, "https://oxo.example");
    let [UiEffect::Move(address), UiEffect::Remember("server", _)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let known = start.server(address.to_string());
    assert_eq!(known, ["wss://oxo.example", "ws://example.org:1952"]);
    // The one before stands in the list, and a link says by itself where it leads.
    press(&mut start, KeyCode::Char('s'));
    let effects = press(&mut start, KeyCode::Enter);
    assert!(
        matches!(&effects[..], [UiEffect::Move(address), _] if address.to_string() == "ws://example.org:1952"),
        "{effects:?}"
    );
    press(&mut start, KeyCode::Char('s'));
    press(&mut start, KeyCode::End);
    press(&mut start, KeyCode::Enter);
    let effects = types(&mut start, "https://other.example/r/K7QX-4MTR");
    assert!(
        matches!(&effects[..], [UiEffect::LookUpRoom(..)]),
        "{effects:?}"
    );
}

#[test]
fn the_help_is_of_the_page_that_is_shown() {
    let keys = |start: &StartPage| -> Vec<String> {
        let lines = start.help(Charset::Box, None).into_iter();
        lines.map(|(key, _)| key).collect()
    };
    let mut start = start();
    let menu = keys(&start);
    for key in ["a", "b", "p", "s", "q", "Enter", "Ctrl-C"] {
        assert!(menu.iter().any(|known| known == key), "{key} in {menu:?}");
    }
    press(&mut start, KeyCode::Char('g'));
    assert_eq!(keys(&start), ["Esc", "?", "Ctrl-C", ""]);
    let (_, same) = start.help(Charset::Box, None).pop().unwrap();
    assert_eq!(same, "From the command line: oxo games");
}
