//! Computers at the rooms' tables: when one is to move it thinks elsewhere, and
//! what it found is played as anybody's move is.
//!
//! Knows nothing of how a move is found, nor of the rules.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use engine::{Player, review::review};
use game::{Board, Review, Rules};
use protocol::{Accepted, Cell, Computer, Refusal, RoomCode, Seat, Settings, View, ids::BySeat};
use referee::computer::{self, Thinking};
use tokio::{sync::oneshot, time::timeout};

use super::{
    Membership, Room, Rooms, presence::Presence, transaction::RoomTransaction,
    transaction::UNAVAILABLE_RETRY_MS,
};
use crate::{
    compute::{Priority, Stop, StopOnDrop},
    random,
    sync::lock,
};

/// How long a connection waits for a hint or a review. Meanwhile it hears
/// nothing, and within `match_answer_ms` it has to answer a ping.
const THINK_AT_MOST: Duration = Duration::from_millis(1_000);
/// What a review may cost while nobody else waits, in positions: a third of a second.
const REVIEW_NODES: u64 = engine::review::NODES / 3;

/// What a computer thinks about.
#[derive(Debug)]
pub(super) struct PendingSearch {
    turn: Thinking,
    stop: Stop,
}

impl Room {
    /// Whether a computer thinks here.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        lock(&self.search).is_some()
    }

    /// Lets go of a search that the room as it is now has no use for.
    pub(super) fn drop_search(&self, view: &View) {
        let mut search = lock(&self.search);
        if search
            .as_ref()
            .is_some_and(|it| computer::thinking(view) != Some(it.turn))
            && let Some(it) = search.take()
        {
            it.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the search about that turn. False when it was let go of before.
    fn search_ends(&self, turn: Thinking) -> bool {
        let mut search = lock(&self.search);
        search.take_if(|it| it.turn == turn).is_some()
    }
}

impl Rooms {
    /// Has the computer think whose time to move has come.
    pub(super) fn think(
        self: &Arc<Self>,
        room: &Arc<Room>,
        board: &Board,
        view: &View,
        now_ms: u64,
    ) {
        let Some(turn) = computer::thinking(view).filter(|turn| turn.moves_ms <= now_ms) else {
            return;
        };
        let stop = Stop::default();
        {
            let mut search = lock(&room.search);
            if search.is_some() {
                return;
            }
            let stop = Arc::clone(&stop);
            *search = Some(PendingSearch { turn, stop });
        }
        let found = self.find(turn.computer, board.clone(), stop);
        tokio::spawn(Arc::clone(self).play(Arc::clone(room), turn, found));
    }

    fn find(&self, it: Computer, board: Board, stop: Stop) -> oneshot::Receiver<Option<Cell>> {
        let seed = random::bits();
        let player = match it.centre {
            true => Player::new(it.level).opening_in_centre(),
            false => Player::new(it.level),
        };
        let nodes = engine::nodes(it.level);
        self.pool
            .submit(Priority::Move, nodes, stop, move |budget| {
                player.choose(&board, seed, budget)
            })
    }

    /// What each move of a game was worth.
    ///
    /// # Errors
    /// When the moves are not a game, naming the first that cannot be made.
    pub async fn review(&self, rules: Rules, moves: Vec<Cell>) -> Result<Review, Refusal> {
        Board::replay(rules, &moves).map_err(|rejected| Refusal::BadField {
            field: "moves".into(),
            detail: rejected.why.to_string(),
        })?;
        let stop = Stop::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let review = self
            .pool
            .submit(Priority::Review, REVIEW_NODES, stop, move |budget| {
                review(rules, &moves, budget)
            });
        in_time(review, &stopped.0).await
    }

    /// Plays what was found, once it is.
    async fn play(
        self: Arc<Self>,
        room: Arc<Room>,
        turn: Thinking,
        found: oneshot::Receiver<Option<Cell>>,
    ) {
        let cell = found.await.ok().flatten();
        if !room.search_ends(turn) || self.is_closing() {
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

    /// Whether one more computer may play.
    pub(super) fn may_seat_computer(&self) -> Result<(), Refusal> {
        match self.computing.load(Ordering::Relaxed) < self.limits.computers {
            true => Ok(()),
            false => Err(Refusal::TooManyComputers),
        }
    }

    /// Counts a room in or out. Whether that changed anything.
    pub(super) fn count_computers(&self, room: &Room, view: &View) -> bool {
        let has = |seat| view.computer(seat).is_some();
        let has = view.ended.is_none() && Seat::BOTH.into_iter().any(has);
        let had = room.has_computer.swap(has, Ordering::Relaxed);
        match (had, has) {
            (false, true) => self.computing.fetch_add(1, Ordering::Relaxed),
            (true, false) => self.computing.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
        had != has
    }

    /// When a room of two computers ends because nobody watches.
    pub(super) fn unwatched_due_ms(
        &self,
        room: &Room,
        presence: &mut Presence,
        view: &View,
    ) -> Option<u64> {
        if !computer::is_exhibition(view) || self.is_kept(room) {
            return None;
        }
        presence.count_watching(self.clock.now_ms());
        let since_ms = presence.unwatched_since_ms()?;
        Some(since_ms + self.limits.empty_room_ms)
    }

    /// Somebody who watched is gone.
    pub(super) fn watched_less(&self, room: &Room) {
        let table = room.table();
        if table.view().ended.is_none() && computer::is_exhibition(table.view()) {
            self.schedule(room, table.view());
        }
    }

    /// Whether it is the room that is kept without anybody watching.
    pub(super) fn is_kept(&self, room: &Room) -> bool {
        self.exhibition.load(Ordering::Relaxed) == room.id
    }

    /// Keeps a room where two computers play, and opens it anew when it has
    /// ended.
    ///
    /// # Errors
    /// When it cannot be opened at the moment.
    pub async fn keep_exhibition(
        &self,
        settings: Settings,
        computers: BySeat<Computer>,
    ) -> Result<(), Refusal> {
        if self.exhibition().is_none() {
            let room = self.open_exhibition(settings, computers).await?;
            self.exhibition.store(room.id, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The code of the room where two computers always play.
    #[must_use]
    pub fn exhibition(&self) -> Option<RoomCode> {
        let id = self.exhibition.load(Ordering::Relaxed);
        match &*self.by_id.get(&id)? {
            super::Entry::Loaded(room) => room.code(),
            super::Entry::Unloaded => None,
        }
    }
}

/// Waits for an answer, and for no longer than a connection may be deaf: then
/// whoever thinks says what it has, if it has begun.
async fn in_time<T>(mut answer: oneshot::Receiver<T>, stop: &Stop) -> Result<T, Refusal> {
    if let Ok(answered) = timeout(THINK_AT_MOST, &mut answer).await {
        return answered.map_err(|_| Refusal::Internal);
    }
    stop.store(true, Ordering::Relaxed);
    match timeout(THINK_AT_MOST / 2, answer).await {
        Ok(Ok(answered)) => Ok(answered),
        _ => Err(Refusal::TooFast {
            retry_in_ms: UNAVAILABLE_RETRY_MS,
        }),
    }
}

impl Membership {
    /// What the strongest computer would play in this seat's place.
    ///
    /// # Errors
    /// Unless it is this seat's turn in a game against a computer.
    pub async fn hint(&self) -> Result<Accepted, Refusal> {
        let (seat, _) = self.seat.ok_or(Refusal::NotSeated)?;
        let table = self.room.table();
        let view = table.view();
        let game = view.running().ok_or(Refusal::NoGame)?;
        let mine = game.turn.is_some_and(|turn| turn.seat == seat);
        if !mine || view.computer(seat.other()).is_none() {
            return Err(Refusal::NoHint);
        }
        let best = Computer {
            level: game::Level::TOP,
            centre: false,
        };
        let stop = Stop::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let found = self.rooms.find(best, table.board().clone(), stop);
        let cell = in_time(found, &stopped.0).await?.ok_or(Refusal::Internal)?;
        Ok(Accepted::Hint {
            game: game.number,
            ply: u32::try_from(table.board().ply()).unwrap_or(u32::MAX),
            cell,
        })
    }

    /// Leaves a game against a computer for one with somebody; a seat opposite
    /// a person is left as it is. Whether it was one.
    pub async fn leave_computer(&self) -> bool {
        let Some((seat, epoch)) = self.seat else {
            return false;
        };
        if self.room.table().view().computer(seat.other()).is_none() {
            return false;
        }
        let now_ms = self.rooms.clock.now_ms();
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        let left = transaction.transact(now_ms, |draft, context, _| {
            if self.room.holds(seat, epoch) {
                let leave = protocol::Command::Leave;
                let _ = referee::command(draft, seat, &leave, context);
            }
        });
        if let Err(why) = left.await {
            tracing::debug!(?why, "a room with a computer was not left");
        }
        true
    }
}
