//! Pictures of every screen, to be looked at: `tests/run pictures` puts them into `target/pictures`,
//! of all looks or of those whose name has a word in it, such as `390x844-en`.

use std::path::{Path, PathBuf};

use tests::{
    Browser,
    browser::{BrowserOptions, Key},
};

use super::{
    BrowserSetup, id,
    people::{at, sit},
};

/// Size, and whether it is a phone.
const SIZES: [((u32, u32), bool); 6] = [
    ((320, 568), true),
    ((390, 844), true),
    ((844, 390), true),
    ((768, 1024), true),
    ((1280, 720), false),
    ((1440, 900), false),
];
const LANGUAGES: [&str; 4] = ["en", "pt-BR", "zh", "zh-TW"];

/// Where the pictures of one look go.
struct Album {
    folder: PathBuf,
    look: String,
}

impl Album {
    async fn take(&self, browser: &Browser, screen: &str) {
        let path = self.folder.join(format!("{screen}-{}.png", self.look));
        browser.picture(&path).await;
    }
}

#[tokio::test]
#[ignore = "draws for some minutes: tests/run pictures"]
async fn every_screen_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/pictures");
    std::fs::create_dir_all(&folder).unwrap();
    let wanted = std::env::var("OXO_PICTURES").unwrap_or_default();
    let arguments = ["--computer-move-ms", "0", "--exhibition", "3x3x3"];
    let setup = BrowserSetup::with(&arguments).await;
    for (size, phone) in SIZES {
        for languages in LANGUAGES {
            for dark in [false, true] {
                let look = BrowserOptions {
                    size,
                    phone,
                    dark,
                    languages,
                    ..BrowserOptions::DESKTOP
                };
                let theme = if dark { "dark" } else { "light" };
                let name = format!("{}x{}-{languages}-{theme}", size.0, size.1);
                if !name.contains(&wanted) {
                    continue;
                }
                let folder = folder.clone();
                screens(&setup, look, &Album { folder, look: name }).await;
            }
        }
    }
}

async fn screens(setup: &BrowserSetup, look: BrowserOptions<'_>, album: &Album) {
    let ana = setup.browser("Ana", look).await;
    ana.has(".miniature").await;
    ana.script("document.activeElement.blur(); scrollTo(0, 0)")
        .await;
    album.take(&ana, "start").await;
    ana.click(&id("enter-code")).await;
    ana.fill(&id("code-input"), "nobody").await;
    ana.click(&id("join")).await;
    album.take(&ana, "start-code").await;
    ana.press(Key::Escape).await;
    ana.click(&id("play-computer")).await;
    album.take(&ana, "start-level").await;
    ana.click(&id("play-anyone")).await;
    ana.has(&id("queue")).await;
    ana.script("scrollTo(0, 0)").await;
    album.take(&ana, "start-queue").await;
    ana.click(&id("cancel-queue")).await;
    ana.click(&at(4)).await;
    ana.has("[data-mark=O]").await;
    album.take(&ana, "computer").await;
    ana.click(&id("leave")).await;
    album.take(&ana, "leave").await;
    ana.click(&id("leave-yes")).await;
    with_a_friend(setup, &ana, look, album).await;
    ana.close().await;
}

async fn with_a_friend(
    setup: &BrowserSetup,
    ana: &Browser,
    look: BrowserOptions<'_>,
    album: &Album,
) {
    ana.click(&id("choices")).await;
    ana.choose(&id("first-host")).await;
    ana.choose(&id("board-four")).await;
    ana.choose(&id("misere")).await;
    album.take(ana, "start-choices").await;
    ana.click(&id("play-friend")).await;
    let code = ana.words(&id("code")).await;
    album.take(ana, "invitation").await;
    let bia = Browser::open(look).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    bia.has(&id("sit")).await;
    album.take(&bia, "arrival").await;
    sit(&bia, "Bia").await;
    ana.has(".open").await;
    album.take(ana, "table").await;
    play(ana, &bia, &[0, 5, 1, 6, 2, 9]).await;
    album.take(ana, "table-moves").await;
    bia.click(&id("draw")).await;
    ana.has(&id("offer")).await;
    album.take(ana, "table-offer").await;
    ana.click(&id("decline")).await;
    play(ana, &bia, &[3]).await;
    ana.has(".losing").await;
    album.take(ana, "end").await;
    ana.click(&id("settings")).await;
    album.take(ana, "settings").await;
    bia.close().await;
}

async fn play(ana: &Browser, bia: &Browser, cells: &[usize]) {
    for (ply, cell) in cells.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (ana, bia) } else { (bia, ana) };
        mover.has(".open").await;
        mover.click(&at(*cell)).await;
        for browser in [mover, other] {
            browser.has(&format!("{}[data-mark]", at(*cell))).await;
        }
    }
}
