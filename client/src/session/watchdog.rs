//! Detector of dead links: it pings, and gives up when nothing comes back. The present instant is an argument.

use std::time::Duration;

use tokio::time::Instant;

/// A look that is so much late was not kept waiting by the other end: this
/// machine slept, or the program was stopped.
const SLEPT: Duration = Duration::from_secs(1);

/// Detection of a dead link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heartbeat {
    /// In general: a silence of this length is asked about.
    pub ask_after: Duration,
    /// Longest silence after that.
    pub answer_within: Duration,
    /// With a seat in a running game: one is asked this often, also while the other end is heard.
    /// So answers come as often on a slow line, however long each is on its way.
    pub ask_every: Duration,
    /// The same once nothing has happened in that game for a while: a phone's radio is awake for some time after each frame.
    pub ask_in_calm_game_every: Duration,
    /// Longest silence after a ping then.
    pub answer_in_game_within: Duration,
}

impl Default for Heartbeat {
    /// A seat in a running game counts the link as dead after 3 s without a frame, 4 s where nothing happens. Elsewhere
    /// the server's own pings, every 20 s, mostly spare the asking.
    fn default() -> Heartbeat {
        Heartbeat {
            ask_after: Duration::from_secs(25),
            answer_within: Duration::from_secs(3),
            ask_every: Duration::from_secs(1),
            ask_in_calm_game_every: Duration::from_secs(2),
            answer_in_game_within: Duration::from_secs(2),
        }
    }
}

/// Reason to look for a dead link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeartbeatPace {
    /// A seat in a running game.
    Game,
    /// The same, where nothing has happened for a while.
    CalmGame,
    /// Anything else.
    Elsewhere,
}

/// Next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchdogAction {
    Wait,
    Ask,
    Dead,
}

#[derive(Clone, Copy, Debug)]
pub struct Watchdog {
    heartbeat: Heartbeat,
    heard: Instant,
    /// The last ping.
    asked: Instant,
    /// The first ping since anything was heard.
    unanswered: Option<Instant>,
}

impl Watchdog {
    /// A watchdog for a link that was heard just now.
    #[must_use]
    pub fn new(heartbeat: Heartbeat, now: Instant) -> Watchdog {
        Watchdog {
            heartbeat,
            heard: now,
            asked: now,
            unanswered: None,
        }
    }

    /// A frame of the protocol came from the other end.
    pub fn heard(&mut self, now: Instant) {
        self.heard = now;
        self.unanswered = None;
    }

    /// The other end is alive; whether it hears this one is not said.
    pub fn alive(&mut self, now: Instant) {
        if self.unanswered.is_none() {
            self.heard = now;
        }
    }

    /// When to look again.
    #[must_use]
    pub fn deadline(&self, pace: HeartbeatPace) -> Instant {
        let asks = match pace {
            HeartbeatPace::Game => self.asked + self.heartbeat.ask_every,
            HeartbeatPace::CalmGame => self.asked + self.heartbeat.ask_in_calm_game_every,
            HeartbeatPace::Elsewhere => self.asked.max(self.heard) + self.heartbeat.ask_after,
        };
        self.dead_at(pace).map_or(asks, |dead| dead.min(asks))
    }

    fn dead_at(&self, pace: HeartbeatPace) -> Option<Instant> {
        let within = match pace {
            HeartbeatPace::Game | HeartbeatPace::CalmGame => self.heartbeat.answer_in_game_within,
            HeartbeatPace::Elsewhere => self.heartbeat.answer_within,
        };
        self.unanswered.map(|asked| asked + within)
    }

    /// Looks.
    pub fn look(&mut self, pace: HeartbeatPace, now: Instant) -> WatchdogAction {
        if now < self.deadline(pace) {
            return WatchdogAction::Wait;
        }
        if let Some(dead) = self.dead_at(pace).filter(|dead| *dead <= now) {
            if now < dead + SLEPT {
                return WatchdogAction::Dead;
            }
            // After a sleep the answer may only now be read.
            self.unanswered = None;
        }
        self.asked = now;
        self.unanswered.get_or_insert(now);
        WatchdogAction::Ask
    }
}

#[cfg(test)]
mod tests;
