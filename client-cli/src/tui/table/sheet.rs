//! The sheets over the table.

use crate::tui::{chat_form::ChatForm, seat_page::SeatPage};

/// A sheet that is laid over the table.
pub(super) enum TableSheet {
    Chat(ChatForm),
    Seat(SeatPage),
}
