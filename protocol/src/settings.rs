//! What is agreed before a room's first game: rules, clock, who begins, who
//! may watch.

use game::{Mark, Rules};
use serde::{Deserialize, Serialize};

use crate::{absent::is_default, ids::Seat, refusal::Refusal};

/// How thinking time is counted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockSetting {
    /// Not at all; a move only has to come within the limit for untimed moves.
    #[default]
    None,
    /// The same time for every move.
    PerMove {
        /// Milliseconds a move, 1 s to 1 h.
        #[cfg_attr(feature = "schema", schemars(range(min = 1_000, max = 3_600_000)))]
        move_ms: u32,
    },
    /// A store of time for the game, refilled a little by each move.
    Total {
        /// Milliseconds at the start, 5 s to 3 h.
        #[cfg_attr(feature = "schema", schemars(range(min = 5_000, max = 10_800_000)))]
        initial_ms: u32,
        /// Milliseconds added after each move, up to 3 min.
        #[cfg_attr(feature = "schema", schemars(range(max = 180_000)))]
        increment_ms: u32,
    },
}

/// Why a clock cannot be had, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// A time per move outside 1 s to 1 h.
    #[error("move_ms must be from 1000 to 3600000")]
    PerMove,
    /// A store outside 5 s to 3 h.
    #[error("initial_ms must be from 5000 to 10800000")]
    Initial,
    /// An increment above 3 min.
    #[error("increment_ms must be from 0 to 180000")]
    Increment,
}

impl ClockSetting {
    /// Whether the times are within their bounds.
    ///
    /// # Errors
    /// The first bound that is not kept.
    pub fn check(self) -> Result<(), ClockError> {
        match self {
            ClockSetting::PerMove { move_ms } if !(1_000..=3_600_000).contains(&move_ms) => {
                Err(ClockError::PerMove)
            }
            ClockSetting::Total { initial_ms, .. }
                if !(5_000..=10_800_000).contains(&initial_ms) =>
            {
                Err(ClockError::Initial)
            }
            ClockSetting::Total { increment_ms, .. } if increment_ms > 180_000 => {
                Err(ClockError::Increment)
            }
            _ => Ok(()),
        }
    }

    /// Milliseconds on each clock when a game starts, if there are clocks.
    #[must_use]
    pub fn initial_ms(self) -> Option<u64> {
        match self {
            ClockSetting::None => None,
            ClockSetting::PerMove { move_ms } => Some(move_ms.into()),
            ClockSetting::Total { initial_ms, .. } => Some(initial_ms.into()),
        }
    }
}

/// Who begins the room's first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The host.
    Host,
    /// The guest.
    Guest,
    /// The server draws.
    #[default]
    Random,
}

/// Who begins the games after the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Alternate {
    /// The two take turns.
    #[default]
    Yes,
    /// Always who began the first.
    Fixed,
}

/// Who may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// Everybody; the game stands in the list of games.
    Open,
    /// Who has the code.
    #[default]
    Link,
    /// Nobody.
    None,
}

/// Which mark makes the first move of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Opens {
    /// Who begins plays X.
    #[default]
    X,
    /// Who begins plays O.
    O,
}

impl Opens {
    /// The mark that a board, whose first move is X's, calls `by`.
    #[must_use]
    pub fn mark(self, by: Mark) -> Mark {
        match self {
            Opens::X => by,
            Opens::O => by.other(),
        }
    }

    /// Who plays X in a game that `first` begins.
    #[must_use]
    pub fn x(self, first: Seat) -> Seat {
        match self {
            Opens::X => first,
            Opens::O => first.other(),
        }
    }
}

// CONTRIBUTING.md lists the other places of a new setting, in order.
/// What a room's games are played by: each setting's type has its bounds, and
/// its default is absent on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(default)]
pub struct Settings {
    /// Board and length of the winning line.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub rules: Rules,
    /// How thinking time is counted.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub clock: ClockSetting,
    /// Who begins the first game.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub first: First,
    /// Who begins afterwards.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub alternate: Alternate,
    /// Which mark makes the first move.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub opens: Opens,
    /// Who may watch.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub watching: Watching,
    /// Whether the room stands in the list while it waits for a guest.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub listed: bool,
}

impl Settings {
    /// Whether every setting is within its bounds.
    ///
    /// # Errors
    /// With the refusal that names the first one that is not.
    pub fn check(&self) -> Result<(), Refusal> {
        self.clock.check().map_err(|why| Refusal::BadClock {
            detail: why.to_string(),
        })
    }
}

#[cfg(test)]
mod tests;
