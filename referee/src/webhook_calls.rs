//! Calls of a room's webhook: who sets it, and which one is pending.
//!
//! As with notifications, the pending call follows from the view and from the calls made.

use protocol::{Refusal, Seat, View, Webhook, settings::DAY_MS, view::GameView};

use crate::{
    notifications::NOTIFY_AFTER_MS,
    private::{MOST_DEVICE_CHANGES, Private, PrivateChange},
    room_webhook::{CallMark, RoomWebhook},
};

/// After how many failures in a row a webhook is removed.
const MOST_FAILURES: u32 = 20;
/// The most calls of a room in a day.
const MOST_A_DAY: u32 = 200;
/// Time from the first failure of a call to the next try; five times as long after each further one.
const FIRST_RETRY_MS: u64 = 60_000;

/// A pending call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingCall {
    /// The event.
    pub news: ChatNews,
    /// How far the game is.
    pub mark: CallMark,
    /// Other news of the webhook have another number.
    pub number: u32,
    /// When it is due.
    pub due_ms: u64,
}

/// Event that a chat hears of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatNews {
    /// A game has begun.
    Begun,
    /// It is somebody's turn, and has been for half a minute.
    Turn,
    /// The game is over.
    Over,
}

/// Sets the webhook of a room; nothing changes where it is the same. The chat hears of later events only.
///
/// # Errors
/// When the seat has changed the webhook and its devices too often.
pub fn set_webhook(
    view: &View,
    private: &Private,
    by: Seat,
    webhook: &Webhook,
) -> Result<Option<PrivateChange>, Refusal> {
    let present = private.webhook.as_deref();
    if present.is_some_and(|present| present.webhook == *webhook) {
        return Ok(None);
    }
    if private.device_changes[by] >= MOST_DEVICE_CHANGES {
        return Err(Refusal::NoWebhooks);
    }
    Ok(Some(PrivateChange::WebhookSet {
        by,
        webhook: Box::new(webhook.clone()),
        delivered: view.game.as_ref().map(mark_of),
    }))
}

/// The next call of a room's webhook, if one is pending.
pub fn pending_call(view: &View, private: &Private) -> Option<PendingCall> {
    let webhook = private.webhook.as_deref()?;
    let game = view.game.as_ref().filter(|_| view.ended.is_none())?;
    let mark = mark_of(game);
    if webhook.delivered == Some(mark) {
        return None;
    }
    let (news, due_ms) = match game.turn {
        _ if mark.is_over => (ChatNews::Over, game.started_ms),
        _ if webhook.is_new_game(mark) => (ChatNews::Begun, game.started_ms),
        // A computer needs nobody to call it.
        Some(turn) if view.computer(turn.seat).is_none() => {
            (ChatNews::Turn, turn.since_ms + NOTIFY_AFTER_MS)
        }
        _ => return None,
    };
    let due_ms = due_ms.max(may_call_ms(private, webhook, mark));
    Some(PendingCall {
        news,
        mark,
        number: webhook.number,
        due_ms,
    })
}

/// The changes after a call at `at_ms`. A webhook that has failed too often is removed.
pub fn called(
    webhook: &RoomWebhook,
    mark: CallMark,
    at_ms: u64,
    is_accepted: bool,
) -> Vec<PrivateChange> {
    let called = PrivateChange::WebhookCalled {
        mark,
        at_ms,
        is_accepted,
    };
    let is_last = !is_accepted && webhook.failures + 1 >= MOST_FAILURES;
    let removed = is_last.then_some(PrivateChange::WebhookRemoved);
    [called].into_iter().chain(removed).collect()
}

/// When a webhook may be called next, for that.
fn may_call_ms(private: &Private, webhook: &RoomWebhook, mark: CallMark) -> u64 {
    let again_ms = match (webhook.failed_before(mark), webhook.failed) {
        (Some(same), _) => same.at_ms + FIRST_RETRY_MS * 5_u64.pow(same.tries.saturating_sub(1)),
        // Other news need not wait for long, but some time.
        (None, Some(other)) => other.at_ms + FIRST_RETRY_MS,
        (None, None) => 0,
    };
    let (day, calls) = private.called_that_day;
    let tomorrow_ms = if calls < MOST_A_DAY {
        0
    } else {
        (day + 1) * DAY_MS
    };
    again_ms.max(tomorrow_ms)
}

fn mark_of(game: &GameView) -> CallMark {
    CallMark {
        game: game.number,
        ply: u32::try_from(game.moves.len()).unwrap_or(u32::MAX),
        since_ms: game.turn.map_or(0, |turn| turn.since_ms),
        is_over: game.over.is_some(),
    }
}
