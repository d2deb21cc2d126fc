//! The end of a game: a scene for each side, a result that is shared, and a game seen by strangers.

use serde_json::json;
use tests::{Browser, browser::BrowserOptions, raw::request_with};

use super::{
    BrowserSetup,
    access::sound,
    id,
    looks::fits,
    people::{at, invite, play_all, turn_of},
};

/// Where the board is.
const PLACE: &str =
    "return JSON.stringify(document.querySelector('.cells').getBoundingClientRect())";

/// Ana wins in five moves.
const WON: [usize; 5] = [4, 0, 2, 1, 6];

const PHONE: BrowserOptions<'static> = BrowserOptions {
    size: (390, 844),
    phone: true,
    ..BrowserOptions::DESKTOP
};

/// Records texts that are copied or handed to the system's sheet.
async fn notes_what_is_shared(browser: &Browser, sheet: bool) {
    let share = if sheet {
        "async (what) => { shared.push(what) }"
    } else {
        "undefined"
    };
    let script = format!(
        "window.shared = [];
        Object.defineProperty(navigator, 'share', {{ configurable: true, value: {share} }});
        Object.defineProperty(navigator, 'clipboard', {{ configurable: true,
            value: {{ writeText: async (text) => {{ shared.push(text) }} }} }})"
    );
    browser.script(&script).await;
}

async fn shared(browser: &Browser) -> serde_json::Value {
    browser
        .until("something shared", "return shared.length > 0")
        .await;
    browser.script("return shared[0]").await
}

#[tokio::test]
async fn each_side_has_its_scene_and_the_board_stays_where_it_is() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(PHONE).await;
    let caio = Browser::open(PHONE).await;
    caio.visit(&setup.url(&format!("/r/{code}#watch"))).await;
    play_all(&ana, &bia, &WON[..4]).await;
    turn_of(&ana).await;
    let people = [(&ana, "won"), (&bia, "lost"), (&caio, "decided")];
    let mut before = Vec::new();
    for (browser, _) in people {
        browser.has(&format!("{}[data-mark]", at(WON[3]))).await;
        before.push(browser.script(PLACE).await);
    }
    ana.click(&at(WON[4])).await;
    for ((browser, outcome), place) in people.into_iter().zip(before) {
        browser.has(&id(&format!("scene-{outcome}"))).await;
        assert_eq!(browser.script(PLACE).await, place, "{outcome}");
        // The score stands with the players, and nowhere else.
        let words = browser.words("main").await;
        assert!(!words.contains("Score"), "{words}");
        fits(browser, outcome).await;
        sound(browser, outcome).await;
    }
    // A spectator has neither the players' next game nor their way out.
    let buttons = "return [...document.querySelectorAll('[data-testid=watching] .button')].map(one => one.dataset.testid)";
    let expected = json!(["review", "share-result", "next-game"]);
    assert_eq!(caio.script(buttons).await, expected);
    caio.click(&id("review")).await;
    caio.shows_in(&id("verdict"), "decided at move").await;
    // Again with one tap each.
    ana.click(&id("rematch")).await;
    bia.click(&id("accept")).await;
    turn_of(&bia).await;
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_tap_ends_the_motion_and_reduced_motion_shows_none() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    let still = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    bia.devtools("Emulation.setEmulatedMedia", still).await;
    play_all(&ana, &bia, &WON).await;
    ana.has(&id("scene-won")).await;
    let moving = "return document.querySelector('main').getAnimations({ subtree: true })
        .filter(one => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity).length";
    let longest = "return Math.max(0, ...document.getAnimations().map(one => one.effect.getComputedTiming().endTime).filter(Number.isFinite))";
    assert!(ana.script(longest).await.as_f64() <= Some(1_200.0));
    ana.script("dispatchEvent(new PointerEvent('pointerdown'))")
        .await;
    assert_eq!(ana.script(moving).await, 0);
    bia.has(&id("scene-lost")).await;
    assert_eq!(bia.script(moving).await, 0);
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_draw_is_a_draw_for_both_and_all_games_by_name_are_counted() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).await;
    for browser in [&ana, &bia] {
        browser.has(&id("scene-drawn")).await;
    }
    // The room has the same score, so nothing is said twice.
    assert!(!ana.words(&id("status")).await.contains("All games"));
    // The same two in another room.
    ana.visit(&setup.url("/")).await;
    let code = invite(&ana, "host").await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    bia.click(&id("sit")).await;
    turn_of(&ana).await;
    play_all(&ana, &bia, &WON).await;
    ana.shows_in(
        &id("status"),
        "All games against the name Bia in this browser: 1 won, 0 lost, 1 drawn.",
    )
    .await;
    bia.shows_in(&id("status"), "0 won, 1 lost, 1 drawn.").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_result_is_shared_by_the_sheet_or_copied_and_leads_a_stranger_to_a_game() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(PHONE).await;
    play_all(&ana, &bia, &WON).await;
    notes_what_is_shared(&ana, true).await;
    ana.click(&id("share-result")).await;
    let sheet = shared(&ana).await;
    let text = sheet["text"].as_str().unwrap();
    let expected = "OXO  ❌ Ana – ⭕ Bia\nAna made a line and wins.\n\n⭕⭕❌\n⬜❌⬜\n❌⬜⬜";
    assert_eq!(text, expected);
    let url = sheet["url"].as_str().unwrap().to_owned();
    // Where there is no sheet it is copied, and the button says so.
    notes_what_is_shared(&bia, false).await;
    bia.click(&id("share-result")).await;
    assert_eq!(shared(&bia).await, format!("{expected}\n\n{url}"));
    bia.shows_in(&id("share-result"), "Copied").await;

    let (_, path) = url.split_at(url.find("/games/").unwrap());
    let caio = Browser::open(PHONE).await;
    caio.visit(&setup.url(path)).await;
    caio.has(&id("slider")).await;
    caio.has(&id("ask-review")).await;
    sound(&caio, "a finished game").await;
    fits(&caio, "a finished game").await;
    caio.has_no(".turn").await;
    caio.has_no(&id("json")).await;
    caio.click(&id("exports")).await;
    caio.has(&id("json")).await;
    caio.has(&id("sgf")).await;
    caio.click(&id("play-a-game")).await;
    caio.has(&id("play-computer")).await;
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
    // The same before any script.
    let to = setup.server.address.parse().unwrap();
    let answer = request_with(to, "GET", path, "accept: text/html\r\n").await;
    let main = answer.split_once("<main").map(|(_, it)| it).unwrap();
    for words in [
        "Ana made a line and wins.",
        "Play a game",
        "Save or export",
        "winner",
    ] {
        assert!(main.contains(words), "{words}: {main}");
    }
    assert!(main.find("Play a game") < main.find("SGF"));
}

#[tokio::test]
async fn an_invitation_is_copied_with_a_sentence() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    notes_what_is_shared(&ana, false).await;
    ana.click(&id("copy")).await;
    let copied = shared(&ana).await;
    let copied = copied.as_str().unwrap();
    assert!(copied.starts_with("Play noughts and crosses with me: http"));
    assert!(copied.ends_with(&format!("/r/{code}")), "{copied}");
    ana.close().await;
}
