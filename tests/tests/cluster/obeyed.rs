//! The operator's orders at one node, obeyed by all of them.

use oxo_client::protocol::Accepted;
use serde_json::{Value, json};
use tests::{
    client::{Client, seat_two},
    process::operate,
};

use crate::{Cluster, found};

/// Output of the operator's command at a node, or its complaint.
async fn operated(cluster: &Cluster, node: usize, words: &[&str]) -> Result<String, String> {
    let (code, text, complaint) = operate(&cluster.nodes.nodes[node].data, words).await;
    match code {
        Some(0) => Ok(text),
        _ => Err(complaint),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operators_command_at_any_node_holds_at_all_nodes_and_for_later_visitors() {
    let mut cluster = Cluster::start(3).await;
    let decider = cluster.nodes.all_ready().await;
    let [one, other] = [(decider + 1) % 3, (decider + 2) % 3];
    let server = cluster.nodes.nodes[other].process.as_ref().unwrap();
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await.to_string();

    // The rooms of the cluster are seen at each, and closed at any.
    let listed = operated(&cluster, one, &["rooms", "list"]).await.unwrap();
    assert!(listed.contains(&room), "{listed}");
    let said = operated(&cluster, one, &["rooms", "close", &room]).await;
    assert!(said.unwrap().contains("is closed"));

    let text = "明天 9h: manutenção";
    operated(&cluster, one, &["announce", text]).await.unwrap();
    let blocked = operated(&cluster, other, &["block", "203.0.113.0/24"]).await;
    let blocked = blocked.unwrap();
    assert!(blocked.contains("is blocked at every node"), "{blocked}");
    let again = operated(&cluster, decider, &["unblock", "198.51.100.7"]).await;
    assert!(again.unwrap_err().contains("is not blocked"));
    for node in 0..3 {
        knows(&cluster, node, text, "203.0.113.0/24").await;
    }
    let refused = operated(&cluster, one, &["drain"]).await.unwrap_err();
    assert!(refused.contains("needs no drain"), "{refused}");

    // Another one decides, and one that was away comes back.
    cluster.nodes.take(decider).kill().await;
    let next = cluster.nodes.decider().await;
    let server = cluster.nodes.nodes[next].process.as_ref().unwrap();
    let mut cid = Client::connect(&server.url()).await;
    let Accepted::Welcome(welcome) = cid.hello("Cid").await else {
        panic!("no welcome");
    };
    assert_eq!(welcome.notice.text.as_deref(), Some(text));
    cluster.nodes.start().await;
    knows(&cluster, decider, text, "203.0.113.0/24").await;
    operated(&cluster, decider, &["announce", "--stop"])
        .await
        .unwrap();
    operated(&cluster, decider, &["unblock", "203.0.113.0/24"])
        .await
        .unwrap();
    for node in 0..3 {
        knows(&cluster, node, "Nobody is told anything", "").await;
    }
}

/// Waits until a node has that message and that block, or none where nothing is named.
async fn knows(cluster: &Cluster, node: usize, message: &str, block: &str) {
    found("a node that has heard it", async || {
        let said = operated(cluster, node, &["announce"]).await.unwrap();
        let blocks = operated(cluster, node, &["block", "--json"]).await.unwrap();
        let blocks: Value = serde_json::from_str(&blocks).unwrap();
        let is_blocked = match block {
            "" => blocks == json!([]),
            block => blocks[0]["network"] == block,
        };
        (said.contains(message) && is_blocked).then_some(())
    })
    .await;
}
