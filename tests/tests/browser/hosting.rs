//! Below a path, behind a real nginx with TLS.

use tests::{Browser, browser::BrowserOptions, free_port, nginx::Nginx};

use super::{
    BrowserSetup, id,
    people::{invite, play_all, sit, turn_of},
};

#[tokio::test]
async fn a_game_behind_nginx_with_tls_and_a_base_path() {
    let port = free_port();
    let public = format!("https://127.0.0.1:{port}/oxo");
    let setup = BrowserSetup::with(&[
        "--base-path",
        "/oxo",
        "--public-url",
        &public,
        "--trusted-proxy",
        "127.0.0.1",
    ])
    .await;
    let _nginx = Nginx::start(port, "/oxo/", &setup.server.address).await;
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&format!("{public}/")).await;
    ana.fill(&id("name"), "Ana").await;
    let code = invite(&ana, "host").await;
    ana.until(
        "the picture of the link",
        "const picture = document.querySelector('img[src*=\"qr.svg\"]');
        return picture?.complete && picture.naturalWidth > 0",
    )
    .await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&format!("{public}/r/{code}")).await;
    sit(&bia, "Bia").await;
    turn_of(&ana).await;
    play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    bia.shows_in(&id("headline"), "you lose").await;
    ana.close().await;
    bia.close().await;
}
