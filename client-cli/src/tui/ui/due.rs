//! The interface's timed work: lists that are asked for again, and seconds that
//! are counted down.

use std::time::Duration;

use oxo_client::state::LinkPhase;
use tokio::time::Instant;

use super::Ui;
use crate::tui::effect::UiEffect;

impl Ui {
    /// When [`Ui::tick`] wants to be called.
    pub fn deadline(&self, now: Instant) -> Option<Instant> {
        let page = match self.live_table() {
            None => {
                let (rooms, seats) = (self.rooms_due(now), self.seats_due(now));
                let due = [rooms, seats, self.countdown(now)];
                due.into_iter().flatten().min()
            }
            Some(table) => table.changes_in(now).map(|wait| now + wait),
        };
        let viewer = self.viewer.as_ref().and_then(|viewer| viewer.deadline());
        [page, viewer].into_iter().flatten().min()
    }

    /// The time has come for something: at the least, to draw once more.
    pub fn tick(&mut self, now: Instant) -> Vec<UiEffect> {
        if let Some(viewer) = &mut self.viewer {
            viewer.tick(now);
        }
        self.tell_time(now);
        let is_due = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        let rooms = is_due(self.rooms_due(now)).then(|| self.ask_rooms(now));
        let seats = is_due(self.seats_due(now)).then(|| {
            let id = self.client.draw_id();
            UiEffect::Ask(self.seat_poll.ask(id))
        });
        rooms.into_iter().chain(seats).collect()
    }

    /// The start screen shows how long still by the server's time.
    pub(super) fn tell_time(&mut self, now: Instant) {
        if let Some(clock) = self.client.clock {
            self.start.time(clock.now_ms(now));
        }
    }

    /// When the seconds until the next attempt to connect change.
    fn countdown(&self, now: Instant) -> Option<Instant> {
        let LinkPhase::Unanswered { retry_at, .. } = self.client.link else {
            return None;
        };
        let left = retry_at.saturating_duration_since(now);
        let wait = left.subsec_nanos().max(1).into();
        (!left.is_zero()).then(|| now + Duration::from_nanos(wait))
    }

    /// When the list of rooms is to be asked for.
    fn rooms_due(&self, now: Instant) -> Option<Instant> {
        self.rooms.due(now).filter(|_| self.asks_at_start())
    }

    /// When it is to be asked how it stands at one's seats.
    fn seats_due(&self, now: Instant) -> Option<Instant> {
        let wanted = self.asks_at_start() && self.seat_poll.has_seats();
        self.seat_poll.due(now).filter(|_| wanted)
    }

    /// Whether the start screen is seen, shows lists, and can ask the server for them.
    fn asks_at_start(&self) -> bool {
        let is_seen = self.table.is_none() && self.viewer.is_none();
        is_seen && self.client.link.is_up() && self.start.wants_rooms()
    }

    pub(super) fn ask_rooms(&mut self, now: Instant) -> UiEffect {
        let ask = self.rooms.ask(self.client.draw_id(), now);
        UiEffect::Ask(self.client.number(ask))
    }
}
