//! The session's side of sharing at the table.

use frontend::room_sharing::{self, SecretRequest};
use oxo_client::session::Ask;
use protocol::{Refusal, Secret};

use super::Ui;
use crate::tui::effect::UiEffect;

impl Ui {
    /// Asks with the secret that was drawn for a request of the table.
    pub fn with_secret(&mut self, request: SecretRequest, secret: Secret) -> Vec<UiEffect> {
        let Some(table) = self.live_table() else {
            return Vec::new();
        };
        let is_seat = request == SecretRequest::ShareSeat;
        let (room, url) = (table.room.code, table.room.url.as_deref());
        let link = room_sharing::seat_link(&self.address, room, url, &secret);
        let body = request.body(secret, self.text.tag);
        let ask = self.client.number(Ask::other(body));
        let id = ask.id.unwrap_or_default();
        match &mut self.table {
            Some(table) if is_seat => table.seat_asked(link, id),
            Some(table) => table.chat_asked(id),
            None => {}
        }
        vec![UiEffect::Ask(ask)]
    }

    /// Whether the sheet over the table was waiting for that answer, and shows why it was none.
    pub(super) fn sheet_refused(&mut self, id: u64, sentence: &str, why: Option<&Refusal>) -> bool {
        let table = self.table.as_mut();
        table.is_some_and(|table| table.sheet_refused(id, sentence, why))
    }

    /// Takes a text into the line that is typed at the table, if there is one.
    pub(super) fn paste_at_table(&mut self, pasted: &str) -> Vec<UiEffect> {
        let covered = self.overlay.is_some() || self.viewer.is_some();
        if let Some(table) = self.table.as_mut().filter(|_| !covered) {
            table.paste(pasted);
        }
        Vec::new()
    }
}
