//! Tables and games in frames of another site's page.

use tests::{Browser, browser::BrowserOptions};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    task::JoinHandle,
};

use super::{
    BrowserSetup,
    access::sound,
    id,
    people::{play, play_all},
};

/// Another site, whose page shows an address in a frame.
struct OtherSite {
    url: String,
    work: JoinHandle<()>,
}

impl OtherSite {
    async fn with(frame: &str) -> OtherSite {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // By name, so that it is not the server's site.
        let url = format!(
            "http://localhost:{}/",
            listener.local_addr().unwrap().port()
        );
        let page = format!(
            "<!doctype html><html lang=en><title>A blog</title><link rel=icon href=\"data:,\">\
             <iframe src=\"{frame}\" width=360 height=480 title=OXO></iframe>"
        );
        let answer = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{page}",
            page.len()
        );
        let work = tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        OtherSite { url, work }
    }

    /// Somebody who reads that page and looks into the frame.
    async fn reader(&self) -> Browser {
        let browser = Browser::open(BrowserOptions::default()).await;
        browser.visit(&self.url).await;
        browser.enter_frame().await;
        browser
    }
}

impl Drop for OtherSite {
    fn drop(&mut self) {
        self.work.abort();
    }
}

/// Waits until that many marks are drawn.
async fn has_marks(browser: &Browser, count: usize) {
    let drawn = format!("return document.querySelectorAll('.miniature g').length === {count}");
    browser.until("the marks", &drawn).await;
}

#[tokio::test]
async fn a_table_is_followed_in_a_frame_of_another_site() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    let site = OtherSite::with(&setup.url(&format!("/embed/r/{code}"))).await;
    let eva = site.reader().await;
    eva.shows_in(".versus", "Ana").await;
    eva.shows_in(".headline", "Ana is to move").await;
    play(&ana, &bia, 4).await;
    has_marks(&eva, 1).await;
    eva.shows_in(".headline", "Bia is to move").await;
    sound(&eva, "frame").await;
    let kept = eva.script("return localStorage.length + sessionStorage.length");
    assert_eq!(kept.await, 0);
    play_all(&bia, &ana, &[0, 2, 1, 6]).await;
    eva.shows_in(".headline", "Ana").await;
    has_marks(&eva, 5).await;
    for browser in [ana, bia, eva] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_finished_game_is_stepped_through_in_a_frame_of_another_site() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    bia.shows_in(&id("headline"), "you lose").await;
    let game = "return JSON.parse(Object.entries(localStorage).find(([name]) => name.includes(':game:'))[1]).record.id";
    let game = bia.script(game).await;
    let path = format!("/embed/games/{}", game.as_str().unwrap());
    let site = OtherSite::with(&setup.url(&path)).await;
    let eva = site.reader().await;
    has_marks(&eva, 5).await;
    eva.click(&id("back")).await;
    has_marks(&eva, 4).await;
    eva.click(&id("first")).await;
    has_marks(&eva, 0).await;
    sound(&eva, "frame of a game").await;
    for browser in [ana, bia, eva] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_frame_says_when_its_table_is_no_more() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    let site = OtherSite::with(&setup.url(&format!("/embed/r/{code}"))).await;
    let eva = site.reader().await;
    eva.shows_in(".headline", "is to move").await;
    setup.operated(&["rooms", "close", &code]).await;
    eva.shows_in(".headline", "closed").await;
    for browser in [ana, bia, eva] {
        browser.close().await;
    }
}

#[tokio::test]
async fn the_page_itself_is_shown_in_no_frame() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    for path in ["/".to_owned(), format!("/r/{code}")] {
        let site = OtherSite::with(&setup.url(&path)).await;
        let eva = site.reader().await;
        eva.has_no("main").await;
        let complaints = eva.complaints().await;
        assert!(!complaints.is_empty(), "{path}");
    }
    ana.close().await;
    bia.close().await;
}
