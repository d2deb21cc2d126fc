//! The person's presence at the terminal, as far as it tells.

use crossterm::event::Event;

/// Signs of the person's presence that the terminal gave.
#[derive(Debug, Default)]
pub struct UserPresence {
    /// False at first: a person who has just started the program is here.
    away: bool,
    /// Whether it has ever told of the focus.
    reports_focus: bool,
}

impl UserPresence {
    pub fn observe(&mut self, event: &Event) {
        match event {
            Event::FocusGained => (self.away, self.reports_focus) = (false, true),
            Event::FocusLost => (self.away, self.reports_focus) = (true, true),
            Event::Key(_) | Event::Mouse(_) | Event::Paste(_) => self.away = false,
            Event::Resize(..) => {}
        }
    }

    /// Whether a notification is wanted. From a terminal that never tells of the focus, only by a person
    /// who has chosen a way to notify.
    pub fn wants_notification(&self, chosen: bool) -> bool {
        self.away || (chosen && !self.reports_focus)
    }
}

#[cfg(test)]
mod tests;
