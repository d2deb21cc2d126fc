//! Everything that can be wrong gets one sentence that names where it stands,
//! what is wrong, and what would be right.

use super::*;

#[test]
fn a_bad_value_is_refused_by_every_source_in_the_same_words() {
    let wrong =
        r#""lots" is not a limit; write a whole number from 1 to 1000000000000, digits only."#;
    let flag = Told::nothing().args(&["--rooms", "lots"]);
    assert_eq!(flag.refused(), format!("--rooms: {wrong}"));
    let variable = Told::nothing().variable("OXO_ROOMS", "lots");
    assert_eq!(variable.refused(), format!("OXO_ROOMS: {wrong}"));
    let file = Told::nothing().file("[limits]\nrooms = -3");
    let wrong = wrong.replace("lots", "-3");
    assert_eq!(
        file.refused(),
        format!("limits.rooms in /etc/oxo.toml: {wrong}")
    );
    let flag = Told::nothing().args(&["--rooms", "-3"]);
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
    ("journal", "postgres", "write sqlite or memory"),
    ("backup-every", "daily", "like 30m, 12h or 1d"),
    ("backup-every", "0s", "like 30m, 12h or 1d"),
    ("backup-every", "d", "like 30m, 12h or 1d"),
    ("backup-keep", "0", "write one from 1 to 10000"),
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
    ("worker-threads", "0", "write one from 1 to 1024"),
    ("keep-games-days", "36501", "write one from 0 to 36500"),
    ("keep-games-days", "-1", "write one from 0 to 36500"),
    ("ping-ms", "0", "write a whole number from 1 to"),
    ("ping-ms", "1e3", "write a whole number from 1 to"),
    ("ping-ms", "1000000000001", "write a whole number from 1 to"),
];

#[test]
fn each_bad_value_is_told_what_would_be_right() {
    for (flag, value, sentence) in BAD_VALUES {
        let flag = format!("--{flag}");
        let said = Told::nothing().args(&[&flag, value]).refused();
        assert!(said.starts_with(&format!("{flag}: ")), "{said}");
        assert!(said.contains(sentence), "{said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn only_the_bad_one_of_a_list_is_named() {
    let said = Told::nothing()
        .args(&["--trusted-proxy", "127.0.0.1,nonsense"])
        .refused();
    assert!(
        said.starts_with("--trusted-proxy: \"nonsense\" is not"),
        "{said}"
    );
}

#[test]
fn a_bad_value_is_refused_even_where_a_stronger_source_decides() {
    let told = Told::nothing()
        .file("journal = 'paper'")
        .args(&["--journal", "memory"]);
    assert!(
        told.refused()
            .starts_with("journal in /etc/oxo.toml: \"paper\"")
    );
}

#[test]
fn a_value_of_the_wrong_kind_in_the_file_is_told_the_right_one() {
    let cases = [
        (
            "listen = 1952",
            "listen in /etc/oxo.toml must be a list of texts, like listen = [\"[::]:1952\"].",
        ),
        (
            "[limits]\nrooms = '5'",
            "limits.rooms in /etc/oxo.toml must be a whole number without quotes, like rooms = 1000.",
        ),
        (
            "origin = [1]",
            "origin in /etc/oxo.toml must be a list of texts, like origin = [\"https://oxo.example\"].",
        ),
        (
            "limits = 3",
            "limits in /etc/oxo.toml must be a table: write [limits] in a line of its own.",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(Told::nothing().file(text).refused(), sentence);
    }
}

#[test]
fn an_unknown_name_in_the_file_is_told_what_may_have_been_meant() {
    let unknown =
        |name: &str, hint: &str| format!("{name} in /etc/oxo.toml is not an option; {hint}.");
    let cases = [
        (
            "base-path = '/oxo'",
            unknown("base-path", "perhaps base_path is meant"),
        ),
        ("lisen = ''", unknown("lisen", "perhaps listen is meant")),
        (
            "[limits]\nping = 1",
            unknown("limits.ping", "perhaps limits.ping_ms is meant"),
        ),
        (
            "rooms = 1",
            unknown("rooms", "it is a limit and belongs under [limits]"),
        ),
        (
            "[limits]\nlisten = ''",
            unknown(
                "limits.listen",
                "it belongs at the top of the file, before the first [table]",
            ),
        ),
        (
            "[cluster]\nname = ''",
            unknown(
                "cluster",
                "oxo-server config print shows everything that can",
            ),
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(Told::nothing().file(text).refused(), sentence);
    }
}

#[test]
fn a_file_that_is_no_toml_is_told_the_line() {
    let said = Told::nothing()
        .file("journal = 'memory'\nlisten = \n")
        .refused();
    let start = "The configuration file /etc/oxo.toml is not valid TOML in line 2: ";
    assert!(said.starts_with(start) && !said.contains('\n'), "{said}");
    let twice = Told::nothing().file("log = 'info'\nlog = 'warn'").refused();
    assert!(twice.contains("in line 2: duplicate key"), "{twice}");
}

#[test]
fn a_named_file_has_to_be_there_and_any_has_to_be_readable() {
    let said = Told::nothing()
        .args(&["--config", "/no/such.toml"])
        .refused();
    let start = "The configuration file /no/such.toml (from --config) cannot be read: ";
    assert!(said.starts_with(start), "{said}");
    let denied = resolve(
        ["oxo-server".into()],
        |_| None,
        &Told::nothing().folders,
        |_| Err(io::ErrorKind::PermissionDenied.into()),
    );
    let said = denied.unwrap_err().to_string();
    assert!(
        said.contains("config.toml (in its usual place) cannot be read"),
        "{said}"
    );
}

#[test]
fn limits_that_contradict_each_other_are_refused_with_both_sources() {
    let told = Told::nothing().variable("OXO_PING_MS", "45000");
    assert_eq!(
        told.refused(),
        "ping_ms is 45000 (OXO_PING_MS) but must be less than dead_ms, which is 45000 (the default): \
         a connection would count as dead before it was asked whether it lives."
    );
    let told = Told::nothing().file("[limits]\nshort_grace_ms = 40001");
    assert_eq!(
        told.refused(),
        "lost_grace_ms is 40000 (the default) but must be at least short_grace_ms, which is 40001 \
         (limits.short_grace_ms in /etc/oxo.toml): the grace under a short clock is the shorter one."
    );
    let told = Told::nothing().args(&["--message-bytes", "511"]);
    assert!(
        told.refused()
            .starts_with("message_bytes is 511 (--message-bytes) but must be at least 512")
    );
    let least = Told::nothing().args(&[
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
fn backups_of_what_is_only_in_memory_are_refused() {
    let told = Told::nothing()
        .variable("OXO_BACKUP", "/backups/oxo")
        .args(&["--journal", "memory"]);
    assert_eq!(
        told.refused(),
        "backup is set (OXO_BACKUP) but the journal is in memory (--journal), where there is nothing to back up."
    );
}

#[test]
fn a_public_url_with_another_path_is_refused() {
    let told = Told::nothing().args(&["--public-url", "https://example.org/oxo"]);
    assert_eq!(
        told.refused(),
        "The public URL (--public-url) has the path \"/oxo\" but the base path (the default) is \"\"; \
         make them the same, and let a proxy hand paths on unchanged."
    );
    let told = told.variable("OXO_BASE_PATH", "/ox");
    assert!(
        told.refused()
            .contains("the base path (OXO_BASE_PATH) is \"/ox\"")
    );
}

#[test]
fn a_command_line_that_cannot_be_read_is_answered_by_its_usage() {
    for args in [&["--lisen", "x"][..], &["config"], &["serve"], &["--rooms"]] {
        let refused = Told::nothing().args(args).resolve();
        assert!(matches!(refused, Err(ConfigError::Usage(_))), "{args:?}");
    }
}
