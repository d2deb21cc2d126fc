//! What the interface asks of the shell around it.
//!
//! Knows nothing of how any of it is done.

use std::path::PathBuf;

use protocol::{
    Computer, RoomCode, Rules, Secret, Settings,
    ids::BySeat,
    request::{Body, CreateRoom, Exhibit, JoinRoom, QuickMatch, Resume, WatchRoom},
    settings::{ClockSetting, Watching},
};

use crate::{games::review::Question, local, session::Ask};

/// Something to do outside of the interface.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask the server.
    Ask(Ask),
    /// Go to a table; the shell draws and keeps the secret of a seat.
    Go(Intent),
    /// Try to connect at once. A way to a table that has no answer yet is asked
    /// for again, and a seat taken up again.
    Retry,
    /// Make a new connection that is in no room; a seat is kept.
    Detach,
    /// Go by another name from now on, and remember it.
    Rename(String),
    /// Remember a setting.
    Remember(Setting),
    /// Read the games kept on this machine again.
    ListGames,
    /// Show one of them.
    OpenGame(PathBuf),
    /// Have the computer look at a game, and tell the interface.
    Review(Question),
    /// Draw attention: a bell, and a notification with these words.
    Ring(String),
    /// Draw everything anew.
    Repaint,
    /// Stop until the shell brings us back.
    Suspend,
    /// It is over; a seat is kept.
    Quit,
}

/// Which table is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    Play {
        rules: Rules,
        clock: ClockSetting,
        /// Whether a program will do as the opponent, too.
        bots: bool,
    },
    New(Settings),
    Join(RoomCode),
    Watch(RoomCode),
    /// Back to a seat of this machine.
    Resume(RoomCode),
    /// A game against the computer.
    Computer(Settings, Computer),
    /// Two computers, to watch.
    Exhibit(Rules, BySeat<Computer>),
    /// A table in this process.
    Local(local::Wish),
}

impl Intent {
    /// The request, with the secret of the seat; a spectator has none. The key
    /// tells this process from others that wait for anybody.
    #[must_use]
    pub fn body(&self, secret: Secret, key: &str) -> Body {
        match *self {
            Intent::Play { rules, clock, bots } => Body::QuickMatch(QuickMatch {
                rules,
                clock,
                secret,
                key: key.to_owned(),
                bots,
            }),
            Intent::New(new) => create(new, None, secret),
            Intent::Join(room) => Body::JoinRoom(JoinRoom { room, secret }),
            Intent::Watch(room) => Body::WatchRoom(WatchRoom { room }),
            Intent::Resume(room) => Body::Resume(Resume {
                room,
                secret,
                last_seq: 0,
            }),
            Intent::Computer(settings, computer) => create(settings, Some(computer), secret),
            Intent::Exhibit(rules, computers) => Body::Exhibit(Exhibit {
                rules,
                computers,
                watching: Watching::Link,
            }),
            Intent::Local(ref wish) => wish.body(secret),
        }
    }

    /// Whether it leads to a seat, which needs a name and a secret that is kept.
    #[must_use]
    pub fn sits(&self) -> bool {
        !matches!(
            self,
            Intent::Watch(_) | Intent::Exhibit(..) | Intent::Local(_)
        )
    }
}

fn create(settings: Settings, computer: Option<Computer>, secret: Secret) -> Body {
    Body::CreateRoom(CreateRoom {
        rules: settings.rules,
        clock: settings.clock,
        first: settings.first,
        alternate: settings.alternate,
        watching: settings.watching,
        listed: settings.listed,
        computer,
        secret,
    })
}

/// A setting that the person changed, with its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    Keys(game::notation::Layout),
    Digits(bool),
    Bell(bool),
    Notify(String),
    Theme(String),
    Language(&'static str),
}
