//! Restoration of the terminal: it is as it was, in every way that `oxo` on the full screen ends or
//! stops.

use std::{
    fs::{File, OpenOptions},
    io::Read,
    path::{Path, PathBuf},
    process::Stdio,
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tests::{Terminal, process::oxo_binary, soon, terminal::Start};
use tokio::process::Command;

use super::TerminalSetup;

/// The first escape sequence to a terminal that is drawn on.
const DRAWN: &str = "\x1b[?1049h";

async fn signal(name: &str, id: u32) {
    let (name, id) = (format!("-{name}"), id.to_string());
    let sent = Command::new("kill").args([name, id]).status().await;
    assert!(sent.is_ok_and(|status| status.success()));
}

/// `oxo` on the full screen of a newcomer.
async fn shown(setup: &TerminalSetup) -> Terminal {
    let mut ana = setup.full("Ana", &[]);
    ana.full().await;
    assert!(ana.vt(|screen| screen.hide_cursor() && screen.bracketed_paste()));
    ana
}

#[tokio::test]
async fn keys_end_the_screen_and_the_terminal_is_restored() {
    let setup = TerminalSetup::open().await;
    for (key, status) in [("q", 0), ("\x03", 130)] {
        let mut ana = shown(&setup).await;
        ana.keys(key);
        assert_eq!(ana.end().await, status, "{key:?}");
        ana.is_restored();
    }
}

#[tokio::test]
async fn signals_end_the_screen_and_the_terminal_is_restored() {
    let setup = TerminalSetup::open().await;
    for (name, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut ana = shown(&setup).await;
        signal(name, ana.id()).await;
        assert_eq!(ana.end().await, status, "{name}");
        ana.is_restored();
    }
}

#[tokio::test]
async fn a_panic_is_printed_on_the_restored_terminal() {
    let setup = TerminalSetup::open().await;
    let home = setup.home("Ana");
    for (place, code) in [("here", 101), ("elsewhere", 0)] {
        let mut terminal = Terminal::start(&Start {
            program: PathBuf::from(env!("CARGO_BIN_EXE_oxo-panics")),
            ..Start::oxo(&home, "", &[place])
        });
        terminal.full().await;
        terminal.click(0, 0);
        assert_eq!(terminal.end().await, code, "{place}");
        terminal.is_restored();
        terminal.shows("on purpose").await;
    }
}

#[tokio::test]
async fn an_output_that_nobody_reads_ends_the_program() {
    let setup = TerminalSetup::open().await;
    let (home, oxo) = (setup.home("Ana"), oxo_binary());
    let (other, path) = pseudo_terminal();
    let line = format!("exec {} --name Ana > {}", oxo.display(), path.display());
    let mut ana = Terminal::start(&Start {
        program: PathBuf::from("sh"),
        ..Start::oxo(&home, &setup.address(), &["-c", &line])
    });
    let other = drawn_on(other).await;
    assert_ne!(ana.modes(), ana.modes_before(), "keys come one by one");
    // Processes that are being started have it open for a moment.
    drop(other);
    assert_eq!(ana.end_by("x").await, 0);
    assert_eq!(ana.modes(), ana.modes_before());
}

#[tokio::test]
async fn the_end_of_the_terminal_ends_the_program() {
    let setup = TerminalSetup::open().await;
    // Its own terminal, of whose end a signal tells, and somebody else's.
    for own in [&["--ctty"][..], &[]] {
        let (master, path) = pseudo_terminal();
        let slave = OpenOptions::new().read(true).write(true).open(&path);
        let slave = slave.unwrap();
        let mut child = Command::new("setsid")
            .args(own)
            .arg(oxo_binary())
            .args(["--name", "Ana", "--server", &setup.address()])
            .env("HOME", setup.home("Ana"))
            .env("TERM", "xterm")
            .stdin(slave.try_clone().unwrap())
            .stdout(slave)
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        drop(drawn_on(master).await);
        let status = soon("its end", child.wait()).await.unwrap();
        assert_eq!(status.code(), Some(0), "{own:?}");
    }
}

#[tokio::test]
async fn a_shell_suspends_and_resumes_the_screen() {
    let setup = TerminalSetup::open().await;
    let (mut shell, oxo) = (in_shell(&setup), oxo_binary());
    shell.sees("ready>").await;
    shell.line(&format!("{} --name Ana", oxo.display()));
    shell.full().await;
    for _ in 0..2 {
        shell.control('z');
        shell.lines().await;
        shell.sees("ready>").await;
        shell.line("echo as $((40 + 2))");
        shell.sees("as 42").await;
        shell.sees("ready>").await;
        shell.line("fg");
        shell.full().await;
    }
    shell.keys("q");
    shell.lines().await;
    shell.sees("ready>").await;
    shell.line("exit");
    shell.end().await;
    shell.is_restored();
}

/// A shell for people, whose prompt is `ready>`.
fn in_shell(setup: &TerminalSetup) -> Terminal {
    let home = setup.home("Ana");
    Terminal::start(&Start {
        program: PathBuf::from("sh"),
        environment: &[("PS1", "ready> ")],
        ..Start::oxo(&home, &setup.address(), &["-i"])
    })
}

/// Holds that it gave the terminal back and took it again, and ends well.
async fn goes_on(mut ana: Terminal) {
    ana.sees("\x1b[?1049l").await;
    ana.sees(DRAWN).await;
    ana.full().await;
    ana.keys("q");
    assert_eq!(ana.end().await, 0);
    ana.is_restored();
}

#[tokio::test]
async fn without_a_shell_to_resume_it_the_screen_does_not_suspend() {
    let setup = TerminalSetup::open().await;
    let mut ana = shown(&setup).await;
    ana.control('z');
    goes_on(ana).await;
}

#[tokio::test]
async fn the_screen_takes_the_terminal_again_after_any_stop() {
    let setup = TerminalSetup::open().await;
    let mut ana = shown(&setup).await;
    ana.sees(DRAWN).await;
    signal("STOP", ana.id()).await;
    signal("CONT", ana.id()).await;
    goes_on(ana).await;
}

/// A terminal of which this process has the one end, and its other end's path.
fn pseudo_terminal() -> (File, PathBuf) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
        .expect("a pseudo-terminal");
    grantpt(&master).expect("a terminal of ours");
    unlockpt(&master).expect("a terminal to be opened");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let path = Path::new(name.to_str().expect("text")).to_owned();
    (File::from(master), path)
}

/// Reads on until the whole screen is taken.
async fn drawn_on(mut terminal: File) -> File {
    let read = tokio::task::spawn_blocking(move || {
        let (mut text, mut buffer) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&text).contains("\x1b[?1004h") {
            let read = terminal.read(&mut buffer).expect("an open terminal");
            text.extend_from_slice(&buffer[..read]);
        }
        terminal
    });
    soon("a full screen", read).await.expect("a reader")
}
