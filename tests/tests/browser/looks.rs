//! Every size, ground and language.

use serde_json::Value;
use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    people::{at, invitation, play_all},
};

/// A telephone held upright, the smallest there is.
const SMALL: BrowserOptions<'static> = BrowserOptions {
    size: (320, 640),
    phone: true,
    ..BrowserOptions::DESKTOP
};

/// Holds that nothing has to be scrolled sideways.
pub async fn fits(browser: &Browser, state: &str) {
    let beyond = "const page = document.documentElement;
        if (page.scrollWidth <= page.clientWidth) return [];
        return [...document.querySelectorAll('body *')]
            .filter(one => one.getBoundingClientRect().right > page.clientWidth)
            .map(one => one.outerHTML.slice(0, 100))";
    let beyond = browser.script(beyond).await;
    assert_eq!(beyond, serde_json::json!([]), "{state}");
}

#[tokio::test]
async fn no_screen_is_scrolled_sideways() {
    let setup = BrowserSetup::open().await;
    for (size, phone, dark) in [
        ((320, 640), true, true),
        ((900, 1200), false, false),
        ((1440, 900), false, true),
    ] {
        let look = BrowserOptions {
            size,
            phone,
            dark,
            ..SMALL
        };
        let ana = setup.browser("Wwwwwwwwwwwwwwwwwwwwwwww", look).await;
        fits(&ana, "start").await;
        ana.click(&id("choices")).await;
        fits(&ana, "choices").await;
        ana.click(&id("play-friend")).await;
        let code = ana.words(&id("code")).await;
        fits(&ana, "invitation").await;
        let bia = Browser::open(look).await;
        bia.visit(&setup.url(&format!("/r/{code}"))).await;
        bia.has(&id("sit")).await;
        fits(&bia, "arrival").await;
        bia.click(&id("sit")).await;
        for browser in [&ana, &bia] {
            browser.has(&id("board")).await;
            fits(browser, "table").await;
        }
        ana.click(&id("settings")).await;
        ana.has(&id("dialog-settings")).await;
        fits(&ana, "settings").await;
        ana.close().await;
        bia.close().await;
    }
}

#[tokio::test]
async fn the_largest_board_is_played_with_a_finger() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal("Ana", &["new", "--rules", "19x19x5", "--first", "guest"]);
    let code = invitation(&mut ana).await;
    let bia = Browser::open(SMALL).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    bia.click(&id("sit")).await;
    bia.has(&id("board")).await;
    fits(&bia, "board").await;
    tap(&bia, 180).await;
    // A finger is wider than such a cell: it chooses, and a button plays.
    bia.click(&id("confirm-move")).await;
    bia.has(&format!("{}[data-mark=X]", at(180))).await;
    ana.shows("Your turn").await;
    bia.close().await;
}

/// Taps with a finger where a cell is.
async fn tap(browser: &Browser, cell: usize) {
    let middle = format!(
        "const at = document.querySelector(\"{}\").getBoundingClientRect();
        return [at.x + at.width / 2, at.y + at.height / 2]",
        at(cell)
    );
    let middle = browser.script(&middle).await;
    let point = serde_json::json!({"x": middle[0], "y": middle[1]});
    for (kind, points) in [("touchStart", vec![point]), ("touchEnd", vec![])] {
        let touch = serde_json::json!({"type": kind, "touchPoints": points});
        browser.devtools("Input.dispatchTouchEvent", touch).await;
    }
}

/// A sentence of a catalogue.
fn sentence(language: &str, key: &str) -> String {
    let path = format!("{}/../locales/{language}.json", env!("CARGO_MANIFEST_DIR"));
    let catalogue: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    catalogue[key].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_page_speaks_the_language_of_the_browser_and_changes_it_at_once() {
    let setup = BrowserSetup::open().await;
    for (languages, language) in [
        ("pt-PT", "pt-BR"),
        ("zh-HK", "zh-TW"),
        ("zh", "zh-CN"),
        ("eo", "en"),
    ] {
        let look = BrowserOptions {
            languages,
            ..BrowserOptions::default()
        };
        let browser = setup.browser("Ana", look).await;
        browser
            .shows(&sentence(language, "page.start.friend"))
            .await;
        let tag = browser.script("return document.documentElement.lang").await;
        assert_eq!(tag, language);
        browser.close().await;
    }
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4]).await;
    ana.click(&id("settings")).await;
    ana.has(&id("language")).await;
    ana.script(
        "const choice = document.querySelector('[data-testid=language]');
        choice.value = 'pt-BR';
        choice.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await;
    ana.shows(&sentence("pt-BR", "page.settings")).await;
    ana.reload().await;
    ana.shows(&sentence("pt-BR", "page.action.draw")).await;
    ana.close().await;
    bia.close().await;
}
