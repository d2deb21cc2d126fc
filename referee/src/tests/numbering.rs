//! Numbered commands: each is done once, and a refusal leaves no trace.

use protocol::{Accepted, Answer, Command, Refusal, Seat, reply::Refused};

use super::room::Room;
use crate::{Draft, due, step};

impl Room {
    /// Takes command `n` of the host.
    fn numbered(&mut self, n: u64, words: &str) -> Answer {
        let (draft, answer) = self.undecided(n, words);
        for change in &draft.private {
            self.private.apply(change);
        }
        self.state = draft.into_state();
        answer
    }

    /// The same, not taken yet.
    fn undecided(&self, n: u64, words: &str) -> (Draft, Answer) {
        let command: Command = self.command(&words.split(' ').collect::<Vec<_>>());
        self.draft(|draft, context| {
            due(draft, context);
            step(draft, &self.private, Seat::Host, n, &command, context)
        })
    }

    /// Command `n` of the host is refused for this, and leaves no trace.
    fn refused(&self, n: u64, words: &str, why: &Refusal) {
        let (draft, answer) = self.undecided(n, words);
        assert!(
            matches!(&answer, Answer::Error(refused) if refused.why == *why),
            "{answer:?}"
        );
        assert!(draft.events.is_empty() && draft.private.is_empty());
    }

    fn last(&self) -> (u64, Option<Accepted>) {
        let key = self.private.seats.host.clone().unwrap();
        (key.n, key.last)
    }
}

#[test]
fn a_repeated_number_gets_the_same_reply_and_does_nothing() {
    let mut room = Room::of("");
    let done = room.numbered(1, "4");
    assert_eq!(done, Answer::Ok(Accepted::Moved { seq: 4 }));
    assert_eq!(room.last(), (1, Some(Accepted::Moved { seq: 4 })));
    for command in ["4 at 0", "resign"] {
        let (draft, again) = room.undecided(1, command);
        assert_eq!(again, done);
        assert!(draft.events.is_empty() && draft.private.is_empty());
    }
}

#[test]
fn a_refused_number_is_decided_anew() {
    let mut room = Room::of("");
    room.numbered(1, "4");
    room.refused(2, "8 at 2", &Refusal::Stale { game: 1, ply: 1 });
    room.step("guest 0");
    assert_eq!(room.last().0, 1);
    room.refused(2, "0 at 2", &Refusal::CellTaken { cell: 0 });
    let done = room.numbered(2, "8 at 2");
    assert_eq!(done, Answer::Ok(Accepted::Moved { seq: 6 }));
    assert_eq!(room.last(), (2, Some(Accepted::Moved { seq: 6 })));
}

#[test]
fn the_first_number_too_is_decided_anew_after_a_refusal() {
    let mut room = Room::of("");
    room.refused(1, "9", &Refusal::CellOutside { cell: 9, cells: 9 });
    assert_eq!(room.last(), (0, None));
    room.refused(0, "4", &Refusal::OutOfOrder { expected: 1 });
    assert!(matches!(room.numbered(1, "4"), Answer::Ok(_)));
}

#[test]
fn a_lower_or_skipped_number_is_out_of_order() {
    let mut room = Room::of("");
    room.numbered(1, "4");
    room.step("guest 0");
    room.numbered(2, "8");
    for n in [0, 1, 4, u64::MAX] {
        room.refused(n, "resign", &Refusal::OutOfOrder { expected: 3 });
    }
    assert!(matches!(room.numbered(3, "resign"), Answer::Ok(_)));
}

#[test]
fn a_seat_that_nobody_holds_has_no_commands() {
    Room::of("exhibition |").refused(1, "4", &Refusal::NotInRoom);
    let mut room = Room::of("");
    room.private.seats.host = None;
    room.refused(1, "4", &Refusal::NotInRoom);
}

#[test]
fn due_events_happen_although_the_command_is_refused() {
    let (draft, answer) = Room::of("wait 60000").undecided(1, "4");
    let refused = Refused {
        why: Refusal::NoGame,
        seq: Some(4),
    };
    assert_eq!(answer, Answer::Error(refused));
    assert_eq!(draft.events.len(), 1);
    assert!(draft.private.is_empty());
}

#[test]
fn every_command_is_refused_without_a_trace_or_done_with_its_reply() {
    let commands = [
        "4 at 0",
        "0 at 1",
        "resign",
        "abort",
        "claim win",
        "claim draw",
        "leave",
        "draw",
        "takeback 0",
        "takeback 9",
        "rematch",
        "restart",
        "accept 1",
        "decline 1",
        "remove",
        "computer 5",
    ];
    for first in commands {
        for second in commands {
            let mut room = Room::of("");
            let mut n = 1;
            for command in [first, second] {
                let (draft, answer) = room.undecided(n, command);
                let traces = (draft.events.len(), draft.private.len());
                match answer {
                    Answer::Ok(_) => assert!(traces.0 > 0 && traces.1 > 0, "{command}"),
                    Answer::Error(why) => assert_eq!(traces, (0, 0), "{command}: {why:?}"),
                }
                if matches!(room.numbered(n, command), Answer::Ok(_)) {
                    n += 1;
                }
            }
        }
    }
}
