//! Plays on full screens and draws what is seen into `docs/pictures/`, on a
//! dark and on a light ground. `docs/pictures/make` builds and calls it.

use std::{fs, io, path::Path};

use tests::{
    Process, Terminal,
    picture::{DARK, LIGHT, svg},
    process::server_binary,
    terminal::Start,
};

#[tokio::main]
async fn main() -> io::Result<()> {
    let home = tempfile::tempdir()?;
    let data = home.path().join("data");
    let server = Process::start(
        &server_binary(),
        &data,
        &["--public-url", "http://192.168.1.5:1952"],
    )
    .await;
    let address = format!("http://{}", server.address);
    let full = |name: &str, size: (u16, u16), arguments: &[&str]| {
        let home = home.path().join(name);
        fs::create_dir_all(&home).expect("a folder");
        let arguments = [&["--name", name], arguments].concat();
        Terminal::start(&Start {
            size,
            ..Start::oxo(&home, &address, &arguments)
        })
    };
    let mut ana = full(
        "Ana",
        (80, 24),
        &["new", "--first", "host", "--clock", "5m+3s", "--listed"],
    );
    ana.shows("Waiting for your friend").await;
    ana.shows("/r/").await;
    keep(&ana, "invitation")?;
    let rows = ana.screen();
    let code = rows[0].split_whitespace().nth(1).unwrap_or_default();
    let mut start = full("Caio", (80, 24), &[]);
    start.shows(code).await;
    keep(&start, "start")?;
    let mut bia = full("Beatriz", (80, 24), &["join", code]);
    bia.shows("Ana is to move.").await;
    ana.shows("Your turn").await;
    for (made, key) in (1..).zip(["5", "7", "3", "1"]) {
        let mover = if made % 2 == 1 { &mut ana } else { &mut bia };
        mover.keys(key);
        let counted = format!("Game 1, move {made}");
        ana.shows(&counted).await;
        bia.shows(&counted).await;
    }
    ana.keys("\x1b[D");
    // Both round trips are measured.
    ana.shows(" ms").await;
    keep(&ana, "table")?;
    Ok(())
}

/// Draws a screen on both grounds.
fn keep(terminal: &Terminal, name: &str) -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    fs::create_dir_all(&folder)?;
    for (ground, of) in [("dark", DARK), ("light", LIGHT)] {
        let picture = terminal.vt(|screen| svg(screen, of));
        fs::write(folder.join(format!("{name}-{ground}.svg")), picture)?;
    }
    Ok(())
}
