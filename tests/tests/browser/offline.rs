//! The browser's copy of the page: for the way back, and for when there is no server.

use serde_json::{Value, json};
use tests::{Browser, browser::BrowserOptions, soon};

use super::{
    BrowserSetup, id,
    people::{self, at, turn_of},
};

/// Ends once the service worker is at work here and has kept what it keeps.
const KEPT: &str = "return navigator.serviceWorker.ready.then(({ active }) => new Promise(done => {
        const look = () => {
            if (active.state === 'activated' && navigator.serviceWorker.controller) done(true);
        };
        active.addEventListener('statechange', look);
        navigator.serviceWorker.addEventListener('controllerchange', look);
        look();
    }))";
/// A person who allows what the browser asks: no driver can, so permission is given before, and seen by the page only once
/// it has asked. A page that drew itself in between would have nothing to ask any more.
const SAYS_YES: &str = "
    const permission = Object.getOwnPropertyDescriptor(Notification, 'permission');
    const ask = Notification.requestPermission.bind(Notification);
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' });
    Notification.requestPermission = () => {
        Object.defineProperty(Notification, 'permission', permission);
        return ask();
    }";
/// Set by the page when a connection stands.
const CONNECTED: &str = "return performance.getEntriesByName('connected').length > 0";

/// Waits until the browser could open the page without a server.
pub async fn kept(browser: &Browser) {
    assert_eq!(browser.script(KEPT).await, true);
}

#[tokio::test]
async fn back_and_forward_are_instant() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::WHOLE).await;
    let watch = "addEventListener('pageshow', ({ persisted }) => window.cameBack = persisted)";
    ana.script(watch).await;
    ana.visit(&setup.url("/info")).await;
    ana.back().await;
    let why =
        "return JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)";
    let back = ana.script("return window.cameBack ?? null").await;
    assert_eq!(back, true, "{}", ana.script(why).await);
    // The game goes on where it stood.
    turn_of(&ana).await;
    ana.click(&at(4)).await;
    bia.has(&format!("{}[data-mark]", at(4))).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn without_a_server_the_page_opens_and_says_so() {
    let below: &[&str] = &["--base-path", "/oxo"];
    for (base, arguments) in [("", &[][..]), ("/oxo", below)] {
        let setup = BrowserSetup::with(arguments).await;
        let browser = Browser::open(BrowserOptions::default()).await;
        let front_door = setup.url(&format!("{base}/"));
        browser.visit(&front_door).await;
        kept(&browser).await;
        let BrowserSetup { server, folder } = setup;
        let address = server.address.clone();
        drop(server);
        for path in ["/", "/r/K7QX-4MTR"] {
            browser
                .visit(&format!("http://{address}{base}{path}"))
                .await;
            browser
                .shows_in(&id("link"), "No answer from the server")
                .await;
            browser.has_no("#fallback").await;
        }
        // The server comes back, and so does the page.
        let data = folder.path().join("data");
        let server =
            tests::Process::start_at(&address, &super::server_binary(), &data, arguments).await;
        browser.visit(&front_door).await;
        browser.until("a connection", CONNECTED).await;
        drop(server);
    }
}

#[tokio::test]
async fn without_a_network_the_page_opens_and_says_what_is_possible() {
    let setup = BrowserSetup::open().await;
    let browser = Browser::open(BrowserOptions::default()).await;
    browser.visit(&setup.url("/")).await;
    kept(&browser).await;
    browser.devtools("Network.enable", json!({})).await;
    let offline =
        json!({"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    let emulate = "Network.emulateNetworkConditions";
    browser.devtools(emulate, offline.clone()).await;
    browser.reload().await;
    // A process that began with that page may not have heard of it.
    soon("a page that knows it", async {
        while browser.script("return navigator.onLine").await == json!(true) {
            browser.devtools(emulate, offline.clone()).await;
        }
    })
    .await;
    browser
        .shows_in(&id("link"), "This device is offline")
        .await;
}

/// A server of another version has another hash; here that of a proxy's document.
#[tokio::test]
async fn the_offline_copy_is_of_one_version() {
    let setup = BrowserSetup::open().await;
    let browser = Browser::open(BrowserOptions::default()).await;
    browser.visit(&setup.url("/")).await;
    kept(&browser).await;
    let kept = browser
        .script(
            "return (async () => {
                const all = {};
                for (const name of await caches.keys()) {
                    const cache = await caches.open(name);
                    all[name] = (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
                }
                return all;
            })()",
        )
        .await;
    let caches = kept.as_object().unwrap();
    assert_eq!(caches.len(), 1, "{kept}");
    let (name, files) = caches.iter().next().unwrap();
    let hash = name.rsplit(' ').next().unwrap();
    let files: Vec<&str> = files
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(files[0], "/");
    let wanted = [
        "boot.js",
        "icon.svg",
        "locales/en.json",
        "main.js",
        "style.css",
    ];
    let wanted = wanted.map(|file| format!("/a/{hash}/{file}"));
    assert_eq!(files[1..], wanted);
    browser.close().await;
}

/// Counts how often the table has been hidden or seen again, with what it is now: its driver would bring a tab to the front
/// to ask whether it is hidden.
const COUNTS: &str = "
    localStorage.seen = `0 ${document.hidden}`;
    addEventListener('visibilitychange', () => {
        localStorage.seen = `${parseInt(localStorage.seen) + 1} ${document.hidden}`;
    })";

/// Writes down that the browser has shown a notification. Nobody asks the browser for its notifications before: Chromium
/// forgets one that it is about to show while it is asked (79 of 200, with three who kept asking).
const TELLS: &str = "
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (...what) {
        await showNotification.apply(this, what);
        localStorage.shown = true;
    }";

/// From the table's tab to the other one, until the table knows that it is hidden. What the other tab reads may be of
/// before: another process has written it.
async fn look_away(browser: &Browser) {
    let before = browser.script("return parseInt(localStorage.seen)").await;
    browser.go_to_tab(1).await;
    browser.devtools("Page.bringToFront", json!({})).await;
    let knows = format!(
        "const [count, hidden] = localStorage.seen.split(' '); return count > {before} && hidden === 'true'"
    );
    browser.until("a table that knows", &knows).await;
}

/// Back to the table's tab, until the table knows that it is seen.
async fn look_back(browser: &Browser) {
    browser.go_to_tab(0).await;
    browser.devtools("Page.bringToFront", json!({})).await;
    let knows = "return !document.hidden && localStorage.seen.endsWith(' false')";
    browser.until("a table that knows", knows).await;
}

#[tokio::test]
async fn a_turn_that_nobody_saw_is_notified_through_the_service_worker() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::WHOLE).await;
    let origin = setup.url("");
    let allow =
        json!({"origin": origin, "permission": {"name": "notifications"}, "setting": "prompt"});
    ana.devtools("Browser.setPermission", allow).await;
    kept(&ana).await;
    // Nothing is asked before there is a reason.
    ana.has_no(&id("notify")).await;
    people::play(&ana, &bia, 4).await;
    ana.script(COUNTS).await;
    ana.open_tab().await;
    ana.visit(&setup.url("/info")).await;
    look_back(&ana).await;
    look_away(&ana).await;
    people::play_alone(&bia, 0).await;
    look_back(&ana).await;
    ana.has(&id("notify")).await;
    ana.script(SAYS_YES).await;
    let allow =
        json!({"origin": origin, "permission": {"name": "notifications"}, "setting": "granted"});
    ana.devtools("Browser.setPermission", allow).await;
    // Whatever makes the page draw itself meanwhile.
    ana.script("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    ana.click(&id("notify")).await;
    // The browser answers by itself, and not at once. It draws no frames of a tab that it takes for hidden, so none is waited for.
    let allowed = "return (async () => {
        const allowed = value => value.includes('\"notifications\":true');
        while (!Object.values(localStorage).some(allowed)) await new Promise(look => setTimeout(look, 10));
        return true;
    })()";
    assert_eq!(ana.script(allowed).await, true);
    ana.has_no(&id("notify")).await;
    people::play(&ana, &bia, 2).await;
    ana.script(TELLS).await;
    look_away(&ana).await;
    people::play_alone(&bia, 6).await;
    ana.until("a notification", "return localStorage.shown === 'true'")
        .await;
    let shown = "return navigator.serviceWorker.ready.then(async worker =>
        (await worker.getNotifications()).map(({ body }) => body))";
    let shown = ana.script(shown).await;
    assert_eq!(shown, json!(["Your turn"]));
    // Seen, it is gone.
    look_back(&ana).await;
    let none = "return navigator.serviceWorker.ready.then(async worker => {
        while ((await worker.getNotifications()).length > 0) await new Promise(look => setTimeout(look, 10));
        return true;
    })";
    assert_eq!(ana.script(none).await, true);
    ana.close().await;
    bia.close().await;
}
