//! Computers at the rooms' tables: who may have one, and the searches for their moves, for hints
//! and for reviews. A computer takes a place while somebody is connected for whom it plays.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use admission::{Cost, Payer, PlaceLimits, Places};
use engine::{Budget, Player, review::review};
use game::{Board, Level, Review, Rules};
use journal::RoomId;
use protocol::{Cell, Computer, Refusal, Seat, View};
use referee::computer::{self, Thinking};
use tokio::time::timeout;

use super::live::{Live, MoveSearch};
use crate::{
    compute::{
        BUSY_RETRY_MS, ComputePool, JobAnswer, JobKind, JobRefused, JobTerms, StopFlag, StopOnDrop,
    },
    random,
};

/// How long a connection waits for a hint or a review. Meanwhile it reads
/// nothing, and within `match_answer_ms` it has to answer a ping.
const SEARCH_AT_MOST: Duration = Duration::from_millis(1_000);
/// The cost limit of a review while nobody else waits, in positions: a third of a second.
const REVIEW_NODES: u64 = engine::review::NODES / 3;
/// A search under way; it brings a cell unless it is stopped or fails.
pub(super) struct Searching {
    pub turn: Thinking,
    /// Its identity: the same turn may be searched again after it was stopped.
    pub stop: StopFlag,
    pub found: JobAnswer<Option<Cell>>,
}

/// All computers of a server.
pub struct Computers {
    pool: Arc<ComputePool>,
    places: Arc<Places>,
    /// The room where two computers always play; 0 for none.
    exhibition: AtomicU64,
}

impl Computers {
    /// None yet, and about `limit` at once.
    pub(super) fn new(limit: u64, pool: Arc<ComputePool>) -> Computers {
        Computers {
            pool,
            places: Places::new(PlaceLimits::shared(limit)),
            exhibition: 0.into(),
        }
    }

    /// Number of rooms in which a computer plays against a connected player.
    #[must_use]
    pub fn rooms(&self) -> u64 {
        self.places.taken()
    }

    /// Whether one more may sit down. It has its place once somebody is connected for whom it plays.
    pub(super) fn may_sit(&self, payer: Payer) -> Result<(), Refusal> {
        let asked = self.places.ask(payer);
        asked.map_err(|why| Refusal::TooManyComputers { of: why.into() })
    }

    /// Notes which seats computers have, and stops a search that the room as it is now has no use
    /// for. Whether their number changed.
    pub(super) fn update(&self, live: &mut Live, view: &View, is_kept: bool) -> bool {
        let is_over = |search: &MoveSearch| computer::thinking(view) != Some(search.turn);
        if live.search.as_ref().is_some_and(is_over) {
            live.stop_search();
        }
        let has = |seat| view.computer(seat).is_some();
        let number: u8 = match view.ended {
            None => Seat::BOTH.into_iter().map(|seat| u8::from(has(seat))).sum(),
            Some(_) => 0,
        };
        let changed = std::mem::replace(&mut live.computers, number) != number;
        if number > 0 || changed {
            self.attend(live, is_kept);
        }
        changed
    }

    /// Gives the room's computers a place, or takes it back, as somebody is connected for whom they
    /// play. Who comes back to a game always has one.
    pub(super) fn attend(&self, live: &mut Live, is_kept: bool) {
        let Some(payer) = live.plays_for(is_kept) else {
            live.place = None;
            return live.stop_search();
        };
        if live
            .place
            .as_ref()
            .is_none_or(|place| place.payer() != payer)
        {
            // Given back first, so that one's own place is not in one's way.
            live.place = None;
            live.place = Some(self.places.take_again(payer));
        }
    }

    /// Begins the search for a move whose time has come, unless one runs.
    pub(super) fn begin_move(
        &self,
        live: &mut Live,
        board: &Board,
        view: &View,
        now_ms: u64,
    ) -> Option<Searching> {
        let turn = computer::thinking(view).filter(|turn| turn.moves_ms <= now_ms)?;
        let payer = live.place.as_ref()?.payer();
        if live.search.is_some() {
            return None;
        }
        let stop = StopFlag::default();
        live.search = Some(MoveSearch {
            turn,
            stop: Arc::clone(&stop),
        });
        let terms = JobTerms {
            kind: JobKind::Move,
            payer,
            nodes: engine::nodes(turn.computer.level),
            paid: Cost::default(),
            stop: Arc::clone(&stop),
        };
        let found = self.search(turn.computer, board.clone(), terms);
        Some(Searching { turn, stop, found })
    }

    fn search(&self, it: Computer, board: Board, terms: JobTerms) -> JobAnswer<Option<Cell>> {
        let seed = random::bits();
        let player = match it.centre {
            true => Player::new(it.level).opening_in_centre(),
            false => Player::new(it.level),
        };
        let choose = move |budget: Budget<'_>| player.choose(&board, seed, budget);
        self.pool.submit(terms, choose)
    }

    /// The strongest computer's move.
    pub(super) async fn hint(&self, board: &Board, payer: Payer) -> Result<Cell, Refusal> {
        let best = Computer {
            level: Level::TOP,
            centre: false,
        };
        let stop = StopFlag::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let terms = JobTerms {
            kind: JobKind::Hint,
            payer,
            nodes: engine::nodes(best.level),
            paid: Cost::HINT,
            stop,
        };
        let found = self.search(best, board.clone(), terms);
        in_time(found, &stopped.0).await?.ok_or(Refusal::Internal)
    }

    /// The worth of each move of a game.
    ///
    /// # Errors
    /// When the moves are not a game, naming the first that cannot be made; or when the budget of the
    /// address has nothing left for it.
    pub async fn review(
        &self,
        rules: Rules,
        moves: Vec<Cell>,
        payer: Payer,
    ) -> Result<Review, Refusal> {
        Board::replay(rules, &moves).map_err(|rejected| Refusal::BadField {
            field: "moves".into(),
            detail: rejected.why.to_string(),
        })?;
        let stop = StopFlag::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let terms = JobTerms {
            kind: JobKind::Review,
            payer,
            nodes: REVIEW_NODES,
            paid: Cost::REVIEW,
            stop,
        };
        let review = move |budget: Budget<'_>| review(rules, &moves, budget);
        in_time(self.pool.submit(terms, review), &stopped.0).await
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
async fn in_time<T>(mut answer: JobAnswer<T>, stop: &StopFlag) -> Result<T, Refusal> {
    let answered = match timeout(SEARCH_AT_MOST, &mut answer).await {
        Ok(answered) => answered.map_err(|_| Refusal::Internal)?,
        Err(_) => {
            stop.store(true, Relaxed);
            let late = timeout(SEARCH_AT_MOST / 2, answer).await;
            late.ok().and_then(Result::ok).unwrap_or(Err(JobRefused {
                retry_in_ms: BUSY_RETRY_MS,
            }))
        }
    };
    answered.map_err(|JobRefused { retry_in_ms }| Refusal::TooFast { retry_in_ms })
}
