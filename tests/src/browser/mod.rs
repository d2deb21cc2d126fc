//! A browser as a person has it: headless Chromium with a profile of its own,
//! driven by `chromedriver`: opens addresses, waits for elements to be visible, and holds
//! that the page complained of nothing. With `OXO_BROWSER=firefox` it is Firefox,
//! which has neither `DevTools` nor a log that its driver could read.

mod actions;
mod console;
mod driver;
mod look;
pub mod people;

use std::path::Path;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::soon;
use driver::{Driver, Engine, Issued};

pub use console::Entry;
pub use fantoccini::key::Key;
pub use look::BrowserOptions;

/// A browser with one window. Dropping it ends it.
pub struct Browser {
    client: Client,
    driver: Driver,
}

impl Browser {
    /// Opens a browser.
    ///
    /// # Panics
    /// When there is none, or it does not come up.
    pub async fn open(look: BrowserOptions<'_>) -> Browser {
        let driver = Driver::start(look).await;
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(driver.capabilities(look));
        let client = soon("a browser", builder.connect(&driver.url)).await;
        let client = client.expect("a browser that starts");
        let browser = Browser { client, driver };
        browser.looks(look).await;
        browser
    }

    /// Changes what it is and prefers; its languages stay.
    pub async fn looks(&self, look: BrowserOptions<'_>) {
        if self.driver.engine == Engine::Firefox {
            return; // Its size and colours are what it was started with.
        }
        let (width, height) = look.size;
        let metrics = json!({"width": width, "height": height, "mobile": look.phone,
            "deviceScaleFactor": if look.phone { 2 } else { 1 }});
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
        let touch = json!({"enabled": look.phone});
        self.devtools("Emulation.setTouchEmulationEnabled", touch)
            .await;
        let scheme = if look.dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .await;
    }

    /// Opens an address.
    ///
    /// # Panics
    /// When it cannot be opened.
    pub async fn visit(&self, url: &str) {
        let visited = soon(url, self.client.goto(url)).await;
        visited.unwrap_or_else(|error| panic!("{url} cannot be opened: {error}"));
    }

    /// Loads the page once more.
    ///
    /// # Panics
    /// When it cannot be loaded.
    pub async fn reload(&self) {
        let loaded = soon("the page once more", self.client.refresh()).await;
        loaded.expect("a page that loads");
    }

    /// Goes back to the page before.
    ///
    /// # Panics
    /// When it cannot.
    pub async fn back(&self) {
        let back = soon("the page before", self.client.back()).await;
        back.expect("a page before this one");
    }

    /// The address in its bar.
    ///
    /// # Panics
    /// When it has none.
    pub async fn address(&self) -> String {
        let url = self.client.current_url().await;
        url.expect("an address").to_string()
    }

    /// Waits until a script (the body of a function) answers with something
    /// true: at once, and after whatever changes in the page.
    ///
    /// # Panics
    /// When that does not come; with the page's text instead.
    pub async fn until(&self, what: &str, holds: &str) {
        let script = format!(
            "const done = arguments[arguments.length - 1];
            const holds = () => {{ {holds} }};
            if (holds()) {{ done(true); return; }}
            const over = new AbortController();
            const look = () => {{ if (holds()) {{ watch.disconnect(); over.abort(); done(true); }} }};
            const watch = new MutationObserver(look);
            watch.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
            for (const change of ['transitionend', 'animationend', 'storage', 'visibilitychange']) addEventListener(change, look, {{ signal: over.signal }});"
        );
        let waited = tokio::time::timeout(crate::HANG, async {
            // A page that goes away takes its scripts along.
            while self.client.execute_async(&script, vec![]).await.is_err() {
                tokio::task::yield_now().await;
            }
        });
        if waited.await.is_err() {
            let seen = self.script("return document.body?.innerText ?? ''").await;
            let seen = seen.as_str().unwrap_or_default();
            let complaints = self.complaints().await;
            panic!("the page did not come to {what}; this is seen:\n{seen}\n{complaints:#?}");
        }
    }

    /// Waits until these words are seen somewhere.
    pub async fn shows(&self, words: &str) {
        self.shows_in("body", words).await;
    }

    /// Waits until these words are seen in what a selector finds.
    pub async fn shows_in(&self, selector: &str, words: &str) {
        let holds = format!(
            "return [...document.querySelectorAll({})].some(one => one.innerText.includes({}))",
            json!(selector),
            json!(words)
        );
        self.until(&format!("{words:?} in {selector}"), &holds)
            .await;
    }

    /// Waits until what a selector finds can be seen.
    pub async fn has(&self, selector: &str) {
        let holds = format!(
            "return [...document.querySelectorAll({})].some(one => one.checkVisibility())",
            json!(selector)
        );
        self.until(selector, &holds).await;
    }

    /// Waits until nothing that a selector finds can be seen.
    pub async fn has_no(&self, selector: &str) {
        let holds = format!(
            "return ![...document.querySelectorAll({})].some(one => one.checkVisibility())",
            json!(selector)
        );
        self.until(&format!("no {selector}"), &holds).await;
    }

    /// The words that are seen in what a selector finds first, once there are
    /// any.
    pub async fn words(&self, selector: &str) -> String {
        self.has(selector).await;
        let words = format!(
            "return document.querySelector({}).innerText",
            json!(selector)
        );
        let words = self.script(&words).await;
        words.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Runs a script (the body of a function) in the page and answers with what
    /// it returns.
    ///
    /// # Panics
    /// When it fails.
    pub async fn script(&self, source: &str) -> Value {
        let ran = soon("a script", self.client.execute(source, vec![])).await;
        ran.unwrap_or_else(|error| panic!("{source}\n{error}"))
    }

    /// Opens another tab and goes there.
    ///
    /// # Panics
    /// When there is none to be had.
    pub async fn open_tab(&self) {
        let tab = self.client.new_window(true).await.expect("a tab");
        self.client
            .switch_to_window(tab.handle)
            .await
            .expect("a tab to go to");
    }

    /// Goes to a tab, counted from 0 in the order of their opening.
    ///
    /// # Panics
    /// When there is no such tab.
    pub async fn go_to_tab(&self, number: usize) {
        let mut tabs = self.client.windows().await.expect("tabs");
        let tab = tabs.swap_remove(number);
        self.client
            .switch_to_window(tab)
            .await
            .expect("a tab to go to");
    }

    /// Goes into the first frame of the page.
    ///
    /// # Panics
    /// When there is none.
    pub async fn enter_frame(&self) {
        let entered = self.client.enter_frame(0).await;
        entered.expect("a frame to look into");
    }

    /// Gives a command of the DevTools protocol.
    ///
    /// # Panics
    /// When the browser does not take it.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let body = json!({"cmd": command, "params": parameters});
        let answer = self.client.issue_cmd(Issued::new("goog/cdp/execute", body));
        answer
            .await
            .unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// The browser's complaints since the last question: errors in
    /// scripts, files that are missing, what its security policy held back.
    ///
    /// # Panics
    /// When it does not say.
    pub async fn complaints(&self) -> Vec<Entry> {
        if self.driver.engine == Engine::Firefox {
            return Vec::new();
        }
        let asked = Issued::new("se/log", json!({"type": "browser"}));
        let log = self.client.issue_cmd(asked).await.expect("a log");
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(Entry::read).collect()
    }

    /// Saves a screenshot in a file, once the page has come to rest.
    ///
    /// # Panics
    /// When that fails.
    pub async fn picture(&self, path: &Path) {
        let rest = "const done = arguments[0];
            const ends = one => one.effect.getComputedTiming().endTime !== Infinity;
            Promise.allSettled(document.getAnimations().filter(ends).map(one => one.finished)).then(() => done())";
        let rested = soon("the page to rest", self.client.execute_async(rest, vec![]));
        rested.await.expect("a page that rests");
        let png = self.client.screenshot().await.expect("a picture");
        std::fs::write(path, png).expect("a file");
    }

    /// Closes it, and holds that it had nothing to complain of.
    ///
    /// # Panics
    /// When it had.
    pub async fn close(self) {
        self.close_expecting(|_| false).await;
    }

    /// Closes it after a test that broke the page's WebSocket at this URL, or opened a URL where
    /// nothing is: the browser may have complained of that, and of nothing else.
    ///
    /// # Panics
    /// When it had other complaints.
    pub async fn close_after_breaking(self, socket: &str) {
        self.close_expecting(|entry| entry.is_network_of(socket))
            .await;
    }

    async fn close_expecting(self, expected: impl Fn(&Entry) -> bool) {
        let mut complaints = self.complaints().await;
        complaints.retain(|entry| !expected(entry));
        let lines: Vec<String> = complaints.iter().map(Entry::to_string).collect();
        assert!(lines.is_empty(), "{lines:#?}");
        // It ends in any case, with its driver.
        let _ = self.client.close().await;
        drop(self.driver);
    }
}
