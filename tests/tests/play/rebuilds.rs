//! The service of a node, dropped whole with sockets open and built again in the same process.

use std::{fs, process::Command, sync::Arc};

use protocol::frame::Reason;
use serde_json::json;
use tests::{Client, Raw, TestJournal, TestServer, client::lineless_moves, soon};
use tokio::runtime::Handle;

use crate::play::common::{SeatCredentials, sync, two};

/// Number of rebuilds.
const LIVES: usize = 100;
/// From then on nothing may grow.
const SETTLED: usize = 20;
/// Memory that may come and go: threads have heaps of their own.
const SLACK_KB: u64 = 4 * 1024;

/// Files, kilobytes of memory, tasks.
type Held = (usize, u64, usize);

/// This process's resources at the moment.
fn held() -> Held {
    let files = fs::read_dir("/proc/self/fd").unwrap().count();
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|it| it.strip_prefix("RssAnon:"));
    let kb = line.unwrap().trim().split(' ').next().unwrap();
    let tasks = Handle::current().metrics().num_alive_tasks();
    (files, kb.parse().unwrap(), tasks)
}

/// Everybody who is connected when a life ends: who watches, who plays the computer, who waits, and
/// one who has said nothing.
async fn connect_bystanders(server: &TestServer, ana: &Client) -> (Vec<Client>, Raw) {
    let mut watching = server.client("Caio").await;
    watching.watch(ana.room.unwrap()).await;
    let mut playing = server.client("Davi").await;
    let board = json!({"first": "host", "rules": {"width": 9, "height": 9, "line": 5}, "computer": {"level": 3}});
    playing.create(board).await;
    playing.play(40).await;
    // The computer is thinking when the life ends.
    server.advance(600);
    let mut waiting = server.client("Eva").await;
    waiting.quick_match("a key of hers", json!({})).await;
    let silent = Raw::websocket(server.node.facts.bound()).await;
    (vec![watching, playing, waiting], silent)
}

/// A move is made, the service ends with everybody connected, and both come back to the next one.
async fn one_life(
    server: &mut TestServer,
    journal: &TestJournal,
    mut ana: Client,
    mut bia: Client,
    cell: u16,
) -> (Client, Client) {
    let (others, silent) = connect_bystanders(server, &ana).await;
    let mover = if ana.my_turn() { &mut ana } else { &mut bia };
    mover.play(cell).await;
    let seq = mover.view.seq;
    ana.up_to(seq).await;
    bia.up_to(seq).await;
    let places = (SeatCredentials::of(&ana), SeatCredentials::of(&bia));
    let rebuilt = server.rebuild(journal);
    let told = async {
        for mut client in others.into_iter().chain([ana, bia]) {
            assert_eq!(client.bye().await.0.reason, Reason::Restarting);
        }
        drop(silent);
    };
    let (old, ()) = tokio::join!(rebuilt, told);
    soon("the old service to be gone", async {
        while old.strong_count() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let (mut ana, mut bia) = (
        places.0.back(&server.url()).await,
        places.1.back(&server.url()).await,
    );
    sync(&mut ana, &mut bia).await;
    (ana, bia)
}

/// In a process of its own, whose files and memory nobody else changes.
#[tokio::test]
#[ignore = "the test below runs it alone"]
async fn a_rebuilt_service_leaks_nothing() {
    let journal = Arc::new(TestJournal::default());
    let mut server = TestServer::with_journal(&journal).await;
    let rules = json!({"rules": {"width": 19, "height": 19, "line": 5}, "first": "host"});
    let (mut ana, mut bia) = two(&server, rules).await;
    let mut settled: Option<Held> = None;
    for (life, cell) in lineless_moves().take(LIVES).enumerate() {
        (ana, bia) = one_life(&mut server, &journal, ana, bia, cell).await;
        // Tasks that have just begun to end are still counted.
        let has_settled = |(files, _, tasks): Held| match settled {
            None => server.node.visits.count() == 0 && server.service.connections.len() == 2,
            Some((files_before, _, tasks_before)) => files <= files_before && tasks <= tasks_before,
        };
        soon("files and tasks to be as many as before", async {
            while !has_settled(held()) {
                tokio::task::yield_now().await;
            }
        })
        .await;
        if life == SETTLED {
            settled = Some(held());
        }
        if let Some((_, before_kb, _)) = settled {
            let (_, kb, _) = held();
            assert!(
                kb <= before_kb + SLACK_KB,
                "life {life}: {kb} KB of {before_kb}"
            );
        }
    }
    assert_eq!(ana.view.running().unwrap().moves.len(), LIVES);
    assert_eq!(
        bia.view.running().unwrap().moves,
        ana.view.running().unwrap().moves
    );
    server.stop().await;
}

#[test]
fn a_service_is_dropped_whole_and_built_again_a_hundred_times() {
    let program = std::env::current_exe().unwrap();
    let arguments = [
        "play::rebuilds::a_rebuilt_service_leaks_nothing",
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    let output = Command::new(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.contains("1 passed"), "{said}");
}
