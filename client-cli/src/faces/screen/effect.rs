//! What the interface asks of the shell around it.
//!
//! Knows nothing of how any of it is done.

use std::path::PathBuf;

use protocol::{
    RoomCode, Rules, Secret, Settings,
    request::{Body, CreateRoom, JoinRoom, QuickMatch, Resume, WatchRoom},
    settings::ClockSetting,
};

use crate::{games::review::Question, session::Ask};

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
    },
    New(Settings),
    Join(RoomCode),
    Watch(RoomCode),
    /// Back to a seat of this machine.
    Resume(RoomCode),
}

impl Intent {
    /// The request, with the secret of the seat; a spectator has none. The key
    /// tells this process from others that wait for anybody.
    #[must_use]
    pub fn body(&self, secret: Secret, key: &str) -> Body {
        match *self {
            Intent::Play { rules, clock } => Body::QuickMatch(QuickMatch {
                rules,
                clock,
                secret,
                key: key.to_owned(),
                bots: false,
            }),
            Intent::New(new) => Body::CreateRoom(CreateRoom {
                rules: new.rules,
                clock: new.clock,
                first: new.first,
                alternate: new.alternate,
                watching: new.watching,
                listed: new.listed,
                computer: None,
                secret,
            }),
            Intent::Join(room) => Body::JoinRoom(JoinRoom { room, secret }),
            Intent::Watch(room) => Body::WatchRoom(WatchRoom { room }),
            Intent::Resume(room) => Body::Resume(Resume {
                room,
                secret,
                last_seq: 0,
            }),
        }
    }
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
