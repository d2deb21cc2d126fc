//! A running service: its tasks beside answering, and its end.

use std::{sync::Arc, time::Duration};

use journal::Journal;
use tokio::task::JoinSet;

use crate::{service::Service, sweep::sweep};

/// Time between two marks that the server is alive.
const ALIVE_EVERY_MS: u64 = 1_000;

/// A service with its tasks, which end when this is dropped.
pub struct RunningService {
    service: Arc<Service>,
    tasks: JoinSet<()>,
}

impl RunningService {
    /// Begins to do what a service does beside answering.
    pub fn begin(service: Arc<Service>, journal: &Arc<dyn Journal>) -> RunningService {
        let mut tasks = JoinSet::new();
        tasks.spawn(sweep(Arc::clone(&service)));
        tasks.spawn(Arc::clone(&service.lobby).run());
        tasks.spawn(keep_time(Arc::clone(&service)));
        tasks.spawn(stay_alive(Arc::clone(&service), Arc::clone(journal)));
        tasks.spawn(give_gaps_back(Arc::clone(&service), Arc::clone(journal)));
        RunningService { service, tasks }
    }

    /// The service.
    pub fn service(&self) -> &Arc<Service> {
        &self.service
    }

    /// Nothing happens by itself or otherwise from here on, and every client gets a goodbye. The
    /// instant, from which time is given back.
    pub fn stop(&mut self) -> u64 {
        let ended_ms = self.service.clock.now_ms();
        self.tasks.abort_all();
        self.service.stop();
        ended_ms
    }

    /// Number of connections that have not gone.
    pub fn left(&self) -> usize {
        self.service.connections.len()
    }

    /// Waits until the last connection has gone.
    pub async fn emptied(&self) {
        while self.left() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn keep_time(service: Arc<Service>) {
    let rooms = Arc::clone(&service.rooms);
    let run_due = |id| {
        let rooms = Arc::clone(&rooms);
        async move { rooms.run_due(id).await }
    };
    rooms.scheduler.run(&service.clock, run_due).await;
}

/// Keeps the mark that the server is alive, while there is a room whose time
/// would have to be given back.
async fn stay_alive(service: Arc<Service>, journal: Arc<dyn Journal>) {
    loop {
        service.clock.sleep(ALIVE_EVERY_MS).await;
        if !service.rooms.scheduler.is_empty() {
            // A full or failed journal says so elsewhere.
            let _ = journal.alive(service.clock.now_ms()).await;
        }
    }
}

/// Keeps the clock read, and notifies every room of the gaps that this finds.
async fn give_gaps_back(service: Arc<Service>, journal: Arc<dyn Journal>) {
    let mut known = 0;
    loop {
        service.clock.keep_reading().await;
        let gaps = service.clock.gaps(known);
        known += gaps.len();
        if !gaps.is_empty() {
            service.rooms.wake_running();
        }
        for gap in gaps {
            tracing::warn!(
                lost_ms = gap.after_ms(0),
                "the server stood still for a while; every clock is given that back"
            );
            // For rooms that are looked at only after a restart. A full or
            // failed journal says so elsewhere.
            let _ = journal.outage(gap).await;
        }
    }
}
