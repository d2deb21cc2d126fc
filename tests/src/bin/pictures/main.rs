//! Program that plays games and draws their screens into `docs/pictures/`, on a dark and on a light ground.
//! `docs/pictures/make` builds and calls it.

mod page;
mod terminal;

use std::{io, path::Path};

use tests::{Process, process::server_binary};

#[tokio::main]
async fn main() -> io::Result<()> {
    let home = tempfile::tempdir()?;
    let data = home.path().join("data");
    // The address that invitations show: one that a friend could have.
    let public = ["--public-url", "http://192.168.1.5:1952"];
    let server = Process::start(&server_binary(), &data, &public).await;
    let address = format!("http://{}", server.address);
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    terminal::draw(&address, home.path(), &pictures).await?;
    page::draw(&address, &pictures).await;
    Ok(())
}
