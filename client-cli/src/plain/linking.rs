//! Console output about the link: up, lost, back, over.

use std::rc::Rc;

use oxo_client::session::{End, LinkLoss};
use protocol::{notice::Notice, reply::Welcome};
use tokio::time::Instant;

use super::{console::Console, link::ConsoleLink, lost_link::LostLink};
use crate::{exit::Exit, key::say, locale::Catalogue, speech};

impl Console {
    pub(super) fn link_up(&mut self, text: &Catalogue, welcome: &Welcome) -> Vec<String> {
        match self.link {
            _ if !self.mode.is_online() => Vec::new(),
            ConsoleLink::Up | ConsoleLink::Returning if !self.entered => {
                vec![speech::link_up(text, &self.address, welcome)]
            }
            _ if self.room.is_none() => {
                self.link = ConsoleLink::Up;
                vec![say!(text, LINK_BACK)]
            }
            _ => {
                self.link = ConsoleLink::Returning;
                Vec::new()
            }
        }
    }

    /// Says once that the server takes long to save a command.
    pub(super) fn saving(&mut self) -> Vec<String> {
        match std::mem::replace(&mut self.saving, true) {
            true => Vec::new(),
            false => vec![say!(self.settings.text, LINK_SAVING)],
        }
    }

    pub(super) fn link_lost(
        &mut self,
        why: &LinkLoss,
        now: Instant,
        retry_at: Instant,
    ) -> Vec<String> {
        self.saving = false;
        let text = &self.settings.text;
        if let Some(room) = self.room.as_mut().filter(|_| why.kind().is_outage()) {
            room.clock.stop(now);
        }
        if let ConsoleLink::Lost(lost) = &mut self.link {
            let news = lost.again(why.kind(), retry_at);
            let said = news.then(|| speech::loss_after(text, &self.notice, lost.kind));
            return said.into_iter().collect();
        }
        let lost = match why {
            LinkLoss::Bye(bye) if !why.kind().is_outage() => speech::bye(text, bye.reason),
            why => speech::loss_after(text, &self.notice, why.kind()),
        };
        let kept = self.keeps_seat().then(|| say!(text, LINK_KEPT));
        self.link = ConsoleLink::Lost(LostLink::new(why.kind(), now, retry_at));
        std::iter::once(lost).chain(kept).collect()
    }

    /// The operator's notice, if it is new.
    pub(super) fn notice_lines(&mut self, notice: &Notice) -> Vec<String> {
        let text = &self.settings.text;
        let known = speech::notice(text, &std::mem::replace(&mut self.notice, notice.clone()));
        let lines = speech::notice(text, notice).into_iter();
        lines.filter(|line| !known.contains(line)).collect()
    }

    /// Says that one is back, once, after a lost link.
    pub(super) fn back(&mut self) -> Vec<String> {
        let text = Rc::clone(&self.settings.text);
        match std::mem::replace(&mut self.link, ConsoleLink::Up) {
            ConsoleLink::Up => Vec::new(),
            ConsoleLink::Returning | ConsoleLink::Lost(_) => vec![say!(text, LINK_BACK)],
        }
    }

    pub(super) fn end(&mut self, text: &Catalogue, end: &End) -> Vec<String> {
        let (exit, line) = match end {
            End::Superseded => (Exit::Fine, say!(text, LINK_SUPERSEDED)),
            End::Gone => (Exit::Failed, say!(text, LINK_GONE)),
            End::Link(error) => {
                let line = speech::connect_error(text, &self.address, error);
                (Exit::Failed, line)
            }
            End::Closed => (Exit::Fine, say!(text, END_BYE)),
        };
        self.exit = Some(exit);
        vec![line]
    }
}
