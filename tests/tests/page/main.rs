//! The page in real browsers: two people with nothing installed.

use tests::{Browser, Process, browser::Look, nginx::Nginx, process::server_binary};

#[tokio::test]
async fn smoke() {
    let data = tempfile::tempdir().unwrap();
    let port = Nginx::free_port();
    let public = format!("https://127.0.0.1:{port}/oxo");
    let server = Process::start(
        &server_binary(),
        data.path(),
        &[
            "--journal",
            "memory",
            "--base-path",
            "/oxo",
            "--public-url",
            &public,
        ],
    )
    .await;
    let _nginx = Nginx::start(port, "/oxo/", &server.address).await;
    let browser = Browser::open(Look::default()).await;
    browser.visit(&format!("{public}/")).await;
    browser.shows("noughts and crosses").await;
}
