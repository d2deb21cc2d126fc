//! A table in this process, as a transport of a session: it takes a server's requests
//! and sends a server's frames; the referee decides.

mod computer_search;
mod link;
mod opening;
mod table;
#[cfg(test)]
mod tests;

use protocol::{
    Computer, Limits, Secret, Settings,
    ids::BySeat,
    reply::{Kept, Promise, ServerName, Welcome},
    request::{Body, CreateRoom},
    settings::{Alternate, First, Watching},
};

/// A table that is wanted in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOptions {
    pub settings: Settings,
    /// The computer opposite; another person if none.
    pub computer: Option<Computer>,
    pub hotseat: Hotseat,
}

impl TableOptions {
    /// A table for two people side by side, of whom the first begins.
    pub fn for_two(game: Settings, pair: HotseatPlayers, keeps_games: bool) -> TableOptions {
        TableOptions {
            settings: Settings {
                first: First::Host,
                // Players without names are called by their marks, so they keep them.
                alternate: match pair.named() {
                    true => Alternate::Yes,
                    false => Alternate::Fixed,
                },
                watching: Watching::None,
                ..game
            },
            computer: None,
            hotseat: Hotseat {
                pair: Some(pair),
                keeps_games,
            },
        }
    }

    /// A table for one person and the computer.
    pub fn against(game: Settings, computer: Computer, keeps_games: bool) -> TableOptions {
        TableOptions {
            settings: Settings {
                alternate: Alternate::Yes,
                watching: Watching::None,
                ..game
            },
            computer: Some(computer),
            hotseat: Hotseat {
                pair: None,
                keeps_games,
            },
        }
    }

    /// Whether it is for two people who have not said what they are called.
    pub fn is_nameless(&self) -> bool {
        let pair = self.hotseat.pair.as_ref();
        pair.is_some_and(|pair| !pair.named())
    }

    /// The request that opens it. Nobody takes its seats up again, but a seat
    /// has a secret.
    pub fn body(&self, secret: Secret) -> Body {
        Body::CreateRoom(CreateRoom {
            settings: self.settings,
            computer: self.computer,
            secret,
        })
    }
}

/// Ten years in milliseconds: the value of limits that do not apply here.
const LONG_MS: u64 = 10 * 365 * 86_400_000;

/// Options of a table in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hotseat {
    /// The two people side by side at this terminal; none for one person.
    pub pair: Option<HotseatPlayers>,
    /// Whether games are kept, and so have an id.
    pub keeps_games: bool,
}

/// Two people at one terminal, who share one link: a command is that of
/// the player whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotseatPlayers {
    /// Their names; one without is called by the mark.
    pub names: BySeat<Option<String>>,
}

impl HotseatPlayers {
    /// Whether one of them has a name. Two without keep their marks from game to game.
    pub fn named(&self) -> bool {
        self.names.host.is_some() || self.names.guest.is_some()
    }
}

/// The limits here: people who sit together wait for each other as they like.
fn limits() -> Limits {
    Limits {
        first_move_ms: LONG_MS,
        idle_move_ms: LONG_MS,
        room_age_ms: LONG_MS,
        ..Limits::default()
    }
}

/// Answer to `hello`.
fn welcome(name: Option<String>, at_ms: u64) -> Box<Welcome> {
    Box::new(Welcome {
        version: protocol::VERSIONS[0],
        features: vec!["computer".to_owned()],
        server: ServerName {
            name: "oxo".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        name,
        limits: limits(),
        at_ms,
        addresses: Vec::new(),
        promise: Promise {
            acknowledged: Kept::Memory,
            games_kept_ms: 0,
            addresses_logged: false,
        },
        exhibition: None,
        notice: protocol::notice::Notice::default(),
        address: None,
    })
}
