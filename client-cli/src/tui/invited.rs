//! The card of a room's link: who invites to what, before one sits down or watches.

use crossterm::event::KeyCode;
use frontend::intent::Intent;
use oxo_client::address::Address;
use protocol::{Invitation, RoomCode};
use sentences::{Catalogue, say};

use super::{
    canvas::Canvas,
    effect::UiEffect,
    theme::Role,
    widgets::{KeyHint, card},
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
        UiEffect::LookUpRoom(self.address.clone(), self.room)
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
        let watches = say!(text, SCREEN_INVITED_WATCH);
        let sit = free.then(|| KeyHint::enter(text, say!(text, SCREEN_INVITED_SIT)));
        let watch = watch.then(|| match free {
            true => KeyHint::letter('w', watches),
            false => KeyHint::enter(text, watches),
        });
        let back = KeyHint::esc(text, say!(text, SCREEN_INVITED_BACK));
        [sit, watch, Some(back)].into_iter().flatten().collect()
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
        card(canvas, WIDEST, &self.lines(text, here), &self.hints(text));
    }
}
