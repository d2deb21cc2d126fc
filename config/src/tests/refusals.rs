//! Refusals: everything that can be wrong gets one sentence that names its place, the mistake, and the correct form.

use super::*;

#[test]
fn a_bad_value_is_refused_by_every_source_in_the_same_words() {
    let wrong =
        r#""lots" is not a limit; write a whole number from 1 to 1000000000000, digits only."#;
    let flag = OptionSources::nothing().args(&["--rooms", "lots"]);
    assert_eq!(flag.refused(), format!("--rooms: {wrong}"));
    let variable = OptionSources::nothing().variable("OXO_ROOMS", "lots");
    assert_eq!(variable.refused(), format!("OXO_ROOMS: {wrong}"));
    let file = OptionSources::nothing().file("[limits]\nrooms = -3");
    let wrong = wrong.replace("lots", "-3");
    assert_eq!(
        file.refused(),
        format!("limits.rooms in /etc/oxo.toml, line 2: {wrong}")
    );
    let flag = OptionSources::nothing().args(&["--rooms", "-3"]);
    assert_eq!(flag.refused(), format!("--rooms: {wrong}"));
}

/// Flag, value, and part of the sentence.
const BAD_VALUES: &[(&str, &str, &str)] = &[
    (
        "listen",
        "localhost:1952",
        "numeric address with a port, nor a Unix socket; write it like [::]:1952",
    ),
    ("listen", "1952", "numeric address with a port"),
    ("listen", "unix:oxo.sock", "unix:/run/oxo/oxo.sock"),
    ("listen", "", "names no address to listen on"),
    ("socket-mode", "rw", "three octal digits like 660"),
    ("socket-mode", "1777", "three octal digits like 660"),
    ("data", "", "write one like /var/lib/oxo-server"),
    (
        "cluster",
        "http://n1",
        "write one like nats://n1.example:4222",
    ),
    ("cluster-name", "a.b", "write one like a or node-1"),
    ("cluster-monitor", "n1", "write one like n1.example:8222"),
    ("cluster-replicas", "0", "write a whole number from 1 to 5"),
    ("node", "a b", "write one like a or node-1"),
    ("journal", "postgres", "write sqlite or memory"),
    ("backup-every", "daily", "like 30m, 12h or 1d"),
    ("backup-every", "0s", "like 30m, 12h or 1d"),
    ("backup-every", "d", "like 30m, 12h or 1d"),
    ("backup-keep", "0", "write a whole number from 1 to 10000"),
    ("base-path", "/a//b", "single slashes, like /oxo"),
    ("base-path", "/../x", "single slashes, like /oxo"),
    ("base-path", "/ö x", "single slashes, like /oxo"),
    (
        "public-url",
        "oxo.example",
        "write it like https://oxo.example",
    ),
    (
        "public-url",
        "ws://oxo.example",
        "plain http or https address",
    ),
    (
        "public-url",
        "https://ana:pw@oxo.example",
        "plain http or https address",
    ),
    (
        "public-url",
        "https://oxo.example/?a=b",
        "plain http or https address",
    ),
    (
        "trusted-proxy",
        "127.0.0.1,nonsense",
        "write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8",
    ),
    (
        "trusted-proxy",
        "10.0.0.0/33",
        "write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8",
    ),
    (
        "origin",
        "https://a.example/path",
        "write scheme, host and perhaps a port",
    ),
    ("origin", "null", "write scheme, host and perhaps a port"),
    (
        "server-name",
        "\u{202e}OXO",
        "write 1 to 64 printable characters",
    ),
    ("server-name", "  ", "write 1 to 64 printable characters"),
    (
        "log",
        "info,server=lots",
        "write error, warn, info, debug or trace",
    ),
    ("worker-threads", "0", "write a whole number from 1 to 1024"),
    (
        "keep-games-days",
        "36501",
        "write a whole number from 0 to 36500",
    ),
    (
        "keep-games-days",
        "-1",
        "write a whole number from 0 to 36500",
    ),
    ("ping-ms", "0", "write a whole number from 1 to"),
    ("ping-ms", "1e3", "write a whole number from 1 to"),
    ("ping-ms", "1000000000001", "write a whole number from 1 to"),
];

#[test]
fn the_refusal_of_each_bad_value_says_what_would_be_right() {
    for (flag, value, sentence) in BAD_VALUES {
        let flag = format!("--{flag}");
        let said = OptionSources::nothing().args(&[&flag, value]).refused();
        assert!(said.starts_with(&format!("{flag}: ")), "{said}");
        assert!(said.contains(sentence), "{said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn only_the_bad_one_of_a_list_is_named() {
    let said = OptionSources::nothing()
        .args(&["--trusted-proxy", "127.0.0.1,nonsense"])
        .refused();
    assert!(
        said.starts_with("--trusted-proxy: \"nonsense\" is not"),
        "{said}"
    );
}

#[test]
fn a_bad_value_is_refused_even_where_a_stronger_source_decides() {
    let sources = OptionSources::nothing()
        .file("journal = 'paper'")
        .args(&["--journal", "memory"]);
    assert!(
        sources
            .refused()
            .starts_with("journal in /etc/oxo.toml, line 1: \"paper\"")
    );
}

#[test]
fn the_refusal_of_a_value_of_the_wrong_kind_names_the_right_kind() {
    let cases = [
        (
            "listen = 1952",
            "listen in /etc/oxo.toml, line 1, must be a list of texts, like listen = [\"[::]:1952\"].",
        ),
        (
            "[limits]\nrooms = '5'",
            "limits.rooms in /etc/oxo.toml, line 2, must be a whole number without quotes, like rooms = 1000.",
        ),
        (
            "origin = [1]",
            "origin in /etc/oxo.toml, line 1, must be a list of texts, like origin = [\"https://oxo.example\"].",
        ),
        (
            "limits = 3",
            "limits in /etc/oxo.toml, line 1, is not an option; it is a table: write [limits] in a line of its own.",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(OptionSources::nothing().file(text).refused(), sentence);
    }
}

#[test]
fn the_refusal_of_an_unknown_name_in_the_file_suggests_a_known_one() {
    let unknown = |name: &str, line: usize, hint: &str| {
        format!("{name} in /etc/oxo.toml, line {line}, is not an option; {hint}.")
    };
    let cases = [
        (
            "base-path = '/oxo'",
            unknown("base-path", 1, "perhaps base_path is meant"),
        ),
        ("lisen = ''", unknown("lisen", 1, "perhaps listen is meant")),
        (
            "[limits]\nping = 1",
            unknown("limits.ping", 2, "perhaps limits.ping_ms is meant"),
        ),
        (
            "rooms = 1",
            unknown("rooms", 1, "it is a limit and belongs under [limits]"),
        ),
        (
            "[limits]\nlisten = ''",
            unknown(
                "limits.listen",
                2,
                "it belongs at the top of the file, before the first [table]",
            ),
        ),
        (
            "# Ours.\n\njournal = 'memory'\n[club]\nname = ''",
            unknown(
                "club",
                4,
                "oxo-server config print shows everything that can",
            ),
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(OptionSources::nothing().file(text).refused(), sentence);
    }
}

#[test]
fn the_refusal_of_a_file_that_is_no_toml_names_the_line() {
    let said = OptionSources::nothing()
        .file("journal = 'memory'\nlisten = \n")
        .refused();
    let start = "The configuration file /etc/oxo.toml, line 2, is not valid TOML: ";
    assert!(said.starts_with(start) && !said.contains('\n'), "{said}");
    let twice = OptionSources::nothing()
        .file("log = 'info'\nlog = 'warn'")
        .refused();
    assert!(
        twice.contains("line 2, is not valid TOML: duplicate key"),
        "{twice}"
    );
}

#[test]
fn a_named_file_has_to_be_there_and_any_has_to_be_readable() {
    let said = OptionSources::nothing()
        .args(&["--config", "/no/such.toml"])
        .refused();
    assert_eq!(
        said,
        "The configuration file /no/such.toml (from --config) cannot be read: there is no such file or directory; \
         mend that, or name another file or none."
    );
    let denied = resolve(
        ["oxo-server".into()],
        |_| None,
        &OptionSources::nothing().folders,
        |_| Err(io::ErrorKind::PermissionDenied.into()),
    );
    let said = denied.unwrap_err();
    assert!(
        said.contains("config.toml (in its usual place) cannot be read"),
        "{said}"
    );
}

/// Addresses, and what is said of them; nothing where they can be had together.
const TOGETHER: &[(&str, Option<&str>)] = &[
    ("0.0.0.0:1952,[::]:1952", None),
    ("[::]:1952,127.0.0.1:1952", None),
    ("0.0.0.0:0,0.0.0.0:0", None),
    ("127.0.0.1:1952,192.0.2.1:1952,[::1]:1952", None),
    ("[::]:1952,[::]:1953", None),
    (
        "[::]:1952,0.0.0.0:1952,[::]:1952",
        Some("[::]:1952 stands there twice; write it once"),
    ),
    (
        "127.0.0.1:1952,0.0.0.0:1952",
        Some(
            "127.0.0.1:1952 and 0.0.0.0:1952 collide, because 0.0.0.0 is every address of IPv4; leave one of them out",
        ),
    ),
    (
        "[::]:1952,[::1]:1952",
        Some(
            "[::1]:1952 and [::]:1952 collide, because [::] is every address of IPv6; leave one of them out",
        ),
    ),
    (
        "unix:/run/a,unix:/run/a",
        Some("unix:/run/a stands there twice; write it once"),
    ),
];

#[test]
fn addresses_that_cannot_be_had_together_are_refused_whatever_lists_them() {
    for (list, collision) in TOGETHER {
        let split: Vec<_> = list.split(',').collect();
        let repeated: Vec<_> = split.iter().flat_map(|one| ["--listen", one]).collect();
        for (sources, source) in [
            (
                OptionSources::nothing().args(&["--listen", list]),
                "--listen",
            ),
            (OptionSources::nothing().args(&repeated), "--listen"),
            (
                OptionSources::nothing().variable("OXO_LISTEN", list),
                "OXO_LISTEN",
            ),
            (
                OptionSources::nothing().file(&format!("listen = {split:?}")),
                "listen in /etc/oxo.toml, line 1",
            ),
        ] {
            match collision {
                None => assert_eq!(sources.options().listen.len(), split.len(), "{list}"),
                Some(why) => assert_eq!(sources.refused(), format!("{source}: {why}.")),
            }
        }
    }
}

#[test]
fn the_metrics_need_a_port_of_their_own() {
    let sources = OptionSources::nothing().args(&["--metrics-listen", "127.0.0.1:1952"]);
    assert_eq!(
        sources.refused(),
        "--metrics-listen: 127.0.0.1:1952 has the port of [::]:1952 (the default); choose another port for the figures."
    );
    let apart = sources.args(&["--listen", "192.0.2.1:1952"]);
    assert!(apart.options().metrics_listen.is_some());
}

#[test]
fn limits_that_contradict_each_other_are_refused_with_both_sources() {
    let sources = OptionSources::nothing().variable("OXO_PING_MS", "45000");
    assert_eq!(
        sources.refused(),
        "ping_ms is 45000 (OXO_PING_MS) but must be less than dead_ms, which is 45000 (the default): \
         a connection would count as dead before it was asked whether it lives."
    );
    let sources = OptionSources::nothing().file("[limits]\nshort_grace_ms = 40001");
    assert_eq!(
        sources.refused(),
        "short_grace_ms is 40001 (limits.short_grace_ms in /etc/oxo.toml, line 2) but must be at most lost_grace_ms, \
         which is 40000 (the default): the grace under a short clock is the shorter one."
    );
    let sources = OptionSources::nothing().args(&["--message-bytes", "511"]);
    assert!(
        sources
            .refused()
            .starts_with("message_bytes is 511 (--message-bytes) but must be at least 512")
    );
    let least = OptionSources::nothing().args(&[
        "--message-bytes",
        "512",
        "--short-grace-ms",
        "40000",
        "--ping-ms",
        "44999",
    ]);
    assert_eq!(least.options().limits.message_bytes, 512);
}

#[test]
fn backups_of_a_journal_in_memory_are_refused() {
    let sources = OptionSources::nothing()
        .variable("OXO_BACKUP", "/backups/oxo")
        .args(&["--journal", "memory"]);
    assert_eq!(
        sources.refused(),
        "backup is set (OXO_BACKUP) but the journal is in memory (--journal), where there is nothing to back up."
    );
}

#[test]
fn a_node_without_a_cluster_and_a_cluster_without_a_node_are_refused() {
    let refused = |args: &[&str]| OptionSources::nothing().args(args).refused();
    assert_eq!(
        refused(&["--cluster", "n1"]),
        "--cluster needs --node with a name that no other node has beside it."
    );
    for option in ["--node=a", "--create-log", "--cluster-ca=/ca.pem"] {
        let name = option.split('=').next().unwrap();
        let right = format!("{name} needs --cluster with the servers of NATS beside it.");
        assert_eq!(refused(&[option]), right);
    }
    let in_memory = ["--cluster", "n1", "--node", "a", "--journal", "memory"];
    assert_eq!(
        refused(&in_memory),
        "cluster is set (--cluster) but the journal is in memory (--journal); every node keeps a copy of the log on disk."
    );
}

#[test]
fn a_public_url_with_another_path_is_refused() {
    let sources = OptionSources::nothing().args(&["--public-url", "https://example.org/oxo"]);
    assert_eq!(
        sources.refused(),
        "The public URL (--public-url) has the path \"/oxo\" but the base path (the default) is \"\"; \
         make them the same, and let a proxy hand paths on unchanged."
    );
    let sources = sources.variable("OXO_BASE_PATH", "/ox");
    assert!(
        sources
            .refused()
            .contains("the base path (OXO_BASE_PATH) is \"/ox\"")
    );
}

/// A command line, and what is said of it.
const BAD_LINES: &[(&[&str], &str)] = &[
    (
        &["--lisen", "x"],
        "--lisen is not an option; perhaps --listen is meant.",
    ),
    (
        &["--base_path", "x"],
        "--base_path is not an option; perhaps --base-path is meant.",
    ),
    (
        &["doctor", "--xyzzy"],
        "--xyzzy is not an option; oxo-server help doctor lists them.",
    ),
    (
        &["serve"],
        "\"serve\" is not a command; oxo-server help lists them.",
    ),
    (
        &["dcotor"],
        "\"dcotor\" is not a command; perhaps doctor is meant.",
    ),
    (
        &["help", "bakup"],
        "\"bakup\" is not a command; perhaps backup is meant.",
    ),
    (
        &["man", "rooms", "open"],
        "\"open\" is not a command; oxo-server help lists them.",
    ),
    (
        &["--rooms"],
        "--rooms has no value; write one like --rooms 1000.",
    ),
    (
        &["--config"],
        "--config has no value; write --config <FILE>.",
    ),
    (
        &["config"],
        "oxo-server config is not all of a command; write oxo-server config print.",
    ),
    (
        &["rooms"],
        "oxo-server rooms is not all of a command; write oxo-server rooms list or oxo-server rooms close.",
    ),
    (
        &["backup"],
        "<FILE> is missing; write oxo-server backup <FILE>.",
    ),
    (
        &["unblock"],
        "<NETWORK> is missing; write oxo-server unblock <NETWORK>.",
    ),
    (
        &["backup", "a", "b"],
        "\"b\" is one word too many; write oxo-server backup <FILE>.",
    ),
    (
        &["rooms", "close", "house"],
        "<CODE>: \"house\" is not the code of a room; write it like K7QX-4MTR.",
    ),
    (
        &["games", "delete", "1"],
        "<ID>: \"1\" is not the id of a game; write the 26 letters and digits at the end of its link.",
    ),
    (
        &["block", "everybody"],
        "[NETWORK]: \"everybody\" is not an address or network; write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8.",
    ),
    (
        &["drain", "--at-most", "soon"],
        "--at-most: \"soon\" is not a time; write a number and one of s, m, h and d, like 30m, 12h or 1d.",
    ),
    (
        &["announce", "Hello", "--stop"],
        "[TEXT] and --stop exclude each other; write one of them.",
    ),
    (
        &["--config", "a", "--config", "b"],
        "--config stands there twice; write it once.",
    ),
    (
        &["completions", "dos"],
        "<SHELL>: \"dos\" is none of the values; write one of bash, elvish, fish, powershell, zsh.",
    ),
];

#[test]
fn a_command_line_that_cannot_be_read_is_answered_by_a_sentence() {
    for (args, sentence) in BAD_LINES {
        assert_eq!(
            OptionSources::nothing().args(args).refused(),
            *sentence,
            "{args:?}"
        );
    }
}

#[test]
fn a_mistake_names_the_program_by_its_name_whatever_its_file_is_called() {
    let nothing = OptionSources::nothing();
    let args = ["/opt/other.exe", "doctor", "--xyzzy"].map(OsString::from);
    let why = resolve(
        args,
        |_| None,
        &nothing.folders,
        |_| Err(io::ErrorKind::NotFound.into()),
    );
    let right = "--xyzzy is not an option; oxo-server help doctor lists them";
    assert_eq!(why.unwrap_err(), right);
}

#[test]
fn help_is_shown_before_a_command_and_behind_it() {
    for (asked, usual) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "backup"], &["backup", "--help"]),
        (&["help", "rooms", "close"], &["rooms", "close", "--help"]),
    ] {
        let [asked, usual] = [asked, usual].map(|args| OptionSources::nothing().args(args).help());
        assert_eq!(asked, usual);
    }
}
