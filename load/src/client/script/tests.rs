use game::{Board, Outcome, Rules};

use super::*;

#[test]
fn the_game_is_drawn_with_its_last_move_and_not_before() {
    let board = Board::replay(Rules::CLASSIC, &CELLS).unwrap();
    assert_eq!(*board.outcome(), Outcome::Drawn);
    let before = Board::replay(Rules::CLASSIC, &CELLS[..8]).unwrap();
    assert!(!before.outcome().is_over());
}

#[test]
fn the_script_repeats_after_a_game_in_which_seats_take_turns() {
    let mut position = ScriptPosition::FIRST;
    let mut actors = Vec::new();
    let mut moves = 0;
    for _ in 0..COMMANDS_PER_GAME {
        actors.push(position.actor());
        moves += usize::from(position.is_move());
        position = position.next();
    }
    let second = ScriptPosition {
        game: 2,
        ..ScriptPosition::FIRST
    };
    assert_eq!((position, moves), (second, CELLS.len()));
    // The offer is the host's, who also made the last move.
    let host = actors.iter().filter(|seat| **seat == Seat::Host).count();
    assert_eq!((host, actors.len()), (6, 11));
}

#[test]
fn a_request_is_what_the_server_parses() {
    let mut position = ScriptPosition::FIRST;
    for id in 1..=COMMANDS_PER_GAME {
        let request = position.request(RoomCode::from_bits(7), id, id);
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(protocol::parse::request(&text, 16), Ok(request), "{text}");
        position = position.next();
    }
}

#[test]
fn a_bare_message_has_its_length_whatever_its_number() {
    for seq in [1, 1_000, 987_654_321] {
        assert_eq!(bare_message(seq).len(), BARE_BYTES);
    }
}

#[test]
fn the_relay_of_events_is_given_an_event_for_every_command() {
    let mut position = ScriptPosition::FIRST;
    for seq in 1..=COMMANDS_PER_GAME {
        assert_eq!(position.event(seq).unwrap().seq, seq);
        position = position.next();
    }
}
