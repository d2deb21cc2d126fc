//! Sentences of every variant, once from every side of the table. The matches of the table itself are exhaustive, so
//! the compiler holds that none is missing; here each sentence is made, which checks its parameters, and looked at.

use game::LineRule;
use std::collections::{BTreeSet, HashSet};

use oxo_client::{
    address::{self, AddressError},
    transport::{LinkError, UnexpectedAnswer, Unreachable},
};
use protocol::{
    Event, EventFrame, Player, Refusal, Seat, View,
    event::{
        Cause, Closed, EndReason, GameResult, NextTurn, Offer, OfferKind, Over, RoomEnd, Score,
        TurnLimit,
    },
    frame::{Bye, Reason, Unqueued},
    name::BadName,
    now::{Phrase, Reaction},
    refusal::{CannotPlay, LimitOf},
    settings::{ClockSetting, Settings},
};
use sentences::key;

use super::*;

const SIDES: [Option<Seat>; 3] = [Some(Seat::Host), Some(Seat::Guest), None];

fn good(line: &str) {
    assert!(!line.is_empty());
    assert!(!line.contains(['{', '}']), "{line}");
    // A key without a sentence is said as its name, which has dots and no blank.
    assert!(line.contains(' ') || !line.contains('.'), "{line}");
}

fn turn() -> NextTurn {
    NextTurn {
        seat: Seat::Host,
        since_ms: None,
        due_ms: 9_000,
        limit: Some(TurnLimit::Clock),
        moves_ms: None,
    }
}

fn view() -> View {
    let mut view = View::default();
    let created = Event::Created {
        settings: Settings::default(),
        host: Player::named("Ana"),
        closes_ms: 0,
        empty_until_ms: None,
    };
    let joined = Event::Joined {
        seat: Seat::Guest,
        player: Player::guest(7),
        score: Score::default(),
        replaced: None,
        turn: None,
    };
    let started = Event::Started {
        game: 1,
        x: Seat::Host,
        clocks: None,
        turn: turn(),
        opening: None,
    };
    for (seq, event) in (1..).zip([created, joined, started]) {
        view.fold(seq, 0, &event);
    }
    view
}

fn over(reason: EndReason, winner: Option<Seat>) -> Over {
    Over {
        result: winner.map_or(GameResult::Drawn, |_| GameResult::Won),
        winner,
        by: None,
        reason,
        id: None,
        next_first: Seat::Host,
        next_ms: None,
    }
}

fn moved(over: Option<Over>) -> Event {
    Event::Moved {
        game: 1,
        ply: 0,
        cell: 4,
        mark: None,
        credit_ms: 0,
        clock_ms: None,
        turn: None,
        lines: vec![],
        no_open_lines: false,
        lapsed_offer: None,
        over,
        score: None,
        empty_until_ms: None,
        opening: None,
    }
}

fn finished(reason: EndReason, winner: Option<Seat>) -> Event {
    Event::Finished {
        game: 1,
        clocks: None,
        over: over(reason, winner),
        score: None,
        empty_until_ms: None,
        lapsed_offer: None,
    }
}

fn seat_events(seat: Seat) -> Vec<Event> {
    let player = Player::named("Eve");
    let closed = |reason| Event::OfferClosed {
        offer: 1,
        reason,
        by: seat,
        again_ms: 0,
    };
    let lost = |cause| Event::Lost {
        seat,
        cause,
        deadline_ms: 40_000,
        empty_until_ms: None,
    };
    let offered = |kind| Event::Offered {
        offer: Offer {
            id: 1,
            by: seat,
            kind,
            ply: Some(2),
            deadline_ms: 0,
        },
    };
    let taken_back = Event::TakenBack {
        game: 1,
        ply: 1,
        by: seat,
        clocks: None,
        turn: turn(),
        no_open_lines: false,
    };
    let joined = Event::Joined {
        seat,
        player: player.clone(),
        score: Score::default(),
        replaced: None,
        turn: None,
    };
    let mut events = vec![taken_back, joined];
    events.extend([Closed::Declined, Closed::Expired].map(closed));
    events.extend([Cause::Link, Cause::Left, Cause::Restart].map(lost));
    let kinds = [
        OfferKind::Draw,
        OfferKind::Takeback,
        OfferKind::Rematch,
        OfferKind::Restart,
    ];
    events.extend(kinds.map(offered));
    events.push(Event::Returned { seat, turn: None });
    events.push(Event::Left {
        seat,
        empty_until_ms: None,
    });
    events.push(Event::Removed {
        seat,
        empty_until_ms: None,
    });
    events.push(Event::Renamed { seat, player });
    events
}

fn events() -> Vec<Event> {
    let away = Event::Away {
        lost_ms: 1_500,
        closes_ms: 0,
        clocks: None,
        turn: None,
        offer: None,
        deadline_ms: Some(0),
        empty_until_ms: None,
    };
    let created = Event::Created {
        settings: Settings::default(),
        host: Player::named("Ana"),
        closes_ms: 0,
        empty_until_ms: None,
    };
    let started = Event::Started {
        game: 2,
        x: Seat::Guest,
        clocks: None,
        turn: turn(),
        opening: None,
    };
    let mut events = vec![away, created, started, moved(None), Event::Unknown];
    events.push(moved(Some(over(EndReason::Line, Some(Seat::Host)))));
    for seat in Seat::BOTH {
        events.extend(seat_events(seat));
    }
    for reason in [
        EndReason::Line,
        EndReason::Full,
        EndReason::Resigned,
        EndReason::Agreed,
        EndReason::NoOpenLines,
        EndReason::Flag,
        EndReason::Idle,
        EndReason::ClaimedWin,
        EndReason::ClaimedDraw,
        EndReason::CalledOff,
        EndReason::NoFirstMove,
        EndReason::Restarted,
        EndReason::RoomEnded,
    ] {
        events.extend([None, Some(Seat::Host), Some(Seat::Guest)].map(|w| finished(reason, w)));
    }
    for reason in [
        RoomEnd::Left,
        RoomEnd::Empty,
        RoomEnd::Age,
        RoomEnd::Events,
        RoomEnd::Operator,
    ] {
        let over = Some(over(EndReason::RoomEnded, None));
        events.push(Event::Ended { reason, over });
    }
    events
}

#[test]
fn every_event_is_said_from_every_side() {
    let text = Catalogue::for_language("en");
    let before = view();
    for happened in events() {
        for me in SIDES {
            let mut after = before.clone();
            after.fold(4, 1_000, &happened);
            let frame = EventFrame {
                room: protocol::RoomCode::from_bits(1),
                seq: 4,
                at_ms: 1_000,
                event: happened.clone(),
            };
            let scene = Scene {
                text: &text,
                me,
                view: &after,
                shared: false,
            };
            let lines = event(scene, &before, &frame);
            assert!(!lines.is_empty(), "{happened:?}");
            lines.iter().for_each(|line| good(line));
        }
    }
}

#[test]
fn an_end_reads_differently_from_each_side() {
    let text = Catalogue::for_language("en");
    let view = view();
    let said = |me| {
        let scene = Scene {
            text: &text,
            me,
            view: &view,
            shared: false,
        };
        over::over(scene, &over(EndReason::Flag, Some(Seat::Host)), &view.score).remove(0)
    };
    assert_eq!(said(Some(Seat::Host)), "Guest ran out of time: you win!");
    assert_eq!(said(Some(Seat::Guest)), "You ran out of time: Ana wins.");
    assert_eq!(said(None), "Guest ran out of time: Ana wins.");
}

#[test]
fn in_misere_the_player_who_made_the_line_reads_that_it_loses() {
    let text = Catalogue::for_language("en");
    let mut view = view();
    view.settings.rules = view.settings.rules.with(LineRule::Loses);
    let scene = |me| Scene {
        text: &text,
        me,
        view: &view,
        shared: false,
    };
    let said = |me| result(scene(me), &over(EndReason::Line, Some(Seat::Host)));
    assert_eq!(said(Some(Seat::Host)), "Guest made a line: you win!");
    assert_eq!(said(Some(Seat::Guest)), "You made a line: you lose.");
    assert_eq!(said(None), "Guest made a line; Ana wins.");
    assert!(room_rules(scene(None)).contains("in a row loses;"));
    let brief = brief::board(&text, view.settings.rules);
    assert!(brief.ends_with(", no 3 in a row"), "{brief}");
}

fn refusals() -> Vec<Refusal> {
    let mut all = refusals_outside();
    all.extend(refusals_at_the_table());
    all
}

#[expect(clippy::too_many_lines, reason = "a list")]
fn refusals_outside() -> Vec<Refusal> {
    let detail = || "d".to_owned();
    let field = || "f".to_owned();
    let retry_in_ms = 1_500;
    let room = protocol::RoomCode::from_bits(1);
    vec![
        Refusal::BadMessage { detail: detail() },
        Refusal::UnknownType { got: field() },
        Refusal::UnknownField { field: field() },
        Refusal::BadField {
            field: field(),
            detail: detail(),
        },
        Refusal::HelloFirst,
        Refusal::AlreadyGreeted,
        Refusal::VersionUnsupported { supported: vec![2] },
        Refusal::TooFast { retry_in_ms },
        Refusal::Unavailable { retry_in_ms },
        Refusal::ShuttingDown,
        Refusal::RoomDamaged,
        Refusal::Internal,
        Refusal::BadName {
            reason: BadName::TooLong,
        },
        Refusal::BadName {
            reason: BadName::Characters,
        },
        Refusal::BadName {
            reason: BadName::Marks,
        },
        Refusal::NameDuringGame,
        Refusal::NoSuchRoom,
        Refusal::RoomFull { may_watch: true },
        Refusal::RoomFull { may_watch: false },
        Refusal::WatchingFull,
        Refusal::AlreadySeated { room },
        Refusal::NotInRoom,
        Refusal::NotSeated,
        Refusal::Superseded,
        Refusal::TooManyRooms {
            of: LimitOf::Server,
        },
        Refusal::TooManyRooms {
            of: LimitOf::Address,
        },
        Refusal::RoomsTooFast { retry_in_ms },
        Refusal::JoinsTooFast { retry_in_ms },
        Refusal::NotQueued,
        Refusal::CannotPlay {
            reason: CannotPlay::Gone,
        },
        Refusal::CannotPlay {
            reason: CannotPlay::Own,
        },
        Refusal::CannotPlay {
            reason: CannotPlay::PeopleOnly,
        },
        Refusal::CannotPlay {
            reason: CannotPlay::OtherGames,
        },
        Refusal::TooManyComputers {
            of: LimitOf::Server,
        },
        Refusal::TooManyComputers {
            of: LimitOf::Address,
        },
        Refusal::NoNotifications,
        Refusal::NoSharedSeat,
        Refusal::NoWebhooks,
        Refusal::TooManyDevices,
        Refusal::NoHint,
    ]
}

fn refusals_at_the_table() -> Vec<Refusal> {
    vec![
        Refusal::OutOfOrder { expected: 3 },
        Refusal::NoGame,
        Refusal::GameRunning,
        Refusal::Stale { game: 1, ply: 1 },
        Refusal::NotYourTurn,
        Refusal::CellOutside { cell: 9, cells: 9 },
        Refusal::CellTaken { cell: 4 },
        Refusal::TooLateToAbort,
        Refusal::OpponentPresent,
        Refusal::GraceRunning { deadline_ms: 5 },
        Refusal::ClaimOnYourTurn,
        Refusal::LinesOpen,
        Refusal::NoOpponent,
        Refusal::OfferOpen { offer: 1 },
        Refusal::NoSuchOffer,
        Refusal::OwnOffer,
        Refusal::OfferCooldown { again_ms: 5 },
        Refusal::BadTakeback { ply: 1 },
        Refusal::NotHost,
        Refusal::GuestHasMoved,
    ]
}

#[test]
fn every_refusal_has_a_sentence_of_its_own() {
    let text = Catalogue::for_language("en");
    let view = view();
    let scene = Scene {
        text: &text,
        me: None,
        view: &view,
        shared: false,
    };
    let mut seen = HashSet::new();
    for why in refusals() {
        let said = refusal(scene, &why, 0);
        good(&said);
        assert!(seen.insert(said.clone()), "said twice: {said}");
    }
    let taken = refusal(scene, &Refusal::CellTaken { cell: 4 }, 0);
    assert_eq!(taken, "b2 is taken. Choose a free cell.");
}

/// The names of the sentences of a family.
fn family(prefix: &str) -> BTreeSet<String> {
    let names = key::ALL.iter().map(|(_, key)| key.name);
    let own = names.filter(|name| name.starts_with(prefix));
    own.map(str::to_owned).collect()
}

#[test]
fn no_sentence_is_for_an_unknown_code() {
    let codes = refusals().iter().map(refusal::key).collect();
    assert_eq!(family("refusal."), codes);
    assert_eq!(family("bye."), REASONS.map(link::bye_key).into());
    let phrases = Phrase::ALL.iter().map(|it| format!("phrase.{it}"));
    assert_eq!(family("phrase."), phrases.collect());
}

const REASONS: [Reason; 11] = [
    Reason::Restarting,
    Reason::DiskFailed,
    Reason::HelloTimeout,
    Reason::VersionUnsupported,
    Reason::Full,
    Reason::Silent,
    Reason::Flood,
    Reason::Blocked,
    Reason::Malformed,
    Reason::BadFrame,
    Reason::Internal,
];

#[test]
fn every_end_of_a_link_is_said() {
    let text = Catalogue::for_language("en");
    let address = address::parse("example.org").unwrap();
    let mut errors = vec![
        LinkError::NotOxo(UnexpectedAnswer::Status(404)),
        LinkError::NotOxo(UnexpectedAnswer::Status(503)),
        LinkError::NotOxo(UnexpectedAnswer::Other),
        LinkError::Tls("x".to_owned()),
        LinkError::NoAuthorities,
        LinkError::Version(vec![2]),
        LinkError::Refused(Refusal::Internal),
    ];
    for why in [
        Unreachable::UnknownHost,
        Unreachable::ConnectionRefused,
        Unreachable::Timeout,
        Unreachable::Broken,
    ] {
        errors.push(LinkError::Unreachable(why));
    }
    for reason in REASONS {
        let retry_in_ms = None;
        errors.push(LinkError::Bye(Bye {
            reason,
            retry_in_ms,
            address: None,
        }));
    }
    for error in errors {
        good(&connect_error(&text, &address, &error));
    }
    for why in [
        Unqueued::Replaced,
        Unqueued::Unanswered,
        Unqueued::Gone,
        Unqueued::Failed,
        Unqueued::ShuttingDown,
    ] {
        good(&unqueued(&text, why));
    }
}

#[test]
fn reactions_address_errors_and_clocks_have_sentences() {
    let text = Catalogue::for_language("en");
    let mut view = view();
    for me in SIDES {
        let scene = Scene {
            text: &text,
            me,
            view: &view,
            shared: false,
        };
        for &phrase in Phrase::ALL {
            let by = Seat::Host;
            good(&reaction(
                scene,
                &Reaction {
                    by,
                    phrase,
                    at_ms: 0,
                },
            ));
        }
    }
    for error in [
        AddressError::Empty,
        AddressError::Unreadable("x".to_owned()),
        AddressError::Scheme("x".to_owned()),
        AddressError::Credentials,
        AddressError::NotACode("x".to_owned()),
        AddressError::NoRoom("x".to_owned()),
        AddressError::NotAToken,
    ] {
        good(&address_error(&text, &error));
    }
    view.settings.clock = ClockSetting::total(300_000, 3_000);
    let game = view.game.as_mut().unwrap();
    game.clocks = Some(protocol::ids::BySeat {
        host: 9_000,
        guest: 61_000,
    });
    let scene = Scene {
        text: &text,
        me: None,
        view: &view,
        shared: false,
    };
    assert_eq!(
        room_rules(scene),
        "Board 3 by 3, 3 in a row wins; clock: 5:00 for the game plus 0:03 per move."
    );
    // Ana has thought for 4 s of the server's time.
    let said = clocks(scene, 4_000);
    assert_eq!(said[0], "Clocks: Ana 0:05, Guest 1:01.");
    assert_eq!(said[1], "Ana has 0:05 for this move.");
    good(&clock_setting(&text, ClockSetting::per_move(1)));
}

#[test]
fn a_hostile_name_moves_no_cursor() {
    let text = Catalogue::for_language("en");
    let mut view = view();
    let name = "\u{1b}]0;x\u{7}\u{202e}Eve\n";
    if let Some(host) = &mut view.seats.host {
        host.player = Player::named(name);
    }
    let scene = Scene {
        text: &text,
        me: Some(Seat::Guest),
        view: &view,
        shared: false,
    };
    for line in [scene.name(Seat::Host), score(scene, &Score::default())] {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(!line.contains('\u{202e}'), "{line:?}");
    }
}

#[test]
fn the_host_of_a_listed_correspondence_room_need_not_stay() {
    let text = Catalogue::for_language("en");
    for (listed, clock, expected) in [
        (
            true,
            ClockSetting::correspondence(3),
            "You need not wait here",
        ),
        (
            false,
            ClockSetting::correspondence(3),
            "Waiting for your friend",
        ),
        (true, ClockSetting::None, "Waiting for your friend"),
    ] {
        let mut room = crate::sample::waiting();
        let settings = &mut std::sync::Arc::make_mut(&mut room.view).settings;
        (settings.listed, settings.clock) = (listed, clock);
        let said = awaited(&text, &room);
        assert!(said.contains(expected), "{said}");
    }
}
