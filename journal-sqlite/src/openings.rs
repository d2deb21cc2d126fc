//! Openings of a journal: one for a server alone, and in a cluster one each time that this node begins to decide.

use std::sync::Arc;

use journal::Opening;
use journal_files::OpenError;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Findings of each start of deciding at this node.
#[derive(Debug, Clone, Default)]
pub struct Openings(Arc<OpeningSlot>);

#[derive(Debug, Default)]
struct OpeningSlot {
    /// The latest. One that nobody took is of no use any more once there is another.
    latest: Mutex<Option<Result<Opening, OpenError>>>,
    put: Notify,
}

impl Openings {
    /// Waits for the next one, which is the start of a service; one from before is over then.
    ///
    /// # Errors
    /// When this node will not decide any more: a sentence for the operator.
    pub async fn next(&mut self) -> Result<Opening, OpenError> {
        loop {
            if let Some(latest) = self.0.latest.lock().take() {
                return latest;
            }
            self.0.put.notified().await;
        }
    }

    pub(super) fn put(&self, opening: Result<Opening, OpenError>) {
        *self.0.latest.lock() = Some(opening);
        self.0.put.notify_one();
    }
}
