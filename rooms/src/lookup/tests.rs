//! Tests of the lookup of rooms.

use admission::{Payer, PlaceLimits, Places};
use protocol::{Seat, Secret};
use referee::PrivateChange;

use super::*;

fn code(number: u64) -> RoomCode {
    RoomCode::from_bits(number)
}

fn hash(number: u64) -> SecretHash {
    Secret::new(format!("{number:024}")).unwrap().hash()
}

/// Room 1 with code 1 and secret 1, in the journal only.
fn kept_in_the_journal(place: Option<Place>) -> RoomLookup {
    let lookup = RoomLookup::with_capacity(1);
    let summary = Summary {
        room: 1,
        code: code(1),
        secrets: vec![(Seat::Host, hash(1))],
        deadline_ms: 0,
        is_correspondence: true,
        is_public: false,
    };
    lookup.add_unloaded(&summary, place);
    lookup
}

/// The private part of a room with this code, whose host has this secret.
fn private(code_number: u64, secret: u64) -> Private {
    let mut private = Private {
        code: Some(code(code_number)),
        ..Private::default()
    };
    private.apply(&PrivateChange::Seated {
        seat: Seat::Host,
        hash: hash(secret),
    });
    private
}

#[test]
fn a_room_is_found_by_number_code_and_secret_and_loaded_once() {
    let lookup = kept_in_the_journal(None);
    assert!(lookup.loaded(1).is_none() && lookup.all_loaded().is_empty());
    let room = lookup.by_code(code(1)).unwrap();
    for found in [
        lookup.find(1),
        lookup.by_secret(&hash(1)),
        lookup.loaded(1),
        lookup.all_loaded().pop(),
    ] {
        assert!(Arc::ptr_eq(&found.unwrap(), &room));
    }
    assert!(lookup.by_code(code(2)).is_none() && lookup.by_secret(&hash(2)).is_none());
}

#[test]
fn an_idle_room_is_unloaded_with_its_place_unless_somebody_holds_it() {
    let places = Places::new(PlaceLimits::each(1));
    let lookup = kept_in_the_journal(Some(places.hold(Payer::Server)));
    let room = lookup.find(1).unwrap();
    assert!(room.live.lock().opened.is_some());
    let held = lookup.unload(1, |_| true).unwrap();
    assert!(Arc::ptr_eq(&held, &room));
    assert!(lookup.unload(1, |_| false).is_none());
    drop((room, held));
    assert!(lookup.unload(1, |_| false).is_none());
    assert!(lookup.loaded(1).is_some(), "it was not idle");
    assert!(lookup.unload(1, |_| true).is_none());
    assert!(lookup.loaded(1).is_none());
    assert_eq!(places.taken(), 1);
    assert!(lookup.find(1).unwrap().live.lock().opened.is_some());
}

#[test]
fn a_code_and_a_secret_are_kept_for_one_room() {
    let lookup = kept_in_the_journal(None);
    assert!(!lookup.reserve_code(code(1), 2) && lookup.reserve_code(code(2), 2));
    assert!(!lookup.reserve_secret(&hash(1), 2) && lookup.reserve_secret(&hash(2), 2));
    assert!(lookup.reserve_secret(&hash(2), 2), "asked for again");
    lookup.release_code(code(1), 2);
    lookup.release_secret(&hash(1), 2);
    assert_eq!(lookup.id_of(code(1)), Some(1));
    assert!(lookup.knows(&hash(1)), "another room released it");
}

#[test]
fn another_code_and_secret_take_the_place_of_the_former() {
    let lookup = kept_in_the_journal(None);
    lookup.reindex(1, &private(1, 1), &private(2, 2));
    assert_eq!(lookup.codes(), [(code(2), 1)]);
    assert!(!lookup.knows(&hash(1)) && lookup.knows(&hash(2)));
    assert!(!lookup.has_ended(code(1)), "it goes on under another");
}

#[test]
fn nothing_leads_to_a_room_that_is_over() {
    let lookup = kept_in_the_journal(None);
    assert!(lookup.remove(1).is_none(), "it was not in memory");
    lookup.release(1, &private(1, 1));
    lookup.note_end(code(1));
    assert_eq!(lookup.len() + lookup.codes_len() + lookup.secrets_len(), 0);
    assert!(lookup.has_ended(code(1)) && !lookup.has_ended(code(2)));
}
