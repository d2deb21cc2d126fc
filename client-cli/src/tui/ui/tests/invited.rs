//! The card of a link, before sitting down.

use archive::replay::Game;
use game::LineRule;
use protocol::{
    Invitation, Player,
    ids::BySeat,
    invitation::{InvitationState, InvitedTable},
};

use super::*;

fn free(room: RoomCode) -> Invitation {
    Invitation {
        room,
        state: InvitationState::Free,
        table: Some(InvitedTable {
            players: BySeat {
                host: Some(Player::named("Ana".to_owned())),
                guest: None,
            },
            settings: Settings {
                rules: Rules::CLASSIC.with(LineRule::Loses),
                ..Settings::default()
            },
            begins: None,
            first_move_ms: None,
        }),
    }
}

#[test]
fn an_invitations_facts_are_shown_before_sitting_down() {
    let mut ui = begun(Some(Intent::Join(CODE())));
    let effects = ui.begin();
    assert!(
        matches!(&effects[..], [UiEffect::LookUpRoom(_, code)] if *code == CODE()),
        "{effects:?}"
    );
    // Nothing is known yet: nobody sits down.
    assert!(press(&mut ui, KeyCode::Enter).is_empty());
    assert!(ui.looked(Some(free(CODE()))).is_empty());
    let shown = screen(&ui);
    for part in [
        "Ana invites you to a game",
        "3 in a row LOSES",
        "Board: 3 by 3",
        "Clock: none",
        "First move: decided at random",
        "sit down and play",
        "just watch",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    assert!(!shown.contains("On another server"));
    let effects = press(&mut ui, KeyCode::Enter);
    assert!(
        matches!(&effects[..], [UiEffect::Go(Intent::Join(code))] if *code == CODE()),
        "{effects:?}"
    );
}

#[test]
fn an_invited_player_may_watch_instead_or_decline() {
    let mut ui = begun(Some(Intent::Join(CODE())));
    ui.begin();
    ui.looked(Some(free(CODE())));
    let effects = press(&mut ui, KeyCode::Char('w'));
    assert!(
        matches!(&effects[..], [UiEffect::Go(Intent::Watch(_))]),
        "{effects:?}"
    );
    let mut ui = begun(Some(Intent::Join(CODE())));
    ui.begin();
    ui.looked(Some(free(CODE())));
    assert!(press(&mut ui, KeyCode::Esc).is_empty());
    assert!(ui.over.is_none());
    assert!(!screen(&ui).contains("Ana invites"));
}

#[test]
fn a_dead_link_ends_the_program_that_was_started_for_it() {
    for state in [InvitationState::Over, InvitationState::None] {
        let mut ui = begun(Some(Intent::Join(CODE())));
        ui.begin();
        ui.looked(Some(Invitation::without_table(CODE(), state)));
        assert_eq!(ui.over.as_ref().map(|over| over.exit), Some(Exit::Failed));
    }
}

#[test]
fn without_an_invitation_the_seat_is_requested_at_once() {
    let mut ui = begun(Some(Intent::Join(CODE())));
    ui.begin();
    let effects = ui.looked(None);
    assert!(
        matches!(&effects[..], [UiEffect::Go(Intent::Join(_))]),
        "{effects:?}"
    );
}

#[test]
fn a_link_of_another_server_leads_there() {
    let mut ui = begun(None);
    press(&mut ui, KeyCode::Char('c'));
    ui.event(
        &Input::Paste(format!("https://other.example/r/{}", CODE())),
        Instant::now(),
    );
    let effects = press(&mut ui, KeyCode::Enter);
    assert!(
        matches!(&effects[..], [UiEffect::LookUpRoom(address, _)] if address.to_string() == "wss://other.example"),
        "{effects:?}"
    );
    ui.looked(Some(free(CODE())));
    assert!(screen(&ui).contains("On another server: https://other.example"));
    let effects = press(&mut ui, KeyCode::Enter);
    assert!(
        matches!(&effects[..], [UiEffect::Move(address), UiEffect::Go(Intent::Join(_))] if address.to_string() == "wss://other.example"),
        "{effects:?}"
    );
}

#[test]
fn a_pasted_link_shows_its_card_and_a_games_link_the_game() {
    let paste = |ui: &mut Ui, link: &str| ui.event(&Input::Paste(link.to_owned()), Instant::now());
    let mut ui = begun(None);
    let link = format!("https://other.example/r/{}", CODE());
    let effects = paste(&mut ui, &link);
    assert!(
        matches!(&effects[..], [UiEffect::LookUpRoom(..)]),
        "{effects:?}"
    );
    ui.looked(Some(free(CODE())));
    let shown = screen(&ui);
    assert!(
        shown.contains("On another server: https://other.example"),
        "{shown}"
    );
    press(&mut ui, KeyCode::Esc);

    let link = "https://other.example/games/22222222222222222222222222";
    let effects = paste(&mut ui, link);
    assert!(matches!(&effects[..], [UiEffect::Fetch(..)]), "{effects:?}");
    assert!(screen(&ui).contains("Looking up the link."));
    let game = || Game::check(sample::games::won(1)).unwrap().from_elsewhere();
    ui.fetched(game());
    let shown = screen(&ui);
    assert!(
        shown.contains("The board before the first of 5 moves."),
        "{shown}"
    );
    press(&mut ui, KeyCode::Esc);
    assert!(!screen(&ui).contains("Looking up the link."));

    // At a table nobody is taken away from it.
    let mut ui = seated(sample::playing());
    assert!(paste(&mut ui, link).is_empty());
    ui.fetched(game());
    assert!(!screen(&ui).contains("The board before the first"));
}
