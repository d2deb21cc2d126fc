//! The table a person wants, and the request that leads there.

use protocol::{
    Computer, RoomCode, Rules, Secret, Settings,
    ids::BySeat,
    request::{Body, Choice, CreateRoom, Exhibit, JoinRoom, QuickMatch, Resume, WatchRoom},
    settings::{ClockSetting, Watching},
};

use crate::hotseat;

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
    Local(hotseat::TableOptions),
}

impl Intent {
    /// The request, with the secret of the seat; a spectator has none. The key
    /// tells this process from others that wait for anybody.
    #[must_use]
    pub fn body(&self, secret: Secret, key: &str) -> Body {
        match *self {
            Intent::Play { rules, clock, bots } => Body::QuickMatch(QuickMatch {
                boards: Choice::OneOf(vec![rules]),
                clocks: Choice::OneOf(vec![clock]),
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
        settings,
        computer,
        secret,
    })
}
