//! Cost of a command and its spectators for the node that decides, where people are its own and where others carry them. It takes
//! half a minute and is called by name: `OXO_PAIRS=100 OXO_WATCHING=500 tests/run cluster --ignored cost`; `OXO_PACE_MS` is each player's pause.

use std::{
    collections::BTreeMap,
    fs,
    time::{Duration, Instant},
};

use protocol::RoomCode;
use serde_json::json;
use tests::{
    Client, Process,
    client::{play_out, seat_two},
    figures::Figures,
};
use tokio::{task::JoinSet, time::sleep};

use crate::{
    Cluster,
    pairs::{Pairs, number},
};

/// Moves of a game that is watched.
const MOVES: u16 = 300;
/// The token with which figures are asked for.
const TOKEN: &str = "0123456789abcdef0123";
/// Duration of the measurement.
const MEASURED: Duration = Duration::from_secs(10);

/// The processor time that a process has taken, in milliseconds.
fn cpu_ms(process: &Process) -> u64 {
    stat_cpu_ms(&fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap())
}

/// The same of a line of `stat`; nothing for a thread that has ended.
fn stat_cpu_ms(stat: &str) -> u64 {
    // Behind the program's name: user and system time in hundredths of a second (proc(5)).
    let (_, rest) = stat.rsplit_once(')').unwrap_or_default();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|it| it.parse().ok()).unwrap_or(0);
    (ticks(11) + ticks(12)) * 10
}

/// The processor time that each of its threads has taken, in milliseconds, by their names.
fn thread_cpu_ms(process: &Process) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for thread in fs::read_dir(format!("/proc/{}/task", process.id())).unwrap() {
        let stat = fs::read_to_string(thread.unwrap().path().join("stat")).unwrap_or_default();
        let name = stat.split(['(', ')']).nth(1).unwrap_or_default();
        *all.entry(name.to_owned()).or_default() += stat_cpu_ms(&stat);
    }
    all
}

/// Lets them play for a while; how many microseconds each of these nodes takes for a command, and its threads by their names.
async fn measure(what: &str, nodes: &[(&str, &Process)], pairs: &mut Pairs) {
    pairs.play_before(1).await;
    let used: Vec<u64> = nodes.iter().map(|(_, node)| cpu_ms(node)).collect();
    let threads: Vec<_> = nodes.iter().map(|(_, it)| thread_cpu_ms(it)).collect();
    let links = link_figures(nodes).await;
    let (before, begun) = (pairs.moves(), Instant::now());
    sleep(MEASURED).await;
    let commands = pairs.moves() - before;
    let rate = commands as f64 / begun.elapsed().as_secs_f64();
    println!("{what}: {rate:.0} commands a second");
    let since = link_figures(nodes).await;
    for ((name, _), (before, now)) in nodes.iter().zip(links.iter().zip(since)) {
        let (frames, writes) = (now[0] - before[0], now[1] - before[1]);
        if writes > 0.0 {
            println!(
                "{what}: {name} writes {:.2} frames at once to its links",
                frames / writes
            );
        }
    }
    let a_command = |ms: u64| ms as f64 * 1_000.0 / commands as f64;
    for (((name, node), before), threads) in nodes.iter().zip(used).zip(threads) {
        let took = a_command(cpu_ms(node) - before);
        println!("{what}: {name} takes {took:.1} us a command");
        for (thread, now) in thread_cpu_ms(node) {
            let took = a_command(now - threads.get(&thread).copied().unwrap_or(0));
            println!("{what}: {name}, {thread}: {took:.1}");
        }
    }
}

/// The frames and the writes of each node's links so far.
async fn link_figures(nodes: &[(&str, &Process)]) -> Vec<[f64; 2]> {
    let mut all = Vec::new();
    for (_, node) in nodes {
        let figures = Figures::at(node.address.parse().unwrap(), Some(TOKEN)).await;
        let names = [
            "oxo_cluster_link_frames_total",
            "oxo_cluster_link_writes_total",
        ];
        all.push(names.map(|name| figures.get(name)));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn what_a_command_costs_the_decider_and_the_carrier() {
    let mut cluster = Cluster::of(2, &["--metrics-token", TOKEN]).await;
    cluster.nodes.start().await;
    let decider = cluster.nodes.all_ready().await;
    let urls = cluster.nodes.addresses();
    let deciding = cluster.nodes.take(decider);
    let carrying = cluster.nodes.take(1 - decider);
    let nodes = [("who decides", &deciding), ("who carries", &carrying)];
    let count = number("OXO_PAIRS", 100);
    for (what, node) in [("direct", decider), ("carried", 1 - decider)] {
        let url = format!("ws://{}/ws", urls[node]);
        let mut pairs = Pairs::seat(&url, count).await;
        measure(what, &nodes, &mut pairs).await;
    }
}

/// Has that many spectators watch a room at that node, who read what comes.
async fn watch(url: &str, room: RoomCode, count: usize, watching: &mut JoinSet<()>) {
    for _ in 0..count {
        let mut client = Client::connect(url).await;
        client.hello("Cid").await;
        client.watch(room).await;
        watching.spawn(async move { while client.text().await.is_ok() {} });
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn what_spectators_cost_the_decider_and_the_carrier() {
    // All of them have one address.
    let mut cluster = Cluster::of(3, &["--spectators", "100000"]).await;
    cluster.nodes.start().await;
    let decider = cluster.nodes.all_ready().await;
    let urls = cluster.nodes.addresses();
    let urls: Vec<String> = urls.iter().map(|it| format!("ws://{it}/ws")).collect();
    let others = [(decider + 1) % 3, (decider + 2) % 3];
    let deciding = cluster.nodes.take(decider);
    let carrying = cluster.nodes.take(others[0]);
    let count = number("OXO_WATCHING", 500);
    let settings = json!({
        "rules": {"width": 19, "height": 19, "line": 19}, "first": "host", "watching": "open",
    });
    for (what, here, elsewhere) in [
        ("nobody", 0, 0),
        ("here", count, 0),
        ("elsewhere", 0, count),
    ] {
        let (mut host, mut guest) = (deciding.client("Ana").await, deciding.client("Bia").await);
        let room = seat_two(&mut host, &mut guest, settings.clone()).await;
        let mut watching = JoinSet::new();
        watch(&urls[decider], room, here, &mut watching).await;
        for node in others {
            watch(&urls[node], room, elsewhere / 2, &mut watching).await;
        }
        let before = [cpu_ms(&deciding), cpu_ms(&carrying)];
        for cells in (0..MOVES).collect::<Vec<u16>>().chunks(2) {
            play_out(&mut host, &mut guest, cells).await;
            sleep(Duration::from_millis(20)).await;
        }
        let used = [cpu_ms(&deciding) - before[0], cpu_ms(&carrying) - before[1]];
        let a_move = used.map(|ms| ms as f64 * 1_000.0 / f64::from(MOVES));
        println!(
            "watched {what} by {}: who decides takes {:.0} us a move, one who carries {:.0}",
            here + elsewhere,
            a_move[0],
            a_move[1]
        );
    }
}
