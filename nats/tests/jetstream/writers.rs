//! The log on three servers: nodes of ours that take it from each other, and servers that are killed under load.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use cluster::{
    LogChange, LogDriver, LogObserver, LogRecord, LogSeq, LogSlice, LogStore, LogTail, NodeId,
    WriterId,
};
use cluster_nats::check;
use futures::future::{BoxFuture, FutureExt};
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

use crate::{
    judge::Acknowledged,
    node::{LogNode, judge},
    nodes::{LOG, Nodes, SYNC_ALWAYS},
};

/// Nodes of ours, each with a connection of its own.
async fn open<const N: usize>(servers: &Nodes) -> [Arc<LogNode>; N] {
    let mut nodes = Vec::new();
    for node in 1..=N {
        let node = u32::try_from(node).unwrap();
        nodes.push(LogNode::open(node, servers.connect().await).await);
    }
    nodes
        .try_into()
        .unwrap_or_else(|_| panic!("as many as wanted"))
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_take_the_log_from_each_other_and_all_copies_are_the_same() {
    let begun = Instant::now();
    let servers = Nodes::start(3, SYNC_ALWAYS).await;
    println!("three servers are there after {:?}", begun.elapsed());
    let store = servers.store().await;
    let (options, monitors) = (servers.stream_options(), servers.monitors());
    let checked = check(&store, &options, &monitors).await;
    assert_eq!(checked, Ok(LOG));

    let nodes: [_; 3] = open(&servers).await;
    let mut acknowledged = Vec::new();
    // In turn, each taking the log from the other; the third only looks on.
    for n in 1..=20 {
        for seat in [0, 1] {
            acknowledged.push(nodes[seat].command(seat, n).await);
        }
    }
    let length = judge(&nodes, &acknowledged).await;
    println!("40 commands in turn: {length} records");

    // At once, and against each other.
    let [one, other] = [0, 1].map(|seat| {
        let node = Arc::clone(&nodes[seat]);
        async move {
            let mut acknowledged = Vec::new();
            for n in 21..=40 {
                acknowledged.push(node.command(seat, n).await);
            }
            acknowledged
        }
    });
    let (one, other) = tokio::join!(one, other);
    acknowledged.extend([one, other].concat());
    let length = judge(&nodes, &acknowledged).await;
    println!("40 more at once: {length} records");
}

/// Commands before the server is killed, and at least as many after that.
const COMMANDS: u64 = 200;

/// No run takes longer.
const LONGEST: Duration = Duration::from_secs(120);

/// A seat's commands one after another, until it is stopped; each is counted.
async fn load(
    node: Arc<LogNode>,
    done: watch::Sender<u64>,
    stop: watch::Receiver<bool>,
) -> Vec<Acknowledged> {
    let mut acknowledged = Vec::new();
    while !*stop.borrow() {
        let n = acknowledged.len() as u64 + 1;
        acknowledged.push(node.command(0, n).await);
        done.send_replace(n);
    }
    acknowledged
}

/// The longest time between two answers in which the moment lies.
fn stall(acknowledged: &[Acknowledged], moment: Instant) -> Duration {
    let after = acknowledged.partition_point(|one| one.answered < moment);
    acknowledged[after].answered - acknowledged[after - 1].answered
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_leader_is_killed() {
    let mut servers = Nodes::start(3, SYNC_ALWAYS).await;
    servers.store().await;
    let nodes: [_; 2] = open(&servers).await;
    let (stop, stopped) = watch::channel(false);
    let (sender, mut done) = watch::channel(0);
    let load = tokio::spawn(load(Arc::clone(&nodes[0]), sender, stopped));
    let mut until = async |most: u64| {
        let done = done.wait_for(|done| *done >= most);
        *timeout(LONGEST, done).await.expect("it goes on").unwrap()
    };
    let mut moments = Vec::new();
    let mut before = until(COMMANDS).await;
    for _ in 0..2 {
        let leader = servers.leader().await;
        moments.push(Instant::now());
        servers.nodes[leader].kill().await;
        before = until(before + COMMANDS).await;
        servers.nodes[leader].restart().await;
        before = until(before + COMMANDS).await;
    }
    stop.send_replace(true);
    let acknowledged = load.await.unwrap();
    let stalls: Vec<Duration> = moments.iter().map(|at| stall(&acknowledged, *at)).collect();
    let records = judge(&nodes, &acknowledged).await;
    let commands = acknowledged.len();
    println!(
        "the leader is killed twice: stalls {stalls:?}; {commands} commands, {records} records"
    );
}

/// Appends of a lone writer, or as `OXO_APPENDS` says.
const APPENDS: u64 = 2_000;

/// The store, and how often it did not accept.
struct Counted {
    store: cluster_nats::NatsStore,
    refused: AtomicU64,
}

impl LogStore<Vec<u8>> for Counted {
    fn append(&self, record: LogRecord<Vec<u8>>) -> BoxFuture<'_, Option<LogSeq>> {
        async move {
            let appended = self.store.append(record).await;
            if appended.is_none() {
                self.refused.fetch_add(1, Ordering::Relaxed);
            }
            appended
        }
        .boxed()
    }

    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<Vec<u8>>>> {
        self.store.read(after)
    }
}

/// Looks at nothing.
struct Blind;

impl LogObserver<Vec<u8>> for Blind {
    fn shown(&self, _: LogChange<Vec<u8>>) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lone_writer_is_refused_now_and_then_and_never_fenced() {
    let appends = std::env::var("OXO_APPENDS").ok();
    let appends: u64 = appends.map_or(APPENDS, |count| count.parse().unwrap());
    // How they sync is no affair of the refusals'.
    let servers = Nodes::start(3, "sync_interval: 2m").await;
    let store = Arc::new(Counted {
        store: servers.store().await,
        refused: AtomicU64::new(0),
    });
    let me = WriterId {
        node: NodeId(1),
        life: 1,
    };
    let driver = LogDriver::new(me, LogTail::default(), Arc::clone(&store), Blind);
    driver.fence(Vec::new()).await.unwrap();
    for _ in 0..appends {
        driver.commit(b"entry".to_vec()).await.unwrap();
    }
    let refused = store.refused.load(Ordering::Relaxed);
    println!("{appends} appends of a lone writer: {refused} refused, all settled without a fence");
    assert_eq!(driver.tail().last, LogSeq(appends + 1));
}
