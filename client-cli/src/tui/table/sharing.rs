//! Sharing at the table: the room's games with a chat, and the seat with another device. Both are
//! laid over the table, and the keys are theirs.

use std::ops::Deref;

use crossterm::event::KeyEvent;
use frontend::{
    room_sharing::{CHATS, DEVICES, SecretRequest},
    speech,
};
use oxo_client::session::AskKind;
use protocol::{Accepted, Refusal, request::Body};
use ratatui::layout::Rect;
use sentences::say;
use tokio::time::Instant;

use super::{
    LiveTable, TableMenu, TablePage,
    clock::second_changes_in_ms,
    keys::nothing,
    options::{TableAction, TableRequest},
    sheet::TableSheet,
};
use crate::tui::{
    canvas::Canvas,
    chat_form::{ChatForm, ChatFormAction},
    effect::UiEffect,
    seat_page::{SeatPage, SeatPageAction},
    theme::Role,
    widgets::KeyHint,
};

impl TablePage {
    /// Whether keys are letters of a line that is typed.
    pub fn is_typing(&self) -> bool {
        matches!(self.sheet, Some(TableSheet::Chat(_)))
    }

    pub fn paste(&mut self, pasted: &str) {
        if let Some(TableSheet::Chat(form)) = &mut self.sheet {
            form.paste(pasted);
        }
    }

    /// Takes away the sheet over the table.
    pub fn close_sheet(&mut self) {
        self.sheet = None;
    }

    /// The server was asked to have a chat told, under that number.
    pub fn chat_asked(&mut self, id: u64) {
        if let Some(TableSheet::Chat(form)) = &mut self.sheet {
            form.asked(id);
        }
    }

    /// The server was asked to share the seat by a link, under that number.
    pub fn seat_asked(&mut self, link: String, id: u64) {
        self.sheet = Some(TableSheet::Seat(SeatPage::new(link, id)));
    }

    /// Applies the server's answer.
    pub fn shared(&mut self, id: u64, accepted: &Accepted) {
        match (accepted, &mut self.sheet) {
            (Accepted::WebhookSet, sheet) => {
                sheet.take_if(|sheet| matches!(sheet, TableSheet::Chat(_)));
                self.say(say!(self.text, CHAT_HEARS), Role::Plain);
            }
            (Accepted::WebhookRemoved, _) => {
                self.say(say!(self.text, CHAT_STOPPED), Role::Plain);
            }
            (Accepted::SeatShared { until_ms, devices }, Some(TableSheet::Seat(page)))
                if page.is_asked(id) =>
            {
                page.shared(*until_ms, *devices);
            }
            (Accepted::SeatUnshared { devices }, sheet) => {
                sheet.take_if(|sheet| matches!(sheet, TableSheet::Seat(_)));
                self.say(speech::removed_devices(&self.text, *devices), Role::Plain);
            }
            _ => {}
        }
    }

    /// Whether a sheet was waiting for an answer that did not come or was a refusal; it shows the sentence.
    pub fn sheet_refused(&mut self, id: u64, sentence: &str, why: Option<&Refusal>) -> bool {
        match &mut self.sheet {
            Some(TableSheet::Chat(form)) if form.is_asked(id) => form.refuse(sentence.to_owned()),
            Some(TableSheet::Seat(page)) if page.is_asked(id) => {
                page.refuse(sentence.to_owned(), why);
            }
            _ => return false,
        }
        true
    }
}

impl<P: Deref<Target = TablePage>> LiveTable<'_, P> {
    /// Things to share from the invitation: letters, their labels and requests. A chat that was set is
    /// removed even where the server sets none any more.
    pub(super) fn sharing_options(&self) -> Vec<(char, String, TableRequest)> {
        let text = &self.page.text;
        let mut all = Vec::new();
        if self.watches() {
            return all;
        }
        if self.client.supports(CHATS) {
            all.push(('c', say!(text, SCREEN_DO_CHAT), TableRequest::Chat));
        }
        if self.client.supports(DEVICES) {
            let share = TableRequest::Draw(SecretRequest::ShareSeat);
            all.push(('d', say!(text, SCREEN_DO_DEVICE), share));
        }
        if self.room.now.webhook.is_some() {
            let remove = TableRequest::Ask(AskKind::Other(Body::RemoveWebhook));
            all.push(('x', say!(text, SCREEN_DO_NO_CHAT), remove));
        }
        all
    }

    pub(super) fn sheet_changes_in_ms(&self, now_ms: u64) -> Option<u64> {
        match &self.page.sheet {
            Some(TableSheet::Seat(page)) => second_changes_in_ms(page.left_ms(now_ms)?),
            _ => None,
        }
    }

    /// The only keys there are while the invitation or a page is laid over the table, the one that closes it first.
    pub(super) fn covering_hints(&self, now_ms: u64) -> Option<Vec<KeyHint>> {
        let hints = match (&self.page.sheet, self.page.menu) {
            (Some(TableSheet::Seat(page)), _) => page.hints(&self.page.text, now_ms),
            // Its own stand beneath the line that is typed.
            (Some(TableSheet::Chat(_)), _) => return Some(Vec::new()),
            (None, Some(TableMenu::Invitation)) => {
                let options = self.sharing_options().into_iter();
                let hints = options.map(|(letter, label, _)| KeyHint::letter(letter, label));
                hints.collect()
            }
            _ => return None,
        };
        let close = KeyHint::close(&self.page.text);
        Some(std::iter::once(close).chain(hints).collect())
    }

    /// Whether the page of a shared seat covers the table.
    pub(super) fn shows_seat(&self) -> bool {
        matches!(self.page.sheet, Some(TableSheet::Seat(_)))
    }

    pub(super) fn draw_seat(&self, canvas: &mut Canvas<'_>, area: Rect, now: Instant) {
        if let Some(TableSheet::Seat(page)) = &self.page.sheet {
            page.draw(canvas, area, &self.page.text, self.room.clock.now_ms(now));
        }
    }

    pub(super) fn draw_chat(&self, canvas: &mut Canvas<'_>) {
        if let Some(TableSheet::Chat(form)) = &self.page.sheet {
            let setter = self.room.now.webhook;
            let notice = setter.map(|seat| speech::chat_notice(self.scene(), seat));
            form.draw(canvas, &self.page.text, notice);
        }
    }
}

impl LiveTable<'_, &mut TablePage> {
    pub(super) fn sheet_key(&mut self, key: KeyEvent, now: Instant) -> TableAction {
        let now_ms = self.room.clock.now_ms(now);
        match &mut self.page.sheet {
            None => nothing(),
            Some(TableSheet::Chat(form)) => match form.key(key, &self.page.text) {
                ChatFormAction::Stay => nothing(),
                ChatFormAction::Close => self.closes(),
                ChatFormAction::Tell(_) if !self.client.link.is_up() => {
                    form.refuse(say!(self.page.text, SCREEN_LINK_DOWN));
                    nothing()
                }
                ChatFormAction::Tell(url) => self.draws(SecretRequest::TellChat(url)),
            },
            Some(TableSheet::Seat(page)) => match page.key(key.code, now_ms) {
                SeatPageAction::Stay => nothing(),
                SeatPageAction::Close => self.closes(),
                SeatPageAction::Renew => self.draws(SecretRequest::ShareSeat),
                SeatPageAction::RemoveOthers => self.ask(AskKind::Other(Body::UnshareSeat)),
            },
        }
    }

    pub(super) fn open_chat_form(&mut self) {
        self.page.sheet = Some(TableSheet::Chat(ChatForm::new()));
    }

    fn closes(&mut self) -> TableAction {
        self.page.close_sheet();
        nothing()
    }

    pub(super) fn draws(&mut self, request: SecretRequest) -> TableAction {
        match self.linked() {
            false => self.refuse(say!(self.page.text, SCREEN_LINK_DOWN)),
            true => TableAction::Effects(vec![UiEffect::Draw(request)]),
        }
    }
}
