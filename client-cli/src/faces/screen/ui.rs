//! The interface as a value: what came from the server and from the keys goes
//! in, what to draw and what to do comes out.
//!
//! Knows nothing of terminals, sockets or files.

use crossterm::event::Event;
use protocol::RoomCode;
use ratatui::buffer::Buffer;
use tokio::time::Instant;

use super::{
    effect::Effect,
    look::Look,
    pen::{Pen, Targets},
    theme::Role,
};
use crate::{games::replay::Game, locale::Catalogue, session::Update};

/// The number of the ask that an [`Effect::Go`] leads to; there is one at most.
pub const GO: u64 = 1;

/// What the interface begins with.
pub struct Beginning {
    pub text: std::rc::Rc<Catalogue>,
    pub look: Look,
    /// Nothing if the person was never asked.
    pub name: Option<String>,
    /// The server's address, to be shown.
    pub server: String,
}

/// How it ended: the exit status, and what is said once the screen is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    pub exit: crate::faces::plain::Exit,
    pub lines: Vec<String>,
}

/// The whole interface.
pub struct Ui {
    look: Look,
    targets: Targets,
    over: Option<Farewell>,
}

impl Ui {
    #[must_use]
    pub fn new(beginning: Beginning) -> Ui {
        Ui {
            look: beginning.look,
            targets: Targets::default(),
            over: None,
        }
    }

    #[must_use]
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// What the title of the terminal's window is to be.
    #[must_use]
    pub fn title(&self) -> String {
        "OXO".to_owned()
    }

    /// Draws everything, and tells what lies where.
    #[must_use]
    pub fn draw(&self, buffer: &mut Buffer, _now: Instant) -> Targets {
        let mut pen = Pen::new(buffer, &self.look.theme, self.look.charset);
        let area = pen.area();
        pen.line(area, "OXO", Role::Strong);
        pen.targets()
    }

    /// Takes note of what was drawn last, which is what a click means.
    pub fn drawn(&mut self, targets: Targets) {
        self.targets = targets;
    }

    /// Something came from the session.
    pub fn update(&mut self, _update: &Update, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    /// The terminal tells of a key, the mouse, a paste, its size or the focus.
    pub fn event(&mut self, _event: &Event, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    /// When [`Ui::tick`] wants to be called.
    #[must_use]
    pub fn deadline(&self, _now: Instant) -> Option<Instant> {
        None
    }

    /// The time has come for something.
    pub fn tick(&mut self, _now: Instant) -> Vec<Effect> {
        Vec::new()
    }

    /// The seats of this machine on this server that one can go back to.
    pub fn seats(&mut self, _open: Vec<RoomCode>) {}

    /// The games kept on this machine, newest first.
    pub fn games(&mut self, _games: Vec<Kept>) {}

    /// A kept game to show.
    pub fn open_game(&mut self, _game: Game) {}

    /// Something went wrong outside, as a sentence.
    pub fn complain(&mut self, _sentence: String) {}

    /// How it ended, if it did.
    #[must_use]
    pub fn over(&self) -> Option<&Farewell> {
        self.over.as_ref()
    }

    /// What is said when the person goes now.
    #[must_use]
    pub fn farewell(&self) -> Farewell {
        Farewell {
            exit: crate::faces::plain::Exit::Fine,
            lines: Vec::new(),
        }
    }
}

/// A game kept on this machine, as the list shows it.
#[derive(Clone, Debug)]
pub struct Kept {
    pub path: std::path::PathBuf,
    pub game: Game,
}
