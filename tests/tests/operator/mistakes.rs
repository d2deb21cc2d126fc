//! Every kind of mistake with the server's program, each as somebody would make it: one sentence that
//! names the mistake and the correct form, in our words and not those of a library or the system.

use std::{
    fs,
    net::TcpListener,
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use tempfile::TempDir;
use tests::{process::server_binary, soon};
use tokio::process::Command;

/// A mistake on the command line or in the configuration; the same mistake is made at every start.
const CONFIGURATION: i32 = 2;
/// Anything else.
const FAILURE: i32 = 1;

/// Words of libraries and of the system.
const FOREIGN: [&str; 12] = [
    "os error",
    "error:",
    "Usage:",
    "tip:",
    "For more information",
    "unexpected argument",
    "unrecognized",
    "invalid value",
    "unable to open database file",
    "No such file or directory",
    "panicked",
    "Error {",
];

/// Files to make mistakes with.
struct Scene {
    folder: TempDir,
    /// A port that somebody listens at.
    taken: TcpListener,
}

impl Scene {
    fn new() -> Scene {
        let folder = TempDir::new().unwrap();
        let file = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
        file("unknown.toml", b"log = 'info'\n\nlisen = '[::]:1952'\n");
        file("latin.toml", b"server_name = 'Caf\xe9'\n");
        file("text", b"no database, no certificate");
        file("there.db", b"something");
        Scene {
            taken: TcpListener::bind("127.0.0.1:0").unwrap(),
            folder,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command line: `FOLDER` and `TAKEN` stand for existing ones.
    fn words(&self, line: &str) -> Vec<String> {
        let folder = self.folder.path().to_str().unwrap();
        let taken = self.taken.local_addr().unwrap().to_string();
        let word = |word: &str| word.replace("FOLDER", folder).replace("TAKEN", &taken);
        line.split(' ')
            .filter(|it| !it.is_empty())
            .map(word)
            .collect()
    }

    async fn run(&self, line: &str) -> Output {
        let mut command = program(self.folder.path());
        command.args(self.words(line));
        soon(line, command.output()).await.unwrap()
    }
}

/// The program for a user without any configuration.
fn program(home: &Path) -> Command {
    let mut command = Command::new(server_binary());
    command
        .env_clear()
        .env("HOME", home)
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// Asserts that a mistake was answered by one sentence with these parts.
fn assert_told(line: &str, output: &Output, status: i32, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    // A server that got further has a log before; it is JSON.
    let sentences: Vec<_> = said.lines().filter(|it| !it.starts_with('{')).collect();
    assert_eq!(output.status.code(), Some(status), "{line}: {said}");
    assert_eq!(sentences.len(), 1, "{line}: {said}");
    assert!(sentences[0].starts_with("oxo-server: "), "{line}: {said}");
    assert!(
        sentences[0].ends_with('.') && !sentences[0].ends_with(".."),
        "{line}: {said}"
    );
    for foreign in FOREIGN {
        assert!(!said.contains(foreign), "{line}: {foreign:?} is in {said}");
    }
    for part in parts {
        assert!(
            sentences[0].contains(part),
            "{line}: {part:?} is not in {said}"
        );
    }
    assert!(output.stdout.is_empty(), "{line}");
}

/// A command line, and the parts of its sentence: the mistake, and the correct form.
type MistakeRow = (&'static str, &'static [&'static str]);

/// Every other one is in `config/src/tests/refusals.rs`, by its whole sentence.
const BAD_COMMAND_LINES: &[MistakeRow] = &[
    (
        "--xyzzy",
        &["--xyzzy is not an option", "oxo-server help lists"],
    ),
    (
        "backup a --jsn",
        &["--jsn is not an option", "oxo-server help backup"],
    ),
    ("announce --for 2h", &["TEXT", "is missing"]),
    ("--listen foo", &["--listen: \"foo\"", "[::]:1952"]),
];

const BAD_FILES: &[MistakeRow] = &[
    (
        "--config FOLDER/unknown.toml",
        &["lisen in ", "unknown.toml, line 3", "perhaps listen"],
    ),
    (
        "--config FOLDER/latin.toml",
        &["latin.toml", "not text in UTF-8"],
    ),
    (
        "--config FOLDER/none.toml",
        &["none.toml (from --config)", "no such file", "name another"],
    ),
    ("--config FOLDER", &["cannot be read", "is a directory"]),
    (
        "--config FOLDER/text/x.toml",
        &["cannot be read", "is a file and no directory"],
    ),
    ("config print --config FOLDER/unknown.toml", &["line 3"]),
    ("doctor --config FOLDER/unknown.toml", &["line 3"]),
];

const FAILED_STARTS: &[MistakeRow] = &[
    (
        "--listen TAKEN --data FOLDER/a",
        &["cannot listen on 127.0.0.1", "another program", "--listen"],
    ),
    (
        "--listen 192.0.2.1:1952 --data FOLDER/a",
        &["192.0.2.1:1952", "does not have that address", "--listen"],
    ),
    (
        "--listen unix:FOLDER/no/s --data FOLDER/a",
        &["no/s", "no such file or directory", "--listen"],
    ),
    (
        "--listen unix:FOLDER/text --data FOLDER/a",
        &["no socket is there", "--listen"],
    ),
    (
        "--listen unix:FOLDER/s --data FOLDER/a",
        &["does not know its address", "--public-url"],
    ),
    (
        "--listen 127.0.0.1:0 --data /proc/none/data",
        &["/proc/none/data cannot be used", "--data"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/text/x",
        &["text/x cannot be used", "--data"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/text",
        &["text cannot be used", "--data"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/a --metrics-listen TAKEN",
        &["for /metrics", "another program", "--metrics-listen"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/a --admin FOLDER/no/admin",
        &["no/admin cannot be had", "--admin off"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/a --tls-cert FOLDER/none --tls-key FOLDER/text",
        &["none cannot be read", "--tls-cert takes a file"],
    ),
    (
        "--listen 127.0.0.1:0 --data FOLDER/a --tls-cert FOLDER/text --tls-key FOLDER/text",
        &["holds no private key", "PEM"],
    ),
];

const FAILED_COMMANDS: &[MistakeRow] = &[
    (
        "backup FOLDER/b --data FOLDER/none",
        &["no journal in", "--data"],
    ),
    (
        "backup FOLDER/no/b --data FOLDER",
        &["no directory", "make it"],
    ),
    ("check --data FOLDER/none", &["cannot be read", "--data"]),
    ("check FOLDER", &["is not a file", "name a backup"]),
    ("check FOLDER/text", &["text is damaged", "from a backup"]),
    (
        "restore FOLDER/none --data FOLDER/b",
        &["cannot be read", "name a backup"],
    ),
    (
        "restore FOLDER/text --data FOLDER/b",
        &["text is damaged", "from a backup"],
    ),
    (
        "rooms list --data FOLDER",
        &["no server answers at", "start one"],
    ),
    (
        "top --once --data FOLDER",
        &["no server answers at", "start one"],
    ),
    (
        "announce hello --admin off",
        &["switched off", "start the server without"],
    ),
    (
        "health --listen 127.0.0.1:1",
        &["no server answers at 127.0.0.1:1", "start one"],
    ),
];

#[tokio::test]
async fn every_mistake_is_answered_by_one_sentence_of_ours() {
    let scene = Scene::new();
    for (status, rows) in [
        (CONFIGURATION, BAD_COMMAND_LINES),
        (CONFIGURATION, BAD_FILES),
        (FAILURE, FAILED_STARTS),
        (FAILURE, FAILED_COMMANDS),
    ] {
        for (line, parts) in rows {
            let output = scene.run(line).await;
            assert_told(line, &output, status, parts);
        }
    }
    assert!(!scene.path("b").exists(), "nothing was made");
}

#[tokio::test]
async fn an_argument_that_is_not_unicode_is_reported_so() {
    let scene = Scene::new();
    let strange = || std::ffi::OsString::from_vec(b"/caf\xe9".to_vec());
    let argument = program(scene.folder.path())
        .arg("--data")
        .arg(strange())
        .output();
    let variable = program(scene.folder.path())
        .env("OXO_DATA", strange())
        .output();
    let (argument, variable) = (argument.await.unwrap(), variable.await.unwrap());
    assert_told(
        "an argument",
        &argument,
        CONFIGURATION,
        &["not valid Unicode", "UTF-8"],
    );
    assert_told(
        "a variable",
        &variable,
        CONFIGURATION,
        &["OXO_DATA", "not valid Unicode"],
    );
}

#[tokio::test]
async fn help_man_pages_and_scripts_are_printed() {
    let scene = Scene::new();
    for (line, part) in [
        ("help", "Usage: oxo-server"),
        ("help backup", "Usage: oxo-server backup"),
        ("help rooms close", "Usage: oxo-server rooms close"),
        ("man", ".TH oxo-server 1"),
        ("man rooms close", ".TH oxo-server-rooms-close 1"),
        ("completions bash", "complete -F"),
        ("completions zsh", "#compdef oxo-server"),
        ("completions fish", "complete -c oxo-server"),
    ] {
        let output = scene.run(line).await;
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{line}"
        );
        assert!(said.contains(part), "{line}: {said}");
    }
}
