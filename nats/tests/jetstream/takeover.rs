//! The journal's engine on the real log: nodes that take over from each other under load lose nothing and invent nothing.

use std::{path::Path, sync::Arc, time::Duration};

use cluster_nats::NatsStore;
use journal::{Health, JournalControl, shared::SharedOptions};
use journal_sqlite::SqliteJournal;
use tempfile::TempDir;
use tokio::{runtime::Runtime, task::JoinSet, time::timeout};

use crate::{
    nodes::{Nodes, SYNC_ALWAYS},
    rooms::{self, LONGEST, Ledger, NEVER, ROOMS, holds, life, open, play},
};

/// Takeovers of one node from the other, or as `OXO_TAKEOVERS` says.
const TAKEOVERS: u32 = 3;

/// Steps between two takeovers.
const STEPS: u64 = 200;

/// Makes a node the writer, in place of one that goes on.
async fn take(dir: &Path, node: u32, store: NatsStore, runtime: &Runtime) -> Arc<SqliteJournal> {
    let shared = SharedOptions {
        patience: Duration::from_secs(3_600),
        begins: true,
        ..life(node, Arc::new(store), runtime, NEVER)
    };
    let dir = dir.to_owned();
    let opened = tokio::task::spawn_blocking(move || open(&dir, shared));
    let opened = timeout(LONGEST, opened).await.expect("it opens");
    opened.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_takes_over_has_all_that_was_acknowledged_and_the_other_acknowledges_nothing() {
    let takeovers = std::env::var("OXO_TAKEOVERS").ok();
    let takeovers = takeovers.map_or(TAKEOVERS, |often| often.parse().unwrap());
    let mut servers = Nodes::start(3, SYNC_ALWAYS).await;
    servers.store().await;
    let runtime = rooms::runtime();
    let folders = [1, 2].map(|_| TempDir::new().unwrap());
    let ledger = Ledger::new();
    let mut playing = JoinSet::new();
    let mut writer: Option<Arc<SqliteJournal>> = None;
    for takeover in 0..=takeovers {
        let node = takeover % 2;
        let dir = folders[node as usize].path();
        let store = servers.connect().await;
        let next = take(dir, node, store, &runtime).await;
        // The former learns of it by its next step, whatever that was.
        timeout(LONGEST, async {
            while playing.join_next().await.is_some() {}
        })
        .await
        .expect("the former writer lets go");
        if let Some(former) = writer.take() {
            let health = *former.health().borrow();
            assert_eq!(health, Health::Following);
        }
        holds(&next, &ledger).await;
        for room in 0..ROOMS {
            playing.spawn(play(Arc::clone(&next), Arc::clone(&ledger), room));
        }
        ledger.grows_by(STEPS).await;
        // A server of NATS dies with some of them, too.
        if takeover == takeovers / 2 {
            let leader = servers.leader().await;
            servers.nodes[leader].kill().await;
            servers.nodes[leader].restart().await;
        }
        writer = Some(next);
    }
    println!(
        "{takeovers} takeovers, {} steps acknowledged, none lost",
        ledger.total()
    );
    drop(writer);
    playing.abort_all();
    runtime.shutdown_background();
}
