//! The cost of a first visit: requests and bytes, and the time until the page can be used.

use serde_json::json;
use tests::{Browser, Proxy, browser::BrowserOptions, proxy::Traffic};

use super::BrowserSetup;

/// Set by the page when its own first screen stands there, in milliseconds after the address was opened.
const DRAWN: &str = "return performance.getEntriesByName('drawn')[0]?.startTime";
/// The same when a connection to the server stands, too.
const CONNECTED: &str = "return performance.getEntriesByName('connected')[0]?.startTime";

/// Round trip in milliseconds and bits a second, and what the page may take there in milliseconds.
const NETWORKS: [(&str, u32, u32, f64); 4] = [
    ("400 ms, 400 kbit/s", 400, 400_000, 3_500.0),
    ("fast 3G: 150 ms, 1.6 Mbit/s", 150, 1_600_000, 1_500.0),
    ("4G: 60 ms, 10 Mbit/s", 60, 10_000_000, 1_000.0),
    ("none between", 0, 0, 1_000.0),
];

#[tokio::test]
async fn a_first_visit_is_light() {
    let setup = BrowserSetup::open().await;
    let proxy = Proxy::to(setup.server.address.parse().unwrap()).await;
    // The language with the longest sentences.
    let browser = Browser::open(BrowserOptions {
        languages: "pt-BR",
        ..BrowserOptions::default()
    })
    .await;
    browser.visit(&format!("http://{}/", proxy.address)).await;
    browser.until("a connection", CONNECTED).await;
    // The copy of the service worker is a part of it.
    super::offline::kept(&browser).await;
    browser.close().await;
    let Traffic { requests, up, down } = proxy.traffic();
    println!("first visit: {requests} requests, {up} bytes up, {down} bytes down");
    assert!(requests <= 10, "{requests} requests");
    assert!(down <= 90_000, "{down} bytes");
}

/// `tests/run page` calls it: it measures, so the machine should be idle.
#[tokio::test]
#[ignore = "depends on the speed of the machine"]
async fn a_first_visit_is_quick() {
    let setup = BrowserSetup::open().await;
    let mut table = "| network | may take | drawn | connected |\n|---|---|---|---|\n".to_owned();
    let mut late = Vec::new();
    for (name, latency, bits, may_take) in NETWORKS {
        let mut figures = Vec::new();
        for _ in 0..3 {
            figures.push(visit(&setup, latency, bits).await);
        }
        figures.sort_by(f64_pairs);
        let (drawn, connected) = figures[1];
        table += &format!("| {name} | {may_take:.0} ms | {drawn:.0} ms | {connected:.0} ms |\n");
        if drawn > may_take {
            late.push(name);
        }
    }
    println!("\nmedians of three first visits:\n{table}");
    assert!(late.is_empty(), "too late: {late:?}");
}

fn f64_pairs(one: &(f64, f64), other: &(f64, f64)) -> std::cmp::Ordering {
    one.0.total_cmp(&other.0)
}

/// When a new browser on such a network has the page drawn and connected.
async fn visit(setup: &BrowserSetup, latency: u32, bits: u32) -> (f64, f64) {
    let browser = Browser::open(BrowserOptions::default()).await;
    browser.devtools("Network.enable", json!({})).await;
    let rate = if bits == 0 { -1 } else { i64::from(bits / 8) };
    let conditions = json!({"offline": false, "latency": latency,
        "downloadThroughput": rate, "uploadThroughput": rate});
    browser
        .devtools("Network.emulateNetworkConditions", conditions)
        .await;
    browser.visit(&setup.url("/")).await;
    browser.until("a connection", CONNECTED).await;
    let [drawn, connected] = [
        browser.script(DRAWN).await.as_f64().unwrap(),
        browser.script(CONNECTED).await.as_f64().unwrap(),
    ];
    browser.close().await;
    (drawn, connected)
}
