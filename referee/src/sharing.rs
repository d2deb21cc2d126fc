//! A seat on several devices: sharing it by a token, taking it, and taking it back from the others.

use protocol::{Refusal, Seat, SecretHash, request::MOST_DEVICES};

use crate::{
    private::{MOST_DEVICE_CHANGES, Private, PrivateChange},
    seat_key::SeatKey,
    shared_seat::SeatToken,
};

/// How long a token leads to its seat.
const TOKEN_MS: u64 = 120_000;

/// A seat that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Until when its token is good.
    pub until_ms: u64,
    /// How many devices hold it.
    pub devices: usize,
    /// What changes; nothing where that token was shared already.
    pub change: Option<PrivateChange>,
}

/// Shares a seat by a token.
///
/// # Errors
/// When as many devices hold it as may, the room's devices have changed too often, or the seat was taken by that very
/// token.
pub fn share_seat(
    private: &Private,
    seat: Seat,
    token: SecretHash,
    now_ms: u64,
) -> Result<Shared, Refusal> {
    let key = private.seats[seat].as_ref().ok_or(Refusal::NotInRoom)?;
    if key.shared().and_then(|shared| shared.used) == Some(token) {
        return Err(Refusal::NoSharedSeat);
    }
    let devices = key.hashes().count();
    if devices >= MOST_DEVICES || private.device_changes >= MOST_DEVICE_CHANGES {
        return Err(Refusal::TooManyDevices);
    }
    let open = open_token(key, now_ms).filter(|open| open.hash == token);
    let until_ms = open.map_or(now_ms + TOKEN_MS, |open| open.until_ms);
    let change = open.is_none().then_some(PrivateChange::SeatShared {
        seat,
        token,
        until_ms,
    });
    Ok(Shared {
        until_ms,
        devices,
        change,
    })
}

/// Gives the seat that is shared by a token to the secret of one more device.
///
/// # Errors
/// When no seat is, or no longer, or as many devices hold it as may.
pub fn take_seat(
    private: &Private,
    token: &SecretHash,
    hash: SecretHash,
    now_ms: u64,
) -> Result<PrivateChange, Refusal> {
    let leads_to = |key: &SeatKey| open_token(key, now_ms).is_some_and(|it| it.hash.same(token));
    let mut seats = private.seats.iter();
    let shared =
        seats.find_map(|(seat, key)| Some((seat, key.as_ref().filter(|it| leads_to(it))?)));
    let (seat, key) = shared.ok_or(Refusal::NoSharedSeat)?;
    match key.hashes().count() < MOST_DEVICES {
        true => Ok(PrivateChange::SeatTaken { seat, hash }),
        false => Err(Refusal::TooManyDevices),
    }
}

/// Takes a seat from all its devices but one. Nothing changes where there is no other, and no token.
#[must_use]
pub fn unshare_seat(private: &Private, seat: Seat, kept: SecretHash) -> Option<PrivateChange> {
    let shared = private.seats[seat].as_ref()?.shared()?;
    let is_shared = !shared.others.is_empty() || shared.token.is_some();
    is_shared.then_some(PrivateChange::SeatUnshared { seat, hash: kept })
}

fn open_token(key: &SeatKey, now_ms: u64) -> Option<SeatToken> {
    let token = key.shared()?.token?;
    (now_ms < token.until_ms).then_some(token)
}
