//! Hotseat in plain lines: whose turn it is, and what both players have to agree to.

use frontend::{
    exit::Exit,
    speech::{self, Scene},
};
use oxo_client::session::{AskKind, Room};
use protocol::{Command, event::OfferKind, request::MakeOffer};
use sentences::say;

use super::{
    command::ConsoleCommand,
    console::{Console, LineEffect},
};

impl Console {
    /// Meaning of a line at a table of this process; nothing if it means what
    /// it always does.
    pub(super) fn at_home(&mut self, typed: &ConsoleCommand) -> Option<LineEffect> {
        if self.mode.is_online() {
            return None;
        }
        let text = std::rc::Rc::clone(&self.settings.text);
        let asked = self.agreeing.take();
        let room = self.client.room.as_ref();
        let running = room.is_some_and(|room| room.view.running().is_some());
        let game = room.map_or(0, Room::game_number);
        Some(match typed {
            ConsoleCommand::Help => LineEffect::Say(vec![say!(text, LOCAL_HELP)]),
            ConsoleCommand::Leave => {
                self.exit = Some(Exit::Fine);
                LineEffect::Say(self.goodbye())
            }
            ConsoleCommand::Say(_)
            | ConsoleCommand::Remove
            | ConsoleCommand::Who
            | ConsoleCommand::Chat(_)
            | ConsoleCommand::Device(_) => LineEffect::Say(vec![say!(text, LOCAL_ONLINE)]),
            _ if !self.mode.is_shared() => return None,
            ConsoleCommand::Offer(kind @ (OfferKind::Draw | OfferKind::Restart)) if running => {
                self.agreeing = Some(*kind);
                LineEffect::Say(vec![match kind {
                    OfferKind::Draw => say!(text, LOCAL_AGREE_DRAW),
                    _ => say!(text, LOCAL_AGREE_RESTART),
                }])
            }
            ConsoleCommand::Accept => match asked {
                Some(kind) => LineEffect::Ask(AskKind::Seat(Command::Offer(MakeOffer {
                    game,
                    kind,
                    ply: None,
                }))),
                None => LineEffect::Say(vec![say!(text, TYPED_NO_OFFER)]),
            },
            ConsoleCommand::Decline => LineEffect::Say(match asked {
                Some(_) => room.map(|room| self.prompt(room)).unwrap_or_default(),
                None => vec![say!(text, TYPED_NO_OFFER)],
            }),
            _ => return None,
        })
    }

    /// Prompt of the table, where two people share it.
    pub(super) fn pair_prompt(&self, room: &Room) -> Option<Vec<String>> {
        if !self.mode.is_shared() {
            return None;
        }
        let (text, view) = (&self.settings.text, &room.view);
        let Some(game) = view.running() else {
            let over = view.game.is_some();
            return Some(over.then(|| say!(text, LOCAL_AGAIN)).into_iter().collect());
        };
        let turn = speech::shared_turn(Scene::of(text, room))?;
        if game.opening.is_some() {
            return Some(self.opening_lines(room));
        }
        let no_open_lines = game.no_open_lines.then(|| say!(text, TABLE_NO_OPEN_LINES));
        let lines = no_open_lines.into_iter().chain([turn]);
        Some(lines.chain(self.how_to_move(view)).collect())
    }
}
