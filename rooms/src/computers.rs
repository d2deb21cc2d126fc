//! Computers at the rooms' tables: who may have one, and the searches for their moves and for
//! hints. A computer takes a place while somebody is connected for whom it plays.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use admission::{Payer, PlaceLimits, Places};
use compute::{ComputePool, JobAnswer, JobKind, JobTerms, StopFlag};
use engine::{Budget, Player, opening};
use game::{Board, Level};
use journal::RoomId;
use protocol::{Cell, Computer, OpeningStage, Refusal, Seat, View, settings::Opens};
use referee::computer::{self, ComputerAct, Thinking};

use super::room_runtime::{MoveSearch, RoomRuntime, SearchState};
use crate::random;

/// The cost limit of a move or a hint, in positions: a proof keeps each of them, some 24 bytes, while it lasts.
const MOST_NODES: u64 = 400_000;

/// The time of a search that begins late, because its player has just come back, in milliseconds.
const LATE_MS: u64 = 250;

/// A search under way; it brings an act unless it is stopped or fails.
pub(super) struct Searching {
    /// When its move is made.
    pub at_ms: u64,
    /// Its identity: the same turn may be searched again after it was stopped.
    pub stop: StopFlag,
    pub found: JobAnswer<Option<ComputerAct>>,
}

/// Move found for a turn, and the identity of its search.
pub(super) struct FoundMove {
    pub turn: Thinking,
    pub act: ComputerAct,
    pub stop: StopFlag,
}

/// Next step of a computer.
pub(super) enum ComputerStep {
    /// It has begun to think.
    Search(Searching),
    /// It plays the move that was found: its time has come.
    Move(FoundMove),
}

/// Input of a search.
#[derive(Clone, Copy)]
struct SearchInput {
    computer: Computer,
    /// Stage of the opening, which says what may be done.
    stage: Option<OpeningStage>,
    places_left: usize,
    opens: Opens,
}

impl SearchInput {
    /// Object of a computer's search for the seat whose turn it is.
    fn of(computer: Computer, view: &View) -> SearchInput {
        SearchInput {
            computer,
            stage: view.running().and_then(|game| game.opening),
            places_left: computer::places_left(view),
            opens: view.settings.opens,
        }
    }

    fn search(self, board: Board) -> impl FnOnce(Budget<'_>) -> Option<ComputerAct> + Send {
        let seed = random::bits();
        move |budget: Budget<'_>| self.find(&board, seed, budget)
    }

    fn find(self, board: &Board, seed: u64, budget: Budget<'_>) -> Option<ComputerAct> {
        let Computer { level, centre } = self.computer;
        let cell = match self.stage {
            None if centre => Player::new(level)
                .opening_in_centre()
                .choose(board, seed, budget),
            None => Player::new(level).choose(board, seed, budget),
            Some(OpeningStage::Place) => {
                opening::place(board, self.places_left, level, seed, budget)
            }
            Some(_) => {
                let mark = self.opens.mark(opening::take(board, level, budget));
                return Some(ComputerAct::Choose(mark.into()));
            }
        };
        cell.map(ComputerAct::Mark)
    }
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
    pub fn rooms(&self) -> u64 {
        self.places.taken()
    }

    /// Where all searches run.
    pub fn pool(&self) -> &ComputePool {
        &self.pool
    }

    /// Whether one more may sit down. It has its place once somebody is connected for whom it plays.
    pub(super) fn may_sit(&self, payer: Payer) -> Result<(), Refusal> {
        let asked = self.places.ask(payer);
        asked.map_err(|of| Refusal::TooManyComputers { of })
    }

    /// Notes which seats computers have, and stops a search that the room as it is now has no use
    /// for. Whether their number changed.
    pub(super) fn update(&self, live: &mut RoomRuntime, view: &View, is_kept: bool) -> bool {
        let is_over = |search: &MoveSearch| computer::thinking(view) != Some(search.turn);
        if live.search.as_deref().is_some_and(is_over) {
            live.stop_search();
        }
        let has = |seat| view.computer(seat).is_some();
        let number: u8 = match view.ended {
            None => Seat::BOTH.into_iter().map(|seat| u8::from(has(seat))).sum(),
            Some(_) => 0,
        };
        let changed = std::mem::replace(&mut live.computers, number) != number;
        if number > 0 || changed {
            self.update_place(live, is_kept);
        }
        changed
    }

    /// Gives the room's computers a place, or takes it back, as somebody is connected for whom they
    /// play. Who comes back to a game always has one.
    pub(super) fn update_place(&self, live: &mut RoomRuntime, is_kept: bool) {
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

    /// When the room's computer next does something: it thinks from the beginning of its turn, and moves when its time has
    /// come. Never while it thinks, and while it stands.
    pub(super) fn due_ms(live: &RoomRuntime, view: &View) -> Option<u64> {
        computer::thinking(view)?;
        live.place.as_ref()?;
        match live.search.as_ref().map(|search| search.state) {
            None => view.running()?.turn.map(|turn| turn.since_ms),
            Some(SearchState::Running | SearchState::Moving) => None,
            Some(SearchState::Found { at_ms, .. }) => Some(at_ms),
            Some(SearchState::Failed { again_ms }) => Some(again_ms),
        }
    }

    /// Runs the due actions.
    pub(super) fn step(
        &self,
        live: &mut RoomRuntime,
        board: &Board,
        view: &View,
        now_ms: u64,
    ) -> Option<ComputerStep> {
        Computers::due_ms(live, view).filter(|ms| *ms <= now_ms)?;
        let turn = computer::thinking(view)?;
        if let Some(search) = &mut live.search
            && let SearchState::Found { act, .. } = search.state
        {
            search.state = SearchState::Moving;
            let stop = Arc::clone(&search.stop);
            return Some(ComputerStep::Move(FoundMove { turn, act, stop }));
        }
        let payer = live.place.as_ref()?.payer();
        let stop = StopFlag::default();
        live.search = Some(Box::new(MoveSearch {
            turn,
            stop: Arc::clone(&stop),
            state: SearchState::Running,
        }));
        let terms = JobTerms {
            kind: JobKind::Move,
            payer,
            nodes: engine::nodes_on(turn.computer.level, board).min(MOST_NODES),
            due_ms: Some(answer_due_ms(turn.moves_ms, now_ms)),
            stop: Arc::clone(&stop),
        };
        let search = SearchInput::of(turn.computer, view).search(board.clone());
        let found = self.pool.submit(terms, search);
        let at_ms = turn.moves_ms;
        Some(ComputerStep::Search(Searching { at_ms, stop, found }))
    }

    /// The strongest computer's move in somebody's turn, in which a mark is placed.
    pub(super) async fn hint(
        &self,
        board: &Board,
        view: &View,
        payer: Payer,
    ) -> Result<Cell, Refusal> {
        let best = Computer {
            level: Level::TOP,
            centre: false,
        };
        let nodes = engine::nodes_on(best.level, board).min(MOST_NODES);
        let search = SearchInput::of(best, view).search(board.clone());
        let found = self.pool.search_for(JobKind::Hint, payer, nodes, search);
        match found.await? {
            Some(ComputerAct::Mark(cell)) => Ok(cell),
            Some(ComputerAct::Choose(_)) | None => Err(Refusal::Internal),
        }
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

/// When a search that begins now has to answer for a move at `moves_ms`, which may be over: its player was away.
fn answer_due_ms(moves_ms: u64, now_ms: u64) -> u64 {
    moves_ms.max(now_ms + LATE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_due_with_the_move_or_after_the_least_search_time() {
        for (now_ms, due_ms) in [
            (1_000, 1_500),
            (1_250, 1_500),
            (1_251, 1_501),
            (90_000, 90_250),
        ] {
            assert_eq!(answer_due_ms(1_500, now_ms), due_ms, "from {now_ms}");
        }
    }
}
