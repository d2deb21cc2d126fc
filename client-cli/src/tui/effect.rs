//! Effects that the interface asks of the shell around it.

use archive::{replay::Game, review::ReviewRequest};
use frontend::{intent::Intent, room_sharing::SecretRequest};
use oxo_client::{address::Address, session::Ask};
use protocol::{GameId, RoomCode, Secret};

/// Something to do outside of the interface.
#[derive(Clone, Debug)]
pub enum UiEffect {
    Ask(Ask),
    /// Draw the secret of a request, and come back to the interface with it.
    Draw(SecretRequest),
    /// Go to a table; the shell draws and keeps the secret of a seat.
    Go(Intent),
    /// Ask the server there what a room's link leads to, and tell the interface.
    LookUpRoom(Address, RoomCode),
    /// Ask the person whether to take a seat that another device shares, by its token.
    OfferSeat(Address, RoomCode, Secret),
    /// Fetch a finished game from the server there, and tell the interface.
    Fetch(Address, GameId),
    /// From now on, the server there is the one in use.
    Move(Address),
    /// Try to connect at once. A way to a table that has no answer yet is asked
    /// for again, and a seat taken up again.
    Retry,
    /// Make a new connection that is in no room; a seat is kept.
    Detach,
    /// Go by another name from now on, and remember it.
    Rename(String),
    /// Remember a setting, by its name in the configuration.
    Remember(&'static str, toml_edit::Value),
    /// Read the games kept on this machine again.
    ListGames,
    OpenGame(Box<Game>),
    /// Have the computer look at a game, and tell the interface.
    Review(ReviewRequest),
    /// Draw attention: a bell, and a notification with these words.
    Ring(String),
    /// Draw the attention of somebody who was here a moment ago: a bell alone.
    Bell,
    Repaint,
    /// Stop until the shell brings us back.
    Suspend,
    /// It is over; a seat is kept.
    Quit,
}
