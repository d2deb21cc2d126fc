//! Every way out of the programs is in a file of the list below, in which what others wrote is made
//! harmless (`protocol::text`); a new one is found here.

use crate::files::{read, sources};

/// A way out of a program.
struct WayOut {
    what: &'static str,
    /// By what of the source it is known; whole words, of which none stands behind a full stop.
    words: &'static [&'static str],
    /// The files that may go it, each with what makes texts harmless on it.
    files: &'static [(&'static str, &'static str)],
}

/// The crates of both programs and of what they are made of.
const MEMBERS: [&str; 31] = [
    "game",
    "patterns",
    "engine",
    "gomocup",
    "strict-json",
    "protocol",
    "referee",
    "sentences",
    "command-line",
    "client",
    "archive",
    "frontend",
    "bot",
    "client-cli",
    "push",
    "admission",
    "journal",
    "clock",
    "compute",
    "journal-files",
    "journal-sqlite",
    "rooms",
    "lobby",
    "connection",
    "config",
    "tls",
    "picture",
    "carrying",
    "node",
    "nodes",
    "server",
];

const WAYS_OUT: &[WayOut] = &[
    WayOut {
        what: "standard output, standard error, the terminal",
        words: &[
            "stdout",
            "stderr",
            "print",
            "println",
            "eprint",
            "eprintln",
            "dbg",
            "inherit",
            "/dev/tty",
            "/dev/stdout",
            "/dev/stderr",
        ],
        files: &[
            ("frontend/src/stdio/output.rs", "printable and json_line"),
            ("frontend/src/stdio/mod.rs", "only asks what they are"),
            (
                "client-cli/src/tui/terminal.rs",
                "each cell, title and notification",
            ),
            ("server/src/output.rs", "printable"),
            ("server/src/terminal_size.rs", "only asks what it is"),
            ("server/src/logging.rs", "each field; json_document"),
            ("server/src/admin/top/mod.rs", "printable, each line"),
            ("server/src/admin/top/screen.rs", "printable in mod.rs"),
            ("server/src/progress.rs", "says nothing of others"),
            (
                "server/src/bin/oxo-server-faulty.rs",
                "says nothing of others",
            ),
        ],
    },
    WayOut {
        what: "files",
        words: &[
            "OpenOptions",
            "File::create",
            "File::create_new",
            "File::options",
            "fs::write",
            "fs::copy",
        ],
        files: &[
            ("archive/src/files.rs", "json_line"),
            (
                "archive/src/store.rs",
                "through files.rs; its keys are drawn here",
            ),
            (
                "archive/src/seats.rs",
                "through files.rs; its locks are empty",
            ),
            ("bot/src/log.rs", "json_line"),
            ("server/src/doctor/directory.rs", "a probe without text"),
            ("tls/src/acme/store.rs", "keys and certificates"),
            ("journal-files/src/copy.rs", "a database"),
            ("journal-files/src/directory_lock.rs", "an empty lock"),
        ],
    },
    WayOut {
        what: "other programs",
        words: &["Command::new", "ChildStdin"],
        files: &[
            ("config/src/cli.rs", "clap's, which starts nothing"),
            ("bot/src/process.rs", "json_line"),
        ],
    },
    WayOut {
        what: "answers over HTTP",
        words: &[
            "Response::new",
            "Response::builder",
            "HttpBody::new",
            "HttpBody::from",
        ],
        files: &[
            ("server/src/http/response.rs", "each body by its kind"),
            ("server/src/http/upgrade.rs", "has no body"),
        ],
    },
];

/// Whether a line of source has a word by itself, which is no method's or field's name.
fn has(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let behind = line[at + word.len()..].chars().next();
        !before.is_some_and(|c| part(c) || c == '.') && !behind.is_some_and(part)
    })
}

/// The lines of a file that go a way out. Macros are known by their `!`: others may define a `print`.
fn goes(text: &str, way: &WayOut) -> Vec<String> {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let out = code.filter(|line| {
        let is = |word: &&str| match *word {
            "print" | "dbg" => has(line, &format!("{word}!")),
            word => has(line, word),
        };
        way.words.iter().any(is)
    });
    out.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn no_text_leaves_a_program_where_nothing_makes_it_harmless() {
    let of_member = |member: &str| sources(&format!("{member}/src"));
    let files: Vec<String> = MEMBERS.into_iter().flat_map(of_member).collect();
    assert!(files.len() > 400, "the sources are found: {}", files.len());
    for way in WAYS_OUT {
        for path in &files {
            let lines = goes(&read(path), way);
            let listed = way.files.iter().any(|(known, _)| known == path);
            assert!(
                listed || lines.is_empty(),
                "{path} goes a way out of its own, to {}: use what is there, or make texts harmless \
                 (protocol::text) and add it to WAYS_OUT.\n{lines:#?}",
                way.what
            );
            assert!(
                !listed || !lines.is_empty(),
                "{path} goes no way to {}",
                way.what
            );
        }
        for (path, _) in way.files {
            assert!(files.iter().any(|file| file == path), "{path} is there");
        }
    }
}

#[test]
fn a_way_out_is_found_however_it_is_spelt() {
    let out = &WAYS_OUT[0];
    for line in [
        "println!(\"{name}\");",
        "    use std::io::{self, stdout as out};",
        "let file = File::open(\"/dev/tty\")?;",
        "command.stderr(Stdio::inherit());",
        "print!(\"{x}\")",
    ] {
        assert_eq!(goes(line, out).len(), 1, "{line}");
    }
    for line in [
        "// println!(\"x\")",
        "command.stdout(Stdio::piped())",
        "print(&lines)?;",
        "asked.print()",
    ] {
        assert!(goes(line, out).is_empty(), "{line}");
    }
}
