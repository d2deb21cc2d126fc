//! The page of a link before anybody sits down: every state of an invitation, and links of other
//! servers.

use tests::{Browser, Client, browser::BrowserOptions, raw::request_with};

use super::{
    BrowserSetup, id,
    people::{invitation, invite, sit, turn_of},
};

/// Waits until these buttons of an invitation can be seen and used, and no others.
async fn has_buttons(browser: &Browser, names: &[&str]) {
    let holds = format!(
        "return {:?} === [...document.querySelectorAll('main .button')]
            .filter(one => one.checkVisibility() && one.ariaDisabled !== 'true').map(one => one.dataset.testid).join(' ')",
        names.join(" ")
    );
    let what = format!("just the buttons {names:?}");
    browser.until(&what, &holds).await;
}

async fn opened(setup: &BrowserSetup, code: &str, look: BrowserOptions<'_>) -> Browser {
    let browser = Browser::open(look).await;
    browser.visit(&setup.url(&format!("/r/{code}"))).await;
    browser.has(&id("home")).await;
    browser
}

#[tokio::test]
async fn an_invitation_says_everything_before_one_sits_down() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal(
        "Ana",
        &[
            "new", "--rules", "4x4x3", "--misere", "--clock", "5m+3s", "--first", "guest",
        ],
    );
    let code = invitation(&mut ana).await;
    let bia = opened(&setup, &code, BrowserOptions::default()).await;
    for words in [
        "Ana invites you to a game",
        "4 by 4, 3 in a row LOSES",
        "5:00 for the game plus 0:03 per move",
        "you",
    ] {
        bia.shows_in("main", words).await;
    }
    bia.shows_in(&id("warning"), "3 in a row LOSES").await;
    assert_eq!(
        bia.script("return document.title").await,
        "Ana invites you to a game – OXO"
    );
    has_buttons(&bia, &["sit", "watch", "home"]).await;
    sit(&bia, "Bia").await;
    turn_of(&bia).await;
    // The next one can only watch, and reads who plays.
    let caio = opened(&setup, &code, BrowserOptions::default()).await;
    caio.shows_in("main", "Both seats are taken").await;
    caio.shows_in("main", "Ana and Bia are playing.").await;
    has_buttons(&caio, &["watch", "home"]).await;
    caio.click(&id("watch")).await;
    caio.has(&id("board")).await;
    caio.close().await;
    bia.close().await;
}

#[tokio::test]
async fn rooms_that_are_full_over_or_never_were_say_so() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal("Ana", &["new", "--watching", "none"]);
    let code = invitation(&mut ana).await;
    let bia = opened(&setup, &code, BrowserOptions::default()).await;
    has_buttons(&bia, &["sit", "home"]).await;
    sit(&bia, "Bia").await;
    let caio = opened(&setup, &code, BrowserOptions::default()).await;
    caio.shows_in("main", "Both seats are taken").await;
    caio.shows_in("main", "Nobody else can watch").await;
    assert!(!caio.words("main").await.contains("Ana"));
    has_buttons(&caio, &["home"]).await;
    caio.close().await;
    bia.close().await;

    let dora = setup.browser("Dora", BrowserOptions::default()).await;
    let over = invite(&dora, "host").await;
    dora.click(&id("cancel-room")).await;
    dora.shows_in(&id("dialog-leave"), "Close this room?").await;
    dora.click(&id("leave-yes")).await;
    dora.has(&id("play-friend")).await;
    dora.click(&id("enter-code")).await;
    dora.fill(&id("code-input"), "nobody").await;
    dora.click(&id("join")).await;
    dora.shows_in(&id("code-problem"), "not a room code").await;
    // On the page, where a code is typed, and as a link that is opened.
    for (code, words) in [
        (&*over, "This room is closed"),
        ("K7QX-4MTR", "There is no room at this link"),
    ] {
        dora.visit(&setup.url("/")).await;
        dora.click(&id("enter-code")).await;
        dora.fill(&id("code-input"), code).await;
        dora.click(&id("join")).await;
        dora.shows_in("main", words).await;
        has_buttons(&dora, &["home"]).await;
        dora.click(&id("home")).await;
        dora.has(&id("play-friend")).await;
    }
    dora.close().await;
    let eva = opened(&setup, &over, BrowserOptions::default()).await;
    eva.shows_in("main", "This room is closed").await;
    has_buttons(&eva, &["home"]).await;
    // The browser tells its console of the status.
    eva.close_after_breaking(&setup.url(&format!("/r/{over}")))
        .await;
}

/// An element with its content: names, classes, strokes and texts.
pub const SHAPE: &str = "const shape = one => one.nodeType === 3 ? one.nodeValue : one.nodeType !== 1 ? '' :
    `<${one.localName} ${[...one.classList].sort().join(' ')} ${one.getAttribute('d') ?? ''}>` + [...one.childNodes].map(shape).join('') + '</>';";

#[tokio::test]
async fn the_page_takes_over_without_a_flicker() {
    let setup = BrowserSetup::open().await;
    let mut codes = Vec::new();
    let mut hosts = Vec::new();
    for arguments in [
        &["new"][..],
        &["new", "--misere", "--rules", "7x6x4", "--clock", "90s"],
        &["new", "--watching", "none", "--first", "host"],
    ] {
        let mut ana = setup.terminal("Ana", arguments);
        codes.push(invitation(&mut ana).await);
        hosts.push(ana);
    }
    let mut bia = setup.terminal("Bia", &["join", &codes[0]]);
    bia.shows("Ana invites you").await;
    bia.keys("\r");
    bia.shows("b").await;
    hosts[0].shows("Bia").await;
    for (language, accepted) in [
        ("en", "en"),
        ("pt-BR", "pt-BR"),
        ("zh-CN", "zh"),
        ("zh-TW", "zh-TW"),
    ] {
        let look = BrowserOptions {
            languages: accepted,
            ..BrowserOptions::default()
        };
        for code in &codes {
            let caio = opened(&setup, code, look).await;
            caio.until("the modules", "return !document.querySelector('.served')")
                .await;
            let served = request_with(
                setup.server.address.parse().unwrap(),
                "GET",
                &format!("/r/{code}"),
                &format!("accept-language: {language}\r\naccept: text/html\r\n"),
            )
            .await;
            let (_, served) = served.split_once("\r\n\r\n").unwrap();
            let (_, served) = served.split_once("<main").unwrap();
            let (served, _) = served.split_once("</main>").unwrap();
            let served = format!("<main{served}</main>");
            let seen = format!("{SHAPE} return shape(document.querySelector('main'))");
            let seen = caio.script(&seen).await;
            assert_eq!(seen, shape(&served), "{code} in {language}");
            caio.close().await;
        }
    }
}

/// The same of markup.
pub fn shape(markup: &str) -> String {
    let mut shape = String::new();
    for part in markup.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        if tag.starts_with('/') {
            shape += "</>";
        } else {
            let name = tag.split(' ').next().unwrap();
            let attribute = |name: &str| {
                let (_, value) = tag.split_once(&format!(" {name}=\""))?;
                Some(value.split('"').next().unwrap())
            };
            let mut classes: Vec<&str> = attribute("class")
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            classes.sort_unstable();
            shape += &format!(
                "<{name} {} {}>",
                classes.join(" "),
                attribute("d").unwrap_or_default()
            );
            if name == "input" {
                shape += "</>";
            }
        }
        shape += text;
    }
    shape
}

#[tokio::test]
async fn a_game_is_seen_before_its_viewer_comes() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    super::people::play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    ana.shows_in(&id("headline"), "you win").await;
    let mut eve = Client::connect(&setup.socket()).await;
    eve.hello("").await;
    eve.watch(code.parse().unwrap()).await;
    let game = eve.view.game.as_ref().unwrap().over.as_ref().unwrap();
    let game = game.id.unwrap();
    let caio = Browser::open(BrowserOptions::default()).await;
    caio.visit(&setup.url(&format!("/games/{game}"))).await;
    caio.shows_in(&id("headline"), "Ana made a line and wins.")
        .await;
    caio.has(&id("slider")).await;
    caio.close().await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_link_of_another_server_is_recognised_and_leads_there() {
    let (setup, other) = (BrowserSetup::open().await, BrowserSetup::open().await);
    let mut ana = other.terminal("Ana", &["new", "--first", "guest"]);
    let code = invitation(&mut ana).await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    let link = other.url(&format!("/r/{code}"));
    bia.click(&id("enter-code")).await;
    bia.fill(&id("code-input"), &link).await;
    bia.click(&id("join")).await;
    let host = &other.server.address;
    bia.shows_in(
        &id("elsewhere"),
        &format!("This link leads to another server: {host}"),
    )
    .await;
    assert!(bia.address().await.starts_with(&setup.url("/")));
    bia.click(&id("go-elsewhere")).await;
    bia.shows_in("main", "Ana invites you to a game").await;
    assert!(bia.address().await.starts_with(&other.url("/r/")));
    sit(&bia, "Bia").await;
    turn_of(&bia).await;
    bia.close().await;
    // One's own link is a code like others.
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let own = invite(&ana, "host").await;
    let caio = setup.browser("Caio", BrowserOptions::default()).await;
    caio.click(&id("enter-code")).await;
    caio.fill(&id("code-input"), &setup.url(&format!("/r/{own}")))
        .await;
    caio.click(&id("join")).await;
    caio.shows_in("main", "Ana invites you to a game").await;
    ana.close().await;
    caio.close().await;
}
