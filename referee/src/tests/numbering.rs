//! Numbered commands: each is done once, and a refusal leaves no trace.

use protocol::{Accepted, Answer, event::Event, reply::Refused};

use super::*;

impl Room {
    /// Decides command `n` of the host, and takes what came of it.
    fn numbered(&mut self, n: u64, command: &Command) -> Answer {
        let (draft, answer) = self.undecided(n, command);
        for change in &draft.private {
            self.private.apply(change);
        }
        self.state = draft.into_state();
        answer
    }

    /// The same, not taken yet.
    fn undecided(&self, n: u64, command: &Command) -> (Draft, Answer) {
        self.draft(|draft, context| step(draft, &self.private, Seat::Host, n, command, context))
    }

    /// What is pushed by a command that is refused for this.
    fn refused(&mut self, n: u64, command: &Command, why: Refusal) {
        let (draft, answer) = self.undecided(n, command);
        let Answer::Error(refused) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(refused.why, why);
        assert_eq!(
            (draft.events.as_slice(), draft.private.as_slice()),
            (&[][..], &[][..])
        );
    }

    fn last(&self) -> (u64, Option<Accepted>) {
        let key = self.private.seats.host.clone().unwrap();
        (key.n, key.last)
    }
}

fn a_move(ply: u32, cell: u16) -> Command {
    let game = 1;
    Command::Move(Move { game, ply, cell })
}

#[test]
fn a_done_number_again_gets_the_same_reply_and_nothing_happens() {
    let mut room = Room::with(ClockSetting::None);
    let done = room.numbered(1, &a_move(0, 4));
    assert_eq!(done, Answer::Ok(Accepted::Moved { seq: 4 }));
    assert_eq!(room.last(), (1, Some(Accepted::Moved { seq: 4 })));
    for command in [a_move(0, 4), Command::Resign(InGame { game: 1 })] {
        let (draft, again) = room.undecided(1, &command);
        assert_eq!(again, done);
        assert!(draft.events.is_empty() && draft.private.is_empty());
    }
}

#[test]
fn a_refused_number_is_decided_anew() {
    let mut room = Room::with(ClockSetting::None);
    room.numbered(1, &a_move(0, 4));
    let next = a_move(2, 8);
    room.refused(2, &next, Refusal::Stale { game: 1, ply: 1 });
    room.play(0).unwrap();
    assert_eq!(room.last().0, 1);
    room.refused(2, &a_move(2, 0), Refusal::CellTaken { cell: 0 });
    let done = room.numbered(2, &next);
    assert_eq!(done, Answer::Ok(Accepted::Moved { seq: 6 }));
    assert_eq!(room.last(), (2, Some(Accepted::Moved { seq: 6 })));
}

#[test]
fn the_first_number_too_is_decided_anew_after_a_refusal() {
    let mut room = Room::with(ClockSetting::None);
    room.refused(1, &a_move(0, 9), Refusal::CellOutside { cell: 9, cells: 9 });
    assert_eq!(room.last(), (0, None));
    let expected = 1;
    room.refused(0, &a_move(0, 4), Refusal::OutOfOrder { expected });
    assert!(matches!(room.numbered(1, &a_move(0, 4)), Answer::Ok(_)));
}

#[test]
fn a_lower_or_skipped_number_is_out_of_order() {
    let mut room = Room::with(ClockSetting::None);
    room.numbered(1, &a_move(0, 4));
    room.play(0).unwrap();
    room.numbered(2, &a_move(2, 8));
    let expected = 3;
    for n in [0, 1, 4, u64::MAX] {
        room.refused(
            n,
            &Command::Resign(InGame { game: 1 }),
            Refusal::OutOfOrder { expected },
        );
    }
    assert!(matches!(
        room.numbered(3, &Command::Resign(InGame { game: 1 })),
        Answer::Ok(_)
    ));
}

#[test]
fn a_seat_that_nobody_holds_has_no_commands() {
    let mut room = Room::with(ClockSetting::None);
    room.private.seats.host = None;
    room.refused(1, &a_move(0, 4), Refusal::NotInRoom);
}

#[test]
fn what_was_due_happens_although_the_command_is_refused() {
    let mut room = Room::with(ClockSetting::None);
    room.now_ms += room.limits.first_move_ms;
    let (draft, answer) = room.undecided(1, &a_move(0, 4));
    let refused = Refused {
        why: Refusal::NoGame,
        seq: Some(4),
    };
    assert_eq!(answer, Answer::Error(refused));
    assert!(matches!(draft.events[..], [Event::Finished { .. }]));
    assert!(draft.private.is_empty());
}

#[test]
fn every_command_is_refused_without_a_trace_or_done_with_its_reply() {
    let offer = |kind, ply| Command::Offer(MakeOffer { game: 1, kind, ply });
    let answer = AnswerOffer { offer: 1 };
    let computer = protocol::Computer {
        level: game::Level::TOP,
        centre: false,
    };
    let commands = [
        a_move(0, 4),
        a_move(1, 0),
        Command::Resign(InGame { game: 1 }),
        Command::Abort(InGame { game: 1 }),
        Command::Claim(Claim {
            game: 1,
            result: Claimed::Win,
        }),
        Command::Claim(Claim {
            game: 1,
            result: Claimed::Draw,
        }),
        Command::Leave,
        offer(OfferKind::Draw, None),
        offer(OfferKind::Takeback, Some(0)),
        offer(OfferKind::Takeback, Some(9)),
        offer(OfferKind::Rematch, None),
        offer(OfferKind::Restart, None),
        Command::Accept(answer),
        Command::Decline(answer),
        Command::RemoveGuest,
        Command::SeatComputer(protocol::request::SeatComputer { computer }),
    ];
    for first in &commands {
        for second in &commands {
            let mut room = Room::with(ClockSetting::None);
            let mut n = 1;
            for command in [first, second] {
                let (draft, answer) = room.undecided(n, command);
                let traces = (draft.events.len(), draft.private.len());
                match answer {
                    Answer::Ok(_) => assert!(traces.0 > 0 && traces.1 > 0, "{command:?}"),
                    Answer::Error(why) => assert_eq!(traces, (0, 0), "{command:?}: {why:?}"),
                }
                if matches!(room.numbered(n, command), Answer::Ok(_)) {
                    n += 1;
                }
            }
        }
    }
}
