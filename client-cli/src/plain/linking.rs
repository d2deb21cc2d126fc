//! Console output about the link and the operator's notice.

use frontend::{exit::Exit, speech};
use oxo_client::{
    session::{End, LinkLoss, Update},
    state::{ClientState, LinkPhase},
};
use protocol::notice::Notice;
use sentences::say;
use tokio::time::Instant;

use super::{console::Console, reminder::Reminder};

impl Console {
    /// Applies an update to the link and the notice.
    pub(super) fn link_lines(
        &mut self,
        before: &ClientState,
        update: &Update,
        now: Instant,
    ) -> Vec<String> {
        let text = &self.settings.text;
        let mut lines = Vec::new();
        match (&before.link, &self.client.link) {
            (LinkPhase::Connecting, LinkPhase::Up) => {
                if let (Update::LinkUp(welcome), true) = (update, self.mode.is_online()) {
                    lines.push(speech::link_up(text, &self.address, welcome));
                }
            }
            (LinkPhase::Lost { .. } | LinkPhase::Returning, LinkPhase::Up) => {
                lines.push(say!(text, LINK_BACK));
            }
            (_, LinkPhase::Over(end)) => lines.push(self.end(&end.clone())),
            _ => {}
        }
        if let Update::LinkLost { why, .. } = update {
            lines.extend(self.link_lost(before, why, now));
        }
        if self.client.link.is_open() {
            self.reminder = None;
        }
        if self.client.saving && !before.saving {
            lines.push(say!(self.settings.text, LINK_SAVING));
        }
        lines.extend(self.notice_lines(&before.notice));
        lines
    }

    /// Says which server has not answered yet, if it has not.
    pub(super) fn connecting(&self) -> Vec<String> {
        let line = || say!(self.settings.text, LINK_CONNECTING, address = self.address);
        let waits = self.client.link == LinkPhase::Connecting && self.mode.is_online();
        waits.then(line).into_iter().collect()
    }

    fn link_lost(&mut self, before: &ClientState, why: &LinkLoss, now: Instant) -> Vec<String> {
        let (text, client) = (&self.settings.text, &self.client);
        if self.reminder.is_some() {
            let kind = client.link.loss();
            let news = kind.filter(|kind| before.link.loss() != Some(*kind));
            let said = news.map(|kind| speech::loss_after(text, client, kind));
            return said.into_iter().collect();
        }
        let lost = match why {
            LinkLoss::Bye(bye) if !why.kind().is_outage() => speech::bye(text, bye.reason),
            why => speech::loss_after(text, client, why.kind()),
        };
        let kept = self.keeps_seat().then(|| say!(text, LINK_KEPT));
        self.reminder = Some(Reminder::new(now));
        std::iter::once(lost).chain(kept).collect()
    }

    /// The lines of the operator's notice that are new.
    fn notice_lines(&self, before: &Notice) -> Vec<String> {
        let text = &self.settings.text;
        let known = speech::notice(text, before);
        let lines = speech::notice(text, &self.client.notice).into_iter();
        lines.filter(|line| !known.contains(line)).collect()
    }

    fn end(&mut self, end: &End) -> String {
        let exit = match end {
            End::Superseded | End::Closed => Exit::Fine,
            End::Gone | End::Link(_) => Exit::Failed,
        };
        self.exit = Some(exit);
        speech::ended(&self.settings.text, &self.address, end)
    }
}
