//! The table a person wants, and the request that leads there.

use archive::seats::OwnSeat;
use protocol::{
    Computer, RoomCode, Rules, Secret, Settings,
    ids::{BySeat, TicketId},
    request::{Body, Choice, CreateRoom, Exhibit, JoinRoom, Play, QuickMatch, TakeSeat, WatchRoom},
    settings::{ClockSetting, Watching},
};

use crate::hotseat;

/// Table that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Anybody's.
    Play(OpponentSearch),
    /// With a player who waits.
    Answer(TicketAnswer),
    New(Settings),
    Join(RoomCode),
    Watch(RoomCode),
    /// Back to a seat of this machine.
    Resume(OwnSeat),
    /// To a seat that another device shares, by its token.
    TakeSeat(RoomCode, Secret),
    /// A game against the computer.
    Computer(Settings, Computer),
    /// Two computers, to watch.
    Exhibit(Rules, BySeat<Computer>),
    /// A table in this process.
    Local(hotseat::TableOptions),
}

/// The game one would play with anybody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpponentSearch {
    pub rules: Rules,
    pub clock: ClockSetting,
    /// Whether any other board will do, too.
    pub any_board: bool,
    /// Whether any other clock will do, too.
    pub any_clock: bool,
    /// Whether a program will do as the opponent, too.
    pub bots: bool,
    /// Whether others do not see that one waits.
    pub unseen: bool,
}

impl OpponentSearch {
    /// The way to an opponent: a correspondence game is not begun by two who wait for each other, but stands in the list of
    /// tables until somebody sits down.
    #[must_use]
    pub fn intent(self) -> Intent {
        if !self.clock.is_correspondence() || self.any_clock {
            return Intent::Play(self);
        }
        Intent::New(Settings {
            rules: self.rules,
            clock: self.clock,
            listed: !self.unseen,
            ..Settings::default()
        })
    }

    /// The boards that will do.
    pub fn boards(&self) -> Choice<Rules> {
        choice(self.rules, self.any_board)
    }

    /// The clocks that will do.
    pub fn clocks(&self) -> Choice<ClockSetting> {
        choice(self.clock, self.any_clock)
    }
}

/// The ticket of a waiting player, and the game to play where they would play any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketAnswer {
    pub ticket: TicketId,
    pub boards: Choice<Rules>,
    pub clocks: Choice<ClockSetting>,
}

impl Intent {
    /// The request, with the secret of the seat; a spectator has none. The key
    /// tells this process from others that wait for anybody.
    pub fn body(&self, secret: Secret, key: &str) -> Body {
        match *self {
            Intent::Play(search) => Body::QuickMatch(QuickMatch {
                boards: search.boards(),
                clocks: search.clocks(),
                secret,
                key: key.to_owned(),
                bots: search.bots,
                unseen: search.unseen,
            }),
            Intent::Answer(ref answer) => Body::Play(Play {
                ticket: answer.ticket,
                boards: answer.boards.clone(),
                clocks: answer.clocks.clone(),
                secret,
                key: key.to_owned(),
            }),
            Intent::New(new) => create(new, None, secret),
            Intent::Join(room) => Body::JoinRoom(JoinRoom { room, secret }),
            Intent::Watch(room) => Body::WatchRoom(WatchRoom { room }),
            Intent::Resume(ref seat) => Body::resume(seat.room, secret),
            Intent::TakeSeat(room, ref token) => Body::TakeSeat(TakeSeat {
                room,
                token: token.clone(),
                secret,
            }),
            Intent::Computer(settings, computer) => create(settings, Some(computer), secret),
            Intent::Exhibit(rules, computers) => Body::Exhibit(Exhibit {
                rules,
                computers,
                watching: Watching::Link,
            }),
            Intent::Local(ref options) => options.body(secret),
        }
    }

    /// Whether it leads to a seat, which needs a name and a secret that is kept.
    pub fn sits(&self) -> bool {
        !matches!(
            self,
            Intent::Watch(_) | Intent::Exhibit(..) | Intent::Local(_)
        )
    }

    /// Whether it leads to a seat that a player has already, with their name.
    pub fn is_back(&self) -> bool {
        matches!(self, Intent::Resume(_) | Intent::TakeSeat(..))
    }

    /// Whether it leads by the queue, which can be left.
    pub fn queues(&self) -> bool {
        matches!(self, Intent::Play(_) | Intent::Answer(_))
    }
}

fn choice<T>(one: T, any: bool) -> Choice<T> {
    match any {
        true => Choice::ANY,
        false => Choice::OneOf(vec![one]),
    }
}

fn create(settings: Settings, computer: Option<Computer>, secret: Secret) -> Body {
    Body::CreateRoom(CreateRoom {
        settings,
        computer,
        secret,
    })
}
