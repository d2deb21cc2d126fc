//! Terminal input as an awaitable stream: keys, the mouse, pastes, the size and the focus, and the
//! terminal's end.

use std::{io, thread};

use crossterm::event::{self, Event, KeyCode, KeyModifiers, MouseEventKind};
use tokio::sync::mpsc;

/// Events read ahead; the reader waits for room.
const AHEAD: usize = 64;

pub(super) struct Keys(mpsc::Receiver<Option<Event>>);

impl Keys {
    /// Reads on threads of its own: a read that has met the beginning of a
    /// sequence waits for its end, and one that has met the end of a terminal
    /// never returns.
    pub fn listen() -> io::Result<Keys> {
        let (sender, receiver) = mpsc::channel(AHEAD);
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        #[cfg(unix)]
        let gone = sender.clone();
        named("keys").spawn(move || {
            while let Ok(event) = event::read() {
                if is_news(&event) && sender.blocking_send(Some(event)).is_err() {
                    return;
                }
            }
            // A receiver that is gone knows that it is over.
            let _ = sender.blocking_send(None);
        })?;
        #[cfg(unix)]
        named("hangup").spawn(move || {
            hung_up();
            let _ = gone.blocking_send(None);
        })?;
        Ok(Keys(receiver))
    }

    /// The next event; nothing at the end of the terminal.
    pub async fn next(&mut self) -> Option<Event> {
        self.0.recv().await.flatten()
    }
}

/// Meaning of an event whatever is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SystemAction {
    Interrupt,
    Repaint,
    Suspend,
}

impl SystemAction {
    pub fn of(event: &Event) -> Option<SystemAction> {
        match event {
            // Terminals move what they show about when they change their size.
            Event::Resize(..) => Some(SystemAction::Repaint),
            Event::Key(key) if key.modifiers == KeyModifiers::CONTROL => match key.code {
                KeyCode::Char('c') => Some(SystemAction::Interrupt),
                KeyCode::Char('l') => Some(SystemAction::Repaint),
                KeyCode::Char('z') => Some(SystemAction::Suspend),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether anybody could want to know. The mouse is only clicked.
fn is_news(event: &Event) -> bool {
    match event {
        Event::Key(key) => !key.is_release(),
        Event::Mouse(mouse) => !matches!(
            mouse.kind,
            MouseEventKind::Moved | MouseEventKind::Drag(_) | MouseEventKind::Up(_)
        ),
        _ => true,
    }
}

/// Waits until the terminal that keys come from is gone.
#[cfg(unix)]
fn hung_up() {
    use rustix::event::{PollFd, PollFlags, poll};
    let input = io::stdin();
    // Nothing is polled for: the end is reported in any case.
    let mut waited = [PollFd::new(&input, PollFlags::empty())];
    while poll(&mut waited, None) == Err(rustix::io::Errno::INTR) {}
}

#[cfg(test)]
mod tests;
