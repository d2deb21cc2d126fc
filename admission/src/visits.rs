//! The HTTP streams that are no WebSockets: page loads, and connections that
//! browsers keep open for the next request. When there are too many, one that
//! waits for its client gives way, so that nobody is locked out by them.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use parking_lot::Mutex;
use protocol::refusal::LimitOf;
use tokio::sync::Notify;

use super::AddressGroup;

/// Streams of one address at most. A browser opens six for a page.
const PER_ADDRESS: usize = 512;
/// Streams that were answered and are kept open, at most: each has buffers.
const KEPT_OPEN: usize = 1_024;

/// All visits of a server.
#[derive(Debug)]
pub struct Visits {
    most: usize,
    table: Mutex<VisitTable>,
}

#[derive(Debug, Default)]
struct VisitTable {
    all: usize,
    /// Those of them that were answered and wait.
    kept_open: usize,
    /// Waits begun until now; numbers each of them, so that the oldest gives way first.
    waits: u64,
    /// A trusted proxy speaks for many and has no share: its streams are under
    /// no address.
    by_source: HashMap<Option<AddressGroup>, SourceVisits>,
}

#[derive(Debug, Default)]
struct SourceVisits {
    streams: usize,
    /// Those that wait for their client, with what ends each.
    waiting: BTreeMap<WaitKey, Arc<Notify>>,
}

/// The order in which streams give way: first those that have been answered,
/// which lose nothing by it, and of these the one that has waited longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WaitKey {
    unanswered: bool,
    number: u64,
}

/// A stream that was let in; dropping it counts it out.
#[derive(Debug)]
pub struct VisitGuard {
    visits: Arc<Visits>,
    source: Option<AddressGroup>,
    waits: Mutex<Option<WaitKey>>,
    ended: Arc<Notify>,
}

impl Visits {
    /// None yet, and `most` at most.
    pub fn new(most: u64) -> Visits {
        Visits {
            most: usize::try_from(most).unwrap_or(usize::MAX),
            table: Mutex::default(),
        }
    }

    /// Lets a stream in. When there are too many of its address or in all,
    /// one gives way: of that address, or of the one that has most.
    ///
    /// # Errors
    /// When none of them waits.
    pub fn enter(self: &Arc<Self>, source: Option<AddressGroup>) -> Result<VisitGuard, LimitOf> {
        let mut table = self.table.lock();
        let own = table
            .by_source
            .get_mut(&source)
            .filter(|_| source.is_some());
        if let Some(own) = own.filter(|own| own.streams >= PER_ADDRESS) {
            let ended = own.end_one().ok_or(LimitOf::Address)?;
            table.kept_open -= usize::from(!ended.unanswered);
        } else if table.all >= self.most {
            table.end_one(|_| true).ok_or(LimitOf::Server)?;
        }
        table.all += 1;
        table.by_source.entry(source).or_default().streams += 1;
        drop(table);
        let visit = VisitGuard {
            visits: Arc::clone(self),
            source,
            waits: Mutex::default(),
            ended: Arc::default(),
        };
        visit.wait(true);
        Ok(visit)
    }

    /// Number of streams.
    pub fn count(&self) -> usize {
        self.table.lock().all
    }
}

impl VisitTable {
    /// Ends the first to give way of the address that has most, among those
    /// whose first is such a one.
    fn end_one(&mut self, such: impl Fn(&WaitKey) -> bool) -> Option<()> {
        let waiting = self.by_source.iter_mut();
        let waiting = waiting.filter(|(_, visits)| {
            let first = visits.waiting.first_key_value();
            first.is_some_and(|(key, _)| such(key))
        });
        let share = |source: &Option<AddressGroup>, visits: &SourceVisits| match source {
            Some(_) => visits.streams,
            None => 0,
        };
        let (_, most) = waiting.max_by_key(|(source, visits)| share(source, visits))?;
        let ended = most.end_one()?;
        self.kept_open -= usize::from(!ended.unanswered);
        Some(())
    }
}

impl SourceVisits {
    fn end_one(&mut self) -> Option<WaitKey> {
        let (key, ended) = self.waiting.pop_first()?;
        ended.notify_one();
        Some(key)
    }
}

impl VisitGuard {
    /// Its request is being answered: it does not give way.
    pub fn answering(&self) {
        let mut table = self.visits.table.lock();
        if let Some(key) = self.waits.lock().take()
            && let Some(visits) = table.by_source.get_mut(&self.source)
            && visits.waiting.remove(&key).is_some()
        {
            table.kept_open -= usize::from(!key.unanswered);
        }
    }

    /// It was answered and waits for the next request.
    pub fn answered(&self) {
        self.wait(false);
    }

    fn wait(&self, unanswered: bool) {
        let mut table = self.visits.table.lock();
        table.waits += 1;
        let number = table.waits;
        let key = WaitKey { unanswered, number };
        *self.waits.lock() = Some(key);
        let visits = table.by_source.entry(self.source).or_default();
        visits.waiting.insert(key, Arc::clone(&self.ended));
        table.kept_open += usize::from(!unanswered);
        if table.kept_open > KEPT_OPEN {
            table.end_one(|key| !key.unanswered);
        }
    }

    /// Waits until it has to give way.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }
}

impl Drop for VisitGuard {
    fn drop(&mut self) {
        self.answering();
        let mut table = self.visits.table.lock();
        table.all -= 1;
        if let Some(visits) = table.by_source.get_mut(&self.source) {
            visits.streams -= 1;
            if visits.streams == 0 {
                table.by_source.remove(&self.source);
            }
        }
    }
}

#[cfg(test)]
mod tests;
