//! Pictures of the terminal: three people on full screens.

use std::{fs, io, path::Path};

use tests::{
    Terminal,
    picture::{DARK, LIGHT, svg},
    terminal::Start,
};

/// Plays on full screens of a server and saves their pictures in a folder.
pub async fn draw(server: &str, homes: &Path, pictures: &Path) -> io::Result<()> {
    let full = |name: &str, size: (u16, u16), arguments: &[&str]| {
        let home = homes.join(name);
        fs::create_dir_all(&home).expect("a folder");
        let arguments = [&["--name", name], arguments].concat();
        Terminal::start(&Start {
            size,
            ..Start::oxo(&home, server, &arguments)
        })
    };
    let mut ana = full(
        "Ana",
        (80, 24),
        &["new", "--first", "host", "--clock", "5m+3s", "--listed"],
    );
    ana.shows("Waiting for your friend").await;
    ana.shows("/r/").await;
    keep(&ana, pictures, "invitation")?;
    let rows = ana.screen();
    let code = rows[0].split_whitespace().nth(1).unwrap_or_default();
    let mut start = full("Caio", (80, 24), &[]);
    start.shows(code).await;
    keep(&start, pictures, "start")?;
    let mut bia = full("Beatriz", (80, 24), &["join", code]);
    bia.shows("Ana invites you").await;
    bia.keys("\r");
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
    keep(&ana, pictures, "table")?;
    Ok(())
}

/// Draws a screen on both grounds.
fn keep(terminal: &Terminal, pictures: &Path, name: &str) -> io::Result<()> {
    for (ground, of) in [("dark", DARK), ("light", LIGHT)] {
        let picture = terminal.vt(|screen| svg(screen, of));
        fs::write(pictures.join(format!("{name}-{ground}.svg")), picture)?;
    }
    Ok(())
}
