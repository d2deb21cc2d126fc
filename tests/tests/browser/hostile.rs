//! Hostile names and addresses of players.

use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    people::{invite, play_all, sit, turn_of},
};

/// As long as a name may be, and markup if anything lets it be.
const MARKUP: &str = "<img src=x onerror=a>";

#[tokio::test]
async fn a_name_is_text_and_nothing_else() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser(MARKUP, BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "</title><script>b").await;
    turn_of(&ana).await;
    for browser in [&ana, &bia] {
        browser.shows(MARKUP).await;
        let made = browser
            .script("return document.querySelectorAll('img[src=x], body script').length")
            .await;
        assert_eq!(made, 0);
    }
    // Nor where it is part of a sentence.
    play_all(&ana, &bia, &[4, 0]).await;
    ana.click(&id("resign")).await;
    ana.click(&id("ask-yes")).await;
    bia.shows_in(&id("headline"), &format!("{MARKUP} resigned"))
        .await;
    bia.close().await;
    ana.close().await;
}

#[tokio::test]
async fn the_content_security_policy_blocks_what_it_forbids() {
    let setup = BrowserSetup::open().await;
    let browser = setup.browser("Ana", BrowserOptions::default()).await;
    let tried = "const script = document.createElement('script');
        try { script.text = 'document.title = \"broken\"'; document.body.append(script); } catch {}
        try { document.body.insertAdjacentHTML('beforeend', '<i id=planted></i>'); } catch {}
        document.body.setAttribute('style', 'color: red');
        return [document.title, document.querySelector('#planted')]";
    let left = browser.script(tried).await;
    assert!(left[0].as_str().unwrap().contains("OXO"), "{left}");
    assert!(left[1].is_null(), "{left}");
    // Each was reported to the console, which the other tests want silent.
    assert!(browser.complaints().await.len() >= 2);
}

#[tokio::test]
async fn an_address_that_is_no_room_says_so_and_leads_home() {
    let setup = BrowserSetup::open().await;
    let browser = Browser::open(BrowserOptions::default()).await;
    browser.visit(&setup.url("/r/nothing")).await;
    browser.shows("no valid room code").await;
    browser.click(&id("home")).await;
    browser.has(&id("play-friend")).await;
}
