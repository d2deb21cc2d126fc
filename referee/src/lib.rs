//! The referee: pure, deterministic decisions about a room. From the room's state, a command and a
//! time it makes events, or a refusal. Time and randomness are arguments; its events are not true
//! before the journal has them.
//!
//! A step begins with a [`Draft`] of the room's [`RoomState`]. [`due()`] lets everything happen that is
//! due, [`step()`] decides a numbered command ([`once`] is that numbering by itself), and what the
//! draft then holds is committed in one transaction.
//!
//! | modules, from the bottom | decide |
//! |---|---|
//! | `context`, `draft`, `private`, `room_state`, `room_webhook`, `seat_key`, `seat_notifications` | nothing: they hold what a decision reads and writes |
//! | `opening`, `clock`, `lifecycle` | who acts in an opening; time used, flags; how games begin and end, and the score |
//! | `moves`, `choices`, `offers`, `seats`, [`computer`], `thinking` | the commands of that name |
//! | `notifications` | pending notification of a turn |
//! | `sharing` | on which devices a seat is |
//! | `calls` | pending call of a room's webhook |
//! | `commands`, `due` | which of these a command, or a deadline, leads to |
//! | `step` | a command's number, so that one sent twice happens once |

mod choices;
mod clock;
mod commands;
pub mod computer;
mod context;
mod draft;
mod due;
mod lifecycle;
mod moves;
mod notifications;
mod offers;
mod opening;
mod private;
mod room_state;
mod room_webhook;
mod seat_key;
mod seat_notifications;
mod seats;
mod sharing;
mod step;
mod thinking;
mod webhook_calls;

#[cfg(test)]
mod tests;

pub use commands::command;
pub use context::{Context, Decision};
pub use draft::Draft;
pub use due::{
    away, due, may_be_lost, next_deadline, next_deadline_but_moves, next_deadline_while_standing,
};
pub use lifecycle::{close, end_when_full};
pub use notifications::{
    NOTIFY_AFTER_MS, PendingNotification, pending_notification, subscribe, unsubscribe,
};
pub use private::{Private, PrivateChange};
pub use room_state::RoomState;
pub use room_webhook::{CallMark, RoomWebhook};
pub use seat_key::SeatKey;
pub use seats::{Newcomer, join, new_code_from, open, rename, returned};
pub use sharing::{SeatShare, share_seat, take_seat, unshare_seat};
pub use step::{once, step};
pub use webhook_calls::{ChatNews, PendingCall, called, pending_call, set_webhook};
