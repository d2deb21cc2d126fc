//! Whether the person is at the terminal, as far as it tells.

use crossterm::event::Event;

/// What the terminal has told of the person's presence.
#[derive(Debug)]
pub struct UserPresence {
    here: bool,
    /// Whether it has ever told of the focus.
    reports_focus: bool,
}

impl Default for UserPresence {
    /// Who has just started the program is here.
    fn default() -> UserPresence {
        UserPresence {
            here: true,
            reports_focus: false,
        }
    }
}

impl UserPresence {
    pub fn observe(&mut self, event: &Event) {
        match event {
            Event::FocusGained => (self.here, self.reports_focus) = (true, true),
            Event::FocusLost => (self.here, self.reports_focus) = (false, true),
            Event::Key(_) | Event::Mouse(_) | Event::Paste(_) => self.here = true,
            Event::Resize(..) => {}
        }
    }

    /// Whether a notification is wanted. From a terminal that never tells of the focus, only by a person
    /// who has chosen a way to notify.
    pub fn wants_notification(&self, chosen: bool) -> bool {
        !self.here || (chosen && !self.reports_focus)
    }
}

#[cfg(test)]
mod tests;
