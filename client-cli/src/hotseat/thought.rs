//! The computer's thinking, on a thread of its own.
//!
//! A position goes in, a cell comes out.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use engine::{Budget, Player};
use game::Board;
use protocol::{Cell, Computer};
use tokio::sync::oneshot;

/// A thought under way. Dropping it ends it.
#[derive(Debug)]
pub(super) struct SearchThread {
    found: oneshot::Receiver<Cell>,
    stop: Arc<AtomicBool>,
}

impl SearchThread {
    /// Begins to think about a position.
    pub fn begin(computer: Computer, board: Board, seed: u64) -> SearchThread {
        let stop = Arc::new(AtomicBool::new(false));
        let (answer, found) = oneshot::channel();
        let stopped = Arc::clone(&stop);
        let think = move || {
            let player = Player::new(computer.level);
            let player = match computer.centre {
                true => player.opening_in_centre(),
                false => player,
            };
            let stopped = || stopped.load(Relaxed);
            let budget = Budget::nodes(engine::nodes(computer.level)).until(&stopped);
            if let Some(cell) = player.choose(&board, seed, budget) {
                // Whoever asked may be gone.
                let _ = answer.send(cell);
            }
        };
        // Without a thread nothing is found, which its asker hears.
        let _ = thread::Builder::new().name("thinker".into()).spawn(think);
        SearchThread { found, stop }
    }

    /// Asks it to come to an end with what it has so far.
    pub fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// What it came to; nothing if it failed. Asked once.
    pub async fn found(&mut self) -> Option<Cell> {
        (&mut self.found).await.ok()
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.hurry();
    }
}
