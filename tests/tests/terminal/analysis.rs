//! `oxo analyse` on a real terminal: the best moves while it thinks, and the terminal afterwards.

use std::path::Path;

use tempfile::TempDir;
use tests::{Terminal, terminal::Start};

/// Nobody listens there, and nobody is to be asked.
const NOWHERE: &str = "ws://127.0.0.1:1";

fn full(home: &Path, arguments: &[&str]) -> Terminal {
    let arguments = [&["analyse"], arguments].concat();
    Terminal::start(&Start::oxo(home, NOWHERE, &arguments))
}

#[tokio::test]
async fn an_analysis_goes_on_until_a_key_ends_it_and_leaves_its_table() {
    let home = TempDir::new().unwrap();
    let mut ana = full(home.path(), &["--rules", "7x7x5", "d4"]);
    ana.full().await;
    ana.shows("Move 2: O to move.").await;
    ana.shows("3. ").await;
    // Whatever is drawn meanwhile, a smaller window is enough for the best.
    ana.resize(40, 12);
    ana.shows("1. ").await;
    ana.resize(80, 24);
    ana.shows("3. ").await;
    assert_eq!(ana.end_by("q").await, 0);
    ana.is_restored();
    ana.is_plain();
    let left = ana.screen().join("\n");
    assert!(
        left.contains("Move 2: O to move.") && left.contains("1. "),
        "{left}"
    );
    let mut ana = full(home.path(), &["--rules", "7x7x5", "d4"]);
    ana.full().await;
    assert_eq!(ana.end_by("\x03").await, 130);
    ana.is_restored();
}

#[tokio::test]
async fn an_analysis_that_is_proved_at_once_leaves_its_table() {
    let home = TempDir::new().unwrap();
    let mut ana = full(home.path(), &["--lang", "pt-BR", "b2", "a1", "c3", "b1"]);
    assert_eq!(ana.end().await, 0);
    ana.is_plain();
    let left = ana.screen().join("\n");
    assert!(left.contains("1. c1"), "{left}");
    assert!(!left.contains("127.0.0.1"), "{left}");
}
