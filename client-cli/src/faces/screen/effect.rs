//! What the interface asks of the shell around it.
//!
//! Knows nothing of how any of it is done.

use std::path::PathBuf;

use protocol::{
    RoomCode, Rules,
    settings::{Alternate, ClockSetting, First, Watching},
};

use crate::session::Ask;

/// Something to do outside of the interface.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask the server.
    Ask(Ask),
    /// Go to a table; the shell draws and keeps the secret of a seat.
    Go(Intent),
    /// Try to connect at once.
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
    New(NewRoom),
    Join(RoomCode),
    Watch(RoomCode),
    /// Back to a seat of this machine.
    Resume(RoomCode),
}

/// What a new room is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewRoom {
    pub rules: Rules,
    pub clock: ClockSetting,
    pub first: First,
    pub alternate: Alternate,
    pub watching: Watching,
    pub listed: bool,
}

/// A setting that the person changed, with its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    Keys(game::notation::Layout),
    Digits(bool),
    Bell(bool),
    Notify(String),
    Theme(String),
}
