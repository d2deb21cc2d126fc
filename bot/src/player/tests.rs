//! A bot's behaviour, held to what `docs/bots.md` says of it.

use std::{sync::Arc, time::Duration};

use frontend::intent::OpponentSearch;
use oxo_client::{clock::ServerClock, session::ReplySource, state::LinkPhase};
use protocol::{
    Cell, Event, OpeningRule, OpeningStage, Player, Refusal, Rules, Seat, Settings, View,
    event::{Cause, OfferKind},
    reply::Refused,
    request::{AnswerOffer, Claim, Claimed, InGame, MakeOffer, Move},
    settings::ClockSetting,
    view::Lost,
};
use serde_json::{Value, json};

use super::*;
use crate::sample::{NOW_MS, after, happens, playing, waiting, won};

const ROAMS: Intent = Intent::Play(OpponentSearch {
    rules: Rules::CLASSIC,
    clock: ClockSetting::None,
    any_board: false,
    any_clock: false,
    bots: false,
    unseen: false,
});

fn host() -> Intent {
    Intent::New(Settings::default())
}

/// A bot in a room, where it is the host.
fn inside(intent: Intent, games: Option<u32>, room: &Room) -> BotPlayer {
    let mut player = BotPlayer::new(intent, games, 2_000);
    player.client.link = LinkPhase::Up;
    player.update(&Update::Snapshot(room.clone()), Instant::now());
    player
}

fn with(mut room: Room, change: impl FnOnce(&mut View)) -> Room {
    change(Arc::make_mut(&mut room.view));
    room
}

fn seat(player: &mut BotPlayer) -> Option<Command> {
    match player.next_action(Instant::now()) {
        NextAction::Seat(command) => Some(command),
        _ => None,
    }
}

fn messages(messages: &[BotMessage]) -> Vec<Value> {
    messages
        .iter()
        .map(|messages| serde_json::to_value(messages).unwrap())
        .collect()
}

fn refused(player: &mut BotPlayer, why: Refusal, now: Instant) {
    let id = (1..9).find(|id| player.client.waits_for(*id)).unwrap();
    let answer = Answer::Error(Refused { why, seq: None });
    let source = ReplySource::Frame;
    player.update(&Update::Reply { id, answer, source }, now);
}

#[test]
fn a_program_has_its_time_but_never_more_than_the_clock() {
    let now = Instant::now();
    for (due_ms, given) in [(600_000, 2_000), (1_500, 1_200), (310, 50), (0, 50)] {
        let mut room = with(playing(), |view| {
            let turn = view.game.as_mut().unwrap().turn.as_mut().unwrap();
            turn.due_ms = NOW_MS + due_ms;
        });
        room.clock = ServerClock::set(NOW_MS, now);
        let mut player = inside(host(), None, &room);
        let NextAction::Think(_, ms) = player.next_action(now) else {
            panic!("nothing to think about")
        };
        assert_eq!(ms, given);
    }
}

#[test]
fn in_an_opening_the_computer_places_and_chooses_for_the_program() {
    let opened = |cells: &[Cell], stage| {
        let rules = Rules::new(5, 5, 4).unwrap();
        with(after(rules, cells, ClockSetting::None), |view| {
            view.settings.opening = OpeningRule::Pie;
            view.game.as_mut().unwrap().opening = Some(stage);
        })
    };
    let room = opened(&[], OpeningStage::Place);
    let mut player = BotPlayer::new(host(), None, 2_000);
    player.client.link = LinkPhase::Up;
    let told = player.update(&Update::Snapshot(room), Instant::now());
    assert!(told.is_empty(), "the marks are not settled");
    assert!(matches!(seat(&mut player), Some(Command::Move(_))));
    let room = opened(&[12, 0], OpeningStage::PlaceOrChoose);
    let mut player = inside(host(), None, &room);
    assert!(matches!(seat(&mut player), Some(Command::Choose(_))));
}

#[test]
fn a_move_is_for_the_position_that_was_asked_about() {
    let mut player = inside(host(), None, &playing());
    let NextAction::Think(position, _) = player.next_action(Instant::now()) else {
        panic!("nothing to think about")
    };
    assert!(matches!(
        player.play(&position, 4),
        Some(Command::Move(Move {
            game: 4,
            ply: 0,
            cell: 4
        }))
    ));
    // The same ply, after other moves.
    let elsewhere = |cells: &[Cell]| {
        inside(
            host(),
            None,
            &after(Rules::CLASSIC, cells, ClockSetting::None),
        )
    };
    let mut asked = elsewhere(&[4, 0]);
    let NextAction::Think(position, _) = asked.next_action(Instant::now()) else {
        panic!("nothing to think about")
    };
    assert!(asked.play(&position, 1).is_some());
    assert!(elsewhere(&[4, 8]).play(&position, 1).is_none());
    assert!(elsewhere(&[4, 0, 1]).play(&position, 1).is_none());
    assert!(inside(host(), None, &won()).play(&position, 1).is_none());
}

#[test]
fn offers_are_answered_as_the_computer_does() {
    let accept = Some(Command::Accept(AnswerOffer { offer: 7 }));
    let decline = Some(Command::Decline(AnswerOffer { offer: 7 }));
    for (kind, dead, games, answer) in [
        (OfferKind::Draw, false, None, &decline),
        (OfferKind::Draw, true, None, &accept),
        (OfferKind::Takeback, false, None, &accept),
        (OfferKind::Restart, false, Some(1), &accept),
        (OfferKind::Rematch, false, None, &accept),
        (OfferKind::Rematch, false, Some(0), &decline),
    ] {
        let room = with(playing(), |view| {
            view.game.as_mut().unwrap().no_open_lines = dead;
            view.offer = Some(protocol::event::Offer {
                id: 7,
                by: Seat::Guest,
                kind,
                ply: None,
                deadline_ms: 0,
            });
        });
        let mut player = inside(host(), games, &room);
        assert_eq!(seat(&mut player), *answer, "{kind:?} {games:?}");
        // Its own offer is for the other to answer.
        let room = with(room, |view| view.offer.as_mut().unwrap().by = Seat::Host);
        let mut player = inside(host(), games, &room);
        assert!(seat(&mut player).is_none());
    }
}

#[test]
fn a_win_is_claimed_once_the_opponents_grace_is_over() {
    let away = |deadline_ms| {
        let room = after(Rules::CLASSIC, &[4], ClockSetting::None);
        with(room, |view| {
            view.seats.guest.as_mut().unwrap().lost = Some(Lost {
                cause: Cause::Link,
                since_ms: 0,
                deadline_ms,
            });
        })
    };
    let claim = Command::Claim(Claim {
        game: 4,
        result: Claimed::Win,
    });
    assert_eq!(seat(&mut inside(host(), None, &away(NOW_MS))), Some(claim));
    let mut player = inside(host(), None, &away(NOW_MS + 60_000));
    assert!(matches!(
        player.next_action(Instant::now()),
        NextAction::Wait(Some(_))
    ));
}

#[test]
fn after_a_game_the_bot_stays_or_looks_for_the_next() {
    let bots = with(won(), |view| {
        view.seats.guest.as_mut().unwrap().player = Player {
            bot: true,
            ..Player::guest(2)
        };
    });
    let left = with(won(), |view| view.seats.guest = None);
    let offer = Command::Offer(MakeOffer {
        game: 4,
        kind: OfferKind::Rematch,
        ply: None,
    });
    for (intent, games, room, next_action) in [
        (host(), None, won(), None),
        (host(), None, bots.clone(), Some(offer)),
        (host(), Some(0), bots, Some(Command::Leave)),
        (host(), None, left.clone(), None),
        (ROAMS, None, left, Some(Command::Leave)),
        // A chance opponent has no claim to a rematch: the bot goes on.
        (ROAMS, None, won(), Some(Command::Leave)),
    ] {
        assert_eq!(seat(&mut inside(intent, games, &room)), next_action);
    }
}

#[test]
fn an_opponent_of_a_quick_match_has_a_moment_to_offer_another_game() {
    let now = Instant::now();
    let mut player = inside(
        ROAMS,
        None,
        &after(Rules::CLASSIC, &[4, 0, 6, 8], ClockSetting::None),
    );
    player.update(&Update::Snapshot(won()), now);
    assert!(matches!(player.next_action(now), NextAction::Wait(Some(_))));
    let later = now + Duration::from_secs(10);
    assert!(matches!(
        player.next_action(later),
        NextAction::Seat(Command::Leave)
    ));
}

#[test]
fn the_program_hears_of_each_game_once_and_only_finished_ones_count() {
    let room = after(Rules::CLASSIC, &[4, 0, 6, 8], ClockSetting::None);
    let now = Instant::now();
    let mut player = BotPlayer::new(host(), Some(1), 2_000);
    let begun = messages(&player.update(&Update::Snapshot(room.clone()), now));
    assert_eq!(begun[0]["type"], "started");
    assert_eq!(
        (&begun[0]["mark"], &begun[0]["opponent"]["name"]),
        (&json!("X"), &json!("Beatriz"))
    );
    assert!(player.update(&Update::Snapshot(room), now).is_empty());
    let over = messages(&player.update(&Update::Snapshot(won()), now));
    assert_eq!(
        (&over[0]["type"], &over[0]["result"]),
        (&json!("over"), &json!("won"))
    );
    assert!(player.update(&Update::Snapshot(won()), now).is_empty());
    assert_eq!(player.games, Some(0));
    let called_off = with(won(), |view| {
        let game = view.game.as_mut().unwrap();
        game.number += 1;
        let over = game.over.as_mut().unwrap();
        over.result = GameResult::Aborted;
        over.winner = None;
    });
    let mut player = BotPlayer::new(host(), Some(1), 2_000);
    player.playing = Some(5);
    let over = messages(&player.update(&Update::Snapshot(called_off), now));
    assert_eq!(
        (&over[0]["result"], player.games),
        (&json!("aborted"), Some(1))
    );
}

#[test]
fn a_refused_command_is_not_repeated_at_once() {
    let now = Instant::now();
    let mut player = inside(host(), None, &playing());
    player.asks(Ask::seat(Command::Resign(InGame { game: 4 })));
    assert!(
        matches!(player.next_action(now), NextAction::Wait(None)),
        "one thing at a time"
    );
    refused(&mut player, Refusal::NotYourTurn, now);
    assert!(matches!(player.next_action(now), NextAction::Wait(Some(_))));
    assert!(matches!(
        player.next_action(now + HOLD),
        NextAction::Think(..)
    ));
}

#[test]
fn a_temporary_refusal_of_a_table_is_retried_and_a_final_one_is_not() {
    let now = Instant::now();
    for (why, again) in [
        (Refusal::RoomsTooFast { retry_in_ms: 5_000 }, true),
        (Refusal::NoSuchRoom, false),
    ] {
        let mut player = BotPlayer::new(ROAMS, None, 2_000);
        player.client.link = LinkPhase::Up;
        assert!(matches!(player.next_action(now), NextAction::Enter));
        player.asks(Ask::other(protocol::request::Body::Cancel));
        assert!(matches!(player.next_action(now), NextAction::Wait(None)));
        refused(&mut player, why, now);
        let next_action = player.next_action(now + Duration::from_secs(5));
        match again {
            true => assert!(matches!(next_action, NextAction::Enter)),
            false => assert!(matches!(next_action, NextAction::Finished(Exit::Failed))),
        }
    }
}

#[test]
fn a_room_of_its_own_is_kept_until_it_ends() {
    let now = Instant::now();
    let mut player = inside(host(), None, &waiting());
    assert!(matches!(player.next_action(now), NextAction::Wait(None)));
    let (frame, before, room) = happens(
        &waiting(),
        Event::Ended {
            reason: protocol::event::RoomEnd::Age,
            over: None,
        },
    );
    player.update(
        &Update::Event {
            frame,
            before,
            room,
        },
        now,
    );
    assert!(matches!(
        player.next_action(now),
        NextAction::Finished(Exit::Fine)
    ));
}

#[test]
fn a_bot_that_leaves_aborts_or_resigns_its_game() {
    for (cells, first) in [
        (&[][..], Command::Abort(InGame { game: 4 })),
        (&[4], Command::Abort(InGame { game: 4 })),
        (&[4, 0], Command::Resign(InGame { game: 4 })),
    ] {
        let player = inside(
            host(),
            None,
            &after(Rules::CLASSIC, cells, ClockSetting::None),
        );
        assert_eq!(player.farewell(), Some(first));
    }
    let over = inside(host(), None, &won()).farewell();
    assert_eq!(over, Some(Command::Leave));
    assert_eq!(BotPlayer::new(ROAMS, None, 2_000).farewell(), None);
}
