//! A seat on several devices: sharing it by a token, taking it, and taking it back from the others.

use protocol::{Refusal, Seat, SecretHash, request::MOST_DEVICES};

use crate::{
    private::{MOST_DEVICE_CHANGES, Private, PrivateChange},
    seat_key::{SeatKey, SeatToken},
};

/// Time for which a token leads to its seat.
const TOKEN_MS: u64 = 120_000;

/// A seat that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatShare {
    /// Until when its token is good.
    pub until_ms: u64,
    /// Number of devices that hold it.
    pub devices: usize,
    /// The change; nothing where that token was shared already.
    pub change: Option<PrivateChange>,
}

/// Shares a seat by a token.
///
/// # Errors
/// When as many devices hold it as may, its devices have changed too often, or the token is over, was used, or is a secret.
pub fn share_seat(
    private: &Private,
    seat: Seat,
    token: SecretHash,
    now_ms: u64,
) -> Result<SeatShare, Refusal> {
    let key = private.seats[seat].as_ref().ok_or(Refusal::NotInRoom)?;
    let devices = key.hashes().count();
    if let Some(known) = key.token().filter(|known| known.hash == token) {
        let shared = SeatShare {
            until_ms: known.until_ms,
            devices,
            change: None,
        };
        return is_open(known, now_ms)
            .then_some(shared)
            .ok_or(Refusal::NoSharedSeat);
    }
    let is_used = key
        .others()
        .iter()
        .any(|device| device.token == Some(token));
    if is_used || private.seat_of(&token).is_some() {
        return Err(Refusal::NoSharedSeat);
    }
    if devices >= MOST_DEVICES || private.device_changes[seat] >= MOST_DEVICE_CHANGES {
        return Err(Refusal::TooManyDevices);
    }
    let until_ms = now_ms + TOKEN_MS;
    Ok(SeatShare {
        until_ms,
        devices,
        change: Some(PrivateChange::SeatShared {
            seat,
            token,
            until_ms,
        }),
    })
}

/// Gives the seat that is shared by a token to the secret of one more device; nothing changes where that took it by this very
/// token before.
///
/// # Errors
/// When no seat is shared by it, or no longer, or the secret is the token, or holds another seat.
pub fn take_seat(
    private: &Private,
    token: &SecretHash,
    hash: SecretHash,
    now_ms: u64,
) -> Result<Option<PrivateChange>, Refusal> {
    if let Some(seat) = private.seat_of(&hash) {
        let key = private.seats[seat].as_ref();
        let mut others = key.into_iter().flat_map(SeatKey::others);
        let is_repeat =
            others.any(|it| it.hash.same(&hash) && it.token.is_some_and(|it| it.same(token)));
        return is_repeat.then_some(None).ok_or(Refusal::NoSharedSeat);
    }
    let leads_to = |key: &SeatKey| {
        let token = key.token().filter(|it| it.hash.same(token));
        token.is_some_and(|it| is_open(it, now_ms))
    };
    let mut seats = private.seats.iter();
    let shared = seats.find(|(_, key)| key.as_ref().is_some_and(leads_to));
    let (seat, _) = shared
        .filter(|_| !hash.same(token))
        .ok_or(Refusal::NoSharedSeat)?;
    Ok(Some(PrivateChange::SeatTaken { seat, hash }))
}

/// Takes a seat from all its devices but one, and from all of them their notifications.
pub fn unshare_seat(private: &Private, seat: Seat, kept: SecretHash) -> Option<PrivateChange> {
    let key = private.seats[seat].as_ref()?;
    let is_alone = key.others().is_empty() && key.token().is_none() && key.devices().is_empty();
    (!is_alone).then_some(PrivateChange::SeatUnshared { seat, hash: kept })
}

fn is_open(token: SeatToken, now_ms: u64) -> bool {
    now_ms < token.until_ms
}
