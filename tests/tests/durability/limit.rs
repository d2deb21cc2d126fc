//! A limit of file sizes (`ulimit -f`), set for real: a write beyond it fails with EFBIG and a signal
//! that ends a process which does not handle it.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Process,
    process::{oxo_binary, server_binary},
    soon,
};
use tokio::process::Command;

use crate::{
    disk::{is_unavailable, readiness, seat},
    pair::{Pair, Round},
    serve::{ANYWHERE, sentence},
};

/// Enough to begin with, in blocks of 512 bytes, and not for a game.
const BLOCKS: u32 = 200;
const CAUSE: &str = "a file has the largest size that is allowed here";

/// A program that runs another under a limit that may be raised, after these words of the shell.
fn limited(place: &Path, first: &str, blocks: u32, program: &Path) -> PathBuf {
    let script = place.join("limited");
    let program = program.display();
    let text = format!("#!/bin/sh\n{first}\nulimit -S -f {blocks}\nexec {program} \"$@\"\n");
    fs::write(&script, text).expect("a script");
    fs::set_permissions(&script, PermissionsExt::from_mode(0o755))
        .expect("a script that can be run");
    script
}

fn lift_limit(server: &Process) {
    let pid = Pid::from_raw(server.id().cast_signed()).expect("a process");
    let none = Rlimit {
        current: None,
        maximum: None,
    };
    prlimit(Some(pid), Resource::Fsize, none).expect("a limit that may be raised");
}

/// Plays until a move is refused.
async fn until_refused(pair: &mut Pair) {
    for _ in 0..300 {
        match pair.step().await {
            Round::Played => {}
            Round::Refused(why) => {
                assert!(why.iter().all(is_unavailable), "{why:?}");
                return;
            }
            round => panic!("{round:?} at the limit of file sizes"),
        }
    }
    panic!("the limit was never met");
}

async fn a_limit_is_lived_with(first: &str) {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path().join("data");
    let program = limited(folder.path(), first, BLOCKS, &server_binary());
    let mut server = Process::start(&program, &data, &[]).await;
    let mut pairs = seat(&server, 1).await;
    until_refused(&mut pairs[0]).await;
    let ready = readiness(&server).await;
    assert!(ready.contains("503") && ready.contains(CAUSE), "{ready}");
    lift_limit(&server);
    server.says("the journal can keep steps again").await;
    assert!(readiness(&server).await.contains("200"));
    assert!(matches!(pairs[0].step().await, Round::Played));
    server.terminate().await;

    let server = Process::start(&server_binary(), &data, &[]).await;
    for player in &mut pairs[0].players {
        player.resume_exactly(&server).await;
    }
    assert!(matches!(pairs[0].step().await, Round::Played));
    server.terminate().await;
}

#[tokio::test]
async fn a_server_outlives_its_limit_of_file_sizes_whether_the_signal_is_ignored_or_not() {
    a_limit_is_lived_with("").await;
    a_limit_is_lived_with("trap '' XFSZ").await;
}

#[tokio::test]
async fn a_start_that_a_limit_prevents_says_so() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let program = limited(folder.path(), "", 8, &server_binary());
    let started = Process::try_start(&[], ANYWHERE, &program, &data, &[]).await;
    let Err(ended) = started else {
        panic!("it starts")
    };
    let said = sentence(&ended);
    assert!(said.contains(CAUSE) && said.contains("ulimit -f"), "{said}");
}

async fn oxo(home: &Path, program: &Path, words: &[&str], input: &str) -> Output {
    use tokio::io::AsyncWriteExt;
    let mut command = Command::new(program);
    command.args(words).env("HOME", home).env("LC_ALL", "en");
    command
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME");
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("an oxo that starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).await.expect("a reader");
    drop(stdin);
    soon("the end of oxo", child.wait_with_output())
        .await
        .expect("its output")
}

#[tokio::test]
async fn a_client_that_may_write_nothing_plays_and_says_so_once() {
    let folder = TempDir::new().unwrap();
    let server = Process::start(&server_binary(), &folder.path().join("data"), &[]).await;
    let program = limited(folder.path(), "", 0, &oxo_binary());
    let create = |id| json!({"type": "create_room", "id": id, "secret": format!("{id:021}A")});
    let leave = json!({"type": "leave", "id": 2, "n": 1});
    let input = format!("{}\n{leave}\n{}\n", create(1), create(3));
    let words = ["connect", "--server", &server.url(), "--name", "Ana"];
    let output = oxo(folder.path(), &program, &words, &input).await;
    let (out, said) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{out}{said}");
    assert_eq!(
        out.matches("\"type\":\"created\"").count(),
        2,
        "{out}{said}"
    );
    let cause = "it would be larger than a file may be here";
    assert_eq!(said.matches(cause).count(), 1, "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let seats = folder.path().join(".local/share/oxo/seats");
    let left: Vec<_> = fs::read_dir(seats)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    let left = left
        .iter()
        .filter(|path| path.extension() != Some("lock".as_ref()));
    assert_eq!(left.count(), 0, "no half files");
    server.terminate().await;
}

#[tokio::test]
async fn output_that_the_disk_does_not_take_is_a_failure_in_words() {
    let folder = TempDir::new().unwrap();
    let (oxo, server) = (oxo_binary(), server_binary());
    for (program, words) in [
        (&oxo, &["--help"][..]),
        (&oxo, &["solve"]),
        (&oxo, &["games"]),
        (&server, &["doctor"]),
        (&server, &["config", "print"]),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(program);
        command
            .args(words)
            .env("HOME", folder.path())
            .env("LC_ALL", "en");
        command.current_dir(folder.path()).stdout(full);
        // `output` would put pipes in its place.
        let child = command.stderr(Stdio::piped()).spawn().expect("a program");
        let output = soon("the end of a program", child.wait_with_output())
            .await
            .expect("what it said");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("disk is full"), "{words:?}: {said}");
    }
}

#[tokio::test]
async fn a_server_whose_log_cannot_be_written_plays_on() {
    let folder = TempDir::new().unwrap();
    let address = std::net::TcpListener::bind(ANYWHERE)
        .unwrap()
        .local_addr()
        .unwrap();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(server_binary());
    command.arg("--data").arg(folder.path());
    command.args(["--listen", &address.to_string()]);
    command.stdout(full()).stderr(full()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    let listening = async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    soon("the server to listen", listening).await;
    let mut ana = tests::Client::connect(&format!("ws://{address}/ws")).await;
    ana.hello("Ana").await;
    let request = json!({"type": "create_room", "secret": ana.secret.reveal()});
    ana.done(request).await;
    let id = child.id().expect("a process").to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(asked.is_ok_and(|status| status.success()));
    assert!(soon("its end", child.wait()).await.unwrap().success());
}
