//! The page that shares one's seat with another device: a link that works once, its QR code, and the time left.

use crossterm::event::KeyCode;
use protocol::Refusal;
use ratatui::layout::{Rect, Size};
use sentences::{Catalogue, say, time::seconds};

use super::{
    canvas::{Canvas, wrap},
    qr_page::{Lines, QrPage, blank, broken},
    theme::Role,
    widgets::KeyHint,
};

/// Sentences are not wider than this, to be read easily.
const READABLE: u16 = 48;

/// The seat's link, and what the server has answered.
pub struct SeatPage {
    link: String,
    /// The ask that shares the seat.
    asked: u64,
    state: SharedState,
}

enum SharedState {
    /// The server has not answered yet.
    Asking,
    Shared {
        /// Until when the link is good, by the server's clock.
        until_ms: u64,
        /// Devices that hold the seat, this one counted.
        devices: u32,
    },
    Refused {
        sentence: String,
        /// Whether other devices may be in the way.
        crowded: bool,
    },
}

/// Effect of a key.
pub enum SeatPageAction {
    Stay,
    /// Share the seat by a new link.
    Renew,
    RemoveOthers,
    Close,
}

impl SeatPage {
    /// The page of a link by which the server was asked to share the seat, under that number.
    pub fn new(link: String, asked: u64) -> SeatPage {
        SeatPage {
            link,
            asked,
            state: SharedState::Asking,
        }
    }

    pub fn is_asked(&self, id: u64) -> bool {
        self.asked == id
    }

    pub fn shared(&mut self, until_ms: u64, devices: u32) {
        self.state = SharedState::Shared { until_ms, devices };
    }

    pub fn refuse(&mut self, sentence: String, why: Option<&Refusal>) {
        let crowded = why == Some(&Refusal::TooManyDevices);
        self.state = SharedState::Refused { sentence, crowded };
    }

    /// Time for which the link is still good; nothing where it is not.
    pub fn left_ms(&self, now_ms: u64) -> Option<u64> {
        match self.state {
            SharedState::Shared { until_ms, .. } => {
                Some(until_ms.saturating_sub(now_ms)).filter(|left| *left > 0)
            }
            _ => None,
        }
    }

    /// Whether another link can be had.
    fn may_renew(&self, now_ms: u64) -> bool {
        match self.state {
            SharedState::Asking => false,
            SharedState::Shared { .. } => self.left_ms(now_ms).is_none(),
            SharedState::Refused { crowded, .. } => !crowded,
        }
    }

    fn may_remove(&self) -> bool {
        match self.state {
            SharedState::Asking => false,
            SharedState::Shared { devices, .. } => devices > 1,
            SharedState::Refused { crowded, .. } => crowded,
        }
    }

    pub fn key(&self, code: KeyCode, now_ms: u64) -> SeatPageAction {
        match code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => SeatPageAction::Close,
            KeyCode::Char('n') if self.may_renew(now_ms) => SeatPageAction::Renew,
            KeyCode::Char('x') if self.may_remove() => SeatPageAction::RemoveOthers,
            _ => SeatPageAction::Stay,
        }
    }

    /// The keys that do something now, without the one that closes the page.
    pub fn hints(&self, text: &Catalogue, now_ms: u64) -> Vec<KeyHint> {
        let renew = || KeyHint::letter('n', say!(text, SCREEN_DO_NEW_LINK));
        let remove = || KeyHint::letter('x', say!(text, SCREEN_DO_ALONE));
        let renew = self.may_renew(now_ms).then(renew);
        let remove = self.may_remove().then(remove);
        renew.into_iter().chain(remove).collect()
    }

    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, text: &Catalogue, now_ms: u64) {
        let left_ms = self.left_ms(now_ms);
        let words = |room: Size, scans: bool| -> Lines {
            let lines = self.words(text, left_ms, scans);
            let columns = room.width.min(READABLE);
            let lines = lines.into_iter().flat_map(|line| broken(line, columns));
            lines.collect()
        };
        let link = left_ms.map(|_| self.link.as_str());
        let foot = link.map_or_else(Vec::new, |link| wrap(link, area.width));
        let foot = foot.into_iter().map(|line| (line, Role::Key)).collect();
        let page = QrPage {
            words: &words,
            foot,
        };
        page.draw(canvas, area, link);
    }

    fn words(&self, text: &Catalogue, left_ms: Option<u64>, scans: bool) -> Lines {
        let mut lines = vec![(say!(text, SCREEN_DEVICE_TITLE), Role::Strong)];
        let mut add = |sentence, role| lines.extend([blank(), (sentence, role)]);
        match &self.state {
            SharedState::Asking => add(say!(text, SCREEN_DEVICE_ASKING), Role::Plain),
            SharedState::Refused { sentence, .. } => add(sentence.clone(), Role::Alert),
            SharedState::Shared { devices, .. } => {
                let good = |left| say!(text, SEAT_GOOD, seconds = seconds(left));
                let over = || say!(text, SEAT_TIMEOUT);
                add(left_ms.map_or_else(over, good), Role::Plain);
                if *devices > 1 {
                    add(say!(text, SEAT_DEVICES, count = devices), Role::Plain);
                }
                match (left_ms, scans) {
                    (None, _) => {}
                    (Some(_), true) => add(say!(text, SCREEN_DEVICE_SCAN), Role::Plain),
                    (Some(_), false) => add(say!(text, SEAT_OPEN), Role::Plain),
                }
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests;
