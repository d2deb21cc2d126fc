//! Refusals at start-up: each in a sentence that says what to do.

use async_nats::jetstream::stream::{Config, StorageType};
use cluster_nats::{
    NatsStore, StartPatience, StartRefusal, StreamOptions, check, create_stream, examine,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use crate::nodes::{CLUSTER, LOG, Nodes, SYNC_ALWAYS};

/// The sentence of a refusal, which has to have these words.
fn refused<T>(checked: Result<T, StartRefusal>, words: &[&str]) {
    let refusal = checked.err().expect("it is refused").to_string();
    println!("{refusal}");
    for word in words {
        assert!(refusal.contains(word), "{word:?} is not in: {refusal}");
    }
    assert!(
        !refusal.contains("wrong") && !refusal.contains("p@ss") && !refusal.contains("p%40ss"),
        "{refusal}"
    );
}

/// Replaces the stream by another.
async fn replace(nodes: &Nodes, change: impl FnOnce(&mut Config)) {
    let jetstream = nodes.operator().await;
    let stream = jetstream.get_stream("test-log").await.unwrap();
    let mut config = stream.cached_info().config.clone();
    jetstream.delete_stream("test-log").await.unwrap();
    change(&mut config);
    // The server may still be removing the files of the one before.
    let patience = StartPatience::new();
    while let Err(why) = jetstream.create_stream(&config).await {
        assert!(patience.again().await, "{why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_stream_is_accepted_and_a_missing_one_is_made() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (store, options) = (nodes.connect().await, nodes.stream_options());
    let monitors = nodes.monitors();
    let checked = || check(&store, &options, &monitors);
    refused(checked().await, &["test-log is missing", "--create-log"]);
    for _ in 0..2 {
        create_stream(&store, &options, LOG).await.unwrap();
        assert_eq!(checked().await, Ok(LOG));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_addresses_and_passwords_are_refused() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let connect = async |server: String| {
        let mut options = nodes.options();
        options.servers = vec![server];
        NatsStore::connect(options, CLUSTER.to_owned()).await
    };
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = closed.local_addr().unwrap().to_string();
    drop(closed);
    let server = format!("nats://oxo:p%40ss@{address}");
    refused(connect(server).await, &["cannot connect", &address]);
    let monitor = format!("nats://{}", nodes.nodes[0].monitor());
    refused(connect(monitor).await, &["cannot connect"]);
    refused(
        connect("http://127.0.0.1".to_owned()).await,
        &["cannot connect"],
    );
    let server = nodes.nodes[0].url();
    let wrong = server.replace("p%40ss", "wrong");
    refused(connect(wrong).await, &["authorization", "password"]);
    assert!(connect(server).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_would_break_the_promise_is_refused() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (store, options) = (nodes.store().await, nodes.stream_options());
    let monitors = nodes.monitors();
    let checked = |options| {
        let (store, monitors) = (&store, &monitors);
        async move { check(store, &options, monitors).await }
    };
    let many = StreamOptions { replicas: 3 };
    refused(
        checked(many).await,
        &["too few replicas (1)", "--replicas 3"],
    );

    replace(&nodes, |config| config.storage = StorageType::Memory).await;
    refused(
        checked(options.clone()).await,
        &["test-log is not kept on file"],
    );
    replace(&nodes, |config| {
        config.storage = StorageType::File;
        config.allow_direct = true;
    })
    .await;
    refused(checked(options.clone()).await, &["allow_direct"]);
    replace(&nodes, |config| {
        config.allow_direct = false;
        config.max_messages = 1_000_000;
    })
    .await;
    refused(checked(options.clone()).await, &["limit"]);
    replace(&nodes, |config| {
        config.max_messages = -1;
        config.republish = None;
    })
    .await;
    refused(checked(options.clone()).await, &["republish"]);
    replace(&nodes, |config| config.metadata.clear()).await;
    refused(checked(options).await, &["not one of OXO's"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_sync_now_and_then_are_refused() {
    let nodes = Nodes::start(1, "sync_interval: 2m").await;
    let (store, options) = (nodes.store().await, nodes.stream_options());
    let checked = async |monitors: &[String]| check(&store, &options, monitors).await;
    let monitors = nodes.monitors();
    refused(checked(&monitors).await, &["n1", "sync_interval: always"]);
    refused(checked(&[]).await, &["n1", "monitor"]);
    // Not a monitor: the port of clients.
    let port = nodes.nodes[0].url().rsplit(':').next().unwrap().to_owned();
    let wrong = [format!("127.0.0.1:{port}")];
    refused(checked(&wrong).await, &[&wrong[0], "`http:`"]);
}

/// A monitor that says this of the server `n1`, once.
async fn monitor(version: &str, ahead: SignedDuration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let version = version.to_owned();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream
            .read_buf(&mut Vec::with_capacity(1_024))
            .await
            .unwrap();
        let now = (Timestamp::now() + ahead).to_string();
        let config = json!({ "sync_always": true });
        let status = json!({
            "server_name": "n1", "version": version, "now": now, "jetstream": { "config": config }
        });
        let reply = format!("HTTP/1.0 200 OK\r\n\r\n{status}");
        stream.write_all(reply.as_bytes()).await.unwrap();
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn old_servers_and_wrong_clocks_are_refused() {
    let nodes = Nodes::start(1, SYNC_ALWAYS).await;
    let (store, options) = (nodes.store().await, nodes.stream_options());
    let checked = async |version: &str, ahead_ms: i64| {
        let ahead = SignedDuration::from_millis(ahead_ms);
        let monitors = [monitor(version, ahead).await];
        check(&store, &options, &monitors).await
    };
    refused(checked("2.14.4", 0).await, &["n1", "2.14.4", "2.14.5"]);
    refused(checked("2.15.1", -9_000).await, &["n1", "clock", "NTP"]);
    refused(checked("2.15.1", 5_000).await, &["n1", "clock", "NTP"]);
    assert_eq!(checked("2.15.1", 500).await, Ok(LOG));
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_is_wrong_is_found_at_once() {
    let nodes = Nodes::start(1, "sync_interval: 2m").await;
    let (store, options) = (nodes.connect().await, StreamOptions { replicas: 3 });
    create_stream(&store, &nodes.stream_options(), LOG)
        .await
        .unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = closed.local_addr().unwrap().to_string();
    drop(closed);
    let old = monitor("2.14.4", SignedDuration::from_secs(-9)).await;
    let monitors = [nodes.nodes[0].monitor(), silent.clone(), old];
    let examined = examine(&store, &options, &monitors).await;
    let names: Vec<&str> = examined.servers.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, examined.log), (vec!["n1", "n1"], None));
    let said: Vec<String> = examined.refusals.iter().map(ToString::to_string).collect();
    let found = |words: &str| said.iter().filter(|it| it.contains(words)).count() == 1;
    for words in ["2.14.4", &silent, "clock", "replicas (1)", "sync_interval"] {
        assert!(found(words), "{words} is not in: {said:?}");
    }
    assert_eq!(said.len(), 5);
}
