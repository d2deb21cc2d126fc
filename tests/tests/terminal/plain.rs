//! Plain lines: two people at two terminals, a third who watches, and the old
//! console games' habits.

use tests::{Terminal, soon};

use super::{TerminalSetup, behind};

/// Opens a room in one terminal and sits down in it from another; the host
/// plays X. Returns the line that the friend typed, too.
pub async fn two_at_a_table(
    setup: &TerminalSetup,
    host_options: &[&str],
    guest_options: &[&str],
) -> (Terminal, Terminal, String) {
    let mut ana = setup.oxo("Ana", &[host_options, &["new", "--first", "host"]].concat());
    ana.sees("Your friend types:").await;
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    // The line as it was printed, word for word.
    let mut bia = setup.oxo("Bia", &[guest_options, &["join", &link]].concat());
    bia.sees("Ana invites you to a game").await;
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    bia.sees("Ana is to move.").await;
    ana.sees("Your turn, you play X.").await;
    (ana, bia, link)
}

/// Types cells in turn, each once the typist has been prompted.
pub async fn typed_in_turn(one: &mut Terminal, other: &mut Terminal, moves: &[(&str, &str)]) {
    for (i, (typed, cell)) in moves.iter().enumerate() {
        let (mover, waiter) = if i % 2 == 0 {
            (&mut *one, &mut *other)
        } else {
            (&mut *other, &mut *one)
        };
        mover.line(typed);
        mover.sees(&format!("on {cell}.")).await;
        waiter.sees(&format!("on {cell}.")).await;
    }
}

#[tokio::test]
async fn two_play_a_whole_game_and_another_and_a_third_watches() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, link) = two_at_a_table(&setup, &[], &[]).await;
    let mut caio = setup.oxo("Caio", &["watch", &link]);
    caio.sees("Ana").await;
    typed_in_turn(
        &mut ana,
        &mut bia,
        &[
            ("b2", "b2"),
            ("a3", "a3"),
            ("c3", "c3"),
            ("a1", "a1"),
            ("c1", "c1"),
        ],
    )
    .await;
    typed_in_turn(&mut bia, &mut ana, &[("a2", "a2")]).await;
    ana.sees("Bia made a line: you lose.").await;
    bia.sees("You made a line: you win!").await;
    caio.sees("Bia made a line and wins.").await;
    bia.line("rematch");
    ana.sees("Bia offers another game.").await;
    ana.line("accept");
    bia.sees("Game 2: you play X and begin.").await;
    ana.sees("Game 2: you play O.").await;
    ana.line("quit");
    ana.sees("Thanks for playing!").await;
    let (code, _) = ana.ended().await;
    assert_eq!(code, 0);
}

#[tokio::test]
async fn both_old_layouts_are_shown_and_understood() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) =
        two_at_a_table(&setup, &["--keys", "keypad"], &["--keys", "phone"]).await;
    assert!(ana.text().contains("7 8 9"), "{}", ana.text());
    // 7 is the top left on a keypad and the bottom left on a telephone.
    typed_in_turn(&mut ana, &mut bia, &[("7", "a3"), ("7", "a1")]).await;
    assert!(bia.text().contains("4 5 6"), "{}", bia.text());
    ana.sees("Your turn").await;
}

#[tokio::test]
async fn a_wrong_line_is_answered_by_what_would_be_right() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = two_at_a_table(&setup, &[], &[]).await;
    ana.line("z9");
    ana.sees("z9 is not on the board").await;
    ana.line("dance");
    ana.sees("type help for the commands").await;
    bia.line("a1");
    bia.sees("It is not your turn").await;
    ana.line("b2");
    bia.sees("on b2.").await;
    bia.line("b2");
    bia.sees("b2 is already taken. Free cells:").await;
    bia.line("a1");
    bia.sees("You: O on a1.").await;
}

#[tokio::test]
async fn two_players_without_an_appointment_find_each_other() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["play"]);
    ana.sees("Waiting for an opponent").await;
    let mut bia = setup.oxo("Bia", &["play"]);
    ana.sees("Opponent found.").await;
    bia.sees("Opponent found.").await;
    ana.sees("Bia").await;
    ana.line("resign");
    bia.sees("you win!").await;
}

#[tokio::test]
async fn no_server_and_another_server_at_an_address_are_distinguished() {
    let setup = TerminalSetup::open().await;
    let nobody = "http://127.0.0.1:9";
    let (code, text) = Terminal::oxo(&setup.home("Ana"), nobody, &["--name", "Ana", "play"])
        .ended()
        .await;
    assert_eq!(code, 1);
    assert!(text.contains("Nothing answers at"), "{text}");

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let other = format!("http://{}", listener.local_addr().unwrap());
    let terminal = Terminal::oxo(&setup.home("Ana"), &other, &["--name", "Ana", "play"]);
    let (mut stream, _) = soon("a visitor", listener.accept()).await.unwrap();
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut stream, answer)
        .await
        .unwrap();
    let (code, text) = terminal.ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("it is not an OXO server"), "{text}");
}

#[tokio::test]
async fn control_c_ends_with_a_word_and_keeps_the_seat() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, _) = two_at_a_table(&setup, &[], &[]).await;
    ana.control('c');
    ana.sees("Your seat is kept").await;
    assert_eq!(ana.ended().await.0, 130);
    bia.sees("Ana is away.").await;
    let mut again = setup.oxo("Ana", &["resume"]);
    again.sees("Your turn").await;
    bia.sees("Ana is back.").await;
    again.line("b2");
    bia.sees("Ana: X on b2.").await;
}

#[tokio::test]
async fn a_phrase_and_a_new_spectator_arrive() {
    let setup = TerminalSetup::open().await;
    let (mut ana, mut bia, link) = two_at_a_table(&setup, &[], &[]).await;
    ana.line("say hello");
    bia.sees("Ana says: Hello!").await;
    let mut caio = setup.oxo("Caio", &["watch", &link]);
    caio.sees("1 spectator is watching.").await;
    ana.line("say thanks");
    bia.sees("Ana says: Thank you!").await;
    bia.line("who");
    bia.sees("1 spectator is watching.").await;
}

#[tokio::test]
async fn a_name_is_asked_once_and_a_seat_is_offered_again() {
    let setup = TerminalSetup::open().await;
    let home = setup.home("nameless");
    let mut ana = Terminal::oxo(&home, &setup.address(), &["new", "--first", "host"]);
    ana.sees("What is your name?").await;
    ana.line("Ana");
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    ana.control('c');
    ana.ended().await;
    let mut again = Terminal::oxo(&home, &setup.address(), &["play"]);
    again.sees("Go back to it?").await;
    again.line("y");
    again.sees("Waiting for your friend").await;
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    bia.sees("Ana is to move.").await;
    again.sees("Your turn").await;
}

#[tokio::test]
async fn a_seat_in_use_is_named_though_another_is_open() {
    let setup = TerminalSetup::open().await;
    let (mut playing, room) = playing_with_another_seat_open(&setup).await;
    let mut again = setup.oxo("Ana", &["resume"]);
    again
        .sees(&format!("room {room} is in use by another oxo"))
        .await;
    again.line("y");
    playing.sees("You are now playing on another device").await;
    again.sees(&format!("room {room}")).await;
}

/// Somebody whose process plays in a room, while a newer seat of theirs is open.
pub async fn playing_with_another_seat_open(setup: &TerminalSetup) -> (Terminal, String) {
    let mut playing = setup.oxo("Ana", &["new"]);
    playing.sees("Waiting for your friend").await;
    let link = behind(&playing.text(), "oxo join ").to_owned();
    let (_, room) = link.rsplit_once('/').expect("a link");
    let mut stale = setup.oxo("Ana", &["new"]);
    stale.sees("Waiting for your friend").await;
    stale.control('c');
    stale.ended().await;
    (playing, room.to_owned())
}

#[tokio::test]
async fn the_game_behind_a_link_is_described_before_one_sits_down() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["new", "--misere"]);
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("3 in a row LOSES").await;
    bia.sees("Enter: sit down and play").await;
    bia.line("n");
    assert_eq!(bia.end().await, 0);
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play").await;
    bia.line("");
    ana.sees("Bia").await;
    // The room is full: one may watch.
    let mut caio = setup.oxo("Caio", &["join", &link]);
    caio.sees("Ana and Bia are playing.").await;
    caio.sees("Enter: watch").await;
    caio.line("");
    caio.sees("You are watching room").await;
    let dead = setup.oxo("Dora", &["join", "K7QX-4MTR"]);
    let (code, text) = dead.ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("There is no room at this link"), "{text}");
}

#[tokio::test]
async fn only_what_is_possible_is_offered() {
    let setup = TerminalSetup::open().await;
    let mut ana = setup.oxo("Ana", &["new", "--watching", "none", "--first", "host"]);
    ana.sees("Waiting for your friend").await;
    let link = behind(&ana.text(), "oxo join ").to_owned();
    let mut bia = setup.oxo("Bia", &["join", &link]);
    bia.sees("Enter: sit down and play; n: not now").await;
    // An answer that is not offered is asked again.
    for typed in ["w", "dance"] {
        bia.line(typed);
        bia.sees("Enter: sit down and play; n: not now").await;
    }
    bia.line("y");
    bia.sees("Ana is to move.").await;
    ana.sees("Your turn, you play X.").await;
    // There is nothing left to ask the next.
    let (code, text) = setup.oxo("Caio", &["join", &link]).ended().await;
    assert_eq!(code, 1);
    assert!(text.contains("Nobody else can watch this game."), "{text}");
    assert!(!text.contains("Enter:"), "{text}");
}
