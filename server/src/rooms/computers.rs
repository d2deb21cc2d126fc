//! Computers at the rooms' tables: how many there are, and the searches for
//! their moves, for hints and for reviews.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use engine::{Player, review::review};
use game::{Board, Level, Review, Rules};
use protocol::{Cell, Computer, Refusal, Seat, View};
use referee::computer::{self, Thinking};
use tokio::{sync::oneshot, time::timeout};

use super::live::{Live, MoveSearch};
use crate::{
    compute::{ComputePool, Priority, StopFlag, StopOnDrop},
    ids::RoomId,
    random,
};

/// How long a connection waits for a hint or a review. Meanwhile it reads
/// nothing, and within `match_answer_ms` it has to answer a ping.
const SEARCH_AT_MOST: Duration = Duration::from_millis(1_000);
/// What a review may cost while nobody else waits, in positions: a third of a second.
const REVIEW_NODES: u64 = engine::review::NODES / 3;
/// When to ask again for what did not come in time.
const BUSY_RETRY_MS: u64 = 5_000;

/// A search under way; it brings a cell unless it is stopped or fails.
pub(super) type Searching = oneshot::Receiver<Option<Cell>>;

/// All computers of a server.
pub struct Computers {
    pool: ComputePool,
    /// Rooms with a computer at most.
    limit: u64,
    /// How many rooms a computer plays in.
    rooms: AtomicU64,
    /// The room where two computers always play; 0 for none.
    exhibition: AtomicU64,
}

impl Computers {
    /// None yet, and never in more rooms than `limit`.
    pub(super) fn new(limit: u64) -> Computers {
        Computers {
            pool: ComputePool::default(),
            limit,
            rooms: 0.into(),
            exhibition: 0.into(),
        }
    }

    /// How many rooms a computer plays in.
    #[must_use]
    pub fn rooms(&self) -> u64 {
        self.rooms.load(Relaxed)
    }

    /// How many searches and drawings of each priority wait for a thread.
    #[must_use]
    pub fn waiting(&self) -> [(&'static str, usize); 2] {
        self.pool.waiting()
    }

    /// Whether one more may sit down.
    pub(super) fn may_sit(&self) -> Result<(), Refusal> {
        match self.rooms.load(Relaxed) < self.limit {
            true => Ok(()),
            false => Err(Refusal::TooManyComputers),
        }
    }

    /// Counts a room in or out, and stops a search that the room as it is now
    /// has no use for. Whether the count changed.
    pub(super) fn update(&self, live: &mut Live, view: &View) -> bool {
        if live
            .search
            .as_ref()
            .is_some_and(|search| computer::thinking(view) != Some(search.turn))
            && let Some(search) = live.search.take()
        {
            search.stop.store(true, Relaxed);
        }
        let has = |seat| view.computer(seat).is_some();
        let has = view.ended.is_none() && Seat::BOTH.into_iter().any(has);
        let had = std::mem::replace(&mut live.has_computer, has);
        match (had, has) {
            (false, true) => self.rooms.fetch_add(1, Relaxed),
            (true, false) => self.rooms.fetch_sub(1, Relaxed),
            _ => 0,
        };
        had != has
    }

    /// Begins the search for a move whose time has come, unless one runs.
    pub(super) fn begin_move(
        &self,
        live: &mut Live,
        board: &Board,
        view: &View,
        now_ms: u64,
    ) -> Option<(Thinking, Searching)> {
        let turn = computer::thinking(view).filter(|turn| turn.moves_ms <= now_ms)?;
        if live.search.is_some() {
            return None;
        }
        let stop = StopFlag::default();
        live.search = Some(MoveSearch {
            turn,
            stop: Arc::clone(&stop),
        });
        Some((turn, self.search(turn.computer, board.clone(), stop)))
    }

    fn search(&self, it: Computer, board: Board, stop: StopFlag) -> Searching {
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

    /// What the strongest computer would play.
    pub(super) async fn hint(&self, board: &Board) -> Result<Cell, Refusal> {
        let best = Computer {
            level: Level::TOP,
            centre: false,
        };
        let stop = StopFlag::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let found = self.search(best, board.clone(), stop);
        in_time(found, &stopped.0).await?.ok_or(Refusal::Internal)
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
        let stop = StopFlag::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let review = self
            .pool
            .submit(Priority::Review, REVIEW_NODES, stop, move |budget| {
                review(rules, &moves, budget)
            });
        in_time(review, &stopped.0).await
    }

    /// Has a picture drawn where searches run, behind everybody's moves, unless
    /// nobody waits for it any more. `None`: drawing it failed.
    pub async fn draw<T: Send + 'static>(
        &self,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let stop = StopFlag::default();
        let _stopped = StopOnDrop(Arc::clone(&stop));
        let drawn = self.pool.submit(Priority::Review, 0, stop, |_| draw());
        drawn.await.ok()
    }

    /// The room where two computers always play; 0 for none.
    pub(super) fn exhibition(&self) -> RoomId {
        self.exhibition.load(Relaxed)
    }

    /// Makes it that room.
    pub(super) fn set_exhibition(&self, room: RoomId) {
        self.exhibition.store(room, Relaxed);
    }
}

/// Waits for an answer, and for no longer than a connection may be deaf: then
/// the search is stopped, and answers with what it has if it has begun.
async fn in_time<T>(mut answer: oneshot::Receiver<T>, stop: &StopFlag) -> Result<T, Refusal> {
    if let Ok(answered) = timeout(SEARCH_AT_MOST, &mut answer).await {
        return answered.map_err(|_| Refusal::Internal);
    }
    stop.store(true, Relaxed);
    match timeout(SEARCH_AT_MOST / 2, answer).await {
        Ok(Ok(answered)) => Ok(answered),
        _ => Err(Refusal::TooFast {
            retry_in_ms: BUSY_RETRY_MS,
        }),
    }
}
