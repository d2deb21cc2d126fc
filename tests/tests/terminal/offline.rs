//! `oxo` where no server answers: what can be played, and how it finds a server.

use std::path::PathBuf;

use tempfile::TempDir;
use tests::{Process, Terminal, free_port, process::server_binary, terminal::Start};

use super::TerminalSetup;

/// A machine without a server, and an address at which none answers yet.
struct Offline {
    address: String,
    folder: TempDir,
}

impl Offline {
    fn new() -> Offline {
        Offline {
            address: format!("127.0.0.1:{}", free_port()),
            folder: TempDir::new().expect("a folder"),
        }
    }

    fn home(&self) -> PathBuf {
        let home = self.folder.path().join("Ana");
        std::fs::create_dir_all(&home).expect("a folder");
        home
    }

    fn oxo(&self, size: (u16, u16)) -> Terminal {
        Terminal::start(&Start {
            size,
            ..Start::oxo(&self.home(), &self.address, &["--name", "Ana"])
        })
    }

    async fn server(&self) -> Process {
        let data = self.folder.path().join("data");
        Process::start_at(&self.address, &server_binary(), &data, &[]).await
    }
}

#[tokio::test]
async fn without_a_server_two_keys_lead_to_a_game_against_the_computer() {
    for size in [(80, 24), (40, 16)] {
        let mut ana = Offline::new().oxo(size);
        ana.shows("Nothing answers at").await;
        ana.shows("Next attempt in").await;
        ana.keys("\r\r");
        ana.shows("Your turn").await;
        ana.keys("5");
        ana.shows("Computer (level 3)").await;
        ana.shows("Your turn").await;
        // Back where it began, which still looks for the server.
        ana.keys("qy");
        ana.shows("Next attempt in").await;
        ana.control('c');
        assert_eq!(ana.end().await, 130);
        ana.is_restored();
    }
}

#[tokio::test]
async fn two_play_at_one_terminal_from_the_menu() {
    let mut pair = Offline::new().oxo((80, 24));
    pair.shows("Nothing answers at").await;
    pair.keys("b");
    pair.shows("Name of who plays X:").await;
    pair.keys("Caio\r");
    pair.shows("Name of who plays O:").await;
    pair.keys("Bia\r");
    for (turn, cell) in [
        ("▸ X Caio", "7"),
        ("▸ O Bia", "4"),
        ("▸ X Caio", "8"),
        ("▸ O Bia", "5"),
    ] {
        pair.shows(turn).await;
        pair.keys(cell);
    }
    pair.shows("▸ X Caio").await;
    // Nobody is removed from a table at which both sit.
    pair.keys("?");
    pair.shows("Keys at the table").await;
    assert!(!pair.screen().join("\n").contains("remove"));
    pair.keys("qx9");
    pair.shows("Caio made a line and wins.").await;
}

#[tokio::test]
async fn a_server_that_starts_later_is_found_without_a_key() {
    let offline = Offline::new();
    let mut ana = offline.oxo((80, 24));
    ana.shows("Nothing answers at").await;
    let _server = offline.server().await;
    ana.shows("Choose Play a friend").await;
    ana.keys("a");
    ana.shows("Waiting for an opponent").await;
}

#[tokio::test]
async fn a_choice_made_without_a_server_begins_when_it_answers() {
    let offline = Offline::new();
    let mut ana = offline.oxo((80, 24));
    ana.shows("Nothing answers at").await;
    ana.keys("a");
    ana.shows("Next attempt in").await;
    assert!(!ana.screen().join("\n").contains("Asking the server"));
    let _server = offline.server().await;
    ana.shows("Waiting for an opponent").await;
}

#[tokio::test]
async fn another_server_is_chosen_by_its_address_and_offered_again() {
    let setup = TerminalSetup::open().await;
    let offline = Offline::new();
    let mut ana = offline.oxo((80, 24));
    ana.shows("Nothing answers at").await;
    ana.keys("s");
    ana.shows("Address or link:").await;
    ana.keys(&format!("{}\r", setup.server.address));
    ana.shows(&format!("Server: {}", setup.server.address))
        .await;
    ana.shows("Choose Play a friend").await;
    ana.keys("q");
    assert_eq!(ana.end().await, 0);
    let config = offline.home().join(".config/oxo/config.toml");
    let config = std::fs::read_to_string(config).unwrap();
    assert!(
        config.contains(&format!("server = \"ws://{}\"", setup.server.address)),
        "{config}"
    );
    let mut ana = offline.oxo((80, 24));
    ana.shows("Nothing answers at").await;
    ana.keys("s");
    ana.shows(&setup.server.address).await;
    ana.keys("\r");
    ana.shows("Choose Play a friend").await;
}
