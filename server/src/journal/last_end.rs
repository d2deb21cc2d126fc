//! How the run before this one ended.

use super::Opening;
use crate::short_time::short_time;

/// The end of a server's run, as its journal has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastEnd {
    /// When it was last known to be alive.
    pub alive_ms: u64,
    /// Whether it was stopped in order; otherwise it was killed, crashed or lost its power.
    pub in_order: bool,
}

impl Opening {
    /// For how long there was no server, at most; nothing for the first run.
    #[must_use]
    pub fn down_ms(&self) -> Option<u64> {
        let end = self.last_end?;
        Some(self.opened_ms.saturating_sub(end.alive_ms))
    }

    /// What was found, in a line for the operator.
    #[must_use]
    pub fn line(&self) -> String {
        const VERSION: &str = env!("CARGO_PKG_VERSION");
        let rooms = self.rooms.len();
        let Some((end, down_ms)) = self.last_end.zip(self.down_ms()) else {
            return format!("oxo-server {VERSION} starts without games from before");
        };
        let down = short_time(down_ms);
        let ended = match end.in_order {
            true => format!("the last run was stopped in order, {down} ago"),
            false => format!(
                "the last run was not stopped but ended by a kill, a crash or a power cut, at most {down} ago"
            ),
        };
        let clocks = match rooms {
            0 => "",
            _ => "; their clocks get that time back",
        };
        format!("oxo-server {VERSION} starts again; {ended}; rooms that are back: {rooms}{clocks}")
    }
}

#[cfg(test)]
mod tests {
    use protocol::{RoomCode, ids::BySeat};

    use super::*;
    use crate::journal::Summary;

    fn line(last_end: Option<LastEnd>, rooms: usize) -> String {
        let room = Summary {
            room: 1,
            code: RoomCode::from_bits(7),
            secrets: BySeat::default(),
            deadline_ms: 0,
        };
        let opening = Opening {
            rooms: vec![room; rooms],
            opened_ms: 100_000,
            last_end,
            ..Opening::default()
        };
        opening.line().replace(env!("CARGO_PKG_VERSION"), "1.2.3")
    }

    #[test]
    fn a_start_says_how_the_last_run_ended() {
        let end = |in_order| {
            Some(LastEnd {
                alive_ms: 88_000,
                in_order,
            })
        };
        assert_eq!(
            line(None, 0),
            "oxo-server 1.2.3 starts without games from before"
        );
        assert_eq!(
            line(end(true), 0),
            "oxo-server 1.2.3 starts again; the last run was stopped in order, 12 s ago; rooms that are back: 0"
        );
        assert_eq!(
            line(end(false), 2),
            "oxo-server 1.2.3 starts again; the last run was not stopped but ended by a kill, a crash or a power cut, at most 12 s ago; rooms that are back: 2; their clocks get that time back"
        );
    }
}
