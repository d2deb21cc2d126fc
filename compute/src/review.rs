//! Reviews of games, and the best moves of a position, searched by whichever node has the one who asks.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use admission::Payer;
use engine::{Budget, analyse::analyse, review::review};
use game::{Board, Cell, Ranking, Review, Rules};
use protocol::{
    Refusal,
    request::{AnalysePosition, ReviewGame, SearchedPositions},
};
use tokio::time::timeout;

use super::{BUSY_RETRY_MS, ComputePool, JobKind, JobRefused, JobTerms, StopFlag, StopOnDrop};

/// Longest time that a connection waits for a hint or a review. Meanwhile it reads
/// nothing, and within `match_answer_ms` it has to answer a ping.
const SEARCH_AT_MOST: Duration = Duration::from_millis(1_000);

impl ComputePool {
    /// The worth of each move of a game.
    ///
    /// # Errors
    /// When the moves are not a game, naming the first that cannot be made; or when the budget of the
    /// address has nothing left for it.
    pub async fn review(
        &self,
        ReviewGame { rules, moves }: ReviewGame,
        payer: Payer,
    ) -> Result<Review, Refusal> {
        board(rules, &moves)?;
        let search = move |budget: Budget<'_>| review(rules, &moves, budget);
        let nodes = SearchedPositions::default().get();
        self.search_for(JobKind::Review, payer, nodes, search).await
    }

    /// The best moves of a position.
    ///
    /// # Errors
    /// As those of [`ComputePool::review`].
    pub async fn analyse(
        &self,
        AnalysePosition {
            rules,
            moves,
            best,
            positions,
        }: AnalysePosition,
        payer: Payer,
    ) -> Result<Ranking, Refusal> {
        let board = board(rules, &moves)?;
        let count = usize::try_from(best.get()).unwrap_or(usize::MAX);
        let to_move = board.to_move();
        let search =
            move |budget: Budget<'_>| analyse(&board, count, budget, &mut |_| {}).ranking(to_move);
        self.search_for(JobKind::Review, payer, positions.get(), search)
            .await
    }

    /// Searches for somebody who waits, this many positions at most, and for no longer than a
    /// connection may be deaf: then the search is stopped, and answers with its result so far if it has begun.
    ///
    /// # Errors
    /// When the job was refused or has not begun by then, with the time to ask again; or when it failed.
    pub async fn search_for<T: Send + 'static>(
        &self,
        kind: JobKind,
        payer: Payer,
        nodes: u64,
        search: impl FnOnce(Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let stop = StopFlag::default();
        let stopped = StopOnDrop(Arc::clone(&stop));
        let terms = JobTerms {
            kind,
            payer,
            nodes,
            due_ms: None,
            stop,
        };
        let mut answer = self.submit(terms, search);
        let answered = match timeout(SEARCH_AT_MOST, &mut answer).await {
            Ok(answered) => answered.map_err(|_| Refusal::Internal)?,
            Err(_) => {
                stopped.0.store(true, Relaxed);
                let late = timeout(SEARCH_AT_MOST / 2, answer).await;
                late.ok().and_then(Result::ok).unwrap_or(Err(JobRefused {
                    retry_in_ms: BUSY_RETRY_MS,
                }))
            }
        };
        answered.map_err(|JobRefused { retry_in_ms }| Refusal::TooFast { retry_in_ms })
    }
}

/// The board after these moves.
fn board(rules: Rules, moves: &[Cell]) -> Result<Board, Refusal> {
    Board::replay(rules, moves).map_err(|rejected| Refusal::BadField {
        field: "moves".into(),
        detail: rejected.why.to_string(),
    })
}
