//! The first screen: a board at once, in the document before any script, and one tap is the first
//! move against the computer.

use serde_json::{Value, json};
use tests::{Browser, Proxy, browser::BrowserOptions, raw::request_with};

use super::{
    BrowserSetup, id,
    invited::{SHAPE, shape},
    people::at,
};

/// A computer that moves at once.
const AT_ONCE: [&str; 2] = ["--computer-move-ms", "0"];

/// The languages that a browser asks for, and which it gets.
const LANGUAGES: [(&str, &str); 4] = [
    ("en", "en"),
    ("pt-BR", "pt-BR"),
    ("zh", "zh-CN"),
    ("zh-TW", "zh-TW"),
];

/// Runs a script in every document before its own.
async fn beforehand(browser: &Browser, source: &str) {
    let command = "Page.addScriptToEvaluateOnNewDocument";
    browser.devtools(command, json!({ "source": source })).await;
}

/// Waits until the modules have drawn.
async fn taken_over(browser: &Browser) {
    let drawn = "return !document.querySelector('.served')";
    browser.until("the modules", drawn).await;
}

#[tokio::test]
async fn one_tap_is_the_first_move() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    for (width, phone) in [(390, true), (1440, false)] {
        let look = BrowserOptions {
            size: (width, 844),
            phone,
            ..BrowserOptions::default()
        };
        let ana = Browser::open(look).await;
        ana.visit(&setup.url("/")).await;
        ana.click(&at(4)).await;
        ana.has(&format!("{}[data-mark=X]", at(4))).await;
        ana.has("[data-mark=O]").await;
        assert!(ana.address().await.contains("/r/"));
        ana.close().await;
    }
}

#[tokio::test]
async fn a_digit_is_the_first_move_too() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&setup.url("/")).await;
    taken_over(&ana).await;
    ana.press('7').await;
    ana.has(&format!("{}[data-mark=X]", at(0))).await;
    ana.close().await;
}

#[tokio::test]
async fn a_tap_without_a_connection_is_kept() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let proxy = Proxy::to(setup.server.address.parse().unwrap()).await;
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&format!("http://{}/", proxy.address)).await;
    ana.shows_in(&id("here-line"), "Only you are online.").await;
    let network = |offline| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    let set = "Network.emulateNetworkConditions";
    ana.devtools("Network.enable", json!({})).await;
    ana.devtools(set, network(true)).await;
    proxy.cut();
    ana.has(&id("link")).await;
    ana.click(&at(2)).await;
    // The mark is there at once, as one that is not sure yet.
    ana.has(&format!("{}.pending", at(2))).await;
    ana.shows_in(&id("opening-line"), "Your move is kept").await;
    ana.devtools(set, network(false)).await;
    ana.has(&format!("{}[data-mark=X]", at(2))).await;
    ana.close_after_breaking(&proxy.url()).await;
}

#[tokio::test]
async fn a_tap_before_the_scripts_is_kept() {
    let setup = BrowserSetup::with(&AT_ONCE).await;
    let ana = Browser::open(BrowserOptions::default()).await;
    // Modules run once the document is read, which this hears of first.
    let tap = "document.addEventListener('readystatechange', () => document.querySelector('.tap[value=\"6\"]')?.click())";
    beforehand(&ana, tap).await;
    ana.visit(&setup.url("/")).await;
    ana.has(&format!("{}[data-mark=X]", at(6))).await;
    ana.close().await;
}

#[tokio::test]
async fn the_document_has_the_first_screen() {
    let setup = BrowserSetup::open().await;
    // Nothing is known of the server yet.
    let silent = "window.WebSocket = class { close() {} send() {} }";
    for (languages, language) in LANGUAGES {
        let look = BrowserOptions {
            languages,
            ..BrowserOptions::default()
        };
        let ana = Browser::open(look).await;
        beforehand(&ana, silent).await;
        ana.visit(&setup.url("/")).await;
        taken_over(&ana).await;
        let asked = format!("accept-language: {language}\r\naccept: text/html\r\n");
        let server = setup.server.address.parse().unwrap();
        let served = request_with(server, "GET", "/", &asked).await;
        // The board is played by radio buttons before, and is a grid after.
        let (before, rest) = between(&served, "<header", "<div class=\"cells");
        let (_, after) = between(rest, "<div class=\"cells", "<div class=\"against");
        let (after, _) = between(after, "<div class=\"against", "</main>");
        let parts = "const page = document.querySelector('#page').cloneNode(true);
            page.querySelector('.cells').remove(); page.querySelector('.lines').remove();
            page.querySelectorAll('dialog').forEach(one => one.remove());";
        let seen = format!("{SHAPE} {parts} return [...page.children].map(shape).join('')");
        let expected = shape(&format!("{before}</div></div></div></div>{after}</main>"));
        assert_eq!(ana.script(&seen).await, expected, "{language}");
        ana.close().await;
    }
}

/// The part from one text up to another, and the rest from there.
fn between<'a>(text: &'a str, from: &str, to: &str) -> (&'a str, &'a str) {
    let text = &text[text.find(from).expect(from)..];
    text.split_at(text.find(to).expect(to))
}

/// Has every shift of the layout counted as the metric has it: not what follows an input, or the
/// driver's change of the size.
const SHIFTS: &str = "window.moved = [];
    new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) moved.push(one.value, one.startTime, ...one.sources.map(it => [it.node?.outerHTML?.slice(0, 80), it.previousRect, it.currentRect])) })
        .observe({ type: 'layout-shift', buffered: true });";
/// The shifts, two frames on.
const SHIFTED: &str = "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(moved))))";

#[tokio::test]
async fn nothing_moves_while_the_document_arrives_in_pieces() {
    let setup = BrowserSetup::open().await;
    for (size, phone) in [((390, 844), true), ((320, 568), true), ((1440, 900), false)] {
        let look = BrowserOptions {
            size,
            phone,
            ..BrowserOptions::default()
        };
        let ana = Browser::open(look).await;
        let bypass = json!({ "enabled": true });
        ana.devtools("Page.setBypassCSP", bypass).await;
        ana.visit(&setup.url("/health/live")).await;
        let pieces = "const [served, frame] = [await (await fetch('/', { headers: { accept: 'text/html' } })).text(), () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))];
            const whole = served.replace(/<script[^]*?<\\/script>/g, '');
            const pieces = whole.split(/(?=<div|<section|<ul|<p[ >])/);
            document.open();
            for (const piece of pieces) { document.write(piece); await frame(); }
            document.close();
            return pieces.length";
        ana.script(SHIFTS).await;
        let pieces = ana
            .script(&format!("return (async () => {{ {pieces} }})()"))
            .await;
        assert!(pieces.as_u64() > Some(20), "{pieces}");
        assert_eq!(ana.script(SHIFTED).await, json!([]), "{size:?}");
        ana.close().await;
    }
}

/// Most visits: what the page moves when it takes over it moves each time, and what moved because the
/// browser drew a line of which it had read half, on a busy machine, does not move again.
const VISITS: usize = 3;

#[tokio::test]
async fn nothing_moves_when_the_page_takes_over_and_learns_who_is_there() {
    let setup = BrowserSetup::open().await;
    for (size, phone) in [((390, 844), true), ((320, 568), true), ((1440, 900), false)] {
        for (languages, language) in LANGUAGES {
            let look = BrowserOptions {
                size,
                phone,
                languages,
                ..BrowserOptions::default()
            };
            let mut moved = json!([]);
            for _ in 0..VISITS {
                moved = moved_at_first(&setup, look).await;
                if moved == json!([]) {
                    break;
                }
            }
            assert_eq!(moved, json!([]), "{language} at {size:?}");
        }
    }
}

/// Parts that move at a stranger's first visit, until the page knows who else is there.
async fn moved_at_first(setup: &BrowserSetup, look: BrowserOptions<'_>) -> Value {
    let ana = Browser::open(look).await;
    beforehand(&ana, SHIFTS).await;
    ana.visit(&setup.url("/")).await;
    let known = "return document.querySelector('[data-testid=here-line]')?.innerText.endsWith('.') || document.querySelector('[data-testid=here-line]')?.innerText.endsWith('。')";
    ana.until("who is there", known).await;
    let moved = ana.script(SHIFTED).await;
    ana.close().await;
    moved
}

/// The parts of the first screen that are not wholly in the window: an expression.
fn beyond(ways: &str) -> String {
    format!(
        "[...document.querySelectorAll('{ways}, .here, .cell, .against')]
            .filter(one => {{ const box = one.getBoundingClientRect(); return box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5 || box.top < 0 || box.left < 0; }})
            .map(one => `${{one.className}}: ${{one.getBoundingClientRect().bottom}}`)"
    )
}

#[tokio::test]
async fn the_board_and_the_ways_need_no_scrolling() {
    let setup = BrowserSetup::open().await;
    for (size, phone) in [
        ((390, 844), true),
        ((390, 664), true),
        ((360, 640), true),
        ((320, 568), true),
        ((844, 390), true),
        ((768, 1024), true),
        ((1280, 720), false),
        ((1440, 900), false),
    ] {
        for (languages, language) in LANGUAGES {
            let look = BrowserOptions {
                size,
                phone,
                languages,
                ..BrowserOptions::default()
            };
            let ana = Browser::open(look).await;
            ana.visit(&setup.url("/")).await;
            taken_over(&ana).await;
            let beyond = ana.script(&format!("return {}", beyond(".ways"))).await;
            assert_eq!(beyond, json!([]), "{language} at {size:?}");
            ana.close().await;
        }
    }
}

#[tokio::test]
async fn the_board_follows_the_window_and_stays_in_it_while_one_waits() {
    let setup = BrowserSetup::open().await;
    let sized = |size| BrowserOptions {
        size,
        ..BrowserOptions::default()
    };
    let ana = setup.browser("Ana", sized((1440, 900))).await;
    let square = "(({width, height}) => width > 0 && Math.abs(width - height) < 1)(document.querySelector('.stage').getBoundingClientRect())";
    let whole = |ways| format!("return {square} && {}.length === 0", beyond(ways));
    for size in [(1280, 720), (1440, 900), (1280, 720)] {
        ana.looks(sized(size)).await;
        ana.until("the whole board", &whole(".ways")).await;
    }
    ana.click(&id("play-anyone")).await;
    ana.has(&id("queue")).await;
    ana.until("the whole board", &whole(".queue")).await;
    ana.looks(sized((1440, 900))).await;
    ana.until("the whole board", &whole(".queue")).await;
    ana.close().await;
}
