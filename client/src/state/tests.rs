//! Unit tests of `state`.

use std::{sync::Arc, time::Duration};

use protocol::{
    Event, Now, Player, RoomCode, Seat, Settings, View,
    event::NextTurn,
    frame::{Bye, Matched, Reason, Unqueued},
    settings::ClockSetting,
};

use super::*;
use crate::{
    clock::ServerClock,
    session::ReplySource,
    transport::{PlayMode, Unreachable},
};

/// A room of one's own after these events.
fn room(events: Vec<Event>) -> Room {
    let mut view = View::default();
    for event in events {
        view.fold(view.seq + 1, 1_000, &event);
    }
    Room {
        code: RoomCode::from_bits(77),
        seat: Some(Seat::Host),
        mode: PlayMode::Online,
        url: None,
        view: Arc::new(view),
        now: Now::default(),
        clock: ServerClock::set(1_000, Instant::now()),
    }
}

/// A game in which the host has the first move, and what happens in it.
fn game(more: Vec<Event>) -> Room {
    let sit = |seat, name| Event::Joined {
        seat,
        player: Player::named(name),
        score: protocol::event::Score::default(),
        replaced: None,
        turn: None,
    };
    let created = Event::Created {
        settings: Settings::default(),
        host: Player::named("Ana"),
        closes_ms: 0,
        empty_until_ms: None,
    };
    let turn = turn_of(Seat::Host);
    let (x, clocks) = (Seat::Host, None);
    let started = Event::Started {
        game: 1,
        x,
        clocks,
        turn,
        opening: None,
    };
    let mut events = vec![created, sit(Seat::Guest, "Bia"), started];
    events.extend(more);
    room(events)
}

fn turn_of(seat: Seat) -> NextTurn {
    NextTurn {
        seat,
        since_ms: None,
        due_ms: 9_000,
        limit: None,
        moves_ms: None,
    }
}

fn moved(ply: u32, cell: u16) -> Event {
    Event::Moved {
        game: 1,
        ply,
        cell,
        mark: None,
        credit_ms: 0,
        clock_ms: None,
        turn: Some(turn_of(Seat::Guest)),
        lines: Vec::new(),
        no_open_lines: false,
        lapsed_offer: None,
        score: None,
        over: None,
        empty_until_ms: None,
        opening: None,
    }
}

fn lost(reason: Reason) -> Update {
    Update::LinkLost {
        why: LinkLoss::Bye(Bye {
            reason,
            retry_in_ms: None,
            address: None,
        }),
        retry_in: Duration::ZERO,
    }
}

fn reply(id: u64, answer: Accepted) -> Update {
    Update::Reply {
        id,
        answer: Answer::Ok(answer),
        source: ReplySource::Frame,
    }
}

fn queued(id: u64) -> Update {
    let ticket = TicketId::from_bits(5);
    reply(
        id,
        Accepted::Queued {
            position: 2,
            ticket,
        },
    )
}

fn took(client: &mut ClientState, updates: &[Update]) {
    let now = Instant::now();
    for update in updates {
        client.take(update, now);
    }
}

#[test]
fn a_lost_link_keeps_the_worst_known_reason() {
    let mut client = ClientState::default();
    assert!(!client.link.is_open());
    took(&mut client, &[lost(Reason::Restarting)]);
    let silent = Update::LinkLost {
        why: LinkLoss::Silent,
        retry_in: Duration::from_secs(1),
    };
    took(&mut client, &[silent]);
    assert_eq!(client.link.loss(), Some(LossKind::Restarting));
    took(&mut client, &[Update::Snapshot(game(vec![]))]);
    assert_eq!(client.link, LinkPhase::Up);
    took(&mut client, &[Update::End(End::Superseded)]);
    assert_eq!(client.link, LinkPhase::Over(End::Superseded));
}

#[test]
fn a_server_that_never_answered_is_not_one_that_was_lost() {
    let mut client = ClientState::default();
    let error = LinkError::Unreachable(Unreachable::ConnectionRefused);
    let failed = Update::LinkLost {
        why: LinkLoss::Connect(error.clone()),
        retry_in: Duration::from_secs(1),
    };
    took(&mut client, &[failed.clone(), failed]);
    assert!(matches!(&client.link, LinkPhase::Unanswered { error: why, .. } if *why == error));
    assert_eq!(client.link.loss(), None);
}

#[test]
fn a_server_that_is_down_counts_no_time() {
    let now = Instant::now();
    let mut client = ClientState::default();
    client.take(&Update::Snapshot(game(vec![])), now);
    client.take(&lost(Reason::Restarting), now);
    let clock = client.room.unwrap().clock;
    let later = now + Duration::from_secs(60);
    assert_eq!(clock.now_ms(later), clock.now_ms(now));
}

#[test]
fn a_clock_of_days_runs_on_while_the_server_is_down() {
    let mut days = game(vec![]);
    // Later than its clock was set.
    let now = Instant::now();
    let mut view = View::clone(&days.view);
    view.settings.clock = ClockSetting::correspondence(3);
    days.view = Arc::new(view);
    let mut client = ClientState::default();
    client.take(&Update::Snapshot(days), now);
    client.take(&lost(Reason::Restarting), now);
    let clock = client.room.unwrap().clock;
    let later = now + Duration::from_secs(60);
    assert_eq!(clock.now_ms(later), clock.now_ms(now) + 60_000);
}

#[test]
fn a_move_is_pending_until_the_room_has_it_or_its_ask_is_over() {
    let mut client = ClientState::new(0, 100);
    took(&mut client, &[Update::Snapshot(game(vec![]))]);
    let step = client.room.as_ref().unwrap().next_move(4).unwrap();
    let ask = client.number(Ask::seat(Command::Move(step)));
    assert_eq!(ask.id, Some(101));
    assert_eq!(client.pending_move(), Some(step));
    // Dropped, refused, taken.
    let mut dropped = client.clone();
    took(&mut dropped, &[Update::Dropped { id: 101 }]);
    assert_eq!(dropped.pending_move(), None);
    assert!(!dropped.is_waiting());
    took(&mut client, &[Update::Snapshot(game(vec![moved(0, 4)]))]);
    assert_eq!(client.pending_move(), None);
    assert!(client.waits_for(101));
    took(&mut client, &[reply(101, Accepted::Moved { seq: 4 })]);
    assert!(!client.is_waiting());
}

#[test]
fn a_match_ends_the_game_against_the_computer_and_its_pending_seat_commands() {
    let mut client = ClientState::new(1, 1);
    took(&mut client, &[queued(1), Update::Snapshot(game(vec![]))]);
    assert_eq!(client.queue.unwrap().position, 2);
    let resign = Command::Resign(protocol::request::InGame { game: 1 });
    let resign = client.number(Ask::seat(resign)).id.unwrap();
    let hint = client.number(Ask::other(Body::Hint)).id.unwrap();
    let (room, seat) = (RoomCode::from_bits(78), Seat::Guest);
    took(&mut client, &[Update::Matched(Matched { room, seat })]);
    assert!(client.queue.is_none() && client.room.is_none() && client.entered);
    assert!(!client.waits_for(resign));
    assert!(client.waits_for(hint));
}

#[test]
fn a_search_ends_with_its_ticket_or_its_session() {
    for over in [
        Update::Unqueued(Unqueued::Gone),
        reply(2, Accepted::Cancelled),
        Update::End(End::Closed),
    ] {
        let mut client = ClientState::new(1, 1);
        took(&mut client, &[queued(1), over.clone()]);
        assert!(client.queue.is_none(), "{over:?}");
        assert!(client.ticket.is_some());
    }
}

#[test]
fn a_client_is_in_no_room_once_the_room_is_over() {
    let left = Event::Left {
        seat: Seat::Host,
        empty_until_ms: None,
    };
    for over in [
        Update::Dismissed,
        Update::Snapshot(game(vec![left])),
        reply(1, Accepted::Unwatched),
    ] {
        let mut client = ClientState::default();
        took(&mut client, &[Update::Snapshot(game(vec![])), over.clone()]);
        assert!(client.room.is_none(), "{over:?}");
        assert!(client.entered && client.last_room().is_some());
    }
}
