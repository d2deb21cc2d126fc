//! Settings agreed before a room's first game: rules, clock, who begins, who
//! may watch.

use game::{Bounded, Mark, Rules};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{absent::is_default, ids::Seat, opening::OpeningRule};

/// How thinking time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClockSetting {
    /// Not at all; a move only has to come within the limit for untimed moves.
    #[default]
    None,
    /// The same time for every move.
    PerMove {
        /// Milliseconds a move, 1 s to 1 h.
        move_ms: MoveMs,
    },
    /// A store of time for the game, refilled a little by each move.
    Total {
        /// Milliseconds at the start, 5 s to 3 h.
        initial_ms: InitialMs,
        /// Milliseconds added after each move, up to 3 min.
        increment_ms: IncrementMs,
    },
    /// Days for every move: a correspondence game, between people who are seldom there at the same time.
    Correspondence {
        /// Days a move, 1 to 14.
        move_days: MoveDays,
    },
}

type MoveMs = Bounded<1_000, 3_600_000>;
type InitialMs = Bounded<5_000, 10_800_000>;
type IncrementMs = Bounded<0, 180_000>;
type MoveDays = Bounded<1, 14>;

/// A day, in milliseconds.
pub const DAY_MS: u64 = 86_400_000;

/// A clock as it is read: serde would forget which field of a tagged enum was at fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawClock {
    #[serde(rename = "type")]
    kind: ClockKind,
    move_ms: Option<MoveMs>,
    initial_ms: Option<InitialMs>,
    increment_ms: Option<IncrementMs>,
    move_days: Option<MoveDays>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ClockKind {
    None,
    PerMove,
    Total,
    Correspondence,
}

impl<'de> Deserialize<'de> for ClockSetting {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = RawClock::deserialize(from)?;
        raw.setting().ok_or_else(|| raw.fault())
    }
}

impl RawClock {
    /// The setting, if all of its fields are there and no other.
    fn setting(&self) -> Option<ClockSetting> {
        let times = (self.move_ms, self.initial_ms, self.increment_ms);
        Some(match (self.kind, times, self.move_days) {
            (ClockKind::None, (None, None, None), None) => ClockSetting::None,
            (ClockKind::PerMove, (Some(move_ms), None, None), None) => {
                ClockSetting::PerMove { move_ms }
            }
            (ClockKind::Total, (None, Some(initial_ms), Some(increment_ms)), None) => {
                ClockSetting::Total {
                    initial_ms,
                    increment_ms,
                }
            }
            (ClockKind::Correspondence, (None, None, None), Some(move_days)) => {
                ClockSetting::Correspondence { move_days }
            }
            _ => return None,
        })
    }

    /// The field that is there and of another kind, or is of this kind and missing.
    fn fault<E: de::Error>(&self) -> E {
        let own: &[&str] = match self.kind {
            ClockKind::None => &[],
            ClockKind::PerMove => &["move_ms"],
            ClockKind::Total => &["initial_ms", "increment_ms"],
            ClockKind::Correspondence => &["move_days"],
        };
        let there = [
            ("move_ms", self.move_ms.is_some()),
            ("initial_ms", self.initial_ms.is_some()),
            ("increment_ms", self.increment_ms.is_some()),
            ("move_days", self.move_days.is_some()),
        ];
        let wrong = |(name, there): &(&str, bool)| *there != own.contains(name);
        match there.into_iter().find(wrong) {
            Some((name, true)) => E::unknown_field(name, &[]),
            Some((name, false)) => E::missing_field(name),
            None => E::custom("fits its kind"),
        }
    }
}

impl ClockSetting {
    /// The same time for every move: the nearest to this that may be set.
    pub const fn per_move(move_ms: u64) -> ClockSetting {
        ClockSetting::PerMove {
            move_ms: Bounded::clamped(move_ms),
        }
    }

    /// A store of time and its increment: the nearest to these that may be set.
    pub const fn total(initial_ms: u64, increment_ms: u64) -> ClockSetting {
        ClockSetting::Total {
            initial_ms: Bounded::clamped(initial_ms),
            increment_ms: Bounded::clamped(increment_ms),
        }
    }

    /// Days for every move: the nearest to these that may be set.
    pub const fn correspondence(move_days: u64) -> ClockSetting {
        ClockSetting::Correspondence {
            move_days: Bounded::clamped(move_days),
        }
    }

    /// Whether it counts days: being away is normal then, and nobody is waited for.
    pub const fn is_correspondence(self) -> bool {
        matches!(self, ClockSetting::Correspondence { .. })
    }

    /// Milliseconds on each clock when a game starts, if there are clocks.
    pub fn initial_ms(self) -> Option<u64> {
        match self {
            ClockSetting::None => None,
            ClockSetting::PerMove { move_ms } => Some(move_ms.into()),
            ClockSetting::Total { initial_ms, .. } => Some(initial_ms.into()),
            ClockSetting::Correspondence { move_days } => Some(u64::from(move_days) * DAY_MS),
        }
    }
}

/// Seat that begins the room's first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Seat that begins the games after the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Alternate {
    /// The two take turns.
    #[default]
    Yes,
    /// Always who began the first.
    Fixed,
}

/// Those who may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// Everybody; the game stands in the list of games.
    Open,
    /// Everybody with the code.
    #[default]
    Link,
    /// Nobody.
    None,
}

/// Mark of the first move of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Opens {
    /// The one who begins plays X.
    #[default]
    X,
    /// The one who begins plays O.
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

    /// Seat that plays X in a game that `first` begins.
    #[must_use]
    pub fn x(self, first: Seat) -> Seat {
        match self {
            Opens::X => first,
            Opens::O => first.other(),
        }
    }
}

// CONTRIBUTING.md lists the other places of a new setting, in order.
/// Settings of a room's games: each setting's type has its bounds, and
/// its default is absent on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Settings {
    /// Board and length of the winning line.
    #[serde(skip_serializing_if = "is_default")]
    pub rules: Rules,
    /// How thinking time is counted.
    #[serde(skip_serializing_if = "is_default")]
    pub clock: ClockSetting,
    /// Seat that begins the first game.
    #[serde(skip_serializing_if = "is_default")]
    pub first: First,
    /// Seat that begins afterwards.
    #[serde(skip_serializing_if = "is_default")]
    pub alternate: Alternate,
    /// Mark of the first move.
    #[serde(skip_serializing_if = "is_default")]
    pub opens: Opens,
    /// How a game is opened so that it is fair; on a board of at least 5×5 with a line of at least 4.
    #[serde(skip_serializing_if = "is_default")]
    pub opening: OpeningRule,
    /// Those who may watch.
    #[serde(skip_serializing_if = "is_default")]
    pub watching: Watching,
    /// Whether the room stands in the list while it waits for a guest.
    #[serde(skip_serializing_if = "is_default")]
    pub listed: bool,
}
