//! Errors of the system where something else than the journal is written: backups, a restore, a data
//! directory, the operator's socket.

use std::{fs, path::Path};

use protocol::RoomCode;
use rustix::io::Errno;
use tempfile::TempDir;
use tests::{
    Process,
    process::{server_binary, test_clock_binary},
    soon,
};
use tokio::process::Command;

use crate::{
    copy,
    disk::seat,
    pair::Round,
    serve::{ANYWHERE, sentence},
    shim::{Counter, Shim, Word},
};

/// Obstacles to writing a file, with their sentences.
const ROWS: [(Word, Errno, &str); 8] = [
    (Word::Write, Errno::NOSPC, "the disk is full"),
    (Word::Write, Errno::DQUOT, "quota"),
    (Word::Write, Errno::FBIG, "the largest size"),
    (Word::Write, Errno::IO, "I/O error"),
    (Word::Open, Errno::MFILE, "too many files"),
    (Word::Open, Errno::ROFS, "read-only"),
    (Word::Sync, Errno::DQUOT, "did not sync"),
    (Word::Rename, Errno::DQUOT, "quota"),
];

/// A data directory in which a room was played.
async fn played(data: &Path) -> RoomCode {
    let server = Process::start(&server_binary(), data, &[]).await;
    let mut pairs = seat(&server, 1).await;
    assert!(matches!(pairs[0].step().await, Round::Played));
    server.terminate().await;
    pairs[0].players[0].room
}

/// Runs a command of the server's program behind the shim: whether it did what it should, and what
/// it complained of, in one sentence.
async fn operate(shim: &Shim, data: &Path, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(server_binary());
    command.envs(shim.environment()).arg("--data").arg(data);
    let ended = soon("a command", command.args(words).output()).await;
    let ended = ended.expect("a program that can be started");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        !said.contains("panicked") && said.lines().count() <= 1,
        "{said}"
    );
    (ended.status.success(), said)
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a directory");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

fn rooms(data: &Path) -> Vec<RoomCode> {
    let (_journal, opening) = copy::open(data, Default::default());
    opening.rooms.iter().map(|room| room.code).collect()
}

#[tokio::test]
async fn a_backup_that_cannot_be_written_says_why_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (folder.path().join("data"), folder.path().join("backups"));
    let room = played(&data).await;
    fs::create_dir(&dir).unwrap();
    let shim = Shim::new(&dir, folder.path(), false);
    let to = dir.canonicalize().unwrap().join("monday.db");
    let words = ["backup", to.to_str().unwrap()];
    for (word, errno, cause) in ROWS {
        shim.refuse(word, errno);
        let (done, said) = operate(&shim, &data, &words).await;
        assert!(!done && said.contains(cause), "{word:?} {errno}: {said}");
        assert_eq!(names(&dir), Vec::<String>::new(), "{word:?} {errno}");
        shim.allow_all();
    }
    assert!(shim.count(Counter::RenamesRefused) > 0);
    let (done, said) = operate(&shim, &data, &words).await;
    assert!(done, "{said}");
    assert_eq!(rooms(&data), [room], "the journal is as it was");
}

#[tokio::test]
async fn a_restore_that_cannot_be_written_leaves_what_was_there() {
    let folder = TempDir::new().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let backup = folder.path().join("monday.db");
    let words = ["restore", backup.to_str().unwrap()];
    let earlier = played(&other).await;
    let room = played(&data).await;
    let shim = Shim::new(&data, folder.path(), false);
    let taken = ["backup", backup.to_str().unwrap()];
    assert!(operate(&shim, &other, &taken).await.0);
    for (word, errno, cause) in ROWS {
        shim.refuse(word, errno);
        let (done, said) = operate(&shim, &data, &words).await;
        assert!(!done && said.contains(cause), "{word:?} {errno}: {said}");
        shim.allow_all();
        assert_eq!(rooms(&data), [room], "{word:?} {errno}: {said}");
    }
    let (done, said) = operate(&shim, &data, &words).await;
    assert!(done, "{said}");
    assert_eq!(rooms(&data), [earlier]);
}

#[tokio::test]
async fn a_backup_of_the_server_that_fails_is_tried_again_and_costs_no_game() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (folder.path().join("data"), folder.path().join("backups"));
    fs::create_dir(&dir).unwrap();
    let shim = Shim::new(&dir, folder.path(), false);
    let environment: Vec<_> = shim.environment().collect();
    shim.refuse(Word::Write, Errno::DQUOT);
    let dir_there = dir.canonicalize().unwrap();
    let arguments = ["--backup", dir_there.to_str().unwrap()];
    let binary = test_clock_binary();
    let mut server = Process::start_in(&environment, ANYWHERE, &binary, &data, &arguments).await;
    server.has_said("a backup failed").await;
    server
        .has_said("the disk quota of the server's user is used up")
        .await;
    let mut pairs = seat(&server, 1).await;
    assert!(matches!(pairs[0].step().await, Round::Played));
    assert_eq!(names(&dir), Vec::<String>::new());
    assert!(shim.count(Counter::WritesRefused) > 0);
    shim.allow_all();
    server.advance(10 * 60 * 1_000).await;
    server.has_said("backup taken and verified").await;
    assert_eq!(names(&dir).len(), 1);
    // Ten minutes are more than a first move has: others play on.
    let mut pairs = seat(&server, 1).await;
    assert!(matches!(pairs[0].step().await, Round::Played));
    server.terminate().await;
}

#[tokio::test]
async fn a_data_directory_that_cannot_be_made_and_a_socket_that_cannot_be_had_refuse_the_start() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("place");
    fs::create_dir(&place).unwrap();
    let shim = Shim::new(&place, folder.path(), false);
    let environment: Vec<_> = shim.environment().collect();
    shim.refuse(Word::MakeDirectory, Errno::DQUOT);
    let data = place.canonicalize().unwrap().join("data");
    let binary = server_binary();
    let started = Process::try_start(&environment, ANYWHERE, &binary, &data, &[]).await;
    let Err(ended) = started else {
        panic!("it starts without a directory")
    };
    let said = sentence(&ended);
    assert!(
        said.contains("data directory") && said.contains("quota"),
        "{said}"
    );
    assert_eq!(shim.count(Counter::DirectoriesRefused), 1);
    shim.allow_all();
    // No file can be made there.
    let admin = ["--admin", "/sys/oxo.sock"];
    let started = Process::try_start(&environment, ANYWHERE, &binary, &data, &admin).await;
    let Err(ended) = started else {
        panic!("it starts without the socket that was asked for")
    };
    let said = sentence(&ended);
    assert!(
        said.contains("operator's socket /sys/oxo.sock cannot be had"),
        "{said}"
    );
}
