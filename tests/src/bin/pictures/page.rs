//! Pictures of the page, on two telephones.

use std::path::Path;

use tests::{Browser, browser::BrowserOptions};

const PHONE: BrowserOptions<'static> = BrowserOptions {
    size: (390, 760),
    phone: true,
    ..BrowserOptions::DESKTOP
};

/// Plays on the page of a server and saves its screens in a folder.
pub async fn draw(server: &str, pictures: &Path) {
    let ana = Browser::open(PHONE).await;
    ana.visit(&format!("{server}/")).await;
    ana.fill("[data-testid=name]", "Ana").await;
    ana.click("[data-testid=choices]").await;
    for choice in ["first-host", "clock-total5"] {
        ana.choose(&format!("[data-testid={choice}]")).await;
    }
    ana.click("[data-testid=play-friend]").await;
    let code = ana.words("[data-testid=code]").await;
    let bia = Browser::open(PHONE).await;
    bia.visit(&format!("{server}/r/{code}")).await;
    bia.fill("[data-testid=name]", "Beatriz").await;
    bia.click("[data-testid=sit]").await;
    for (ply, cell) in [4, 0, 8, 6].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &ana } else { &bia };
        mover.shows_in("[data-testid=headline]", "Your turn").await;
        mover.click(&format!("[data-cell='{cell}']")).await;
        for browser in [&ana, &bia] {
            browser
                .has(&format!("[data-cell='{cell}'][data-mark]"))
                .await;
        }
    }
    ana.shows_in("[data-testid=headline]", "Your turn").await;
    for (ground, dark) in [("light", false), ("dark", true)] {
        ana.looks(BrowserOptions { dark, ..PHONE }).await;
        ana.picture(&pictures.join(format!("page-{ground}.png")))
            .await;
    }
    ana.close().await;
    bia.close().await;
}
