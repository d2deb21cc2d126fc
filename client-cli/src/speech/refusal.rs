//! Refusals in words: what was wrong, and what would be right.

use protocol::{Refusal, name::BadName};

use super::Scene;
use crate::{key::say, locale::Catalogue, time::seconds};

/// The sentence of a refusal. `now_ms` is the server's time.
#[must_use]
pub fn refusal(scene: Scene<'_>, why: &Refusal, now_ms: u64) -> String {
    let text = scene.text;
    match why {
        Refusal::BadMessage { .. }
        | Refusal::UnknownType { .. }
        | Refusal::UnknownField { .. }
        | Refusal::BadField { .. }
        | Refusal::HelloFirst
        | Refusal::AlreadyGreeted
        | Refusal::VersionUnsupported { .. }
        | Refusal::TooFast { .. }
        | Refusal::Unavailable { .. }
        | Refusal::ShuttingDown
        | Refusal::RoomDamaged
        | Refusal::Internal
        | Refusal::OutOfOrder { .. } => connection(text, why),
        Refusal::BadName { reason } => bad_name(text, *reason),
        Refusal::NameDuringGame => say!(text, REFUSAL_NAME_DURING_GAME),
        Refusal::BadClock { detail } => say!(text, REFUSAL_BAD_CLOCK, detail = detail),
        Refusal::NoSuchRoom
        | Refusal::RoomFull { .. }
        | Refusal::WatchingFull
        | Refusal::AlreadySeated { .. }
        | Refusal::NotInRoom
        | Refusal::NotSeated
        | Refusal::Superseded
        | Refusal::TooManyRooms
        | Refusal::RoomsTooFast { .. }
        | Refusal::JoinsTooFast { .. }
        | Refusal::NotQueued
        | Refusal::TooManyComputers
        | Refusal::NoHint => room(text, why),
        Refusal::NoGame
        | Refusal::GameRunning
        | Refusal::Stale { .. }
        | Refusal::NotYourTurn
        | Refusal::CellOutside { .. }
        | Refusal::CellTaken { .. }
        | Refusal::TooLateToAbort
        | Refusal::OpponentPresent
        | Refusal::GraceRunning { .. }
        | Refusal::ClaimOnYourTurn
        | Refusal::LinesOpen
        | Refusal::NoOpponent
        | Refusal::OfferOpen { .. }
        | Refusal::NoSuchOffer
        | Refusal::OwnOffer
        | Refusal::OfferCooldown { .. }
        | Refusal::BadTakeback { .. }
        | Refusal::NotHost
        | Refusal::GuestHasMoved => table(scene, why, now_ms),
    }
}

/// A name that nobody can have.
#[must_use]
pub fn bad_name(text: &Catalogue, why: BadName) -> String {
    match why {
        BadName::TooLong => say!(text, REFUSAL_BAD_NAME_TOO_LONG),
        BadName::Characters => say!(text, REFUSAL_BAD_NAME_CHARACTERS),
        BadName::Marks => say!(text, REFUSAL_BAD_NAME_MARKS),
    }
}

/// The versions of a list as people read them.
pub(super) fn versions(list: &[u32]) -> String {
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    list.join(", ")
}

fn connection(text: &Catalogue, why: &Refusal) -> String {
    match why {
        Refusal::BadMessage { detail } => say!(text, REFUSAL_BAD_MESSAGE, detail = detail),
        Refusal::UnknownType { got } => say!(text, REFUSAL_UNKNOWN_TYPE, got = got),
        Refusal::UnknownField { field } => say!(text, REFUSAL_UNKNOWN_FIELD, field = field),
        Refusal::BadField { field, detail } => {
            say!(text, REFUSAL_BAD_FIELD, field = field, detail = detail)
        }
        Refusal::HelloFirst => say!(text, REFUSAL_HELLO_FIRST),
        Refusal::AlreadyGreeted => say!(text, REFUSAL_ALREADY_GREETED),
        Refusal::VersionUnsupported { supported } => say!(
            text,
            REFUSAL_VERSION_UNSUPPORTED,
            supported = versions(supported),
            ours = versions(protocol::VERSIONS),
        ),
        Refusal::TooFast { retry_in_ms } => {
            say!(text, REFUSAL_TOO_FAST, count = seconds(*retry_in_ms))
        }
        Refusal::Unavailable { retry_in_ms } => {
            say!(text, REFUSAL_UNAVAILABLE, count = seconds(*retry_in_ms))
        }
        Refusal::ShuttingDown => say!(text, REFUSAL_SHUTTING_DOWN),
        Refusal::RoomDamaged => say!(text, REFUSAL_ROOM_DAMAGED),
        Refusal::OutOfOrder { expected } => {
            say!(text, REFUSAL_OUT_OF_ORDER, expected = expected)
        }
        _ => say!(text, REFUSAL_INTERNAL),
    }
}

fn room(text: &Catalogue, why: &Refusal) -> String {
    match why {
        Refusal::RoomFull { may_watch: true } => say!(text, REFUSAL_ROOM_FULL_WATCH),
        Refusal::RoomFull { may_watch: false } => say!(text, REFUSAL_ROOM_FULL_CLOSED),
        Refusal::WatchingFull => say!(text, REFUSAL_WATCHING_FULL),
        Refusal::AlreadySeated { room } => say!(text, REFUSAL_ALREADY_SEATED, room = room),
        Refusal::NotInRoom => say!(text, REFUSAL_NOT_IN_ROOM),
        Refusal::NotSeated => say!(text, REFUSAL_NOT_SEATED),
        Refusal::Superseded => say!(text, REFUSAL_SUPERSEDED),
        Refusal::TooManyRooms => say!(text, REFUSAL_TOO_MANY_ROOMS),
        Refusal::RoomsTooFast { retry_in_ms } => {
            say!(text, REFUSAL_ROOMS_TOO_FAST, count = seconds(*retry_in_ms))
        }
        Refusal::JoinsTooFast { retry_in_ms } => {
            say!(text, REFUSAL_JOINS_TOO_FAST, count = seconds(*retry_in_ms))
        }
        Refusal::NotQueued => say!(text, REFUSAL_NOT_QUEUED),
        Refusal::TooManyComputers => say!(text, REFUSAL_TOO_MANY_COMPUTERS),
        Refusal::NoHint => say!(text, REFUSAL_NO_HINT),
        _ => say!(text, REFUSAL_NO_SUCH_ROOM),
    }
}

fn table(scene: Scene<'_>, why: &Refusal, now_ms: u64) -> String {
    let text = scene.text;
    let left = |until_ms: u64| seconds(until_ms.saturating_sub(now_ms)).max(1);
    match why {
        Refusal::NoGame => say!(text, REFUSAL_NO_GAME),
        Refusal::GameRunning => say!(text, REFUSAL_GAME_RUNNING),
        Refusal::NotYourTurn => say!(text, REFUSAL_NOT_YOUR_TURN),
        Refusal::CellOutside { cells, .. } => say!(text, REFUSAL_CELL_OUTSIDE, count = cells),
        Refusal::CellTaken { cell } => say!(text, REFUSAL_CELL_TAKEN, cell = scene.cell(*cell)),
        Refusal::TooLateToAbort => say!(text, REFUSAL_TOO_LATE_TO_ABORT),
        Refusal::OpponentPresent => say!(text, REFUSAL_OPPONENT_PRESENT),
        Refusal::GraceRunning { deadline_ms } => {
            say!(text, REFUSAL_GRACE_RUNNING, count = left(*deadline_ms))
        }
        Refusal::ClaimOnYourTurn => say!(text, REFUSAL_CLAIM_ON_YOUR_TURN),
        Refusal::LinesOpen => say!(text, REFUSAL_LINES_OPEN),
        Refusal::NoOpponent => say!(text, REFUSAL_NO_OPPONENT),
        Refusal::OfferOpen { .. } => say!(text, REFUSAL_OFFER_OPEN),
        Refusal::NoSuchOffer => say!(text, REFUSAL_NO_SUCH_OFFER),
        Refusal::OwnOffer => say!(text, REFUSAL_OWN_OFFER),
        Refusal::OfferCooldown { again_ms } => {
            say!(text, REFUSAL_OFFER_COOLDOWN, count = left(*again_ms))
        }
        Refusal::BadTakeback { ply } => say!(text, REFUSAL_BAD_TAKEBACK, count = ply),
        Refusal::NotHost => say!(text, REFUSAL_NOT_HOST),
        Refusal::GuestHasMoved => say!(text, REFUSAL_GUEST_HAS_MOVED),
        _ => say!(text, REFUSAL_STALE),
    }
}
