//! Nothing that everybody shares is forgotten: each semaphore, cap and limit of the server stands in
//! a row of `tests/src/shared.rs`, and the document has that table.

use std::collections::BTreeSet;

use protocol::Limits;
use tests::{
    document::assert_has_table,
    shared::{SHARED, SharedThing},
};

use crate::files::{read, rust, sources};

/// Bounds of things that nobody shares, by the reason why.
const NOT_SHARED: &[(&str, &[&str])] = &[
    (
        "a time, which holds nothing",
        &[
            "hello_ms",
            "ping_ms",
            "dead_ms",
            "seat_ping_ms",
            "seat_dead_ms",
            "write_ms",
            "linger_ms",
            "lost_after_ms",
            "lost_grace_ms",
            "short_grace_ms",
            "left_grace_ms",
            "first_move_ms",
            "idle_move_ms",
            "empty_room_ms",
            "room_age_ms",
            "correspondence_wait_ms",
            "offer_ms",
            "offer_cooldown_ms",
            "rtt_credit_ms",
            "match_answer_ms",
            "computer_move_ms",
            "exhibition_move_ms",
            "exhibition_pause_ms",
        ],
    ),
    (
        "one notification's own",
        &[
            "rooms/notifications.rs:MOST_FAILURES_BESIDE",
            "push/connect.rs:HTTPS_PORT",
            "node/webhook_caller.rs:HTTPS_PORT",
            "push/connect.rs:MOST_ADDRESSES",
            "push/encryption.rs:LAST_RECORD",
            "push/encryption.rs:PADDED_TO",
            "push/encryption.rs:RECORD_SIZE",
            "push/message.rs:LARGEST_PAYLOAD",
            "push/message.rs:LONGEST_TOPIC",
            "push/sender.rs:LONGEST_HEAD",
            "push/sender.rs:MOST_HEADERS",
            "push/target.rs:LONGEST",
        ],
    ),
    (
        "one connection's own",
        &[
            "message_bytes",
            "nesting",
            "commands_per_s",
            "commands_burst",
            "control_per_s",
            "names_per_s",
            "names_burst",
            "connection/closing.rs:FRAMES",
            "connection/fragments.rs:BYTES_A_FRAGMENT",
            "connection/frame_buffer.rs:SPARE",
            "connection/meters.rs:FLOOD_AT_MOST",
            "connection/meters.rs:FLOOD_WHEN_OVERDRAWN",
            "connection/meters.rs:MALFORMED_AT_MOST",
            "connection/socket.rs:KEPT",
            "connection/socket.rs:READ",
            "connection/socket.rs:READ_AFTER_END",
            "node/listener/sizes.rs:RECEIVED",
            "node/listener/sizes.rs:SENT",
            "connection/stream/halves.rs:DISCARDED_READS",
            "connection/stream/socket_halves.rs:ENCRYPTED_AHEAD",
            "link/lib.rs:SEND_BUFFER",
            "link/lib.rs:WINDOW_BACK",
            "link/lib.rs:WINDOW_THERE",
            "nodes/carry.rs:PIECE",
            "carrying/room_feed.rs:WRITE",
        ],
    ),
    (
        "one request's own",
        &[
            "http/head.rs:LOOKS",
            "http/head.rs:MOST",
            "http/embed.rs:LONGEST",
            "http/qr.rs:LONGEST",
            "http/refusal.rs:DRAINED",
            "http/router.rs:BODY",
            "rooms/transaction.rs:TRIES",
        ],
    ),
    ("one thread's own", &["rooms/render.rs:KEPT"]),
    (
        "the system's queue of connections, before there are addresses",
        &["node/listener/sizes.rs:BACKLOG"],
    ),
    (
        "the operator's, or the start's: no stranger reaches it",
        &[
            "node/addresses/interfaces.rs:DEEPEST",
            "admin/top/frame.rs:BAR",
            "admin/top/frame.rs:INDENT",
            "admin/top/screen.rs:mpsc::sync_channel(16)",
            "config/options.rs:MAX_LIMIT",
            "config/options.rs:MAX_REPLICAS",
            "config/parse.rs:LEAST_TOKEN_CHARS",
            "config/parse.rs:MAX_DAYS",
            "config/parse.rs:MAX_NAME_CHARS",
            "config/parse.rs:MAX_TOKEN_CHARS",
            "config/cluster.rs:MONITOR_PORT",
            "config/cluster.rs:NAME_CHARS",
            "config/cluster.rs:NATS_PORT",
            "config/resolved.rs:REMARK_COLUMN",
            "doctor/directory.rs:STEP",
            "doctor/directory.rs:SYNCS",
            "doctor/journal.rs:QUICK",
            "doctor/mod.rs:INDENT",
            "health.rs:MOST",
            "link/dial.rs:ANSWER",
            "link/door.rs:EXPECTED",
            "link/lib.rs:GIVEN_UP",
            "link/lib.rs:SMALL_FRAMES",
            "link/lib.rs:WINDOW_OF_ALL",
            "journal/progress.rs:ROWS",
            "journal-files/start.rs:MOST_EXPECTED",
            "journal/lib.rs:OPERATOR_STATE_BYTES",
            "nodes/fetch.rs:TRIES",
            "nodes/give.rs:PIECE_BYTES",
            "nodes/purge.rs:LOOKS",
            "nodes/purge.rs:MOST_BYTES",
            "nodes/status.rs:MOMENT",
            "nodes/store.rs:THREADS",
            "service.rs:REPORTS",
            "tls/acme/authority.rs:LARGEST",
        ],
    ),
    (
        "the latest has a place, whoever came before",
        &["link/door.rs:HANDSHAKES"],
    ),
    (
        "one task's own work",
        &[
            "connection/sweep.rs:LARGE",
            "connection/sweep.rs:PARTS",
            "journal/lib.rs:MARKS",
            "journal-sqlite/shared/inbox.rs:WAITING",
            "journal-sqlite/shared/inbox.rs:sync_channel(WAITING)",
            "journal-sqlite/shared/mod.rs:sync_channel(1)",
            "logging/queue.rs:sync_channel(1)",
            "journal-files/check.rs:LISTED",
            "journal-sqlite/file_watch.rs:sync_channel(0)",
            "journal-files/maintenance.rs:GAMES",
            "journal-files/maintenance.rs:PORTION",
            "journal-files/outages.rs:MOST",
            "journal-sqlite/shared_writer.rs:RECORDS_A_SILENCE",
            "journal-files/start.rs:LAST_ROWS",
            "journal-sqlite/space.rs:PROBE_BYTES",
            "rooms/computers.rs:MOST_NODES",
            "upkeep.rs:LISTED",
        ],
    ),
    (
        "a number of a format, of the machine or of the code, no bound",
        &[
            "config/parse.rs:DAY",
            "admin/socket.rs:MODE",
            "nodes/question.rs:ANSWER_REFUSED",
            "nodes/question.rs:ANSWER_OK",
            "admission/blocks.rs:MAPPED_BITS",
            "admission/blocks.rs:SUBSCRIBER_BITS",
            "config/resolved.rs:HTTPS_PORT",
            "config/resolved.rs:HTTP_PORT",
            "connection/carry_note.rs:MOST",
            "connection/carry_note.rs:NOTE",
            "carrying/frame_cutter.rs:LONGEST",
            "carrying/frame_cutter.rs:SHORT",
            "connection/fragments.rs:MASK",
            "connection/frame_buffer.rs:CLOSE",
            "connection/frame_buffer.rs:FINAL",
            "connection/frame_buffer.rs:PING",
            "connection/frame_buffer.rs:PONG",
            "connection/frame_buffer.rs:TEXT",
            "doctor/directory.rs:MIB",
            "http/encryption.rs:HTTPS_PORT",
            "http/embed.rs:SIZE",
            "http/head.rs:TLS_HANDSHAKE",
            "http/qr.rs:QUIET",
            "http/upgrade.rs:KEY_BYTES",
            "journal/level.rs:FIRST_LEVEL",
            "journal/level.rs:LEVEL",
            "journal-sqlite/shared/record.rs:VERSION",
            "journal-files/digest.rs:MARK_EVERY",
            "journal-files/header.rs:APPLICATION_AT",
            "journal-files/header.rs:BYTES",
            "journal-files/start.rs:BROKEN",
            "connection/metrics.rs:OTHERS",
            "connection/metrics.rs:REFUSALS",
            "connection/metrics.rs:REQUESTS",
            "connection/metrics.rs:SHARDS",
            "serve.rs:MIB",
        ],
    ),
];

/// The crates of which a server is made.
const FLOORS: [&str; 18] = [
    "admission",
    "push",
    "journal",
    "clock",
    "compute",
    "journal-files",
    "journal-sqlite",
    "rooms",
    "lobby",
    "link",
    "connection",
    "config",
    "tls",
    "picture",
    "carrying",
    "node",
    "nodes",
    "server",
];

/// Prefixes of constructors that take a capacity.
const CONSTRUCTIONS: [&str; 5] = [
    "Semaphore::new(",
    "Cache::new(",
    "mpsc::channel(",
    "mpsc::sync_channel(",
    "sync_channel(",
];

/// Constants that are numbers, and constructions with a capacity, as `file:NAME`.
fn bounds_of(file: &str, text: &str, found: &mut BTreeSet<String>) {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    for line in code.lines().map(str::trim) {
        let constant = line.split_once("const ").filter(|(before, _)| {
            before.is_empty() || (before.starts_with("pub") && !before.contains("fn"))
        });
        if let Some((name, kind)) = constant.and_then(|(_, rest)| rest.split_once(": ")) {
            let kinds = ["u8", "u16", "u32", "u64", "usize", "(u64, u64)", "Rate"];
            if kinds.iter().any(|it| kind.starts_with(&format!("{it} = "))) {
                found.insert(format!("{file}:{name}"));
            }
        }
        for begin in CONSTRUCTIONS {
            let Some((before, rest)) = line.split_once(begin) else {
                continue;
            };
            let is_part = before.ends_with(|c: char| c.is_ascii_alphanumeric());
            if is_part || before.ends_with("mpsc::") || line.starts_with("//") {
                continue;
            }
            let capacity = rest.split_once(')').map_or(rest, |(capacity, _)| capacity);
            found.insert(match begin {
                "Semaphore::new(" => format!("{file}:Semaphore::new"),
                _ => format!("{file}:{begin}{capacity})"),
            });
        }
    }
}

/// A file by its crate, and its path below that crate's source; the server's own by the path alone.
fn short(path: &str) -> String {
    path.replacen("server/src/", "", 1)
        .replacen("/src/", "/", 1)
}

fn all_bounds() -> BTreeSet<String> {
    let files = FLOORS
        .into_iter()
        .flat_map(|member| sources(&format!("{member}/src")));
    let mut found = BTreeSet::new();
    for path in files {
        bounds_of(&short(&path), &read(&path), &mut found);
    }
    let limits = Limits::NAMES.iter().map(|(name, _)| (*name).to_owned());
    found.extend(limits);
    found
}

/// Whether it is a time by its name: it bounds no number of things.
fn is_time(bound: &str) -> bool {
    bound.contains(':') && (bound.ends_with("_MS") || bound.ends_with("_S"))
}

#[test]
fn everything_that_bounds_is_in_the_table_of_what_is_shared_or_is_shared_by_nobody() {
    let rows = SHARED.iter().flat_map(|row| row.bounds).copied();
    let others = NOT_SHARED.iter().flat_map(|(_, bounds)| *bounds).copied();
    let known: BTreeSet<&str> = rows.chain(others).collect();
    let found = all_bounds();
    let unknown = found.iter().filter(|it| !known.contains(it.as_str()));
    let unknown: Vec<_> = unknown.filter(|it| !is_time(it)).collect();
    assert!(
        unknown.is_empty(),
        "these bound something and stand in no row of tests/src/shared.rs: {unknown:#?}"
    );
    let options = read("docs/options.md");
    let is_option = |it: &&str| it.starts_with("--") && options.contains(&format!("`{it} "));
    let gone: Vec<_> = known
        .iter()
        .filter(|it| !found.contains(**it) && !is_option(it))
        .collect();
    assert!(gone.is_empty(), "these bound nothing any more: {gone:#?}");
}

#[test]
fn a_semaphore_a_cap_a_cache_and_a_channel_are_seen() {
    let mut found = BTreeSet::new();
    let text = "/// At most.\npub(super) const MOST: usize = 4;\nconst WAIT: Duration = X;\n\
                let one = Arc::new(Semaphore::new(places));\nlet two = Cache::new(MOST);\n\
                let three = SwashCache::new();\n\
                let (a, b) = mpsc::channel(MOST);\nlet (c, d) = mpsc::sync_channel(1);\n\
                pub const fn new(count: u64) -> Rate {\n\
                #[cfg(test)]\nmod tests {\nconst FEW: usize = 1;\n";
    bounds_of("x.rs", text, &mut found);
    let found: Vec<_> = found.iter().map(String::as_str).collect();
    let expected = [
        "x.rs:Cache::new(MOST)",
        "x.rs:MOST",
        "x.rs:Semaphore::new",
        "x.rs:mpsc::channel(MOST)",
        "x.rs:mpsc::sync_channel(1)",
    ];
    assert_eq!(found, expected);
}

/// The files of the server and of the tests, where a row's tests are looked for.
fn all_texts() -> Vec<String> {
    let folders = FLOORS.iter().map(|member| format!("{member}/src"));
    let folders = folders.chain(["tests/tests".into()]);
    let files = folders.flat_map(|folder| rust(&folder));
    files.map(|path| read(&path)).collect()
}

/// A function of that name in a file, to its last brace.
fn function<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let at = text.find(&format!("fn {name}("))?;
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let indent: String = text[line..]
        .chars()
        .take_while(|c| c.is_whitespace())
        .collect();
    let length = text[at..].find(&format!("\n{indent}}}\n"))?;
    Some(&text[at..at + length])
}

/// Whether a test in a file walks a row: it names it, or its file has a table with it.
fn walks(text: &str, test: &str, row: &str) -> bool {
    let named = |body: &str| body.contains(&format!("\"{row}\""));
    function(text, test).is_some_and(named) || text.contains(&format!("name: \"{row}\","))
}

#[test]
fn each_row_is_walked_by_a_test() {
    let texts = all_texts();
    for row in SHARED {
        let mut is_walked = false;
        for test in row.tests {
            let mut files = texts.iter().filter(|text| function(text, test).is_some());
            let file = files.next();
            let file = file.unwrap_or_else(|| panic!("{}: there is no test {test}", row.name));
            assert!(files.next().is_none(), "there are two tests {test}");
            is_walked |= walks(file, test, row.name);
        }
        assert!(
            is_walked,
            "{}: no walk names it, so nobody knows what fifty addresses get of it: {:?}",
            row.name, row.tests
        );
    }
}

#[test]
fn a_walk_is_known_by_the_row_that_it_names() {
    let text = "#[test]\nfn one() {\n    row(\"rooms\");\n}\n\nmod tests {\n    fn two() {\n        \
                row(\"hints\");\n    }\n\n    fn three() {}\n}\n";
    assert!(walks(text, "one", "rooms") && walks(text, "two", "hints"));
    assert!(!walks(text, "one", "hints") && !walks(text, "two", "rooms"));
    assert!(!walks(text, "on", "rooms") && function(text, "four").is_none());
    assert!(walks("name: \"rooms\",\nfn one() {\n}\n", "one", "rooms"));
}

/// Where the table begins.
const HEAD: &str = "| what | one address may hold | what that costs it | when it comes back | what others meet meanwhile | tests |\n|---|---|---|---|---|---|\n";

#[test]
fn the_document_has_the_table() {
    let row = |row: &SharedThing| {
        let limits = row.bounds.iter().filter(|it| !it.contains(':'));
        let limits: Vec<_> = limits.map(|it| format!("`{it}`")).collect();
        let name = match limits.is_empty() {
            true => row.name.to_owned(),
            false => format!("{} ({})", row.name, limits.join(", ")),
        };
        let tests: Vec<_> = row.tests.iter().map(|it| format!("`{it}`")).collect();
        format!(
            "| {name} | {} | {} | {} | {} | {} |\n",
            row.one,
            row.cost,
            row.back,
            row.others,
            tests.join(", ")
        )
    };
    let table: String = SHARED.iter().map(row).collect();
    assert_has_table("docs/security.md", HEAD, &table, "structure shared::");
}
