//! The computer on the page: played against, played while one waits, watched.

use serde_json::json;
use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup,
    access::sound,
    id,
    looks::fits,
    people::{at, turn_of},
};

/// A computer that moves at once.
const AT_ONCE: [&str; 2] = ["--computer-move-ms", "0"];

/// Begins a game against a level; who begins is `host` or `guest`.
async fn begin(browser: &Browser, level: u8, first: &str) {
    browser.click(&id("play-computer")).await;
    browser.choose(&id(&format!("level-{level}"))).await;
    browser.choose(&id(&format!("begins-{first}"))).await;
    browser.click(&id("begin-computer")).await;
    browser.has(&id("board")).await;
}

/// Plays a cell and waits until the computer has answered, if it is to.
async fn answered(browser: &Browser, cell: usize, moves: usize) {
    turn_of(browser).await;
    browser.click(&at(cell)).await;
    let there = format!("return document.querySelectorAll('[data-mark]').length === {moves}");
    browser.until(&format!("{moves} moves"), &there).await;
}

#[tokio::test]
async fn level_five_gives_hints_and_wins_what_is_given_away() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    begin(&ana, 5, "host").await;
    turn_of(&ana).await;
    // A hint shows its cell and is gone with the next move.
    ana.click(&id("hint")).await;
    ana.has(".badge.hint").await;
    ana.shows_in(&id("message"), "The computer would play")
        .await;
    // A corner, which is answered in the middle.
    answered(&ana, 0, 2).await;
    ana.has_no(".badge.hint").await;
    ana.has(&format!("{}[data-mark=O]", at(4))).await;
    // What has been begun can be begun anew at once.
    ana.click(&id("restart")).await;
    ana.has_no("[data-mark]").await;
    lose(&ana).await;
    ana.close().await;
}

/// Loses as X to the top level: O stands on c3, b2 and at last on a1.
async fn lose(browser: &Browser) {
    answered(browser, 0, 2).await;
    answered(browser, 1, 4).await;
    browser.has(&format!("{}[data-mark=O]", at(2))).await;
    // a1 is where its line has to be stopped.
    turn_of(browser).await;
    browser.click(&at(8)).await;
    browser.shows_in(&id("headline"), "you lose").await;
}

#[tokio::test]
async fn a_finished_game_is_reviewed_move_by_move() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    begin(&ana, 5, "host").await;
    lose(&ana).await;
    ana.click(&id("review")).await;
    // It begins where the game was decided, and says so.
    ana.shows_in(&id("verdict"), "1 mistake; decided at move 5.")
        .await;
    ana.shows_in(&id("verdict"), "this board is solved").await;
    assert!(ana.address().await.contains("/games/"));
    ana.shows_in(&id("headline"), "c1 is a mistake. Better: a1.")
        .await;
    ana.has(&format!("{} .badge.better", at(6))).await;
    ana.has(&format!("{} .badge.lost", at(8))).await;
    let name = ana
        .script("return document.querySelector('[data-cell=\"8\"]').ariaLabel")
        .await;
    assert_eq!(name, "c1, X, last move, mistake");
    let moves =
        "return [...document.querySelectorAll('.move')].map(one => one.ariaLabel).slice(3, 5)";
    assert_eq!(
        ana.script(moves).await,
        json!(["Move 4: O on c3, only move", "Move 5: X on c1, mistake"])
    );
    // Neither the review nor its end moves or shrinks the board.
    let place = "return JSON.stringify(document.querySelector('.cells').getBoundingClientRect())";
    let before = ana.script(place).await;
    ana.click(&id("first")).await;
    ana.click(&id("mistake-after")).await;
    ana.shows_in(&id("headline"), "c1 is a mistake").await;
    // The position before it, with its best moves.
    ana.click(&id("back")).await;
    ana.click(&id("analyse")).await;
    ana.shows_in(&id("analysis"), "a1").await;
    ana.has(&format!("{} .badge.better", at(6))).await;
    sound(&ana, "analysis").await;
    ana.click(&id("last")).await;
    ana.shows_in(&id("analysis"), "The game is over").await;
    ana.click(&id("analyse")).await;
    ana.has_no(&id("analysis")).await;
    ana.shows_in(&id("headline"), "you lose").await;
    assert_eq!(ana.script(place).await, before);
    ana.click(&id("ask-review")).await;
    ana.has_no(&id("verdict")).await;
    assert_eq!(ana.script(place).await, before);
    ana.close().await;
}

#[tokio::test]
async fn another_level_begins_a_new_game_and_leaving_ends_the_room() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    begin(&ana, 5, "guest").await;
    turn_of(&ana).await;
    ana.has_no(&id("draw")).await;
    ana.has_no(&id("say")).await;
    ana.has_no(&format!("{} {}", id("player-guest"), id("connection")))
        .await;
    ana.click(&id("abort")).await;
    ana.click(&id("ask-yes")).await;
    ana.click(&id("level")).await;
    ana.choose(&id("level-1")).await;
    ana.click(&id("begin-level")).await;
    ana.shows_in(&id("player-guest"), "Computer (level 1)")
        .await;
    turn_of(&ana).await;
    ana.click(&id("leave")).await;
    ana.shows_in(&id("dialog-leave"), "or call it off").await;
    ana.click(&id("leave-yes")).await;
    ana.has(&id("play-computer")).await;
    ana.has_no(&id("seats")).await;
    ana.close().await;
}

#[tokio::test]
async fn a_player_at_the_computer_moves_over_when_somebody_comes() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("play-anyone")).await;
    ana.has(&id("queue")).await;
    begin(&ana, 2, "host").await;
    turn_of(&ana).await;
    ana.has(&id("waiting")).await;
    let before = ana.address().await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.click(&id("play-anyone")).await;
    bia.has(&id("board")).await;
    ana.shows_in(".player", "Bia").await;
    ana.shows_in(&id("message"), "An opponent is here").await;
    ana.has_no(&id("waiting")).await;
    assert_ne!(ana.address().await, before);
    // Nothing is left of the other seat.
    ana.click(&id("logo")).await;
    ana.has(&id("seats")).await;
    let seats = "return document.querySelectorAll('[data-testid=seats] li').length";
    assert_eq!(ana.script(seats).await, 1);
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn two_computers_are_watched_and_play_on_by_themselves() {
    let setup = BrowserSetup::with(&[
        "--exhibition-move-ms",
        "10",
        "--exhibition-pause-ms",
        "1000",
    ])
    .await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("choose-two")).await;
    ana.choose(&id("level_first-5")).await;
    ana.choose(&id("level_second-5")).await;
    ana.click(&id("begin-exhibit")).await;
    ana.shows_in(&id("headline"), "The board is full").await;
    assert!(ana.address().await.ends_with("#watch"));
    ana.shows_in(&id("message"), "The next game begins in")
        .await;
    let anew = "return document.querySelectorAll('[data-mark]').length < 9";
    ana.until("another game", anew).await;
    // Moves come every hundredth of a second, and what stands below them moves and may be away for a moment: a pointer may miss it.
    let leave = "const leave = document.querySelector('[data-testid=leave-watching]'); leave?.click(); return !!leave";
    ana.until("a way to leave", leave).await;
    ana.has(&id("choose-two")).await;
    ana.close().await;
}

#[tokio::test]
async fn the_game_that_always_runs_is_seen_and_hidden_on_the_start_screen() {
    let setup = BrowserSetup::with(&["--exhibition", "3x3x3", "--exhibition-move-ms", "100"]).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.has(".miniature").await;
    ana.until(
        "a move in the picture",
        "return document.querySelectorAll('.miniature g').length > 0",
    )
    .await;
    let silent = "const seen = document.querySelector('.miniature');
        return seen.ariaHidden === 'true' && !document.querySelector('[aria-live]').innerText";
    assert_eq!(ana.script(silent).await, true);
    ana.click(&id("hide-exhibition")).await;
    ana.has_no(".miniature").await;
    ana.reload().await;
    ana.has(&id("watch-exhibition")).await;
    ana.has_no(".miniature").await;
    ana.click(&id("hide-exhibition")).await;
    ana.has(".miniature").await;
    // Going elsewhere needs no step before it.
    ana.click(&id("play-friend")).await;
    ana.has(&id("code")).await;
    ana.click(&id("cancel-room")).await;
    ana.click(&id("leave-yes")).await;
    ana.has(".miniature").await;
    ana.click(&id("watch-exhibition")).await;
    ana.has(&id("watching")).await;
    ana.has(&id("board")).await;
    ana.close().await;
}

#[tokio::test]
async fn the_computer_plays_on_for_somebody_who_left() {
    let arguments = [&AT_ONCE[..], &["--left-grace-ms", "1"]].concat();
    let setup = BrowserSetup::with(&arguments).await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    ana.click(&at(4)).await;
    turn_of(&bia).await;
    bia.click(&id("leave")).await;
    bia.click(&id("leave-yes")).await;
    ana.click(&id("let-computer")).await;
    ana.shows_in(&id("player-guest"), "Computer").await;
    ana.has("[data-mark=O]").await;
    ana.click(&id("resign")).await;
    ana.click(&id("ask-yes")).await;
    let sentence = "played for Bia.";
    ana.shows_in(&id("message"), sentence).await;
    ana.click(&id("review")).await;
    ana.shows_in(&id("status"), sentence).await;
    ana.close().await;
    bia.close().await;
}

/// Holds that the screen is accessible, and that all of it is in sight.
async fn good(browser: &Browser, state: &str) {
    sound(browser, state).await;
    fits(browser, state).await;
}

#[tokio::test]
async fn computer_games_are_accessible_on_the_smallest_telephone() {
    let arguments = [&AT_ONCE[..], &["--exhibition", "15x15x5"]].concat();
    let setup = BrowserSetup::with(&arguments).await;
    for (dark, languages) in [(false, "pt"), (true, "en")] {
        let look = BrowserOptions {
            size: (320, 640),
            phone: true,
            dark,
            languages,
            ..BrowserOptions::DESKTOP
        };
        let ana = setup.browser("Ana", look).await;
        ana.has(".miniature").await;
        ana.click(&id("choose-two")).await;
        good(&ana, "two computers").await;
        ana.click(&id("play-anyone")).await;
        ana.has(&id("queue")).await;
        ana.click(&id("play-computer")).await;
        good(&ana, "choices").await;
        ana.choose(&id("level-5")).await;
        ana.choose(&id("begins-host")).await;
        ana.click(&id("begin-computer")).await;
        ana.click(&id("hint")).await;
        ana.has(".badge.hint").await;
        good(&ana, "hint").await;
        ana.click(&at(4)).await;
        ana.has("[data-mark=O]").await;
        ana.click(&id("resign")).await;
        ana.click(&id("ask-yes")).await;
        ana.click(&id("level")).await;
        good(&ana, "levels").await;
        ana.click("[data-testid=dialog-level] .dialog-head button")
            .await;
        ana.click(&id("review")).await;
        ana.has(&id("verdict")).await;
        good(&ana, "review").await;
        ana.close().await;
    }
}
