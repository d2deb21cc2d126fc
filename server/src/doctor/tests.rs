use config::{JournalKind, ListenAddress};

use super::*;

/// Everything at hand: a free port, no disk, no name to resolve.
fn plain() -> ServerOptions {
    ServerOptions {
        listen: vec![ListenAddress::Tcp("127.0.0.1:0".parse().unwrap())],
        journal: JournalKind::Memory,
        ..ServerOptions::default()
    }
}

fn found(options: &ServerOptions, about: &str) -> Finding {
    let found = examine(options).into_iter().find(|it| it.about == about);
    found.unwrap()
}

#[test]
fn a_healthy_server_passes_every_check() {
    let (text, is_well) = report(&plain(), false, None);
    assert!(is_well, "{text}");
    assert!(
        text.contains("ok     port            127.0.0.1:0 is free\n"),
        "{text}"
    );
    let folder = tempfile::tempdir().unwrap();
    let options = ServerOptions {
        journal: JournalKind::Sqlite,
        data: folder.path().join("data"),
        ..plain()
    };
    assert!(
        found(&options, "data directory")
            .says
            .contains("not there yet")
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is left behind"
    );
}

#[test]
fn a_port_in_use_is_wrong() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let options = ServerOptions {
        listen: vec![ListenAddress::Tcp(taken.local_addr().unwrap())],
        ..plain()
    };
    let port = found(&options, "port");
    assert_eq!(port.verdict, FindingKind::Wrong);
    assert!(port.remedy.unwrap().contains("--listen"));
    let (json, is_well) = report(&options, true, None);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json[0]["verdict"].as_str(), is_well),
        (Some("wrong"), false)
    );
}

#[test]
fn a_directory_that_is_a_file_or_cannot_be_had_is_wrong() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for data in [file.path().to_owned(), file.path().join("data")] {
        let options = ServerOptions {
            journal: JournalKind::Sqlite,
            data,
            ..plain()
        };
        let about = found(&options, "data directory");
        let is_file = about.verdict == FindingKind::Wrong;
        assert!(is_file || about.says.contains("not there yet"), "{about:?}");
    }
}

#[test]
fn a_damaged_journal_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(journal_files::FILE), "no database").unwrap();
    let options = ServerOptions {
        journal: JournalKind::Sqlite,
        data: folder.path().to_owned(),
        ..plain()
    };
    assert_eq!(found(&options, "journal").verdict, FindingKind::Wrong);
}

#[test]
fn a_public_name_that_does_not_resolve_is_wrong() {
    let options = ServerOptions {
        public_url: "https://oxo.invalid/".parse().ok(),
        ..plain()
    };
    assert_eq!(
        found(&options, "public address").verdict,
        FindingKind::Wrong
    );
    let options = ServerOptions {
        public_url: "https://localhost/oxo".parse().ok(),
        ..plain()
    };
    let address = found(&options, "public address");
    assert_eq!(address.verdict, FindingKind::Ok);
    assert!(
        address.says.contains("https://localhost/oxo/r/"),
        "{address:?}"
    );
}

#[test]
fn lines_are_wrapped_to_the_terminal_between_words() {
    let finding = Finding::wrong(
        "port",
        "127.0.0.1:1952 cannot be had: another program listens there already",
        "stop it, or choose another port with --listen",
    );
    let line = line(&finding, Some(60));
    let expected = "\
WRONG  port            127.0.0.1:1952 cannot be had: another
                       program listens there already
                       -> stop it, or choose another port
                          with --listen
";
    assert_eq!(line, expected);
    let whole = super::line(&finding, None);
    assert_eq!(whole.lines().count(), 2, "{whole}");
    let narrow = super::line(&finding, Some(10));
    assert!(
        narrow.contains("127.0.0.1:1952"),
        "a word stays whole: {narrow}"
    );
}
