//! A seat on another device: shared by a link that a tap uses up, taken there, taken back, and kept to one device.

use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup, access, id, looks,
    people::{at, play, turn_of},
};

const PHONE: (u32, u32) = (390, 844);

/// Shares the seat, and answers with its link.
async fn shared(browser: &Browser) -> String {
    browser.click(&id("invite")).await;
    browser.click(&id("device")).await;
    browser
        .has(&format!("{} .qr svg path", id("dialog-device")))
        .await;
    browser.words(&id("device-link")).await
}

#[tokio::test]
async fn a_game_goes_on_at_another_device_and_comes_back() {
    let setup = BrowserSetup::open().await;
    let (laptop, bia, code) = setup.table(BrowserOptions::default()).await;
    let link = shared(&laptop).await;
    access::sound(&laptop, "the dialog that shares a seat").await;
    let (path, token) = link.split_once("#take=").expect("a token");
    assert!(path.ends_with(&format!("/r/{code}")), "{link}");

    let look = BrowserOptions {
        size: PHONE,
        ..BrowserOptions::default()
    };
    let phone = Browser::open(look).await;
    phone.visit(&link).await;
    phone
        .shows_in(&id("take-seat"), "Continue this game here?")
        .await;
    access::sound(&phone, "the question").await;
    assert!(!phone.address().await.contains(token));
    // Nobody has lost anything by the look.
    turn_of(&laptop).await;
    phone.click(&id("take")).await;
    turn_of(&phone).await;
    laptop
        .shows_in(&id("status"), "in another window or on another device")
        .await;
    laptop.has_no(&id("dialog-device")).await;
    play(&phone, &bia, 4).await;
    play(&bia, &phone, 0).await;

    laptop.click(&id("take-over")).await;
    laptop.has(&format!("{}[data-mark]", at(0))).await;
    phone
        .shows_in(&id("status"), "in another window or on another device")
        .await;
    shared(&laptop).await;
    laptop.shows_in(&id("dialog-device"), "on 2 devices").await;
    laptop.click(&id("device-alone")).await;
    laptop.shows("Only this device has the seat now.").await;
    phone.click(&id("take-over")).await;
    phone.shows("this device has no seat in it any more").await;
    play(&laptop, &bia, 2).await;

    // The link has been used.
    phone.visit(&link).await;
    phone.click(&id("take")).await;
    phone
        .shows_in(&id("problem"), "This link has been used")
        .await;
    for browser in [laptop, bia, phone] {
        browser.close().await;
    }
}

/// Takes the seat back on a device, and from all the others.
async fn keep_alone(browser: &Browser) {
    browser.click(&id("take-over")).await;
    turn_of(browser).await;
    shared(browser).await;
    browser.click(&id("device-alone")).await;
    browser.shows("Only this device has the seat now.").await;
}

#[tokio::test]
async fn a_removed_device_is_told_so_and_comes_back_by_a_new_link() {
    let setup = BrowserSetup::open().await;
    let (laptop, bia, code) = setup.table(BrowserOptions::default()).await;
    let look = BrowserOptions {
        size: (320, 640),
        phone: true,
        ..BrowserOptions::default()
    };
    let phone = Browser::open(look).await;
    phone.visit(&shared(&laptop).await).await;
    phone
        .shows_in(&id("take-seat"), "Ana and Bia are playing.")
        .await;
    looks::fits(&phone, "the question").await;
    phone.click(&id("take")).await;
    turn_of(&phone).await;
    shared(&phone).await;
    looks::fits(&phone, "the dialog that shares a seat").await;

    // It still stores the secret that no longer leads to the seat.
    phone.visit("about:blank").await;
    keep_alone(&laptop).await;
    phone.visit(&shared(&laptop).await).await;
    phone.click(&id("take")).await;
    turn_of(&phone).await;

    phone.visit("about:blank").await;
    laptop.has(&id("take-over")).await;
    keep_alone(&laptop).await;
    phone.visit(&setup.url(&format!("/r/{code}"))).await;
    phone
        .shows_in(&id("problem"), "this device has no seat in it any more")
        .await;
    play(&laptop, &bia, 4).await;
    for browser in [laptop, bia, phone] {
        browser.close().await;
    }
}
