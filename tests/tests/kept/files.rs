//! The files of a journal: nothing that a stranger sends makes them grow for
//! ever, and a server with other files than its own says so and ends.

use std::{fs, path::Path};

use journal::progress::no_progress;
use journal_files::check;
use protocol::frame::Reason;
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process,
    client::{play_out, seat_two, two},
    process::server_binary,
    server::BEGIN_MS,
};

use crate::kept::on;

async fn start(data: &Path) -> Process {
    Process::start(&server_binary(), data, &[]).await
}

async fn playing(server: &Process) -> (Client, Client) {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    (ana, bia)
}

#[tokio::test]
async fn refused_commands_leave_no_row() {
    let folder = TempDir::new().unwrap();
    let steps = || {
        check(&folder.path().join("oxo.db"), &no_progress())
            .unwrap()
            .steps
    };
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let before = steps();
    for _ in 0..500 {
        for command in [
            ana.move_to(4),
            json!({"type": "claim", "result": "win"}),
            json!({"type": "accept", "offer": 7}),
            json!({"type": "offer", "kind": "takeback", "ply": 9}),
        ] {
            ana.act_refused(command).await;
        }
        bia.act_refused(bia.move_to(1)).await;
    }
    assert_eq!(steps(), before);
    ana.play(8).await;
    assert_eq!(steps(), before + 1);
    server.stop().await;
}

#[tokio::test]
async fn a_database_that_is_empty_beside_its_log_refuses_the_start() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path()).await;
    let (ana, _bia) = playing(&server).await;
    server.kill().await;
    let (file, log) = (
        folder.path().join("oxo.db"),
        folder.path().join("oxo.db-wal"),
    );
    let whole = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    fs::write(&file, "").unwrap();
    for _ in 0..2 {
        let started =
            Process::try_start(&[], "127.0.0.1:0", &server_binary(), folder.path(), &[]).await;
        let Err(ended) = started else {
            panic!("it starts")
        };
        assert_eq!(ended.status.code(), Some(1));
        assert!(ended.words.contains("oxo.db is empty"), "{}", ended.words);
        assert_eq!(fs::read(&log).unwrap(), whole.1);
    }
    fs::write(&file, whole.0).unwrap();
    let server = start(folder.path()).await;
    let mut back = server.client("Ana").await;
    back.return_to(ana.room.unwrap(), &ana.secret).await;
    assert_eq!(back.view.game.unwrap().moves, ana.view.game.unwrap().moves);
    server.terminate().await;
}

#[tokio::test]
async fn files_that_vanish_under_the_server_end_it_in_words() {
    let take: [fn(&Path); 3] = [
        |data| fs::remove_file(data.join("oxo.db")).unwrap(),
        |data| {
            let other = data.join("other");
            fs::copy(data.join("oxo.db-wal"), &other).unwrap();
            fs::rename(other, data.join("oxo.db-wal")).unwrap();
        },
        |data| fs::rename(data, data.with_extension("away")).unwrap(),
    ];
    for take in take {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        let server = start(&data).await;
        let (mut ana, mut bia) = playing(&server).await;
        take(&data);
        for client in [&mut ana, &mut bia] {
            let (bye, _) = client.bye().await;
            assert_eq!(bye.reason, Reason::DiskFailed);
        }
        let ended = server.ended().await;
        assert_eq!(ended.status.code(), Some(1));
        let said = "the journal's files were deleted, moved or replaced under the server";
        assert!(ended.words.contains(said), "{}", ended.words);
    }
}
