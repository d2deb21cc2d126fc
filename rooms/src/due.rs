//! Scheduled changes of a room: deadlines, and the moves of computers.

use std::sync::Arc;

use admission::Payer;
use compute::StopFlag;
use journal::RoomId;
use protocol::Refusal;
use referee::computer;

use super::{
    Room,
    computers::{ComputerStep, FoundMove, Searching},
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    room_runtime::{MoveSearch, SearchState},
    transaction::RoomTransaction,
};

impl RoomDirectory {
    /// Lets happen whatever is due in a room.
    pub async fn run_due(self: &Arc<Self>, id: RoomId) {
        if self.is_closing() {
            return;
        }
        let Some(room) = self.lookup.find(id) else {
            return;
        };
        room.live.lock().wakes_ms = None;
        let now_ms = self.clock.now_ms();
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let due = transaction.transact(now_ms, |draft, _, _| Arc::clone(draft.state()));
        match due.await {
            // When nothing was due after all, nobody has set the next deadline.
            Ok(table) => {
                let step = {
                    let mut live = room.live.lock();
                    self.computers
                        .step(&mut live, table.board(), table.view(), now_ms)
                };
                match step {
                    Some(ComputerStep::Search(search)) => {
                        tokio::spawn(Arc::clone(self).think(Arc::clone(&room), search));
                    }
                    Some(ComputerStep::Move(found)) => {
                        tokio::spawn(Arc::clone(self).play(Arc::clone(&room), found));
                    }
                    None => {}
                }
                // Players and chats are told of journaled events, and of nothing else.
                if let Ok(private) = transaction.private().await {
                    self.send_notification(&room, table.view(), private, now_ms);
                    self.call_webhook(&room, table.view(), private, now_ms);
                }
                self.schedule(&room, table.view());
            }
            // A damaged room is left alone until somebody asks for it.
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => self.forget_attempts(id),
            Err(_) => self.scheduler.set(id, Some(now_ms + UNAVAILABLE_RETRY_MS)),
        }
    }

    /// Refuses another computer in a room when as many play as may: for who is connected there.
    pub(super) fn may_seat_computer(&self, room: &Room) -> Result<(), Refusal> {
        let payer = room.live.lock().presence.first_player();
        self.computers.may_sit(payer.unwrap_or(Payer::Server))
    }

    /// Makes a computer's move; in a task of its own, so that many are kept together.
    async fn play(self: Arc<Self>, room: Arc<Room>, found: FoundMove) {
        let FoundMove { turn, act, stop } = found;
        let now_ms = self.clock.now_ms();
        let mut transaction = RoomTransaction::begin(&self, &room).await;
        let moved = transaction.transact(now_ms, |draft, context, _| {
            computer::moved(draft, turn, act, context);
        });
        let retry_in_ms = match moved.await {
            Err(Refusal::Unavailable { retry_in_ms }) => retry_in_ms,
            // A move that was made has ended its search.
            Ok(()) | Err(_) => UNAVAILABLE_RETRY_MS,
        };
        drop(transaction);
        let at_ms = now_ms + retry_in_ms;
        self.set_search(&room, &stop, SearchState::Found { act, at_ms });
    }

    /// Waits for what a computer finds, and keeps it until its time has come.
    async fn think(self: Arc<Self>, room: Arc<Room>, search: Searching) {
        let Searching { at_ms, stop, found } = search;
        let act = found.await.ok().and_then(Result::ok).flatten();
        if self.is_closing() {
            return;
        }
        let again_ms = self.clock.now_ms() + UNAVAILABLE_RETRY_MS;
        let state = act.map_or(SearchState::Failed { again_ms }, |act| SearchState::Found {
            act,
            at_ms,
        });
        self.set_search(&room, &stop, state);
    }

    /// Notes how far a search is, unless it was given up or has ended.
    fn set_search(&self, room: &Room, stop: &StopFlag, state: SearchState) {
        let is_it = |it: &&mut MoveSearch| Arc::ptr_eq(&it.stop, stop);
        match room.live.lock().search.as_deref_mut().filter(is_it) {
            Some(search) => search.state = state,
            None => return,
        }
        self.schedule(room, room.table().view());
    }
}
