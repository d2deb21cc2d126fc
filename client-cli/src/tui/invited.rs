//! The card of a room's link: who invites to what, before one sits down or watches.

use crossterm::event::KeyCode;
use frontend::intent::Intent;
use oxo_client::address::Address;
use protocol::{Invitation, RoomCode};
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, cells, height, width},
    effect::UiEffect,
    theme::Role,
    widgets::{KeyHint, frame},
};

/// The widest that a card is, inside of its frame.
const WIDEST: u16 = 60;

/// A link that somebody looks at.
pub struct InvitationCard {
    /// Where the room is.
    pub address: Address,
    pub room: RoomCode,
    /// Nothing before the server's answer.
    found: Option<Invitation>,
}

/// The person's action at a card.
pub enum CardAction {
    /// Nothing yet.
    Stay,
    Go(Intent),
    Close,
}

impl InvitationCard {
    pub fn new(address: Address, room: RoomCode) -> InvitationCard {
        InvitationCard {
            address,
            room,
            found: None,
        }
    }

    /// The server has answered.
    pub fn found(&mut self, found: Invitation) {
        self.found = Some(found);
    }

    /// Has the server asked.
    pub fn ask(&self) -> UiEffect {
        UiEffect::Look(self.address.clone(), self.room)
    }

    fn can(&self) -> (bool, bool) {
        let found = self.found.as_ref();
        found.map_or((false, false), |it| (it.is_free(), it.may_be_watched()))
    }

    pub fn key(&self, code: KeyCode) -> CardAction {
        let (free, watch) = self.can();
        match code {
            KeyCode::Enter if free => CardAction::Go(Intent::Join(self.room)),
            KeyCode::Enter if watch => CardAction::Go(Intent::Watch(self.room)),
            KeyCode::Char('w') if watch => CardAction::Go(Intent::Watch(self.room)),
            KeyCode::Enter if self.found.is_some() => CardAction::Close,
            KeyCode::Esc | KeyCode::Char('q' | 'n') => CardAction::Close,
            _ => CardAction::Stay,
        }
    }

    fn hints(&self, text: &Catalogue) -> Vec<KeyHint> {
        let (free, watch) = self.can();
        let enter = |label| KeyHint::new(say!(text, SCREEN_KEY_ENTER), KeyCode::Enter, label);
        let back = say!(text, SCREEN_INVITED_BACK);
        let mut hints = Vec::new();
        match (free, watch) {
            (true, _) => hints.push(enter(say!(text, SCREEN_INVITED_SIT))),
            (false, true) => hints.push(enter(say!(text, SCREEN_INVITED_WATCH))),
            (false, false) => {}
        }
        if free && watch {
            hints.push(KeyHint::letter('w', say!(text, SCREEN_INVITED_WATCH)));
        }
        hints.push(KeyHint::new(say!(text, SCREEN_KEY_ESC), KeyCode::Esc, back));
        hints
    }

    /// The lines above the keys.
    fn lines(&self, text: &Catalogue, here: &Address) -> Vec<(String, Role)> {
        let mut lines = Vec::new();
        match &self.found {
            None => lines.push((say!(text, SCREEN_INVITED_ASKING), Role::Plain)),
            Some(found) => {
                let said = sentences::invitation(text, found);
                let facts = said.fact_lines().map(|fact| (fact, Role::Plain));
                let facts: Vec<_> = facts.collect();
                lines.push((said.title, Role::Strong));
                lines.extend(said.warning.map(|warning| (warning, Role::Alert)));
                lines.extend(said.about.map(|about| (about, Role::Plain)));
                lines.extend(facts);
            }
        }
        if self.address != *here {
            let address = self.address.page("");
            lines.push((say!(text, SCREEN_INVITED_ELSEWHERE, address), Role::Accent));
        }
        lines
    }

    /// Draws it over the middle of the screen; `here` is the server in use.
    pub fn draw(&self, canvas: &mut Canvas<'_>, text: &Catalogue, here: &Address) {
        let (lines, hints) = (self.lines(text, here), self.hints(text));
        let widest = lines.iter().map(|(line, _)| width(line));
        let widest = widest.chain(hints.iter().map(KeyHint::width)).max();
        let columns = widest
            .unwrap_or(0)
            .min(WIDEST)
            .min(canvas.area().width.saturating_sub(4));
        let tall: u16 = lines.iter().map(|(line, _)| height(line, columns)).sum();
        let mut inner = frame(canvas, columns, tall + 1 + cells(hints.len()));
        for (line, role) in &lines {
            canvas.paragraph(&mut inner, line, *role);
        }
        for (mut row, hint) in inner.rows().skip(1).zip(&hints) {
            hint.draw(canvas, &mut row, 0);
        }
    }
}
