//! For everyone: what axe-core finds (WCAG 2.2 A and AA and its best practices),
//! the announcements to a screen reader, and the size of touch targets.

use serde_json::{Value, json};
use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    people::{at, play, play_all},
};

/// Holds that axe-core finds nothing.
pub async fn sound(browser: &Browser, state: &str) {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/page/node_modules/axe-core/axe.min.js"
    );
    let axe = std::fs::read_to_string(path).expect("axe-core is missing; tests/run installs it");
    browser.script(&axe).await;
    // An element that is still fading in has not its colours yet; an endless animation has them.
    browser
        .script(
            "document.documentElement.dataset.axe = '';
            document.getAnimations()
                .filter(it => it.effect.getComputedTiming().endTime !== Infinity)
                .forEach(it => it.finish());
            axe.run(document, { resultTypes: ['violations'] }).then(found => {
                const lines = found.violations.map(one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.html).join(' ')}`);
                document.documentElement.dataset.axe = JSON.stringify(lines);
            })",
        )
        .await;
    browser
        .until(
            "a verdict",
            "return document.documentElement.dataset.axe !== ''",
        )
        .await;
    let found = browser
        .script("return JSON.parse(document.documentElement.dataset.axe)")
        .await;
    assert_eq!(found, json!([]), "{state}");
}

#[tokio::test]
async fn axe_finds_nothing() {
    let setup = BrowserSetup::open().await;
    for dark in [false, true] {
        let look = BrowserOptions {
            size: (360, 740),
            phone: true,
            dark,
            ..BrowserOptions::default()
        };
        let (ana, bia, code) = setup.table(look).await;
        sound(&ana, "table").await;
        play_all(&ana, &bia, &[4, 0]).await;
        ana.click(&id("draw")).await;
        bia.has(&id("accept")).await;
        sound(&bia, "offer").await;
        bia.click(&id("decline")).await;
        play_all(&ana, &bia, &[2, 1, 6]).await;
        ana.shows_in(&id("headline"), "you win").await;
        sound(&ana, "end").await;
        ana.click(&id("settings")).await;
        ana.has(&id("dialog-settings")).await;
        sound(&ana, "settings").await;
        let caio = Browser::open(look).await;
        caio.visit(&setup.url("/")).await;
        caio.click(&id("choices")).await;
        sound(&caio, "start").await;
        caio.click(&id("play-friend")).await;
        caio.has(&id("code")).await;
        sound(&caio, "invitation").await;
        caio.visit(&setup.url(&format!("/r/{code}"))).await;
        caio.has(&id("watch")).await;
        sound(&caio, "arrival").await;
        for browser in [ana, bia, caio] {
            browser.close().await;
        }
    }
}

#[tokio::test]
async fn a_screen_reader_announces_each_event_once() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    bia.script(
        "window.announced = [];
        const live = document.querySelector('[aria-live]');
        new MutationObserver(() => { if (live.innerText.trim()) announced.push(live.innerText.trim()) })
            .observe(live, { subtree: true, childList: true, characterData: true })",
    )
    .await;
    play(&ana, &bia, 4).await;
    play(&bia, &ana, 0).await;
    play(&ana, &bia, 2).await;
    let sentences = ["Ana: X on b2.", "You: O on a3.", "Ana: X on c3."];
    // Those that come together are said together.
    let all = format!(
        "return {}.every(one => announced.join(' ').includes(one))",
        json!(sentences)
    );
    bia.until("three events", &all).await;
    let announced = bia.script("return announced").await;
    let announced = announced.to_string();
    for sentence in sentences {
        assert_eq!(
            announced.matches(sentence).count(),
            1,
            "{sentence}: {announced}"
        );
    }
    let names = "return [...document.querySelectorAll('[role=gridcell]')].slice(0, 5).map(one => one.ariaLabel)";
    let expected = json!(["a3, O", "b3, free", "c3, X, last move", "a2, free", "b2, X"]);
    assert_eq!(ana.script(names).await, expected);
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn touch_targets_are_as_large_as_a_finger() {
    let setup = BrowserSetup::open().await;
    let look = BrowserOptions {
        size: (320, 640),
        phone: true,
        ..BrowserOptions::default()
    };
    let (ana, bia, _) = setup.table(look).await;
    let caio = setup.browser("Caio", look).await;
    caio.click(&id("choices")).await;
    // The whole label of a choice is touched, and what lies around its box with it.
    let small = "return [...document.querySelectorAll('button, a[href], [role=gridcell], input:not([type=radio]):not([type=checkbox]), select, label:has(input)')]
        .filter(one => one.checkVisibility() && !one.closest('.spoken'))
        .map(one => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
        .filter(([box]) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
        .map(([box, html]) => `${box.width} by ${box.height}: ${html}`)";
    for (browser, state) in [(&ana, "table"), (&caio, "start")] {
        let found: Value = browser.script(small).await;
        assert_eq!(found, json!([]), "{state}");
    }
    assert!(
        ana.script(&format!(
            "return document.querySelector(\"{}\").getBoundingClientRect().width",
            at(4)
        ))
        .await
        .as_f64()
            > Some(80.0)
    );
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
}
