//! The game that is being played, as it will be kept once it has ended: the
//! texts of its events.

use std::sync::Arc;

use protocol::{Event, GameId};

/// More than any game has without moves taken back, of which there may be any
/// number; one that has grown beyond this is not kept, so that nobody can
/// fill the memory with a single game.
const MOST_BYTES: usize = 256 << 10;

/// The texts of the present game's events.
#[derive(Clone, Debug, Default)]
pub(super) struct Playing {
    texts: Vec<Arc<str>>,
    bytes: usize,
}

impl Playing {
    /// Whether the game can be kept if it ends with the next step.
    pub fn may_be_kept(&self) -> bool {
        self.bytes <= MOST_BYTES
    }

    /// Takes the room's next event; gives the texts of the game that ended
    /// with it and is to be kept.
    pub fn take(&mut self, event: &Event, text: &Arc<str>) -> Option<(GameId, Vec<Arc<str>>)> {
        if matches!(event, Event::Started { .. }) {
            *self = Playing::default();
        } else if self.texts.is_empty() {
            // Nothing is being played, or too much.
            return None;
        }
        self.bytes += text.len();
        self.texts.push(Arc::clone(text));
        let Some(over) = event.over() else {
            if !self.may_be_kept() {
                self.texts = Vec::new();
            }
            return None;
        };
        let texts = std::mem::take(self).texts;
        over.id
            .map(|id| (id, texts))
            .filter(|(_, texts)| !texts.is_empty())
    }
}
