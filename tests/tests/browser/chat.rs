//! A chat that hears of a room's games: one sets its webhook, both are told, and either removes it.

use tests::browser::BrowserOptions;

use super::{BrowserSetup, access, id};

#[tokio::test]
async fn both_players_see_a_chat_and_either_removes_it() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    ana.click(&id("invite")).await;
    ana.click(&id("chat")).await;
    access::sound(&ana, "the dialog for a chat").await;
    ana.fill(&id("chat-address"), "http://chat.example/x").await;
    ana.click(&id("chat-set")).await;
    ana.shows_in(&id("chat-problem"), "begin with https://")
        .await;
    // No public address, so that nothing is ever sent there.
    ana.fill(&id("chat-address"), "https://127.0.0.1/x").await;
    ana.click(&id("chat-set")).await;
    ana.shows_in(&id("chat-notice"), "Your chat is told").await;
    ana.has_no(&id("dialog-chat")).await;
    bia.shows_in(&id("chat-notice"), "Ana has a chat told of the games here.")
        .await;
    bia.click(&id("invite")).await;
    bia.click(&id("chat")).await;
    bia.shows_in(&id("dialog-chat"), "Ana has a chat told")
        .await;
    bia.click(&id("chat-stop")).await;
    bia.shows("No chat is told of the games here any more.")
        .await;
    for browser in [&ana, &bia] {
        browser.has_no(&id("chat-notice")).await;
    }
    ana.close().await;
    bia.close().await;
}
