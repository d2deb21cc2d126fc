//! Times as the table shows them, and the instants of their next changes.
//!
//! All times are the server's, in milliseconds.

use protocol::{
    Seat, View,
    event::{Turn, TurnLimit},
    settings::DAY_MS,
};
use sentences::{Catalogue, clock_left};

/// From here on a running clock shows tenths of a second.
const TENTHS_MS: u64 = 9_900;
const SHORT_MS: u64 = TENTHS_MS + 100;
/// A limit that is no clock is shown when it comes so near.
const NEAR_MS: u64 = 60_000;

/// A time that is left, and whether it is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    pub ms: u64,
    pub running: bool,
}

impl TimeLeft {
    /// Time left until an instant.
    pub fn until(until_ms: u64, now_ms: u64) -> TimeLeft {
        TimeLeft {
            ms: until_ms.saturating_sub(now_ms),
            running: true,
        }
    }

    /// Minutes and seconds, rounded up, with hours and days where there are any, or seconds and tenths near the end.
    pub fn face(self, text: &Catalogue) -> String {
        if self.running && self.ms <= TENTHS_MS {
            let tenths = self.ms.div_ceil(100);
            return format!("0:{:02}.{}", tenths / 10, tenths % 10);
        }
        clock_left(text, self.ms)
    }

    /// Time until [`TimeLeft::face`] changes; nothing for one that
    /// stands.
    pub fn changes_in_ms(self) -> Option<u64> {
        let step = match self.ms {
            0..=SHORT_MS => 100,
            // From a day on it shows days and hours.
            ms if ms <= DAY_MS => 1_000,
            _ => 3_600_000,
        };
        (self.running && self.ms > 0).then(|| (self.ms - 1) % step + 1)
    }
}

/// Time until a countdown in whole seconds changes.
pub fn second_changes_in_ms(left_ms: u64) -> Option<u64> {
    (left_ms > 0).then(|| (left_ms - 1) % 1_000 + 1)
}

/// Time on a player's clock, if the room plays with clocks.
pub fn on_clock(view: &View, seat: Seat, now_ms: u64) -> Option<TimeLeft> {
    let game = view.game.as_ref()?;
    let ms = game.clocks?[seat];
    let turn = game.turn.filter(|turn| turn.seat == seat);
    Some(match turn {
        // Days run from the first move on.
        Some(turn) if turn.limit == TurnLimit::Clock || ms >= DAY_MS => {
            TimeLeft::until(turn.since_ms.saturating_add(ms), now_ms)
        }
        _ => TimeLeft { ms, running: false },
    })
}

/// The turn, if a person is to move: a computer is never late.
fn turn_of_a_person(view: &View) -> Option<Turn> {
    let turn = view.running()?.turn?;
    view.computer(turn.seat).is_none().then_some(turn)
}

/// Time left for a move that no clock bounds: always for a first move, else
/// when it comes near.
pub fn move_due(view: &View, now_ms: u64) -> Option<TimeLeft> {
    let turn = turn_of_a_person(view)?;
    let left = TimeLeft::until(turn.due_ms, now_ms);
    match turn.limit {
        TurnLimit::Clock => None,
        TurnLimit::FirstMove if !view.settings.clock.is_correspondence() => Some(left),
        TurnLimit::FirstMove | TurnLimit::Idle => (left.ms <= NEAR_MS).then_some(left),
    }
}

/// Time until the limit of a move comes near enough to be shown.
pub fn move_due_shows_in_ms(view: &View, now_ms: u64) -> Option<u64> {
    let turn = turn_of_a_person(view)?;
    let untimed = turn.limit != TurnLimit::Clock;
    let left = turn.due_ms.saturating_sub(now_ms).checked_sub(NEAR_MS)?;
    (untimed && left > 0).then_some(left)
}

#[cfg(test)]
mod tests;
