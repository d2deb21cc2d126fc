//! The figures at `/metrics`: what they count, exactly, and who may read them.

use std::collections::BTreeMap;

use config::{JournalKind, ServerOptions};
use protocol::{
    Limits, Refusal, Secret,
    refusal::RefusalCode,
    request::{BodyKind, COMMANDS},
};
use serde_json::json;
use strum::VariantNames;
use tempfile::TempDir;
use tests::{
    Figures, Raw, TestServer,
    client::{play_out, seat_two},
    document::assert_has_table,
    raw::{request, request_with, status_and_body, upgrade},
    server::{BEGIN_MS, in_memory, roomy},
};

const TOKEN: &str = "only-for-this-test";

async fn measured(options: ServerOptions) -> TestServer {
    TestServer::start(ServerOptions {
        metrics_token: Some(TOKEN.parse().unwrap()),
        ..options
    })
    .await
}

async fn measured_on_disk(folder: &TempDir) -> TestServer {
    measured(ServerOptions {
        journal: JournalKind::Sqlite,
        data: folder.path().into(),
        ..in_memory()
    })
    .await
}

async fn figures(server: &TestServer) -> Figures {
    Figures::at(server.node.facts.bound(), Some(TOKEN)).await
}

#[tokio::test]
async fn metrics_need_a_configured_token_that_the_scraper_shows() {
    let server = TestServer::memory().await;
    let answer = request(server.node.facts.bound(), "GET", "/metrics").await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    server.stop().await;
    let server = measured(in_memory()).await;
    for lines in [
        "",
        "authorization: Bearer only-for-this-tes\r\n",
        "authorization: Bearer only-for-this-test2\r\n",
        "authorization: Basic only-for-this-test\r\n",
        "authorization: only-for-this-test\r\n",
    ] {
        let answer = request_with(server.node.facts.bound(), "GET", "/metrics", lines).await;
        let (status, body) = status_and_body(&answer);
        assert_eq!(status, "HTTP/1.1 401 Unauthorized", "{lines}");
        assert!(answer.contains("www-authenticate: Bearer\r\n"), "{answer}");
        assert!(!body.contains("oxo_"), "{body}");
    }
    assert_eq!(
        figures(&server).await.get("oxo_rooms{state=\"loaded\"}"),
        0.0
    );
    server.stop().await;
}

/// Two who play, and one who watches them and waits for somebody.
fn assert_three_are_there(after: &Figures) {
    for (series, is) in [
        ("oxo_connections{kind=\"playing\"}", 2.0),
        ("oxo_connections{kind=\"other\"}", 1.0),
        ("oxo_connections{kind=\"idle\"}", 0.0),
        ("oxo_rooms{state=\"loaded\"}", 1.0),
        ("oxo_games{players=\"people\"}", 1.0),
        ("oxo_games{players=\"computers\"}", 0.0),
        ("oxo_spectators", 1.0),
        ("oxo_spectators_behind", 0.0),
        ("oxo_tickets", 1.0),
        ("oxo_http_streams", 1.0),
        ("oxo_journal_healthy", 1.0),
    ] {
        assert_eq!(after.get(series), is, "{series}");
    }
}

#[tokio::test]
async fn every_event_is_counted_once_and_nothing_else_is() {
    let server = measured(in_memory()).await;
    let before = figures(&server).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    assert!(matches!(
        ana.act_refused(ana.move_to(4)).await,
        Refusal::CellTaken { .. }
    ));
    assert_eq!(bia.act_refused(bia.move_to(5)).await, Refusal::NotYourTurn);
    let mut cid = server.client("Cid").await;
    cid.watch(room).await;
    ana.send_text("no frame of ours").await;
    ana.frame().await;
    let waiting = cid.quick_match("some-key-of-cids", json!({})).await;
    assert!(
        matches!(waiting, protocol::Accepted::Queued { .. }),
        "{waiting:?}"
    );
    let after = figures(&server).await;
    assert_eq!(
        after.since(&before, "oxo_requests_total"),
        [
            ("oxo_requests_total{type=\"create_room\"}", 1.0),
            ("oxo_requests_total{type=\"hello\"}", 3.0),
            ("oxo_requests_total{type=\"join_room\"}", 1.0),
            ("oxo_requests_total{type=\"move\"}", 4.0),
            ("oxo_requests_total{type=\"quick_match\"}", 1.0),
            ("oxo_requests_total{type=\"watch_room\"}", 1.0),
        ]
    );
    assert_eq!(
        after.since(&before, "oxo_refusals_total"),
        [
            ("oxo_refusals_total{code=\"bad_message\"}", 1.0),
            ("oxo_refusals_total{code=\"cell_taken\"}", 1.0),
            ("oxo_refusals_total{code=\"not_your_turn\"}", 1.0),
        ]
    );
    // The clock stands still, so no command took any time.
    let took = after.since(&before, "oxo_command_seconds");
    assert!(
        took.contains(&("oxo_command_seconds_count", 4.0)),
        "{took:?}"
    );
    assert!(
        took.contains(&("oxo_command_seconds_bucket{le=\"0.00005\"}", 4.0)),
        "{took:?}"
    );
    assert_eq!(after.get("oxo_command_seconds_sum"), 0.0);
    assert_three_are_there(&after);
    server.stop().await;
}

#[tokio::test]
async fn refusals_by_budget_or_lack_of_place_are_counted_by_kind() {
    let server = measured(ServerOptions {
        limits: Limits {
            rooms_per_minute: 1,
            connections_per_address: 1,
            connections: 4,
            ..roomy()
        },
        ..in_memory()
    })
    .await;
    let before = figures(&server).await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    ana.act(json!({"type": "leave"})).await;
    ana.secret = Secret::draw().unwrap();
    let creation = ana.creation(json!({}));
    let refused = ana.refused(creation).await;
    assert!(
        matches!(refused, Refusal::RoomsTooFast { .. }),
        "{refused:?}"
    );
    let mut crowd = Vec::new();
    // Four more stand in the doorway; the next finds none.
    for _ in 0..9 {
        let mut raw = Raw::connect(server.node.facts.bound()).await;
        raw.say(&upgrade("/ws", "")).await;
        let head = raw.head().await;
        crowd.push((raw, head.starts_with("HTTP/1.1 503")));
    }
    let sent_away = crowd.iter().filter(|(_, busy)| *busy).count();
    assert!(sent_away > 0);
    let after = figures(&server).await;
    let budgets = after.since(&before, "oxo_budget_refusals_total");
    assert_eq!(
        budgets,
        [("oxo_budget_refusals_total{budget=\"rooms\"}", 1.0)]
    );
    let refused = after.since(&before, "oxo_connections_refused_total");
    let in_all: f64 = refused.iter().map(|(_, by)| by).sum();
    assert_eq!(in_all, sent_away as f64, "{refused:?}");
    assert!(after.get("oxo_connections{kind=\"doorway\"}") > 0.0);
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_who_does_not_read_is_seen_to_be_behind() {
    let server = measured(in_memory()).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut cid = server
        .client_from("127.0.0.2".parse().unwrap(), "Cid")
        .await;
    cid.watch(room).await;
    // Answers that it does not read fill its socket.
    let ping = json!({"type": "ping", "data": "x".repeat(3_500)});
    while figures(&server).await.get("oxo_connections_stalled") < 1.0 {
        for _ in 0..4 {
            cid.send(ping.clone()).await;
        }
    }
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    let behind = figures(&server).await;
    assert_eq!(behind.get("oxo_spectators_behind"), 1.0);
    assert_eq!(behind.get("oxo_spectator_lag_events"), 3.0);
    server.stop().await;
}

#[tokio::test]
async fn the_journals_groups_and_commits_are_those_of_its_steps() {
    let folder = TempDir::new().unwrap();
    let server = measured_on_disk(&folder).await;
    assert_eq!(server.now_ms(), BEGIN_MS);
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    let before = figures(&server).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    let after = figures(&server).await;
    assert_eq!(
        after.since(&before, "oxo_journal_group_steps_"),
        [
            ("oxo_journal_group_steps_bucket{le=\"+Inf\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"1\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"1024\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"128\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"16\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"2\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"256\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"32\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"4\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"512\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"64\"}", 3.0),
            ("oxo_journal_group_steps_bucket{le=\"8\"}", 3.0),
            ("oxo_journal_group_steps_count", 3.0),
            ("oxo_journal_group_steps_sum", 3.0),
        ]
    );
    let commits = after.get("oxo_journal_commit_seconds_count");
    assert_eq!(
        commits - before.get("oxo_journal_commit_seconds_count"),
        3.0
    );
    assert!(after.get("oxo_journal_commit_seconds_sum") > 0.0);
    assert!(after.get("oxo_journal_bytes{file=\"database\"}") > 0.0);
    assert!(after.get("oxo_journal_bytes{file=\"log\"}") > 0.0);
    assert_eq!(after.get("oxo_journal_queue"), 0.0);
    server.stop().await;
}

#[tokio::test]
async fn every_code_and_type_of_the_protocol_is_a_label_from_the_start() {
    let server = measured(in_memory()).await;
    let figures = figures(&server).await;
    let sorted = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    let codes = sorted(RefusalCode::VARIANTS.to_vec());
    assert_eq!(figures.labels("oxo_refusals_total", "code"), codes);
    let types = BodyKind::VARIANTS.iter().chain(COMMANDS);
    let types = sorted(types.copied().filter(|name| *name != "seat").collect());
    assert_eq!(figures.labels("oxo_requests_total", "type"), types);
    server.stop().await;
}

/// A row of the table in docs/metrics.md for each metric.
fn table(figures: &Figures) -> String {
    let mut labels: BTreeMap<&str, (&str, Vec<&str>)> = BTreeMap::new();
    for name in figures.names() {
        if let Some((metric, label)) = name.split_once('{') {
            let (label, value) = label.split_once('=').unwrap();
            let row = labels.entry(metric).or_insert((label, Vec::new()));
            row.1.push(value.trim_end_matches('}').trim_matches('"'));
        }
    }
    let mut rows = String::new();
    let mut lines = figures.text.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("# HELP ") else {
            continue;
        };
        let (name, help) = rest.split_once(' ').unwrap();
        let kind = lines.next().unwrap().rsplit(' ').next().unwrap();
        let labels = match labels.get(name) {
            None => String::new(),
            Some((label, _)) if *label == "version" => format!("`{label}`"),
            Some((label, values)) if values.len() > 9 => {
                format!("`{label}`: all {} of the protocol", values.len())
            }
            Some((label, values)) => format!("`{label}`: {}", values.join(", ")),
        };
        rows += &format!("| `{name}` | {kind} | {labels} | {help} |\n");
    }
    rows
}

/// Where the table begins.
const HEAD: &str = "| metric | kind | labels | meaning |\n|---|---|---|---|\n";

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_document_has_every_metric_and_no_other() {
    let folder = TempDir::new().unwrap();
    let server = measured_on_disk(&folder).await;
    let table = table(&figures(&server).await);
    server.stop().await;
    let test = "system links::metrics::";
    assert_has_table("docs/metrics.md", HEAD, &table, test);
}
