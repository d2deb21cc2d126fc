//! The referee alone: rules that depend on time and chance, in microseconds.

mod numbering;

use std::{cell::Cell, sync::Arc};

use protocol::{
    Command, Limits, Mark, Refusal, RoomCode, Rules, Seat, Secret, Settings, View,
    event::{How, OfferKind, Over, RoomEnd, TurnLimit},
    ids::BySeat,
    request::{AnswerOffer, Claim, Claimed, InGame, MakeOffer, Move},
    settings::{Alternate, ClockSetting, First, Opens},
};

use super::*;

const BEGIN_MS: u64 = 1_000_000;

/// A room whose time and luck are the test's.
struct Room {
    state: Arc<RoomState>,
    private: Private,
    now_ms: u64,
    limits: Limits,
    rtt_ms: BySeat<Option<u64>>,
    away_since_ms: BySeat<Option<u64>>,
    luck: Cell<u64>,
}

impl Room {
    /// Host plays X; both sit.
    fn with(clock: ClockSetting) -> Room {
        Room::of(Rules::CLASSIC, clock)
    }

    fn of(rules: Rules, clock: ClockSetting) -> Room {
        Room::opened(Settings {
            rules,
            clock,
            first: First::Host,
            ..Settings::default()
        })
    }

    fn opened(settings: Settings) -> Room {
        let mut room = Room {
            state: Arc::default(),
            private: Private::default(),
            now_ms: BEGIN_MS,
            limits: Limits::default(),
            rtt_ms: BySeat::default(),
            away_since_ms: BySeat::default(),
            luck: Cell::new(7),
        };
        room.take(|draft, context| {
            let code = RoomCode::from_bits(1);
            open(draft, settings, code, &newcomer("Ana"), context.limits);
            join(draft, &newcomer("Bia"), context).map(|_| ())
        })
        .unwrap();
        room
    }

    fn take<T>(&mut self, act: impl FnOnce(&mut Draft, &Context) -> T) -> T {
        let (draft, done) = self.draft(act);
        for change in &draft.private {
            self.private.apply(change);
        }
        self.state = draft.into_state();
        done
    }

    /// What is due and what `act` does, not taken yet.
    fn draft<T>(&self, act: impl FnOnce(&mut Draft, &Context) -> T) -> (Draft, T) {
        let luck = || self.luck.replace(self.luck.get() + 1);
        let context = Context {
            limits: &self.limits,
            unwatched_since_ms: None,
            rtt_ms: self.rtt_ms,
            away_since_ms: self.away_since_ms,
            random: &luck,
            keeps_games: true,
            seats_computers: true,
        };
        let mut draft = Draft::new(Arc::clone(&self.state), self.now_ms);
        due(&mut draft, &context);
        let done = act(&mut draft, &context);
        (draft, done)
    }

    fn command(&mut self, seat: Seat, wanted: Command) -> Decision {
        self.take(|draft, context| command(draft, seat, &wanted, context))
    }

    fn play(&mut self, cell: u16) -> Decision {
        let game = self.view().running().unwrap();
        let seat = game.turn.unwrap().seat;
        let ply = u32::try_from(game.moves.len()).unwrap();
        let wanted = Move {
            game: game.number,
            ply,
            cell,
        };
        self.command(seat, Command::Move(wanted))
    }

    fn pass(&mut self, ms: u64) {
        self.now_ms += ms;
        self.take(|_, _| ());
    }

    fn view(&self) -> &View {
        self.state.view()
    }

    fn clocks(&self) -> BySeat<u64> {
        self.view().game.as_ref().unwrap().clocks.unwrap()
    }

    fn over(&self) -> Over {
        self.view().game.as_ref().unwrap().over.unwrap()
    }
}

fn newcomer(name: &str) -> Newcomer {
    Newcomer {
        bot: false,
        name: Some(name.into()),
        hash: Secret::draw().unwrap().hash(),
    }
}

const FISCHER: ClockSetting = ClockSetting::Total {
    initial_ms: 60_000,
    increment_ms: 2_000,
};

#[test]
fn in_misere_who_makes_the_line_loses() {
    for (rules, winner) in [
        (Rules::CLASSIC, Seat::Host),
        (Rules::CLASSIC.misere(), Seat::Guest),
    ] {
        let mut room = Room::of(rules, ClockSetting::None);
        for cell in [0, 3, 1, 4, 2] {
            room.play(cell).unwrap();
        }
        let over = room.over();
        assert_eq!(
            (over.winner, over.reason),
            (Some(winner), How::Line),
            "{rules}"
        );
        assert_eq!(room.view().game.as_ref().unwrap().lines, [[0, 1, 2]]);
        let score = room.view().score;
        let hosts = u64::from(winner == Seat::Host);
        assert_eq!(
            (u64::from(score.host), u64::from(score.guest)),
            (hosts, 1 - hosts)
        );
    }
}

#[test]
fn a_program_is_one_under_every_name() {
    let mut room = Room::with(ClockSetting::None);
    room.take(|draft, context| {
        let program = Newcomer {
            bot: true,
            ..newcomer("Middle")
        };
        *draft = Draft::new(Arc::default(), BEGIN_MS);
        let code = RoomCode::from_bits(1);
        open(draft, Settings::default(), code, &program, context.limits);
        rename(draft, Seat::Host, Some("Centre"))
    })
    .unwrap();
    let host = &room.view().seats.host.as_ref().unwrap().player;
    assert_eq!((host.name.as_deref(), host.bot), (Some("Centre"), true));
}

#[test]
fn no_clock_runs_before_both_have_moved() {
    let mut room = Room::with(FISCHER);
    room.now_ms += 30_000;
    room.play(4).unwrap();
    room.now_ms += 30_000;
    room.play(0).unwrap();
    assert_eq!(
        room.clocks(),
        BySeat {
            host: 60_000,
            guest: 60_000
        }
    );
    let turn = room.view().running().unwrap().turn.unwrap();
    assert_eq!(
        (turn.limit, turn.due_ms),
        (TurnLimit::Clock, room.now_ms + 60_000)
    );
}

#[test]
fn a_move_is_charged_less_its_round_trip_and_gets_its_increment() {
    let mut room = Room::with(FISCHER);
    room.rtt_ms.host = Some(900);
    room.play(4).unwrap();
    room.play(0).unwrap();
    room.now_ms += 10_000;
    room.play(1).unwrap();
    // 500 ms is the most that is credited.
    assert_eq!(room.clocks().host, 60_000 - 9_500 + 2_000);
}

#[test]
fn a_flag_falls_after_the_clock_and_its_allowance_and_not_before() {
    let mut room = Room::with(FISCHER);
    room.rtt_ms.host = Some(200);
    room.play(4).unwrap();
    room.play(0).unwrap();
    room.pass(60_199);
    assert!(room.view().running().is_some());
    room.pass(1);
    assert_eq!(
        (room.over().reason, room.over().winner),
        (How::Flag, Some(Seat::Guest))
    );
    assert_eq!(room.clocks().host, 0);
}

#[test]
fn a_takeback_restores_the_clocks_of_its_ply() {
    let mut room = Room::with(FISCHER);
    for cell in [4, 0] {
        room.play(cell).unwrap();
    }
    room.now_ms += 5_000;
    room.play(1).unwrap();
    let offer = MakeOffer {
        game: 1,
        kind: OfferKind::Takeback,
        ply: Some(2),
    };
    room.command(Seat::Host, Command::Offer(offer)).unwrap();
    room.command(Seat::Guest, Command::Accept(AnswerOffer { offer: 1 }))
        .unwrap();
    assert_eq!(
        room.clocks(),
        BySeat {
            host: 60_000,
            guest: 60_000
        }
    );
    assert_eq!(room.state.board().ply(), 2);
}

#[test]
fn an_absent_player_is_lost_after_a_while_and_claimed_after_grace() {
    let mut room = Room::with(ClockSetting::None);
    room.play(4).unwrap();
    room.away_since_ms.guest = Some(room.now_ms);
    room.pass(2_999);
    assert!(room.view().seats.guest.as_ref().unwrap().lost.is_none());
    room.pass(1);
    let claim = Command::Claim(Claim {
        game: 1,
        result: Claimed::Win,
    });
    let refused = room.command(Seat::Host, claim.clone());
    assert_eq!(
        refused,
        Err(Refusal::GraceRunning {
            deadline_ms: room.now_ms + 40_000
        })
    );
    room.pass(40_000);
    room.command(Seat::Host, claim).unwrap();
    assert_eq!(room.over().reason, How::ClaimedWin);
}

#[test]
fn a_short_clock_means_a_short_grace() {
    let grace = |move_ms| {
        let mut room = Room::with(ClockSetting::PerMove { move_ms });
        room.away_since_ms.guest = Some(room.now_ms);
        room.pass(3_000);
        let lost = room.view().seats.guest.as_ref().unwrap().lost.unwrap();
        lost.deadline_ms - room.now_ms
    };
    assert_eq!(grace(20_000), 10_000);
    assert_eq!(grace(100_000), 25_000);
    assert_eq!(grace(3_600_000), 40_000);
}

#[test]
fn both_leaving_in_mid_game_calls_it_off_and_ends_the_room() {
    let mut room = Room::with(ClockSetting::None);
    room.play(4).unwrap();
    room.command(Seat::Guest, Command::Leave).unwrap();
    room.command(Seat::Host, Command::Leave).unwrap();
    assert_eq!(room.over().reason, How::CalledOff);
    assert_eq!(room.view().ended, Some(RoomEnd::Left));
    assert_eq!(next_deadline(room.view()), None);
}

#[test]
fn a_server_that_was_away_gives_back_the_time_it_took() {
    let mut room = Room::with(FISCHER);
    room.play(4).unwrap();
    room.play(0).unwrap();
    room.now_ms += 4_000;
    let before = room.view().clone();
    room.now_ms += 1_000_000;
    let limits = room.limits.clone();
    let mut draft = Draft::new(Arc::clone(&room.state), room.now_ms);
    away(&mut draft, 1_000_000, &limits);
    let after = draft.view();
    let turn = |view: &View| view.running().unwrap().turn.unwrap();
    assert_eq!(turn(after).due_ms, turn(&before).due_ms + 1_000_000);
    assert_eq!(after.closes_ms, before.closes_ms + 1_000_000);
    for (_, seated) in after.seats.iter() {
        let lost = seated.as_ref().unwrap().lost.unwrap();
        // A quarter of a minute's clock.
        assert_eq!(lost.deadline_ms, room.now_ms + 15_000);
    }
}

#[test]
fn every_state_of_a_room_has_a_deadline_until_it_ends() {
    let mut room = Room::with(ClockSetting::None);
    room.away_since_ms = BySeat {
        host: Some(room.now_ms),
        guest: Some(room.now_ms),
    };
    let mut steps = 0;
    while let Some(deadline) = next_deadline(room.view()) {
        let deadline = deadline.min(room.now_ms + room.limits.lost_after_ms);
        room.now_ms = deadline.max(room.now_ms + 1);
        room.pass(0);
        steps += 1;
        assert!(steps < 100, "the room does not end");
    }
    assert_eq!(room.view().ended, Some(RoomEnd::Empty));
}

#[test]
fn where_o_opens_who_begins_plays_o() {
    for alternate in [Alternate::Yes, Alternate::Fixed] {
        let mut room = Room::opened(Settings {
            first: First::Guest,
            opens: Opens::O,
            alternate,
            ..Settings::default()
        });
        let begins = |room: &Room| {
            let game = room.view().game.clone().unwrap();
            (game.turn.unwrap().seat, game.x)
        };
        assert_eq!(begins(&room), (Seat::Guest, Seat::Host));
        for cell in [4, 0, 3, 1, 5] {
            room.play(cell).unwrap();
        }
        let game = room.view().game.clone().unwrap();
        let marks: Vec<_> = game.moves.iter().map(|played| played.mark).collect();
        assert_eq!(marks, [Mark::O, Mark::X, Mark::O, Mark::X, Mark::O]);
        assert_eq!(room.over().winner, Some(Seat::Guest));
        let next = match alternate {
            Alternate::Yes => Seat::Host,
            Alternate::Fixed => Seat::Guest,
        };
        assert_eq!(room.over().next_first, next);
        let rematch = MakeOffer {
            game: 1,
            kind: OfferKind::Rematch,
            ply: None,
        };
        room.command(Seat::Host, Command::Offer(rematch)).unwrap();
        room.command(Seat::Guest, Command::Accept(AnswerOffer { offer: 1 }))
            .unwrap();
        assert_eq!(begins(&room), (next, next.other()));
    }
}

#[test]
fn what_is_about_another_game_is_stale() {
    let mut room = Room::with(ClockSetting::None);
    let about = |game| {
        [
            Command::Resign(InGame { game }),
            Command::Abort(InGame { game }),
            Command::Claim(Claim {
                game,
                result: Claimed::Win,
            }),
            Command::Offer(MakeOffer {
                game,
                kind: OfferKind::Draw,
                ply: None,
            }),
            Command::Move(Move {
                game,
                ply: 0,
                cell: 4,
            }),
        ]
    };
    let stale = Err(Refusal::Stale { game: 1, ply: 0 });
    for command in about(2).into_iter().chain(about(0)) {
        assert_eq!(
            room.command(Seat::Host, command.clone()),
            stale,
            "{command:?}"
        );
    }
    let [resign, ..] = about(1);
    room.command(Seat::Host, resign).unwrap();
    let rematch = |game| {
        Command::Offer(MakeOffer {
            game,
            kind: OfferKind::Rematch,
            ply: None,
        })
    };
    assert_eq!(room.command(Seat::Host, rematch(2)), stale);
    room.command(Seat::Host, rematch(1)).unwrap();
}
