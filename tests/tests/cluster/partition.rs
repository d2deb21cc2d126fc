//! Nodes and servers of NATS that are cut off for a while and come back: who says what, who goes on, and what is
//! acknowledged. `OXO_PAIRS`, `OXO_CUTS` and `OXO_CUT_S` make it larger.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use crate::{
    Cluster, found,
    pairs::{Pairs, number, print},
};
use protocol::Frame;
use serde_json::{Value, json};
use tests::{
    Proxy,
    client::{Client, Line, Received, play_out, seat_two},
    nats::{NatsServers, SYNC_ALWAYS},
    nodes::readiness,
    raw::{request, status_and_body},
    soon,
};
use tokio::time::sleep;

/// A cluster each of whose nodes has links of its own to the servers of NATS.
async fn with_links(nodes: u8) -> (Cluster, Vec<Vec<Proxy>>) {
    let mut cluster = Cluster::of(nodes, &[]).await;
    let links = link(&mut cluster).await;
    cluster.nodes.start().await;
    (cluster, links)
}

/// Puts a link between each node, from its next start on, and each server of NATS.
async fn link(cluster: &mut Cluster) -> Vec<Vec<Proxy>> {
    let mut links = Vec::new();
    for node in &mut cluster.nodes.nodes {
        let (mut own, mut urls) = (Vec::new(), Vec::new());
        for server in &cluster.nats.nodes {
            let link = Proxy::to(server.address()).await;
            urls.push(server.url_at(link.address));
            own.push(link);
        }
        node.reach_nats_at(&urls);
        links.push(own);
    }
    links
}

/// Least time of a cut: `OXO_CUT_S` in seconds, or as long as the others need to go on.
async fn last_until(begun: Instant) {
    let lasts = Duration::from_secs(number("OXO_CUT_S", 0) as u64);
    sleep(lasts.saturating_sub(begun.elapsed())).await;
}

/// Waits until each server of NATS has everything again.
async fn whole(cluster: &Cluster) {
    until("a server that has everything again", async || {
        let status = cluster.status().await;
        let servers = status["servers"].as_array().unwrap();
        servers.len() == 3 && status["spare_servers"].as_array().unwrap().len() == 3
    })
    .await;
}

/// Waits until that node has everything, and follows; or decides, where the others stood still for a moment.
async fn is_back(cluster: &Cluster, name: &str) {
    until("a node that follows", async || {
        let status = cluster.status().await;
        let nodes = status["nodes"].as_array().unwrap();
        let at_ms = |node: &Value| node["at_ms"].as_u64().unwrap();
        let newest_ms = nodes.iter().map(at_ms).max().unwrap_or_default();
        // Nodes that follow look for more four times a second.
        let is_whole = |node: &Value| at_ms(node) + 2_000 >= newest_ms;
        let has_role = |node: &Value| node["role"] == "follows" || node["role"] == "decides";
        let mut nodes = nodes.iter().filter(|node| node["node"] == name);
        nodes.any(|node| has_role(node) && is_whole(node))
    })
    .await;
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    found(what, async || holds().await.then_some(())).await;
}

/// Frames after a request for a move: how long until `saving`, and then the kinds of frames until the link ends.
async fn heard(mut client: Client, asked: Instant) -> (Duration, Vec<Value>) {
    let (mut saving, mut kinds) = (None, Vec::new());
    soon("the end of a link", async {
        while let Received::Frame(frame) = client.receive().await {
            let frame = serde_json::to_value(&*frame).unwrap();
            match frame["type"].as_str() {
                Some("saving") => saving = saving.or(Some(asked.elapsed())),
                Some("ping" | "pong") => {}
                _ => kinds.push(frame),
            }
        }
    })
    .await;
    (saving.expect("a link that says that it saves"), kinds)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_cut_off_says_so_acknowledges_nothing_and_follows_when_it_is_back() {
    let (count, cuts) = (number("OXO_PAIRS", 8), number("OXO_CUTS", 1));
    let (cluster, links) = with_links(3).await;
    let (front, mut pairs) = Pairs::before(&cluster, count).await;
    let mut all = Vec::new();
    for _ in 0..cuts {
        pairs.play_before(cuts).await;
        let decider = cluster.nodes.decider().await;
        let server = cluster.nodes.nodes[decider].process.as_ref().unwrap();
        let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
        let settings = json!({"rules": {"width": 3, "height": 3, "line": 3}, "first": "host"});
        let room = seat_two(&mut host, &mut guest, settings).await;
        play_out(&mut host, &mut guest, &[4, 0]).await;
        let (before, cut) = (pairs.now(), Instant::now());
        links[decider].iter().for_each(Proxy::hold);
        let secret = host.secret.clone();
        let request = host.move_to(8);
        let request = host.numbered(request);
        host.send(request).await;
        let hears = tokio::spawn(heard(host, cut));
        until("a node that says that it is cut off", async || {
            readiness(&server.address).await.is_none()
        })
        .await;
        println!("cut off: not ready after {:?}", cut.elapsed());
        soon("a handshake", Line::connect(&server.url()))
            .await
            .map(drop)
            .unwrap_err();
        all.extend(pairs.gaps(&before, cut, true).await);
        last_until(cut).await;
        // Back, with what it has sent meanwhile on its way.
        links[decider].iter().for_each(Proxy::forward);
        let healed = Instant::now();
        let (saving, frames) = soon("a link", hears).await.unwrap();
        println!("cut off: its player hears that it saves after {saving:?}");
        let is_answer = |frame: &&Value| frame["type"] == "reply" || frame["type"] == "event";
        let answers: Vec<_> = frames.iter().filter(is_answer).collect();
        assert_eq!(answers, Vec::<&Value>::new());
        let name = ["a", "b", "c"][decider];
        is_back(&cluster, name).await;
        println!(
            "cut off: follows {:?} after it was healed",
            healed.elapsed()
        );
        let mut back = Client::connect(&front.url()).await;
        back.hello("Ana").await;
        back.try_resume(room, &secret, 0).await.unwrap();
        // What was not acknowledged was not kept.
        assert_eq!(back.snapshot().await.running().unwrap().moves.len(), 2);
    }
    all.sort();
    print(&format!("the node that decides cut off {cuts} times"), &all);
}

/// As often it is tried, for a machine on which taking over takes as long as letting go.
const ROUNDS: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn a_carrying_node_says_goodbye_to_its_clients_when_the_decider_is_cut_off() {
    let (cluster, links) = with_links(3).await;
    for _ in 0..ROUNDS {
        let decider = cluster.nodes.all_ready().await;
        let other = cluster.nodes.nodes[(decider + 1) % 3].process.as_ref();
        let mut carried = other.unwrap().client("Ana").await;
        let settings = json!({"rules": {"width": 3, "height": 3, "line": 3}, "first": "host"});
        let room = carried.create(settings).await;
        links[decider].iter().for_each(Proxy::hold);
        let mut said_goodbye = false;
        soon("the end of a link", async {
            while let Received::Frame(frame) = carried.receive().await {
                said_goodbye |= matches!(&*frame, Frame::Bye(_));
            }
        })
        .await;
        // Another one decides, and has the room.
        let back = found("a connection to a node that decides", async || {
            Line::connect(&other.unwrap().url()).await.ok()
        });
        drop(back.await);
        let mut back = other.unwrap().client("Ana").await;
        back.try_resume(room, &carried.secret, 0).await.unwrap();
        links[decider].iter().for_each(Proxy::forward);
        if !said_goodbye {
            return;
        }
    }
    panic!("only the node that was cut off let them go");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_nats_that_stands_still_keeps_nobody_from_going_on() {
    let (count, cuts) = (number("OXO_PAIRS", 8), number("OXO_CUTS", 1));
    let cluster = Cluster::start(3).await;
    let (_front, mut pairs) = Pairs::before(&cluster, count).await;
    let mut all = Vec::new();
    for _ in 0..cuts {
        pairs.play_before(cuts).await;
        let leader = cluster.leader().await;
        let (before, stopped) = (pairs.now(), Instant::now());
        cluster.nats.nodes[leader].signal("-STOP").await;
        all.extend(pairs.gaps(&before, stopped, false).await);
        last_until(stopped).await;
        cluster.nats.nodes[leader].signal("-CONT").await;
        whole(&cluster).await;
    }
    all.sort();
    print(&format!("the leader of NATS stopped {cuts} times"), &all);
}

/// The server that leads the log, with every node on it.
async fn all_on_the_leader(cluster: &mut Cluster, links: &[Vec<Proxy>]) -> usize {
    let leader = cluster.leader().await;
    let others = |links: &[Proxy], act: fn(&Proxy)| {
        let others = links.iter().enumerate().filter(|(to, _)| *to != leader);
        others.for_each(|(_, link)| act(link));
    };
    for own in links {
        // Those that are connected elsewhere look for another server, and only one answers.
        others(own, Proxy::cut);
        others(own, Proxy::hold);
    }
    let monitor = cluster.nats.nodes[leader].monitor().parse().unwrap();
    until("every node at the leader", async || {
        let answer = request(monitor, "GET", "/connz").await;
        let (_, body) = status_and_body(&answer);
        let connections: Value = serde_json::from_str(body).unwrap();
        let all = connections["connections"].as_array().unwrap();
        let names: BTreeSet<&str> = all.iter().filter_map(|it| it["name"].as_str()).collect();
        ["a", "b", "c"].iter().all(|name| names.contains(name))
    })
    .await;
    links.iter().for_each(|own| others(own, Proxy::forward));
    leader
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_whose_server_of_nats_is_cut_off_from_the_others_go_on_by_another() {
    let (count, cuts) = (number("OXO_PAIRS", 8), number("OXO_CUTS", 1));
    let nats = NatsServers::start_with_links(3, SYNC_ALWAYS).await;
    let mut cluster = Cluster::on(nats, 3, &[]);
    let links = link(&mut cluster).await;
    cluster.nodes.start().await;
    let (_front, mut pairs) = Pairs::before(&cluster, count).await;
    let mut all = Vec::new();
    for _ in 0..cuts {
        pairs.play_before(cuts).await;
        let leader = all_on_the_leader(&mut cluster, &links).await;
        let (before, cut) = (pairs.now(), Instant::now());
        cluster.nats.cut_off(leader);
        let gaps = pairs.gaps(&before, cut, false).await;
        println!("the leader of NATS cut off: {:?} at most", gaps.last());
        all.extend(gaps);
        last_until(cut).await;
        cluster.nats.heal(leader);
        whole(&cluster).await;
    }
    all.sort();
    let what = format!("the leader of NATS cut off from the others {cuts} times");
    print(&what, &all);
}
