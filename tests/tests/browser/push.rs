//! Notifications of a turn in a game of days, as far as a browser goes without a push service: asked for in context, handed to the server,
//! shown by the service worker unless the table is in sight.

use serde_json::{Value, json};
use tests::{Browser, Client, browser::BrowserOptions};

use super::{
    BrowserSetup, id,
    offline::kept,
    people::{self, at, turn_of},
};

/// A push service that this browser can subscribe at.
const PUSH_SERVICE: &str = "
    PushManager.prototype.getSubscription = async () => window.subscription ?? null;
    PushManager.prototype.subscribe = async ({ applicationServerKey: options }) => {
        const bytes = new Uint8Array(options);
        if (bytes.length !== 65 || bytes[0] !== 4) throw new Error('no key');
        return window.subscription = {
            options: { applicationServerKey: bytes.buffer },
            toJSON: () => ({
                endpoint: 'https://push.example/send/1',
                keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) },
            }),
        };
    }";

/// Bia opens a game of days by a program, and begins it; Ana joins in a browser and moves.
async fn game_of_days(setup: &BrowserSetup) -> (Browser, Client) {
    let mut bia = setup.server.client("Bia").await;
    let clock = json!({"type": "correspondence", "move_days": 3});
    bia.create(json!({"first": "host", "clock": clock})).await;
    let room = bia.room.unwrap();
    let ana = Browser::open(BrowserOptions::WHOLE).await;
    ana.visit(&setup.url(&format!("/r/{room}"))).await;
    people::sit(&ana, "Ana").await;
    bia.up_to(3).await;
    bia.play(4).await;
    turn_of(&ana).await;
    (ana, bia)
}

async fn permission(browser: &Browser, setup: &BrowserSetup, setting: &str) {
    let name = json!({"name": "notifications"});
    let wanted = json!({"origin": setup.url(""), "permission": name, "setting": setting});
    browser.devtools("Browser.setPermission", wanted).await;
}

/// Hands the service worker what a push service would.
async fn deliver(browser: &Browser, setup: &BrowserSetup, data: &Value) {
    let message = json!({"origin": setup.url(""), "registrationId": "0", "data": data.to_string()});
    browser.devtools("ServiceWorker.enable", json!({})).await;
    browser
        .devtools("ServiceWorker.deliverPushMessage", message)
        .await;
}

#[tokio::test]
async fn a_game_of_days_offers_notifications_and_the_service_worker_shows_them() {
    let setup = BrowserSetup::open().await;
    let (ana, mut bia) = game_of_days(&setup).await;
    permission(&ana, &setup, "granted").await;
    kept(&ana).await;
    ana.script(PUSH_SERVICE).await;
    ana.has_no(&id("push")).await;
    ana.click(&at(0)).await;
    ana.click(&id("push")).await;
    let told = "You will get a notification when it is your turn, even with this page closed.";
    ana.shows_in(&id("message"), told).await;
    ana.has_no(&id("push")).await;
    // The server has the subscription: it is one that it takes.
    bia.beat().await;
    let room = bia.room.unwrap();
    let turn = json!({"room": room, "opponent": {"name": "Bia"}});
    deliver(&ana, &setup, &turn).await;
    // In sight of the table there is none; elsewhere there is.
    ana.visit(&setup.url("/")).await;
    deliver(&ana, &setup, &turn).await;
    let shown = "return navigator.serviceWorker.ready.then(async worker => {
        for (;;) {
            const shown = await worker.getNotifications();
            if (shown.length > 0) return shown.map(({ body, data, tag }) => [body, data, tag]);
            await new Promise(look => setTimeout(look, 50));
        }
    })";
    let url = setup.url(&format!("/r/{room}"));
    assert_eq!(
        ana.script(shown).await,
        json!([["Your turn against Bia", url, room]])
    );
    ana.close().await;
}
