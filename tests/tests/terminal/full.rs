//! Whole games on the full screen, with keys and with the mouse, and the screen's messages when
//! something is in the way.

use tests::{Process, Terminal, process::server_binary, terminal::Start};

use super::{TerminalSetup, plain::playing_with_another_seat_open};

/// Where a cell of a small board is drawn, by the letters above and the
/// numbers beside the board.
fn place(terminal: &Terminal, cell: &str) -> (u16, u16) {
    let rows = terminal.screen();
    let (letter, number) = cell.split_at(1);
    let letters = |row: &&String| row.split_whitespace().next() == Some("a");
    let above = rows.iter().find(letters).expect("letters above the board");
    let column = above.chars().position(|c| c.to_string() == letter);
    let numbered = format!("{number} │");
    let beside = |row: &String| row.trim_start().starts_with(&numbered);
    let row = rows.iter().position(beside);
    let (column, row) = (column.expect("the column"), row.expect("the row"));
    let place = |at: usize| u16::try_from(at).expect("a place on the screen");
    (place(column), place(row))
}

fn click(terminal: &mut Terminal, cell: &str) {
    let (column, row) = place(terminal, cell);
    terminal.click(column, row);
}

/// Two at a table on full screens; the host, Ana, is to move.
pub async fn seated(setup: &TerminalSetup, options: &[&str]) -> (Terminal, Terminal, String) {
    let new = ["new", "--first", "host"];
    let mut ana = setup.full("Ana", &[&new, options].concat());
    ana.shows("Waiting for your friend").await;
    let link = ana.shows_link().await;
    let mut bia = setup.full("Bia", &["join", &link]);
    bia.shows("Ana invites you to a game").await;
    bia.keys("\r");
    bia.shows("Ana is to move.").await;
    ana.shows("Your turn, you play X.").await;
    (ana, bia, link)
}

#[tokio::test]
async fn two_play_with_keys_and_mouse_and_a_third_watches_and_looks_back() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, link) = seated(&setup, &[]).await;
    let mut caio = setup.full("Caio", &["watch", &link]);
    caio.shows("Ana is to move.").await;
    ana.shows("1 watching").await;
    // The cursor stands in the middle; a digit; a click; arrows.
    ana.keys("\r");
    bia.shows("Ana: X on b2.").await;
    bia.keys("7");
    ana.shows("Bia: O on a3.").await;
    click(&mut ana, "c3");
    bia.shows("Ana: X on c3.").await;
    bia.keys("\x1b[D\x1b[B");
    bia.keys("\r");
    ana.shows("Bia: O on a1.").await;
    // A taken cell is explained and not sent.
    click(&mut ana, "a1");
    ana.shows("a1 is taken. Choose a free cell.").await;
    ana.keys("4");
    bia.shows("Ana: X on a2.").await;
    bia.keys("9");
    bia.shows("c3 is taken.").await;
    bia.keys("6");
    ana.shows("Bia: O on c2.").await;
    ana.keys("2");
    bia.shows("Ana: X on b1.").await;
    bia.keys("8");
    ana.shows("Bia: O on b3.").await;
    ana.keys("3");
    for terminal in [&mut ana, &mut bia, &mut caio] {
        terminal.shows("The board is full: draw.").await;
    }
    caio.keys("\x1b[D\x1b[D");
    caio.shows("Looking back, move 7 of 9.").await;
    caio.keys("\x1b[H");
    caio.shows("Looking back, move 0 of 9.").await;
    caio.keys("\x1b[F");
    caio.shows("The board is full: draw.").await;

    ana.keys("r");
    bia.shows_lit("y play again").await;
    bia.keys("y");
    bia.shows("Your turn, you play X.").await;
    ana.keys("q");
    ana.shows("Leave the table?").await;
    ana.keys("q");
    let (code, text) = ana.ended().await;
    assert_eq!(code, 0);
    assert!(text.contains("Your seat is kept. Come back with: oxo resume"));
    bia.shows("away").await;
}

#[tokio::test]
async fn from_the_start_screen_to_a_game_and_back() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &[]);
    let mut bia = setup.full("Bia", &[]);
    ana.shows("Play anyone").await;
    bia.shows("Play anyone").await;
    // One with a letter, one with a click on the line.
    ana.keys("a");
    ana.shows("Waiting for an opponent").await;
    let row = bia
        .screen()
        .iter()
        .position(|row| row.contains("Play anyone"));
    bia.click(8, row.unwrap().try_into().unwrap());
    ana.shows("Bia").await;
    ana.shows("for this move").await;
    // Before both have moved it is called off.
    ana.keys("g");
    ana.shows("Call this game off?").await;
    ana.keys("y");
    bia.shows("Ana called the game off").await;
    bia.keys("q");
    bia.shows("Leave the table?").await;
    bia.keys("g");
    bia.shows("Play anyone").await;
    ana.shows("Bia gave up the seat").await;
}

#[tokio::test]
async fn a_game_is_resigned_behind_a_question_and_seen_again_from_the_list() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = seated(&setup, &[]).await;
    ana.keys("5");
    bia.shows("Your turn").await;
    bia.keys("1");
    ana.shows("Bia: O on a1.").await;
    ana.keys("g");
    ana.shows("Resign this game?").await;
    ana.keys("n");
    ana.keys("g");
    ana.shows("Resign this game?").await;
    ana.keys("y");
    bia.shows("Ana resigned: you win!").await;
    ana.shows("You resigned: Bia wins.").await;
    ana.keys("q");
    ana.shows("Leave the table?").await;
    ana.keys("g");
    ana.shows("Saved games").await;
    ana.keys("g");
    ana.shows("Bia").await;
    ana.keys("\r");
    ana.shows("The board before the first of 2 moves.").await;
    ana.keys("\x1b[F");
    ana.shows("You resigned: Bia wins.").await;
    ana.keys("q");
    ana.shows("Saved games").await;
}

#[tokio::test]
async fn the_screen_shows_a_lost_connection_and_the_servers_return() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = seated(&setup, &[]).await;
    bia.control('c');
    assert_eq!(bia.end().await, 130);
    ana.shows("Bia is away.").await;
    let mut bia = setup.full("Bia", &["resume"]);
    bia.shows("Ana is to move.").await;

    let address = setup.server.address.clone();
    let data = setup.data();
    let dead = setup.server;
    dead.kill().await;
    ana.shows("Your seat is kept.").await;
    ana.keys("5");
    ana.shows("nothing was sent").await;
    let _again = Process::start_at(&address, &server_binary(), &data, &[]).await;
    ana.keys("\r");
    ana.shows("Your turn, you play X.").await;
    ana.keys("5");
    bia.shows("Your turn, you play O.").await;
}

#[tokio::test]
async fn a_player_who_sits_down_elsewhere_reads_so_here_and_may_come_back() {
    let setup = TerminalSetup::open().await;
    let (mut ana, _bia, _) = seated(&setup, &[]).await;
    // The same seat on another machine.
    let (here, there) = (setup.home("Ana"), setup.home("Ana elsewhere"));
    let seats = ".local/share/oxo/seats";
    std::fs::create_dir_all(there.join(seats)).unwrap();
    for entry in std::fs::read_dir(here.join(seats)).unwrap() {
        let entry = entry.unwrap();
        if entry.path().extension().is_some_and(|e| e == "json") {
            std::fs::copy(entry.path(), there.join(seats).join(entry.file_name())).unwrap();
        }
    }
    let mut elsewhere = setup.full("Ana elsewhere", &["resume"]);
    elsewhere.shows("Your turn, you play X.").await;
    ana.shows("You are now playing on another device").await;
    ana.keys("\r");
    ana.shows("Your turn, you play X.").await;
    elsewhere
        .shows("You are now playing on another device")
        .await;
}

#[tokio::test]
async fn an_unknown_room_is_reported_in_a_line_and_a_status() {
    let setup = TerminalSetup::open().await;
    let (code, text) = setup.full("Ana", &["join", "K7QX-4MTR"]).ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("There is no room at this link"), "{text}");
    let home = setup.home("Ana");
    let silent = Start {
        server: "http://127.0.0.1:1",
        ..Start::oxo(&home, "", &["--name", "Ana"])
    };
    let mut ana = Terminal::start(&silent);
    ana.shows("Nothing answers at").await;
    ana.keys("q");
    assert_eq!(ana.end().await, 0);
    ana.is_restored();
}

#[tokio::test]
async fn without_colours_and_in_ascii_the_game_is_the_same() {
    let setup = TerminalSetup::open().await;
    let mut ana = Terminal::start(&Start {
        environment: &[("NO_COLOR", "1")],
        ..Start::oxo(
            &setup.home("Ana"),
            &setup.address(),
            &["--name", "Ana", "--ascii", "new", "--first", "host"],
        )
    });
    let link = ana.shows_link().await;
    let mut bia = setup.full("Bia", &["join", &link]);
    bia.shows("Ana invites you to a game").await;
    bia.keys("\r");
    bia.shows("Ana is to move.").await;
    ana.shows("Your turn").await;
    ana.keys("5");
    bia.shows("Your turn").await;
    let text = ana.text();
    assert!(text.is_ascii(), "{text:?}");
    let coloured = |part: &str| {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        let (codes, rest) = part.split_at(end.unwrap_or(part.len()));
        let style = rest.starts_with('m');
        style
            && codes
                .split(';')
                .any(|code| matches!(code.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107)))
    };
    assert!(!text.split("\x1b[").skip(1).any(coloured), "{text:?}");
    // The other one has colours.
    assert!(bia.text().split("\x1b[").skip(1).any(coloured));
}

#[tokio::test]
async fn the_screen_follows_its_size() {
    let setup = TerminalSetup::open().await;
    let (mut ana, _bia, _) = seated(&setup, &["--rules", "19x19x5"]).await;
    ana.resize(40, 16);
    ana.shows("→").await;
    ana.resize(39, 16);
    ana.shows("This window is too small").await;
    ana.resize(120, 45);
    ana.shows("19").await;
    ana.shows("Your turn, you play X.").await;
}

#[tokio::test]
async fn a_misere_game_is_announced_before_one_sits_down() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.full("Ana", &["new", "--misere"]);
    let link = ana.shows_link().await;
    let mut bia = setup.full("Bia", &["join", &link]);
    bia.shows("Ana invites you to a game").await;
    bia.shows("3 in a row LOSES").await;
    bia.shows("Clock: none").await;
    ana.shows("Waiting for your friend").await;
    bia.keys("\r");
    bia.shows("b").await;
    ana.shows("Bia").await;
    // A newcomer can watch, and reads who plays.
    let mut caio = setup.full("Caio", &["join", &link]);
    caio.shows("Both seats are taken").await;
    caio.shows("Ana and Bia are playing.").await;
    caio.keys("\r");
    caio.shows("Bia").await;
}

#[tokio::test]
async fn a_link_of_another_server_that_is_pasted_leads_there() {
    let (setup, other) = (TerminalSetup::open().await, TerminalSetup::open().await);
    let mut ana = other.full("Ana", &["new", "--first", "host"]);
    let link = ana.shows_link().await;
    let mut bia = setup.full("Bia", &[]);
    bia.shows("Join").await;
    bia.keys("c");
    bia.keys(&link);
    bia.keys("\r");
    bia.shows("Ana invites you to a game").await;
    bia.shows(&format!("On another server: {}", other.address()))
        .await;
    bia.keys("\r");
    bia.shows("Ana is to move.").await;
    ana.shows("Your turn, you play X.").await;
    // A seat there is one to come back to.
    bia.keys("\x03");
    assert_eq!(bia.end().await, 130);
    let mut again = setup.full("Bia", &["resume"]);
    again.shows("Ana is to move.").await;
}

#[tokio::test]
async fn a_seat_in_use_is_asked_about_though_another_is_open() {
    let setup = TerminalSetup::open().await;
    let (mut playing, room) = playing_with_another_seat_open(&setup).await;
    let mut again = setup.full("Ana", &["resume"]);
    again.shows("in use by another oxo").await;
    again.shows(&room).await;
    again.keys("y");
    playing.sees("You are now playing on another device").await;
    again.shows(&room).await;
}
