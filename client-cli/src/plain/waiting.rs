//! Console output while a quick match is waited for, perhaps in a game against the
//! computer.

use frontend::{exit::Exit, speech};
use oxo_client::state::ClientState;
use protocol::frame::{QueuePlace, Unqueued};
use sentences::{say, time::seconds};

use super::console::Console;

impl Console {
    /// Sentence about the expected wait, when the place in the queue changes; none during a game.
    pub(super) fn queue(&self, before: &ClientState, place: QueuePlace) -> Vec<String> {
        let known = before
            .queue
            .is_some_and(|known| known.position == place.position);
        if known || self.client.room.is_some() {
            return Vec::new();
        }
        let text = &self.settings.text;
        let wait = place.wait_ms.map(|wait_ms| {
            let count = seconds(wait_ms);
            say!(text, QUEUE_WAIT, count)
        });
        wait.into_iter().collect()
    }

    /// Somebody has come; their room follows.
    pub(super) fn matched(&self, before: &ClientState) -> Vec<String> {
        let text = &self.settings.text;
        vec![match &before.room {
            Some(_) => say!(text, COMPUTER_LAID_ASIDE),
            None => say!(text, QUEUE_MATCHED),
        }]
    }

    /// The room is over for this person, who can only wait for
    /// somebody or go.
    pub(super) fn room_over(&mut self) -> Vec<String> {
        let text = &self.settings.text;
        match self.client.queue {
            Some(_) => vec![say!(text, QUEUE_WAITING)],
            None => {
                self.exit = Some(Exit::Fine);
                vec![say!(text, END_THANKS)]
            }
        }
    }

    /// One waits no longer, and nobody has come.
    pub(super) fn unqueued(&mut self, why: Unqueued) -> Vec<String> {
        if self.client.room.is_none() {
            self.exit = Some(Exit::Failed);
        }
        vec![speech::unqueued(&self.settings.text, why)]
    }
}
