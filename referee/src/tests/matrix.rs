//! Every command in every state of a room: done, or refused with the one code that fits.

use std::collections::BTreeMap;

use protocol::Command;

use super::room::Room;

/// The commands by their names in the table; `MOVE` and `TAKEBACK` depend on the state.
const COMMANDS: [(&str, &str); 15] = [
    ("move", MOVE),
    ("choose", "take X"),
    ("resign", "resign"),
    ("abort", "abort"),
    ("claim_win", "claim win"),
    ("claim_draw", "claim draw"),
    ("leave", "leave"),
    ("draw", "draw"),
    ("takeback", TAKEBACK),
    ("rematch", "rematch"),
    ("restart", "restart"),
    ("accept", "accept 1"),
    ("decline", "decline 1"),
    ("remove_guest", "remove"),
    ("seat_computer", "computer 1"),
];
const MOVE: &str = "the highest free cell";
const TAKEBACK: &str = "the last move";

/// While a game is running.
const PLAYING: &str = "game_running: rematch
     not_your_turn: choose";
/// And before both have moved.
const FIRST_MOVES: &str = "ok: resign abort leave draw restart
     opponent_present: claim_win seat_computer
     lines_open: claim_draw
     bad_takeback: takeback
     no_such_offer: accept decline";
/// And once both have.
const LATER: &str = "ok: resign leave
     too_late_to_abort: abort
     guest_has_moved: remove_guest";
/// While nothing is offered.
const NO_OFFER: &str = "ok: draw takeback restart
     no_such_offer: accept decline";
/// While the opponent is there.
const THERE: &str = "opponent_present: claim_win seat_computer
     lines_open: claim_draw";
/// Between games.
const IDLE: &str = "ok: leave
     no_game: move choose resign abort claim_win claim_draw draw takeback restart";

/// The expected result of each command of a seat in each state: `ok`, or the code. A command that a
/// state does not name, or names twice, fails the test.
#[rustfmt::skip]
const TABLE: [(&str, &str, &[&str]); 17] = [
    ("alone |", "host", &[IDLE, "
        ok: seat_computer
        no_opponent: rematch remove_guest
        no_such_offer: accept decline"]),
    ("", "host", &[PLAYING, FIRST_MOVES, "
        ok: move remove_guest"]),
    ("guest first |", "host", &[PLAYING, FIRST_MOVES, "
        ok: remove_guest
        not_your_turn: move"]),
    ("", "guest", &[PLAYING, FIRST_MOVES, "
        not_your_turn: move
        not_host: remove_guest"]),
    ("4 0", "host", &[PLAYING, LATER, NO_OFFER, THERE, "
        ok: move"]),
    ("4 0 8", "host", &[PLAYING, LATER, NO_OFFER, THERE, "
        not_your_turn: move"]),
    ("4 0, host draw", "host", &[PLAYING, LATER, THERE, "
        ok: move
        offer_open: draw takeback restart
        own_offer: accept decline"]),
    ("4 0, guest draw", "host", &[PLAYING, LATER, THERE, "
        ok: move draw accept decline
        offer_open: takeback restart"]),
    ("0 1 2 4 3 5 7 6", "host", &[PLAYING, LATER, NO_OFFER, "
        ok: move claim_draw
        opponent_present: claim_win seat_computer"]),
    ("4 0 8, guest away, +3000", "host", &[PLAYING, LATER, NO_OFFER, "
        not_your_turn: move
        grace_running: claim_win claim_draw seat_computer"]),
    ("4 0 8, guest away, +3000, +37000", "host", &[PLAYING, LATER, NO_OFFER, "
        ok: claim_win claim_draw seat_computer
        not_your_turn: move"]),
    ("4 0, guest away, +3000, +37000", "host", &[PLAYING, LATER, NO_OFFER, "
        ok: move seat_computer
        claim_on_your_turn: claim_win claim_draw"]),
    ("4 0 8, guest leave, +10000", "host", &[PLAYING, LATER, NO_OFFER, "
        ok: claim_win claim_draw seat_computer
        not_your_turn: move"]),
    ("4 0 2 1 6", "host", &[IDLE, "
        ok: rematch
        opponent_present: seat_computer
        no_such_offer: accept decline
        guest_has_moved: remove_guest"]),
    ("4 0 2 1 6, guest rematch", "host", &[IDLE, "
        ok: rematch accept decline
        opponent_present: seat_computer
        guest_has_moved: remove_guest"]),
    ("4 0 2 1 6, guest leave", "host", &[IDLE, "
        ok: seat_computer
        no_opponent: rematch remove_guest
        no_such_offer: accept decline"]),
    ("alone | host leave", "host", &["
        not_in_room: move choose resign abort claim_win claim_draw leave draw takeback rematch restart
                     accept decline remove_guest seat_computer"]),
];

/// The words of a command in a state.
fn words(room: &Room, command: &'static str) -> String {
    let game = room.view().game.as_ref();
    let made = game.map_or(0, |game| game.moves.len());
    let free = |cell: &u16| game.is_none_or(|game| game.moves.iter().all(|it| it.cell != *cell));
    match command {
        MOVE => (0..9).rev().find(free).unwrap_or(0).to_string(),
        TAKEBACK => format!("takeback {}", made.saturating_sub(1)),
        _ => command.into(),
    }
}

/// A command that the list above does not know does not compile.
fn is_listed(command: &Command) -> bool {
    match command {
        Command::Move(_) | Command::Resign(_) | Command::Abort(_) | Command::Claim(_) => true,
        Command::Leave | Command::Offer(_) | Command::Accept(_) | Command::Decline(_) => true,
        Command::RemoveGuest | Command::SeatComputer(_) | Command::Choose(_) => true,
    }
}

/// A row of the table as command and outcome.
fn row(texts: &[&'static str]) -> BTreeMap<&'static str, &'static str> {
    let mut row = BTreeMap::new();
    let mut outcome = "";
    for word in texts.iter().flat_map(|text| text.split_whitespace()) {
        match word.strip_suffix(':') {
            Some(code) => outcome = code,
            None => assert_eq!(row.insert(word, outcome), None, "{word} stands twice"),
        }
    }
    row
}

#[test]
fn every_command_in_every_state_is_done_or_refused() {
    let mut wrong = Vec::new();
    for (script, seat, texts) in TABLE {
        let mut row = row(texts);
        for (name, command) in COMMANDS {
            let mut room = Room::of(script);
            let words = words(&room, command);
            assert!(is_listed(
                &room.command(&words.split(' ').collect::<Vec<_>>())
            ));
            let got = room.step(&format!("{seat} {words}"));
            let code = got
                .strip_prefix('!')
                .map_or("ok", |why| why.split(' ').next().unwrap());
            let wanted = row.remove(name).unwrap_or("nothing said");
            if code != wanted {
                wrong.push(format!("{script:?} {name}: {code} instead of {wanted}"));
            }
        }
        assert!(row.is_empty(), "{script:?} has no command {row:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
