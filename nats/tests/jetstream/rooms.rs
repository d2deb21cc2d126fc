//! Rooms on three servers: two nodes of ours that write the same one, and a server that is killed under load.

use std::{sync::Arc, time::Duration};

use cluster::RoomKey;
use cluster_nats::{AckPromise, check};
use futures::future::join_all;
use tokio::{
    sync::watch,
    time::{Instant, timeout},
};

use crate::{
    judge::Acknowledged,
    nodes::{Nodes, SYNC_ALWAYS},
    room::{NodeRoom, judge},
};

/// Three nodes of ours with this room, each with a connection of its own. The third only looks on.
async fn three(servers: &Nodes, key: RoomKey) -> Vec<Arc<NodeRoom>> {
    let mut rooms = Vec::new();
    for node in 1..=3 {
        let store = Arc::new(servers.connect().await);
        rooms.push(NodeRoom::open(node, key, &store).await);
    }
    rooms
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_write_a_room_and_all_show_the_same() {
    let begun = Instant::now();
    let servers = Nodes::start(3, SYNC_ALWAYS).await;
    println!("three servers are there after {:?}", begun.elapsed());
    let store = servers.store().await;
    let (options, monitors) = (servers.stream_options(), servers.monitors());
    let checked = check(&store, &options, &monitors, AckPromise::Synced).await;
    assert_eq!(checked, Ok(()));

    let rooms = three(&servers, RoomKey(7)).await;
    let mut acknowledged = Vec::new();
    // In turn, each taking the room from the other.
    for n in 1..=20 {
        for seat in [0, 1] {
            acknowledged.push(rooms[seat].command(&[], seat, n, true).await);
        }
    }
    let length = judge(&rooms, &acknowledged).await;
    println!("40 commands in turn: {length} records");

    // At once: one of them writes for both.
    let seats = [0, 1].map(|seat| {
        let rooms = rooms.clone();
        async move {
            let mut acknowledged = Vec::new();
            for n in 21..=60 {
                acknowledged.push(rooms[seat].command(&rooms, seat, n, false).await);
            }
            acknowledged
        }
    });
    acknowledged.extend(join_all(seats).await.concat());
    let length = judge(&rooms, &acknowledged).await;
    println!("80 more at once: {length} records");
}

/// Rooms under load, over all streams.
const ROOMS: u64 = 12;

/// Commands that each room does before the server is killed, and at least as many after that.
const COMMANDS: u64 = 30;

/// No run takes longer.
const LONGEST: Duration = Duration::from_secs(120);

/// A seat's commands one after another, until it is stopped; each is counted.
async fn load(
    room: Arc<NodeRoom>,
    done: watch::Sender<u64>,
    stop: watch::Receiver<bool>,
) -> Vec<Acknowledged> {
    let mut acknowledged = Vec::new();
    while !*stop.borrow() {
        let n = acknowledged.len() as u64 + 1;
        acknowledged.push(room.command(&[], 0, n, false).await);
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
async fn nothing_acknowledged_is_lost_when_a_server_is_killed() {
    let mut servers = Nodes::start(3, SYNC_ALWAYS).await;
    servers.store().await;
    let leader = servers.leader().await;
    let mut rooms = Vec::new();
    for key in 0..ROOMS {
        let store = Arc::new(servers.connect().await);
        let pair = [(1, &store), (2, &Arc::new(servers.connect().await))];
        let pair = pair.map(|(node, store)| NodeRoom::open(node, RoomKey(key), store));
        rooms.push(join_all(pair).await);
    }
    let (stop, stopped) = watch::channel(false);
    let mut done = Vec::new();
    let mut loads = Vec::new();
    for pair in &rooms {
        let (sender, receiver) = watch::channel(0);
        done.push(receiver);
        loads.push(tokio::spawn(load(
            Arc::clone(&pair[0]),
            sender,
            stopped.clone(),
        )));
    }
    let all_did = async |more: Vec<u64>| {
        let each = done.iter().zip(more).map(|(done, most)| {
            let mut done = done.clone();
            async move { done.wait_for(|done| *done >= most).await.map(|_| ()) }
        });
        let all = timeout(LONGEST, join_all(each)).await.expect("all go on");
        assert!(all.iter().all(Result::is_ok), "none fails");
    };
    all_did(vec![COMMANDS; rooms.len()]).await;
    let node = servers.nodes.iter_mut().find(|node| node.name == leader);
    let moment = Instant::now();
    node.unwrap().kill().await;
    let before = done.iter().map(|done| *done.borrow() + COMMANDS);
    all_did(before.collect()).await;
    stop.send_replace(true);

    let mut stalls = Vec::new();
    let mut records = 0;
    for (pair, load) in rooms.iter().zip(loads) {
        let acknowledged = load.await.unwrap();
        stalls.push(stall(&acknowledged, moment));
        records += judge(pair, &acknowledged).await;
    }
    stalls.sort();
    println!("{leader} is killed: {ROOMS} rooms stall {stalls:?}; {records} records");
}
