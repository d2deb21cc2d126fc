//! The table: a board that stands still, and what stays in sight around it.

use serde_json::{Value, json};
use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    people::{at, invitation, invite, play, play_all, sit, turn_of},
};

/// A telephone with and without the bars of its browser, a small one, one on its side, a tablet
/// and a desk.
const SIZES: [((u32, u32), bool); 6] = [
    ((390, 844), true),
    ((390, 664), true),
    ((320, 568), true),
    ((844, 390), true),
    ((768, 1024), true),
    ((1440, 900), false),
];

/// Where the board is.
async fn place(browser: &Browser) -> Value {
    let place = "const { x, y, width, height } = document.querySelector('.board').getBoundingClientRect();
        return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done([x, y, width, height]))))";
    browser.script(place).await
}

#[tokio::test]
async fn the_board_stands_still_for_a_whole_game_and_nothing_is_scrolled() {
    let setup = BrowserSetup::open().await;
    for (size, phone) in SIZES {
        for languages in ["en", "pt"] {
            let look = BrowserOptions {
                size,
                phone,
                languages,
                ..BrowserOptions::default()
            };
            let (ana, bia) = table(&setup, look).await;
            let before = [place(&ana).await, place(&bia).await];
            let holds = async |state: &str| {
                let state = format!("{state}, {languages} at {size:?}");
                assert_eq!([place(&ana).await, place(&bia).await], before, "{state}");
                for browser in [&ana, &bia] {
                    let beyond = "const page = document.scrollingElement; return page.scrollHeight - page.clientHeight";
                    assert_eq!(browser.script(beyond).await, 0, "{state}");
                }
            };
            holds("the beginning").await;
            moved(&ana, &bia, &[4, 0]).await;
            holds("two moves").await;
            bia.click(&id("draw")).await;
            ana.has(&id("offer")).await;
            holds("an offer").await;
            ana.click(&id("decline")).await;
            ana.has_no(&id("offer")).await;
            holds("its answer").await;
            ana.click(&id("back")).await;
            ana.has(&id("now")).await;
            holds("a look back").await;
            ana.click(&id("now")).await;
            moved(&ana, &bia, &[2, 1, 6]).await;
            ana.has(".cell.won").await;
            holds("the end").await;
            ana.close().await;
            bia.close().await;
        }
    }
}

/// Ana with a long name and Bia, in whatever language.
async fn table(setup: &BrowserSetup, look: BrowserOptions<'_>) -> (Browser, Browser) {
    let ana = setup.browser("Ana Wwwwwwwwwwwwww", look).await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(look).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    ana.has(".open").await;
    // Nothing is still to come that is known of both connections.
    for browser in [&ana, &bia] {
        let known =
            "return document.querySelectorAll('.player [data-testid=connection]').length === 2";
        browser.until("both connections", known).await;
    }
    (ana, bia)
}

/// Plays cells in turns, whatever the language.
async fn moved(first: &Browser, second: &Browser, cells: &[usize]) {
    for (ply, cell) in cells.iter().enumerate() {
        let mover = if ply % 2 == 0 { first } else { second };
        mover.has(".open").await;
        mover.click(&at(*cell)).await;
        for browser in [first, second] {
            browser.has(&format!("{}[data-mark]", at(*cell))).await;
        }
    }
}

#[tokio::test]
async fn in_misere_the_rule_and_the_losing_line_are_shown_to_the_end() {
    let setup = BrowserSetup::open().await;
    for (size, phone) in [((320, 568), true), ((390, 844), true), ((1440, 900), false)] {
        let look = BrowserOptions {
            size,
            phone,
            ..BrowserOptions::default()
        };
        let ana = setup.browser("Ana", look).await;
        ana.click(&id("choices")).await;
        ana.choose(&id("misere")).await;
        ana.click(&id("choices")).await;
        let code = invite(&ana, "host").await;
        let bia = Browser::open(look).await;
        bia.visit(&setup.url(&format!("/r/{code}"))).await;
        sit(&bia, "Bia").await;
        for (ply, cell) in [4, 0, 2, 1].into_iter().enumerate() {
            for browser in [&ana, &bia] {
                browser.shows_in(&id("rule"), "3 in a row LOSES").await;
            }
            let (mover, other) = if ply % 2 == 0 {
                (&ana, &bia)
            } else {
                (&bia, &ana)
            };
            play(mover, other, cell).await;
        }
        turn_of(&ana).await;
        ana.click(&at(6)).await;
        ana.has(".losing-line path").await;
        ana.shows_in(&id("rule"), "3 in a row LOSES").await;
        let line =
            "return [...document.querySelectorAll('.cell.losing')].map(one => one.ariaLabel)";
        let expected = json!([
            "c3, X, losing line",
            "b2, X, losing line",
            "a1, X, last move, losing line"
        ]);
        assert_eq!(ana.script(line).await, expected);
        ana.has_no(".cell.won").await;
        ana.close().await;
        bia.close().await;
    }
}

#[tokio::test]
async fn the_labels_at_the_edge_are_those_of_the_cell_names() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    let names = "return [...document.querySelectorAll('.edge-row, .edge-column')].map(one => one.dataset.name)";
    let expected = json!(["3", "2", "1", "a", "b", "c"]);
    assert_eq!(ana.script(names).await, expected);
    play_all(&ana, &bia, &[0]).await;
    bia.shows_in(&id("message"), "Ana: X on a3.").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_player_who_has_just_sat_down_is_shown_as_present() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    let note = "window.said = new Set();
        new MutationObserver(() => document.querySelectorAll('[data-testid=player-guest] [data-testid=connection]').forEach(one => said.add(one.innerText.trim())))
            .observe(document.querySelector('#page'), { subtree: true, childList: true, characterData: true })";
    ana.script(note).await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    play_all(&ana, &bia, &[4, 0]).await;
    assert_eq!(ana.script("return [...said]").await, json!(["connected"]));
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_question_about_an_empty_room_goes_when_somebody_comes() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    ana.click(&id("cancel-room")).await;
    ana.shows_in(&id("dialog-leave"), "Close this room?").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    turn_of(&ana).await;
    ana.has_no(&id("dialog-leave")).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_number_that_is_not_possible_stays_and_is_said_at_its_field() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("choices")).await;
    ana.choose(&id("board-custom")).await;
    ana.fill(&id("width"), "25").await;
    let sentence = "A whole number from 1 to 19.";
    ana.shows_in(&id("width-problem"), sentence).await;
    ana.click(&id("play-friend")).await;
    ana.shows_in(&id("problem"), "has to be corrected first")
        .await;
    ana.has(&id("width-problem")).await;
    assert!(!ana.words(&id("choices")).await.contains("25"));
    assert!(!ana.words(&id("choices")).await.contains("5 by 5"));
    let typed = "return document.querySelector('[data-testid=width]').value";
    assert_eq!(ana.script(typed).await, "25");
    ana.fill(&id("width"), "7").await;
    ana.has_no(&id("width-problem")).await;
    ana.shows_in(&id("choices"), "7 by 5, 4 in a row").await;
    ana.click(&id("play-friend")).await;
    ana.shows("7 by 5, 4 in a row").await;
    ana.has(&id("code")).await;
    ana.close().await;
}

#[tokio::test]
async fn an_emoji_of_several_code_points_is_a_name() {
    let setup = BrowserSetup::open().await;
    let family = "👨‍👩‍👧‍👦";
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&setup.url("/")).await;
    // The driver types no characters of several code points.
    ana.has(&id("name")).await;
    let typed = format!(
        "const field = document.querySelector('#name');
        field.value = {}; field.dispatchEvent(new Event('input', {{ bubbles: true }})); field.dispatchEvent(new Event('change', {{ bubbles: true }}))",
        json!(family)
    );
    ana.until("the modules", "return !document.querySelector('.served')")
        .await;
    ana.script(&typed).await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    bia.shows(&format!("{family} invites you")).await;
    sit(&bia, "Bia").await;
    bia.shows_in(&id("player-host"), family).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn the_wheel_zooms_a_large_board_around_the_pointer() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal("Ana", &["new", "--rules", "15x15x5"]);
    let code = invitation(&mut ana).await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    bia.has(&at(130)).await;
    let zoomed = "
        const { left, top, width, height } = document.querySelector('[data-cell=\"130\"]').getBoundingClientRect();
        const [clientX, clientY] = [left + width / 2, top + height / 2];
        const wheel = { ctrlKey: true, deltaY: -240, clientX, clientY, bubbles: true, cancelable: true };
        document.querySelector('.frame').dispatchEvent(new WheelEvent('wheel', wheel));
        const under = () => document.elementFromPoint(clientX, clientY)?.closest('[data-cell]');
        return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
            done([under()?.dataset.cell, under()?.getBoundingClientRect().width > 2 * width]))))";
    assert_eq!(bia.script(zoomed).await, json!(["130", true]));
    bia.close().await;
}
