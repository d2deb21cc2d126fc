//! End of the previous run: when, and whether in order.

use sentences::short_time;

/// The end of a server's run, as its journal has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastEnd {
    /// When it was last known to be alive.
    pub alive_ms: u64,
    /// Whether it was stopped in order; otherwise it was killed, crashed or lost its power.
    pub in_order: bool,
}

impl LastEnd {
    /// For how long there was no server until it started again at `opened_ms`, at most.
    pub fn down_ms(&self, opened_ms: u64) -> u64 {
        opened_ms.saturating_sub(self.alive_ms)
    }
}

/// The findings of a start at `opened_ms`, in a line for the operator.
pub fn opening_line(last_end: Option<LastEnd>, opened_ms: u64, rooms: usize) -> String {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    let Some(end) = last_end else {
        return format!("oxo-server {VERSION} starts without games from before");
    };
    let down = short_time(end.down_ms(opened_ms));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(last_end: Option<LastEnd>, rooms: usize) -> String {
        opening_line(last_end, 100_000, rooms).replace(env!("CARGO_PKG_VERSION"), "1.2.3")
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
