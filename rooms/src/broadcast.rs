//! Broadcaster that notifies a room's members of new events, players first. Notifications carry no data (members read
//! from their cursor), so duplicates and delays are harmless.

use std::sync::Arc;

use super::{Room, room_runtime::Broadcast};

/// Number of spectators written to before others get a turn: about 200 µs
/// of system calls.
const CHUNK: usize = 64;

impl Room {
    /// Writes new events to the players at once, and to the spectators soon.
    pub(super) fn announce(self: &Arc<Self>) {
        let (players, start, is_carried) = {
            let mut live = self.live.lock();
            let audience = &live.presence.audience;
            let (is_heard, is_carried) = (audience.is_heard(), audience.is_carried());
            let start = is_heard && live.broadcast.request();
            (live.presence.players(), start, is_carried)
        };
        if is_carried {
            let (code, has_ended) = self.committed(|it| (it.code(), it.view().ended.is_some()));
            let audience = &mut self.live.lock().presence.audience;
            audience.wake_carried(code, has_ended);
        }
        for player in players.into_iter().flatten() {
            player.flush_events();
        }
        if start {
            let room = Arc::clone(self);
            tokio::spawn(Broadcaster { room, done: false }.run());
        }
    }

    async fn broadcast(&self) {
        let mut last = None;
        loop {
            let chunk = self.live.lock().presence.audience.sinks_after(last, CHUNK);
            let Some((number, _)) = chunk.last() else {
                return;
            };
            last = Some(*number);
            for (number, sink) in &chunk {
                if sink.as_ref().is_some_and(|sink| !sink.flush_events())
                    && let Some(spectator) = self.live.lock().presence.audience.heard(*number)
                {
                    spectator.wake();
                }
            }
            tokio::task::yield_now().await;
        }
    }
}

/// RAII guard of the task that notifies spectators: if the task ends before its
/// last round, by a panic or with its runtime, the next event starts another.
struct Broadcaster {
    room: Arc<Room>,
    /// Its last round is over, and another task may have started since.
    done: bool,
}

impl Broadcaster {
    async fn run(mut self) {
        while !self.done {
            self.room.broadcast().await;
            self.done = !self.room.live.lock().broadcast.round_done();
        }
    }
}

impl Drop for Broadcaster {
    fn drop(&mut self) {
        if !self.done {
            self.room.live.lock().broadcast = Broadcast::Idle;
        }
    }
}

#[cfg(test)]
mod tests;
