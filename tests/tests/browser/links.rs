//! Coming back: reloads, restarts, several tabs, networks that break.

use std::net::SocketAddr;

use serde_json::json;
use tests::{Browser, Proxy, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    people::{at, invite, play, play_all, play_alone, sit, turn_of},
};

#[tokio::test]
async fn a_reload_in_mid_game_changes_nothing() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0]).await;
    ana.reload().await;
    ana.has(&format!("{}[data-mark=O]", at(0))).await;
    play_all(&ana, &bia, &[2]).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_restart_of_the_server_in_mid_game_changes_nothing() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0]).await;
    let setup = setup.restart().await;
    play_all(&ana, &bia, &[2, 1, 6]).await;
    bia.shows_in(&id("headline"), "you lose").await;
    ana.close_after_breaking(&setup.socket()).await;
    bia.close_after_breaking(&setup.socket()).await;
    setup.server.terminate().await;
}

#[tokio::test]
async fn a_second_tab_takes_the_seat_and_they_never_fight() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    play(&ana, &bia, 4).await;
    play(&bia, &ana, 0).await;
    ana.open_tab().await;
    ana.visit(&setup.url(&format!("/r/{code}"))).await;
    turn_of(&ana).await;
    ana.go_to_tab(0).await;
    ana.shows_in(&id("status"), "You are now playing in another window")
        .await;
    ana.go_to_tab(1).await;
    play(&ana, &bia, 2).await;
    ana.go_to_tab(0).await;
    ana.click(&id("take-over")).await;
    ana.has(&format!("{}[data-mark=X]", at(2))).await;
    play(&bia, &ana, 1).await;
    play(&ana, &bia, 6).await;
    ana.go_to_tab(1).await;
    ana.shows_in(&id("status"), "You are now playing in another window")
        .await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_tab_is_never_its_own_guest() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    ana.open_tab().await;
    ana.visit(&setup.url(&format!("/r/{code}"))).await;
    // The same seat, waiting for the same friend.
    ana.shows_in(&id("code"), &code).await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    turn_of(&ana).await;
    ana.close().await;
    bia.close().await;
}

/// A table whose host reaches the server through a proxy.
async fn behind_a_proxy(setup: &BrowserSetup) -> (Proxy, Browser, Browser) {
    let server: SocketAddr = setup.server.address.parse().unwrap();
    let proxy = Proxy::to(server).await;
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&format!("http://{}/", proxy.address)).await;
    ana.fill(&id("name"), "Ana").await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    play(&ana, &bia, 4).await;
    (proxy, ana, bia)
}

#[tokio::test]
async fn a_link_that_is_cut_is_mended() {
    let setup = BrowserSetup::open().await;
    let (proxy, ana, bia) = behind_a_proxy(&setup).await;
    proxy.cut();
    play(&bia, &ana, 0).await;
    play(&ana, &bia, 2).await;
    ana.close_after_breaking(&proxy.url()).await;
    bia.close().await;
}

/// Waits until the page says that its connection is lost.
async fn notices(browser: &Browser) {
    let broken =
        "return document.querySelector('[data-testid=status]')?.className.includes('broken')";
    browser.until("a line about the connection", broken).await;
}

#[tokio::test]
async fn a_link_that_swallows_everything_is_given_up_and_made_anew() {
    let setup = BrowserSetup::open().await;
    let (proxy, ana, bia) = behind_a_proxy(&setup).await;
    proxy.hold();
    notices(&ana).await;
    // Held bytes are let go, and new connections pass.
    proxy.cut();
    play(&bia, &ana, 0).await;
    play(&ana, &bia, 2).await;
    ana.close_after_breaking(&proxy.url()).await;
    bia.close().await;
}

#[tokio::test]
async fn a_browser_without_a_network_comes_back_with_it() {
    let setup = BrowserSetup::open().await;
    let (proxy, ana, bia) = behind_a_proxy(&setup).await;
    let network = |offline| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    let set = "Network.emulateNetworkConditions";
    ana.devtools("Network.enable", json!({})).await;
    ana.devtools(set, network(true)).await;
    // The switch keeps new connections back and leaves open ones as they are.
    proxy.cut();
    notices(&ana).await;
    play_alone(&bia, 0).await;
    ana.devtools(set, network(false)).await;
    ana.has(&format!("{}[data-mark=O]", at(0))).await;
    play(&ana, &bia, 2).await;
    ana.close_after_breaking(&proxy.url()).await;
    bia.close().await;
}

#[tokio::test]
async fn another_page_may_not_connect() {
    let setup = BrowserSetup::open().await;
    let other = BrowserSetup::open().await;
    let browser = Browser::open(BrowserOptions::default()).await;
    // A page without a policy of its own that would hold it back.
    browser.visit(&other.url("/health/live")).await;
    let address = &setup.server.address;
    let opens = format!(
        "const socket = new WebSocket('ws://{address}/ws', 'oxo.v1');
        socket.onopen = () => document.title = 'open';
        socket.onerror = () => document.title = 'refused';"
    );
    browser.script(&opens).await;
    browser
        .until("an answer", "return document.title !== ''")
        .await;
    assert_eq!(browser.script("return document.title").await, "refused");
    let complaints = browser.complaints().await;
    assert!(
        complaints.iter().any(|entry| entry.message.contains("403")),
        "{complaints:?}"
    );
}
