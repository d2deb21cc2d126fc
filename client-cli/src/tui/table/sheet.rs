//! The sheets over the table, and the kinds of sharing that the server allows.

use frontend::room_sharing::{CHATS, DEVICES};
use oxo_client::state::ClientState;

use crate::tui::{chat_form::ChatForm, seat_page::SeatPage};

/// A sheet that is laid over the table.
pub(super) enum TableSheet {
    Chat(ChatForm),
    Seat(SeatPage),
}

/// Things the server lets players share, and the sheet laid over the table for them.
#[derive(Default)]
pub(super) struct Sharing {
    pub chats: bool,
    pub devices: bool,
    pub sheet: Option<TableSheet>,
}

impl Sharing {
    pub fn follow(&mut self, client: &ClientState) {
        self.chats = client.supports(CHATS);
        self.devices = client.supports(DEVICES);
    }
}
