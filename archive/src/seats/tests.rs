//! Stored seats, and their fate.

use oxo_client::session::Update;
use protocol::{Accepted, Answer};

use super::*;

/// Stores a new seat and holds it.
fn store(seats: &SeatStore, secret: Secret) -> SeatGuard {
    let (held, error) = seats.hold_new("ws://h:1", secret);
    assert!(error.is_none(), "{error:?}");
    held
}

fn seats() -> (tempfile::TempDir, SeatStore) {
    let folder = tempfile::tempdir().unwrap();
    let seats = SeatStore::new(folder.path().join("seats"));
    (folder, seats)
}

#[test]
fn a_seat_is_found_again_once_nobody_holds_it() {
    let (_folder, seats) = seats();
    let secret = Secret::draw().unwrap();
    let mut held = store(&seats, secret.clone());
    held.is_in(RoomCode::from_bits(7)).unwrap();
    assert!(seats.open(None).is_empty(), "held by this process");
    drop(held);
    assert!(seats.open(Some("ws://other")).is_empty());
    let open = seats.open(Some("ws://h:1"));
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].seat().secret, secret);
    assert_eq!(open[0].seat().room, Some(RoomCode::from_bits(7)));
    open.into_iter().for_each(SeatGuard::remove);
    assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
}

#[test]
fn the_rooms_of_a_machine_are_those_of_all_its_seats() {
    let (_folder, seats) = seats();
    assert_eq!(seats.rooms("ws://h:1"), []);
    let here = |number| {
        let secret = Secret::draw().unwrap();
        let mut held = store(&seats, secret);
        held.is_in(RoomCode::from_bits(number)).unwrap();
        held
    };
    let playing = here(7);
    drop(here(8));
    drop(store(&seats, Secret::draw().unwrap()));
    let mut rooms = seats.rooms("ws://h:1");
    rooms.sort();
    assert_eq!(rooms, [7, 8].map(RoomCode::from_bits));
    assert_eq!(seats.rooms("ws://h:2"), []);
    assert_eq!(seats.open(None).len(), 1, "nothing was locked or removed");
    drop(playing);
}

#[test]
fn a_link_means_the_seat_at_its_own_server_alone() {
    let seat = SavedSeat {
        room: Some(RoomCode::from_bits(7)),
        ..drawn("ws://h:1", Secret::draw().unwrap())
    };
    let meant = |room, server: Option<&str>| SeatFilter {
        room: Some(RoomCode::from_bits(room)),
        server: server.map(str::to_owned),
    };
    assert!(SeatFilter::default().includes(&seat));
    assert!(meant(7, None).includes(&seat));
    assert!(!meant(8, None).includes(&seat));
    assert!(meant(7, Some("ws://h:1")).includes(&seat));
    assert!(!meant(7, Some("ws://h:2")).includes(&seat));
}

#[test]
fn a_seat_that_never_got_a_room_and_a_broken_file_are_removed() {
    let (_folder, seats) = seats();
    drop(store(&seats, Secret::draw().unwrap()));
    fs::write(seats.folder().join("x.json"), "{").unwrap();
    assert!(seats.open(None).is_empty());
    assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_seat_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, seats) = seats();
    let held = store(&seats, Secret::draw().unwrap());
    let mode = fs::metadata(&held.path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn the_tracker_follows_a_seat_to_its_end() {
    let (_folder, seats) = seats();
    let mut tracker = SeatTracker::default();
    tracker.keep(store(&seats, Secret::draw().unwrap()));
    let code = RoomCode::from_bits(7);
    tracker.observe(&Update::Matched(protocol::frame::Matched {
        room: code,
        seat: protocol::Seat::Host,
    }));
    assert_eq!(tracker.held[0].seat.room, Some(code));
    tracker.observe(&Update::Dismissed);
    assert!(tracker.held.is_empty());
    assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
}

#[test]
fn the_awaited_seat_and_the_seat_meanwhile_are_tracked_separately() {
    let (_folder, seats) = seats();
    let answer = |accepted| Update::Reply {
        id: 1,
        answer: Answer::Ok(accepted),
        source: oxo_client::session::ReplySource::Frame,
    };
    let refused = || Update::Reply {
        id: 2,
        answer: Answer::refused(protocol::Refusal::TooManyComputers {
            of: protocol::refusal::LimitOf::Server,
        }),
        source: oxo_client::session::ReplySource::Frame,
    };
    let waiting = || {
        let mut tracker = SeatTracker::default();
        for _ in 0..2 {
            let secret = Secret::draw().unwrap();
            tracker.keep(store(&seats, secret));
        }
        tracker.observe(&answer(Accepted::Queued {
            ticket: "k7qx4mtr9w2f2".parse().unwrap(),
            position: 1,
        }));
        let ticket = tracker.held[0].seat.secret.clone();
        (tracker, ticket)
    };
    let (meanwhile, found) = (RoomCode::from_bits(7), RoomCode::from_bits(8));
    let matched = Update::Matched(protocol::frame::Matched {
        room: found,
        seat: protocol::Seat::Host,
    });

    let (mut tracker, ticket) = waiting();
    tracker.observe(&refused());
    assert!(tracker.is_queued());
    tracker.observe(&matched);
    assert_eq!(tracker.present(), Some((found, &ticket)));

    let (mut tracker, ticket) = waiting();
    tracker.observe(&matched);
    assert_eq!(tracker.present(), Some((found, &ticket)));
    assert_eq!(tracker.held.len(), 1, "before the other was had");

    let (mut tracker, ticket) = waiting();
    tracker.seated(meanwhile);
    tracker.observe(&matched);
    assert_eq!(tracker.present(), Some((found, &ticket)));
    assert_eq!(tracker.held.len(), 1, "the other room was left");

    let (mut tracker, _) = waiting();
    tracker.seated(meanwhile);
    tracker.observe(&answer(Accepted::Cancelled));
    assert_eq!(tracker.present().map(|(room, _)| room), Some(meanwhile));
    assert_eq!(tracker.held.len(), 1, "one waits no longer");
}

/// A file in the place of the folder: nothing can be made in it.
fn obstructed(seats: &SeatStore) {
    fs::write(seats.folder(), "in the way").unwrap();
}

#[test]
fn a_seat_that_cannot_be_stored_is_held_and_stored_when_it_can_be() {
    let (_folder, seats) = seats();
    obstructed(&seats);
    let mut tracker = SeatTracker::default();
    let (held, error) = seats.hold_new("ws://h:1", Secret::draw().unwrap());
    assert!(error.is_some());
    tracker.keep(held);
    let matched = Update::Matched(protocol::frame::Matched {
        room: RoomCode::from_bits(7),
        seat: protocol::Seat::Host,
    });
    assert!(tracker.observe(&matched).is_some(), "it says so");
    assert!(tracker.present().is_some(), "one plays");
    fs::remove_file(seats.folder()).unwrap();
    assert!(tracker.observe(&Update::Dropped { id: 1 }).is_none());
    drop(tracker);
    let open = seats.open(None);
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].seat().room, Some(RoomCode::from_bits(7)));
}

#[test]
fn a_seat_whose_file_cannot_be_locked_is_still_offered() {
    let (_folder, seats) = seats();
    let mut held = store(&seats, Secret::draw().unwrap());
    held.is_in(RoomCode::from_bits(7)).unwrap();
    let lock_path = lock_path(&held.path);
    drop(held);
    fs::remove_file(&lock_path).unwrap();
    fs::create_dir(&lock_path).unwrap();
    assert_eq!(seats.open(None).len(), 1);
    assert!(seats.in_use(None).is_empty());
}
