//! Scheduled changes of a room: deadlines, and the moves of computers.

use std::sync::Arc;

use admission::Payer;
use journal::RoomId;
use protocol::Refusal;
use referee::computer;

use super::{
    Room,
    computers::Searching,
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    live::MoveSearch,
    transaction::RoomTransaction,
};

impl RoomDirectory {
    /// Lets happen whatever is due in a room.
    pub async fn run_due(self: &Arc<Self>, id: RoomId) {
        if self.is_closing() {
            return;
        }
        let Some(room) = self.find(id) else { return };
        room.live.lock().wakes_ms = None;
        let now_ms = self.clock.now_ms();
        let mut transaction = RoomTransaction::begin(self, &room).await;
        match transaction
            .transact(now_ms, |draft, _, _| Arc::clone(draft.state()))
            .await
        {
            // When nothing was due after all, nobody has set the next deadline.
            Ok(table) => {
                let begun = {
                    let mut live = room.live.lock();
                    self.computers
                        .begin_move(&mut live, table.board(), table.view(), now_ms)
                };
                if let Some(search) = begun {
                    tokio::spawn(Arc::clone(self).play(Arc::clone(&room), search));
                }
                self.schedule(&room, table.view());
            }
            // A damaged room is left alone until somebody asks for it.
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => {}
            Err(_) => self.scheduler.set(id, Some(now_ms + UNAVAILABLE_RETRY_MS)),
        }
    }

    /// Refuses another computer in a room when as many play as may: for who is connected there.
    pub(super) fn may_seat_computer(&self, room: &Room) -> Result<(), Refusal> {
        let payer = room.live.lock().presence.first_player();
        self.computers.may_sit(payer.unwrap_or(Payer::Server))
    }

    /// Plays what a computer found, once it has.
    async fn play(self: Arc<Self>, room: Arc<Room>, search: Searching) {
        let Searching { turn, stop, found } = search;
        let cell = found.await.ok().and_then(Result::ok).flatten();
        // A search that was given up is not there any more.
        let is_it = |it: &mut MoveSearch| Arc::ptr_eq(&it.stop, &stop);
        let ended = room.live.lock().search.take_if(is_it);
        if ended.is_none() || self.is_closing() {
            return;
        }
        let now_ms = self.clock.now_ms();
        let Some(cell) = cell else {
            // A fault of the search; a later try has another seed.
            return self
                .scheduler
                .sooner(room.id, now_ms + UNAVAILABLE_RETRY_MS);
        };
        let moved = RoomTransaction::begin(&self, &room)
            .await
            .transact(now_ms, |draft, context, _| {
                computer::moved(draft, turn, cell, context);
            })
            .await;
        if let Err(Refusal::Unavailable { retry_in_ms }) = moved {
            self.scheduler.sooner(room.id, now_ms + retry_in_ms);
        }
    }
}
