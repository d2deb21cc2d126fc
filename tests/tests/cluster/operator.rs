//! The operator's view of a cluster, and his commands.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Process, Raw,
    client::seat_two,
    process::{operate, server_binary},
    soon,
};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::ChildStderr,
};

use crate::{Cluster, found};

/// Has a server without a cluster examined.
const DOCTOR: [&str; 3] = ["--listen", "127.0.0.1:0", "doctor"];

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_sees_who_decides_and_what_a_new_node_will_meet() {
    let mut cluster = Cluster::of(2, &[]).await;
    says(
        &examine(&cluster).await,
        &[
            "ok     NATS            n1 (2.",
            "and on disk before it is acknowledged",
            "ok     cluster\'s log   there is none yet; the first node that starts makes it",
            "ok     cluster clock   this machine\'s clock is at most ",
            "ok     nodes           none runs",
            "ok     peer port       127.0.0.1:0 is free",
            "127.0.0.1:0 is reached from this machine alone",
        ],
    );
    cluster.nodes.start().await;
    let decider = cluster.nodes.decider().await;
    let status = found("two nodes that have everything", async || {
        let status = cluster.status().await;
        // A server of NATS is spare once it has what was appended last, which comes every second.
        let spare = status["spare_servers"].as_array().unwrap().len();
        (status["spare_nodes"] == json!(["a", "b"]) && spare == 3).then_some(status)
    })
    .await;
    let roles: Vec<&Value> = status["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["role"])
        .collect();
    assert_eq!(
        (roles[decider], roles[1 - decider]),
        (&json!("decides"), &json!("follows"))
    );
    assert!(
        status["servers"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["syncs_always"] == true)
    );
    let examined = examine(&cluster).await;
    says(
        &examined,
        &[
            ", kept by n",
            "ok     this copy       it lacks ",
            "ok     nodes           running: a, b\n",
            "ok     peer port       node a is reached from here at 127.0.0.1:",
            "ok     peer port       node b is reached from here at 127.0.0.1:",
        ],
    );
    assert!(!examined.contains("WRONG"), "{examined}");
    a_server_of_nats_is_down(&mut cluster).await;
}

async fn a_server_of_nats_is_down(cluster: &mut Cluster) {
    cluster.nats.nodes[2].kill().await;
    // Until the leader of the log misses it, it is one that may not sync.
    let examined = found("that a server of NATS is down", async || {
        let examined = examine(cluster).await;
        let known = "n3 is down, so whether it syncs always is not known";
        examined.contains(known).then_some(examined)
    })
    .await;
    says(
        &examined,
        &["down or behind: n3", "switch off no other server of NATS"],
    );
}

/// Each of these words stands in what was found.
fn says(found: &str, words: &[&str]) {
    for word in words {
        assert!(found.contains(word), "{word:?} is not in:\n{found}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_takes_a_game_back_to_a_server_alone() {
    let mut cluster = Cluster::start(2).await;
    let decider = cluster.nodes.decider().await;
    // A game in progress, which the node that follows has, too.
    let server = cluster.nodes.take(decider);
    let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
    let settings = json!({"rules": {"width": 3, "height": 3, "line": 3}, "first": "host"});
    let room = seat_two(&mut host, &mut guest, settings).await;
    host.play(4).await;
    server.terminate().await;
    let other = 1 - decider;
    assert_eq!(cluster.nodes.decider().await, other);
    cluster.nodes.take(other).terminate().await;
    let copy = &cluster.nodes.nodes[other].data;
    let (code, _, complaint) = operate(copy, &["--listen", "127.0.0.1:0"]).await;
    assert_eq!(code, Some(1));
    assert!(
        complaint.contains("is a copy of a cluster's log"),
        "{complaint}"
    );
    a_copy_is_called_one(copy).await;
    let (code, text, complaint) = operate(copy, &["cluster", "leave"]).await;
    assert_eq!(code, Some(0), "{complaint}");
    let (_, examined, _) = operate(copy, &DOCTOR).await;
    assert!(!examined.contains("this copy"), "{examined}");
    let examined = examine_in(copy, &cluster).await;
    says(
        &examined,
        &[
            "WRONG  this copy",
            "what a server without a cluster has kept",
        ],
    );
    assert!(text.contains("is a journal of its own now"), "{text}");
    let alone = Process::start(&server_binary(), copy, &[]).await;
    let mut back = alone.client("Ana").await;
    back.try_resume(room, &host.secret, 0).await.unwrap();
    let view = back.snapshot().await;
    assert_eq!(view.running().unwrap().moves.len(), 1);
    alone.terminate().await;
    let (code, _, complaint) = operate(copy, &["cluster", "leave"]).await;
    assert_eq!(code, Some(1));
    assert!(
        complaint.contains("is no copy of a cluster's log"),
        "{complaint}"
    );
}

type Log = Lines<BufReader<ChildStderr>>;

/// Reads on to a line with these words; if the node ends before, what it said.
async fn reads_to(log: &mut Log, words: &str) -> Result<(), String> {
    soon(words, async {
        let mut said = String::new();
        while let Some(line) = log.next_line().await.unwrap() {
            if line.contains(words) {
                return Ok(());
            }
            said += &(line + "\n");
        }
        Err(said)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_up_before_nats_waits_for_it() {
    let mut cluster = Cluster::of(1, &[]).await;
    for server in &mut cluster.nats.nodes {
        server.kill().await;
    }
    let options = cluster.nats.options("a");
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let folder = TempDir::new().unwrap();
    let start = || {
        let address = "127.0.0.1:0";
        let mut node = Process::spawn_in(&[], address, &server_binary(), folder.path(), &options);
        let log = BufReader::new(node.stderr.take().unwrap()).lines();
        (node, log, Instant::now())
    };
    let (mut _node, mut log, mut begun) = start();
    let tries = reads_to(&mut log, "this node goes on trying").await;
    tries.unwrap();
    for server in &mut cluster.nats.nodes {
        server.restart().await;
    }
    // It waits for so long, and ends. Where NATS takes longer it is started again, as the unit does.
    let patience = Duration::from_secs(20);
    for _ in 0..5 {
        let Err(said) = reads_to(&mut log, "listening on").await else {
            break;
        };
        assert!(begun.elapsed() >= patience, "it ends at once:\n{said}");
        (_node, log, begun) = start();
    }
    let decides = reads_to(&mut log, "this node decides from now on").await;
    decides.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn top_shows_a_node_among_the_others() {
    let cluster = Cluster::start(2).await;
    let decider = cluster.nodes.all_ready().await;
    let follower = 1 - decider;
    let names = ["a", "b"];
    let process = |node: usize| cluster.nodes.nodes[node].process.as_ref().unwrap();
    let mut host = process(follower).client("Ana").await;
    let mut guest = process(decider).client("Bia").await;
    let settings = json!({"rules": {"width": 3, "height": 3, "line": 3}});
    seat_two(&mut host, &mut guest, settings).await;
    let top = async |node: usize, words: &[&str]| {
        let shown = operate(&cluster.nodes.nodes[node].data, words).await;
        format!("{}{}", shown.1, shown.2)
    };
    let (deciding, following) = (names[decider], names[follower]);
    let text = top(decider, &["top", "--once"]).await;
    println!("{text}");
    says(
        &text,
        &[
            &format!("cluster      node {deciding} decides; has record "),
            "1 between people",
            "2 of",
        ],
    );
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    says(&words, &[&format!("carried here by {following}: 1 ")]);
    let text = top(follower, &["top", "--once"]).await;
    println!("{text}");
    says(
        &text,
        &[
            &format!("cluster      node {following} follows; {deciding} decides"),
            "connections  1 of",
        ],
    );
    assert!(!text.contains("games "), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    says(
        &words,
        &[
            &format!(" behind {deciding}, on its disk up to "),
            &format!("carries to {deciding}: 1 "),
            "127.0.0.1/32 - ",
        ],
    );
}

/// Checks the operator's commands about a node's copy.
async fn a_copy_is_called_one(copy: &Path) {
    let (_, checked, _) = operate(copy, &["check"]).await;
    says(
        &checked,
        &[
            "is sound",
            "; a copy of a cluster\'s log (",
            ") up to record ",
        ],
    );
    let backup = copy.with_extension("backup");
    let words = ["backup", backup.to_str().unwrap()];
    let (_, saved, _) = operate(copy, &words).await;
    says(&saved, &["; a copy of a cluster\'s log ("]);
    let (_, restored, _) = operate(copy, &["restore", words[1]]).await;
    says(
        &restored,
        &[
            "A node of that cluster goes on from there",
            "cluster recover",
        ],
    );
    let (code, examined, _) = operate(copy, &DOCTOR).await;
    assert_eq!(code, Some(1));
    says(
        &examined,
        &[
            "WRONG  this copy",
            "is a copy of a cluster\'s log, which other nodes may go on with\n",
        ],
    );
}

/// Output of the check of a node that is to join, before it starts.
async fn examine(cluster: &Cluster) -> String {
    let folder = TempDir::new().unwrap();
    examine_in(folder.path(), cluster).await
}

async fn examine_in(data: &Path, cluster: &Cluster) -> String {
    let mut options = cluster.nats.options("new");
    options.extend(["--listen=127.0.0.1:0".to_owned(), "doctor".to_owned()]);
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    let (_, text, complaint) = operate(data, &words).await;
    format!("{text}{complaint}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_says_in_its_metrics_whether_it_decides() {
    let token = "0123456789abcdef0123";
    let mut cluster = Cluster::of(2, &["--metrics-token", token]).await;
    cluster.nodes.start().await;
    let decider = cluster.nodes.decider().await;
    for (number, node) in cluster.nodes.nodes.iter().enumerate() {
        let address = &node.process.as_ref().unwrap().address;
        let decides = format!("\noxo_cluster_decides {}\n", u8::from(number == decider));
        // The one that follows is up before it has its first record.
        found("figures of a node that has records", async || {
            let figures = scrape(address, token).await;
            (figures.contains(&decides) && !figures.contains("\noxo_cluster_record 0\n"))
                .then_some(())
        })
        .await;
    }
}

async fn scrape(address: &str, token: &str) -> String {
    let mut raw = Raw::connect(address.parse().unwrap()).await;
    let request = format!(
        "GET /metrics HTTP/1.0\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    raw.say(&request).await;
    raw.rest().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_node_of_a_name_does_not_start_while_the_first_one_runs() {
    let mut cluster = Cluster::start(2).await;
    let folder = TempDir::new().unwrap();
    let complaint = cluster.refused("b", folder.path()).await;
    assert!(
        complaint.contains("a node called b runs already, reached by the others at 127.0.0.1:"),
        "{complaint}"
    );
    // The name is free once it has died.
    cluster.nodes.take(1).kill().await;
    cluster.nodes.start().await;
    cluster.whole("b").await;
}
