//! A link under inspection: the card over the start screen, and the way from it to a table.

use archive::replay::Game;
use frontend::{intent::Intent, speech};
use oxo_client::address::Address;
use protocol::{Invitation, RoomCode, Secret};
use sentences::together;

use super::{SeatQuestion, Ui};
use crate::tui::{
    effect::UiEffect,
    invited::{CardAction, InvitationCard},
};

impl Ui {
    /// Shows what a link leads to, once that is known.
    pub(super) fn look_at(&mut self, address: Address, room: RoomCode) -> Vec<UiEffect> {
        let card = InvitationCard::new(address, room);
        let ask = card.ask();
        self.card = Some(card);
        vec![ask]
    }

    /// The server has said what a link leads to, if it could.
    pub fn looked(&mut self, found: Option<Invitation>) -> Vec<UiEffect> {
        let Some(card) = &mut self.card else {
            return Vec::new();
        };
        let Some(found) = found else {
            // Going there reports the fault.
            let intent = Intent::Join(card.room);
            return self.enter(intent);
        };
        let leads_in = found.is_free() || found.may_be_watched();
        let sentence = together(speech::invitation(&self.text, &found));
        card.found(found);
        if self.launch.direct && !leads_in {
            self.fail(sentence);
        }
        Vec::new()
    }

    /// The game of a link has come; a person who plays by now is not disturbed.
    pub fn fetched(&mut self, game: Game) {
        if self.table.is_none() {
            self.start.clear_notice();
            self.card = None;
            self.open_game(game);
        }
    }

    /// Goes to the room of the card, on the server where it is.
    fn enter(&mut self, intent: Intent) -> Vec<UiEffect> {
        let card = self.card.take();
        card.map_or_else(Vec::new, |card| self.go_there(card.address, intent))
    }

    /// Goes to a table of the server at an address.
    pub(super) fn go_there(&mut self, address: Address, intent: Intent) -> Vec<UiEffect> {
        let mut effects = Vec::new();
        if address != self.address {
            effects.push(UiEffect::Move(address));
        }
        effects.extend(self.go(intent));
        effects
    }

    /// Asks whether to take a seat that another device shares: that one stops.
    pub fn offer_seat(&mut self, address: Address, room: RoomCode, token: Secret) {
        self.take_up = Some(SeatQuestion::Take(address, room, token));
    }

    /// Carries out an action of the invitation card.
    pub(super) fn run_card_action(&mut self, action: CardAction) -> Vec<UiEffect> {
        match action {
            CardAction::Stay => {}
            CardAction::Go(intent) => return self.enter(intent),
            CardAction::Close => {
                self.card = None;
                self.launch.direct = false;
            }
        }
        Vec::new()
    }
}
