//! A seat on several devices: who may take it, how often, until when, and what is left to the others.

use protocol::{PushSubscription, Refusal, Seat, Secret, SecretHash, request::MOST_DEVICES};

use super::room::Room;
use crate::{PrivateChange, private::MOST_DEVICE_CHANGES, share_seat, take_seat, unshare_seat};

/// Two minutes, as the contract has it.
const TOKEN_MS: u64 = 120_000;

fn hash(number: u64) -> SecretHash {
    Secret::new(format!("{number:024}")).unwrap().hash()
}

impl Room {
    fn share(&mut self, token: u64) -> Result<(u64, usize), Refusal> {
        let shared = share_seat(&self.private, Seat::Guest, hash(token), self.now_ms)?;
        if let Some(change) = shared.change {
            self.private.apply(&change);
        }
        Ok((shared.until_ms, shared.devices))
    }

    fn take_by(&mut self, token: u64, secret: u64) -> Result<(), Refusal> {
        let taken = take_seat(&self.private, &hash(token), hash(secret), self.now_ms)?;
        if let Some(taken) = taken {
            self.private.apply(&taken);
        }
        Ok(())
    }

    fn unshare(&mut self, kept: SecretHash) -> bool {
        let change = unshare_seat(&self.private, Seat::Guest, kept);
        change
            .inspect(|change| self.private.apply(change))
            .is_some()
    }

    fn holds(&self, secret: u64) -> bool {
        self.private.seat_of(&hash(secret)) == Some(Seat::Guest)
    }
}

#[test]
fn a_token_leads_to_the_seat_once() {
    let mut room = Room::of("| 4");
    let first = room.private.seats.guest.as_ref().unwrap().hash;
    assert_eq!(room.share(1), Ok((room.now_ms + TOKEN_MS, 1)));
    assert_eq!(room.take_by(2, 10), Err(Refusal::NoSharedSeat));
    assert_eq!(room.take_by(1, 10), Ok(()));
    assert!(room.holds(10));
    assert_eq!(room.private.seat_of(&first), Some(Seat::Guest));
    assert_eq!(room.take_by(1, 11), Err(Refusal::NoSharedSeat));
    // Nor does it when it is shared again, and the same device is answered as before.
    assert_eq!(room.share(1), Err(Refusal::NoSharedSeat));
    assert!(!room.holds(11));
    assert_eq!(room.take_by(1, 10), Ok(()));
    assert_eq!(room.private.secrets().count(), 3);
}

#[test]
fn a_token_is_good_for_two_minutes_however_often_it_is_sent() {
    let mut room = Room::of("| 4");
    let until_ms = room.now_ms + TOKEN_MS;
    assert_eq!(room.share(1), Ok((until_ms, 1)));
    room.now_ms = until_ms - 1;
    assert_eq!(room.share(1), Ok((until_ms, 1)));
    assert_eq!(room.private.device_changes[Seat::Guest], 1);
    room.now_ms = until_ms;
    assert_eq!(room.take_by(1, 10), Err(Refusal::NoSharedSeat));
    assert_eq!(room.share(1), Err(Refusal::NoSharedSeat));
    assert_eq!(room.share(2), Ok((until_ms + TOKEN_MS, 1)));
}

#[test]
fn a_secret_is_no_token_and_a_token_no_secret() {
    let mut room = Room::of("| 4");
    room.share(1).unwrap();
    assert_eq!(room.take_by(1, 1), Err(Refusal::NoSharedSeat));
    assert_eq!(room.take_by(1, 10), Ok(()));
    assert_eq!(room.share(10), Err(Refusal::NoSharedSeat));
    // Nor does a secret that holds a seat take another.
    room.share(2).unwrap();
    assert_eq!(room.take_by(2, 10), Err(Refusal::NoSharedSeat));
}

#[test]
fn a_newer_token_takes_the_place_of_the_older() {
    let mut room = Room::of("| 4");
    room.share(1).unwrap();
    room.share(2).unwrap();
    assert_eq!(room.take_by(1, 10), Err(Refusal::NoSharedSeat));
    assert_eq!(room.take_by(2, 10), Ok(()));
}

#[test]
fn a_seat_is_on_four_devices_at_most() {
    let mut room = Room::of("| 4");
    for number in 1..MOST_DEVICES as u64 {
        room.share(number).unwrap();
        room.take_by(number, 10 + number).unwrap();
    }
    assert_eq!(room.share(9), Err(Refusal::TooManyDevices));
    assert!(room.unshare(hash(12)));
    assert!(room.holds(12));
    assert!(![11, 13].into_iter().any(|other| room.holds(other)));
    assert_eq!(
        room.private.secrets().count(),
        2,
        "the host's and the one that is left"
    );
    assert_eq!(room.share(9), Ok((room.now_ms + TOKEN_MS, 1)));
}

#[test]
fn unsharing_takes_back_a_token_and_the_notifications() {
    let mut room = Room::of("3 days | 4");
    let first = room.private.seats.guest.as_ref().unwrap().hash;
    assert!(!room.unshare(first), "there is nothing to take back");
    room.private.apply(&PrivateChange::Subscribed {
        seat: Seat::Guest,
        device: PushSubscription {
            endpoint: "https://push.example/1".into(),
            p256dh: String::new(),
            auth: String::new(),
            key: String::new(),
        },
    });
    room.share(1).unwrap();
    assert!(room.unshare(first));
    assert_eq!(room.take_by(1, 10), Err(Refusal::NoSharedSeat));
    assert!(
        room.private
            .seats
            .guest
            .as_ref()
            .unwrap()
            .devices()
            .is_empty()
    );
}

#[test]
fn a_free_seat_keeps_no_device() {
    let mut room = Room::of("| 4");
    room.share(1).unwrap();
    room.take_by(1, 10).unwrap();
    room.share(2).unwrap();
    room.private
        .apply(&PrivateChange::Freed { seat: Seat::Guest });
    assert!(!room.holds(10));
    assert_eq!(room.take_by(2, 11), Err(Refusal::NoSharedSeat));
    assert_eq!(room.share(3), Err(Refusal::NotInRoom));
}

#[test]
fn a_seat_takes_a_bounded_number_of_changes_and_the_other_as_many() {
    let mut room = Room::of("| 4");
    for number in 1..=u64::from(MOST_DEVICE_CHANGES) {
        room.share(number).unwrap();
    }
    assert_eq!(room.share(1_000), Err(Refusal::TooManyDevices));
    // The last one is answered as before.
    let last = u64::from(MOST_DEVICE_CHANGES);
    assert_eq!(room.share(last), Ok((room.now_ms + TOKEN_MS, 1)));
    assert!(share_seat(&room.private, Seat::Host, hash(1_000), room.now_ms).is_ok());
}
