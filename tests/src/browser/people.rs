//! Sequences of actions that people repeat on the page.

use super::Browser;
use crate::Terminal;

/// The selector of what the page has marked for tests.
pub fn id(name: &str) -> String {
    format!("[data-testid={name}]")
}

/// Opens a room for a friend; who begins is `host`, `guest` or `random`.
/// Answers with its code.
pub async fn invite(browser: &Browser, first: &str) -> String {
    browser.click(&id("choices")).await;
    browser.choose(&id(&format!("first-{first}"))).await;
    browser.click(&id("play-friend")).await;
    browser.words(&id("code")).await
}

/// Waits until a terminal shows its invitation, and answers with the code.
///
/// # Panics
/// When that is no link.
pub async fn invitation(terminal: &mut Terminal) -> String {
    let link = terminal.shows_link().await;
    let (_, code) = link.split_once("/r/").expect("a link");
    code.to_owned()
}

/// Sits down in the room whose link was opened.
pub async fn sit(browser: &Browser, name: &str) {
    browser.fill(&id("name"), name).await;
    browser.click(&id("sit")).await;
    browser.has(&id("board")).await;
}

/// Waits until it is one's turn.
pub async fn turn_of(browser: &Browser) {
    browser.shows_in(&id("headline"), "Your turn").await;
}

/// Plays a cell, and waits until both see the move.
pub async fn play(mover: &Browser, other: &Browser, cell: usize) {
    turn_of(mover).await;
    mover.click(&at(cell)).await;
    for browser in [mover, other] {
        browser.has(&format!("{}[data-mark]", at(cell))).await;
    }
}

/// Plays a cell that the other side does not see yet.
pub async fn play_alone(mover: &Browser, cell: usize) {
    turn_of(mover).await;
    mover.click(&at(cell)).await;
    mover.has(&format!("{}[data-mark]", at(cell))).await;
}

/// Plays cells in turns, beginning with the first of the two.
pub async fn play_all(first: &Browser, second: &Browser, cells: &[usize]) {
    for (ply, cell) in cells.iter().enumerate() {
        match ply % 2 {
            0 => play(first, second, *cell).await,
            _ => play(second, first, *cell).await,
        }
    }
}

/// The selector of a cell, numbered from 0 at the top left.
pub fn at(cell: usize) -> String {
    format!("[data-cell='{cell}']")
}
