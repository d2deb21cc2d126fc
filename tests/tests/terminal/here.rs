//! People meet from the start screen and from lines: who waits is seen, and
//! played with one key.

use serde_json::{Value, json};
use tests::{Client, Terminal};

use super::{TerminalSetup, behind};

/// A sentence that the start screen never shows when somebody waits.
const NOBODY: &str = "Nobody is waiting";

/// Waits until both are at a table with the board for which one waited.
async fn meet(terminals: [&mut Terminal; 2]) {
    for terminal in terminals {
        terminal.shows("Game 1").await;
        terminal.shows("4 by 4, 3 in a row").await;
    }
}

#[tokio::test]
async fn a_waiting_player_is_on_the_start_screen_and_played_with_enter() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &["play", "--rules", "4x4x3"]);
    ana.shows("Others can see you waiting").await;
    let mut bia = setup.full("Bia", &[]);
    bia.shows("Play Ana (4x4x3)").await;
    bia.shows("Ana is waiting to play. 2 online.").await;
    assert!(!bia.text().contains(NOBODY));
    bia.keys("\r");
    meet([&mut ana, &mut bia]).await;
}

#[tokio::test]
async fn a_waiter_may_play_a_waiter_for_another_board() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &["play", "--rules", "4x4x3"]);
    ana.shows("Waiting for an opponent").await;
    let mut bia = setup.full("Bia", &["play"]);
    bia.shows("Or play somebody who is waiting").await;
    bia.shows("Ana").await;
    bia.keys("\r");
    meet([&mut ana, &mut bia]).await;
}

#[tokio::test]
async fn a_player_who_takes_any_board_meets_a_waiter_for_one() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["play", "--rules", "4x4x3"]);
    ana.sees("Waiting for an opponent").await;
    let mut bia = setup.oxo("Bia", &["play", "--any-board"]);
    for terminal in [&mut ana, &mut bia] {
        terminal.sees("Board 4 by 4, 3 in a row wins").await;
    }
}

#[tokio::test]
async fn the_list_in_lines_names_waiters_and_the_command_to_play_them() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["play", "--rules", "4x4x3"]);
    ana.sees("Others can see you waiting").await;
    let (code, list) = setup.oxo("Bia", &["rooms"]).ended().await;
    assert_eq!(code, 0);
    assert!(!list.contains(NOBODY), "{list}");
    assert!(
        list.contains("Ana is waiting for an opponent. Board 4x4x3"),
        "{list}"
    );
    let ticket = behind(&list, "oxo play ").trim().to_owned();
    let mut bia = setup.oxo("Bia", &["play", &ticket]);
    for terminal in [&mut ana, &mut bia] {
        terminal.sees("Board 4 by 4, 3 in a row wins").await;
    }
    // They play now, and nobody waits.
    let (code, text) = setup.oxo("Cai", &["play", &ticket]).ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("no longer waiting"), "{text}");
    let (code, text) = setup.oxo("Cai", &["play", "nobody"]).ended().await;
    assert_eq!(code, 2);
    assert!(text.contains("nobody is not a waiting player"), "{text}");
}

#[tokio::test]
async fn with_only_games_to_watch_the_screen_says_what_to_do() {
    let setup = TerminalSetup::with(&["--exhibition", "3x3x3"]).await;
    let mut bia = setup.full("Bia", &[]);
    bia.shows("Nobody is waiting to play. 1 game to watch.")
        .await;
    bia.shows("Choose Play a friend").await;
    let (_, list) = setup.oxo("Cid", &["rooms"]).ended().await;
    for part in [
        "Nobody is waiting to play. 1 game to watch.",
        "are playing. Board 3x3x3",
        "oxo watch ",
        "oxo play --while-waiting",
    ] {
        assert!(list.contains(part), "{part} in {list}");
    }
}

#[tokio::test]
async fn an_unlisted_waiter_is_in_no_list() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["play", "--unseen"]);
    ana.sees("Others cannot see you waiting").await;
    let (_, list) = setup.oxo("Bia", &["rooms"]).ended().await;
    assert!(list.contains(NOBODY) && !list.contains("Ana"), "{list}");
}

/// People who wait in `n` rooms of the list, one each.
async fn listed(setup: &TerminalSetup, rooms: usize) -> (Vec<Client>, Vec<String>) {
    let (mut people, mut codes) = (Vec::new(), Vec::new());
    for _ in 0..rooms {
        let mut host = setup.server.client("Host").await;
        codes.push(host.create(json!({"listed": true})).await.to_string());
        people.push(host);
    }
    (people, codes)
}

/// A page has fifty rooms.
#[tokio::test]
async fn the_list_in_lines_and_json_has_all_pages_however_slowly_they_may_be_asked_for() {
    for options in [&[][..], &["--commands-burst", "2"]] {
        let setup = TerminalSetup::with(options).await;
        let (_people, codes) = listed(&setup, 60).await;
        let (code, list) = setup.oxo("Ana", &["rooms"]).ended().await;
        assert_eq!(code, 0, "{list}");
        for code in &codes {
            assert!(
                list.contains(&format!("oxo join {code}")),
                "{code} in {list}"
            );
        }
        let (code, lines) = setup.oxo("Ana", &["--json", "rooms"]).ended().await;
        assert_eq!(code, 0, "{lines}");
        let frames = lines.lines().map(serde_json::from_str::<Value>);
        let frames: Vec<Value> = frames.map(|frame| frame.expect("JSON")).collect();
        let pages = frames.iter().filter_map(|it| it["ok"]["rooms"].as_array());
        let mut found: Vec<&str> = pages
            .flatten()
            .filter_map(|room| room["room"].as_str())
            .collect();
        found.sort_unstable();
        let mut wanted: Vec<&str> = codes.iter().map(String::as_str).collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        assert_eq!(frames.last().expect("a line")["why"], "quit");
    }
}

#[tokio::test]
async fn ones_own_listed_room_is_called_so_and_offered_to_others_only() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["new", "--listed"]);
    ana.sees("Waiting for your friend").await;
    let room = behind(&ana.text(), "oxo join ").to_owned();
    let (_, room) = room.rsplit_once('/').expect("a link");
    let (_, list) = setup.oxo("Bia", &["rooms"]).ended().await;
    assert!(list.contains("Ana is waiting to play."), "{list}");
    assert!(list.contains(&format!("oxo join {room}")), "{list}");
    // While the first process plays it, and when none does.
    for playing in [true, false] {
        let (_, list) = setup.oxo("Ana", &["rooms"]).ended().await;
        assert!(list.contains(&format!("{room}: your own room.")), "{list}");
        assert!(list.contains(NOBODY), "{list}");
        assert!(!list.contains("oxo join"), "{list}");
        let mut screen = setup.full("Ana", &[]);
        screen.shows(NOBODY).await;
        screen.control('c');
        assert_eq!(screen.end().await, 130);
        if playing {
            ana.control('c');
            assert_eq!(ana.end().await, 130);
        }
    }
}
