//! Failures of a part of the page, or of its connection: a sentence and a way on, never a blank
//! page and never a button that does nothing.

use serde_json::json;
use tests::{
    Browser,
    browser::BrowserOptions,
    tamper::{Fault, Tamper},
};

use super::{BrowserSetup, id};

const DAMAGED: &str = "A part of the page is damaged";
const LATE: &str = "The page is taking long to start";
const MISSING: &str = "A part of the page could not be had";
const NETWORK: &str = "The network failed";

async fn tampered(setup: &BrowserSetup) -> (Tamper, String) {
    let tamper = Tamper::to(setup.server.address.parse().unwrap()).await;
    let url = format!("http://{}", tamper.address);
    (tamper, url)
}

/// A browser that keeps nothing from one visit to the next.
async fn forgetful() -> Browser {
    let browser = Browser::open(BrowserOptions::default()).await;
    browser.devtools("Network.enable", json!({})).await;
    let never = json!({"cacheDisabled": true});
    browser.devtools("Network.setCacheDisabled", never).await;
    let bypass = json!({"bypass": true});
    browser
        .devtools("Network.setBypassServiceWorker", bypass)
        .await;
    browser
}

#[tokio::test]
async fn a_missing_or_damaged_file_is_reported_and_reload_helps() {
    let setup = BrowserSetup::open().await;
    let (tamper, url) = tampered(&setup).await;
    let browser = forgetful().await;
    for (file, fault, said) in [
        ("/main.js", Fault::Missing, MISSING),
        ("/main.js", Fault::Half, DAMAGED),
        ("/main.js", Fault::Broken, NETWORK),
        ("/main.js", Fault::Nonsense, DAMAGED),
        ("/locales/", Fault::Missing, MISSING),
        ("/locales/", Fault::Half, DAMAGED),
        ("/locales/", Fault::Nonsense, DAMAGED),
        ("/style.css", Fault::Missing, MISSING),
        ("/style.css", Fault::Half, DAMAGED),
        // The stylesheet alone is left to say it.
        ("/boot.js", Fault::Missing, LATE),
        ("/boot.js", Fault::Nonsense, LATE),
    ] {
        tamper.break_every(file, fault);
        browser.visit(&format!("{url}/")).await;
        browser.shows_in("#fallback", said).await;
        tamper.mend();
        browser.click("#fallback a").await;
        browser.has(&id("play-friend")).await;
        browser.has_no("#fallback").await;
    }
}

#[tokio::test]
async fn an_invitation_that_does_not_come_alive_has_no_dead_buttons() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = super::people::invite(&ana, "host").await;
    let (tamper, url) = tampered(&setup).await;
    let browser = forgetful().await;
    for (file, said) in [("/main.js", MISSING), ("/boot.js", LATE)] {
        tamper.break_every(file, Fault::Missing);
        browser.visit(&format!("{url}/r/{code}")).await;
        browser.shows_in("#fallback", said).await;
        browser.shows("Ana").await;
        let usable = "return [...document.querySelectorAll('button, input')]
            .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.outerHTML)";
        browser
            .until(
                "no dead button",
                &format!("return (() => {{ {usable} }})().length === 0"),
            )
            .await;
        tamper.mend();
        browser.click("#fallback a").await;
        browser
            .has(&format!("{}:not([aria-disabled])", id("sit")))
            .await;
    }
    ana.close().await;
}

#[tokio::test]
async fn a_click_before_the_scripts_are_there_is_not_lost() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = super::people::invite(&ana, "host").await;
    let (tamper, url) = tampered(&setup).await;
    tamper.break_every("/main.js", Fault::Held);
    let bia = Browser::open(BrowserOptions {
        hasty: true,
        ..BrowserOptions::default()
    })
    .await;
    bia.visit(&format!("{url}/r/{code}")).await;
    bia.fill(&id("name"), "Bia").await;
    let press = format!("document.querySelector('{}').click()", id("sit"));
    bia.script(&press).await;
    tamper.mend();
    bia.has(&id("board")).await;
    ana.shows("Bia").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn something_between_that_swallows_websockets_is_told_from_a_server_that_is_down() {
    let setup = BrowserSetup::open().await;
    let (tamper, url) = tampered(&setup).await;
    let browser = forgetful().await;
    tamper.break_every("/ws", Fault::Swallowed);
    browser.visit(&format!("{url}/")).await;
    browser
        .shows_in(&id("link"), "something between lets no WebSocket through")
        .await;
    // The line stands still while another attempt is made.
    let still = "const line = document.querySelector('[data-testid=link]');
        Object.assign(window, { moved: false, tried: 0 });
        const look = () => {
            if (!line.isConnected || !line.checkVisibility()) window.moved = true;
            const off = document.querySelector('[data-testid=retry]')?.ariaDisabled === 'true';
            if (off === (window.tried % 2 === 0)) window.tried += 1;
        };
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });";
    browser.script(still).await;
    browser.click(&id("retry")).await;
    browser
        .until("the end of an attempt", "return window.tried >= 2")
        .await;
    assert_eq!(browser.script("return window.moved").await, false);
    tamper.mend();
    // The page may be back by itself before this press.
    let press = format!("document.querySelector('{}')?.click()", id("retry"));
    browser.script(&press).await;
    browser.has_no(&id("link")).await;
}
