//! How large a load is to be, and what it takes of a server.

use std::time::Duration;

/// Moves a second in the room with spectators.
pub const WATCHED_PER_S: f64 = 20.0;

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Rooms that play.
    pub rooms: u64,
    /// Spectators of one more room.
    pub spectators: u64,
    /// Connections that sit idle, two a room.
    pub idle: u64,
    /// Moves a second of all rooms; as many as go, when absent.
    pub rate: Option<f64>,
    /// How long is counted.
    pub window: Duration,
}

impl Plan {
    /// Connections that this takes.
    #[must_use]
    pub fn connections(&self) -> u64 {
        let watching = match self.spectators {
            0 => 0,
            spectators => spectators + 2,
        };
        2 * self.rooms + 2 * self.idle.div_ceil(2) + watching
    }

    /// Rooms that this takes.
    #[must_use]
    pub fn all_rooms(&self) -> u64 {
        self.rooms + self.idle.div_ceil(2) + u64::from(self.spectators > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_and_rooms_are_those_of_all_parts() {
        let plan = Plan {
            rooms: 100,
            spectators: 50,
            idle: 7,
            rate: None,
            window: Duration::ZERO,
        };
        assert_eq!((plan.connections(), plan.all_rooms()), (260, 105));
        let plan = Plan {
            spectators: 0,
            ..plan
        };
        assert_eq!((plan.connections(), plan.all_rooms()), (208, 104));
    }
}
