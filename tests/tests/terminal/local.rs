//! Tables at one terminal, without any server: two people in the old
//! programs' habits, and one with the computer.

use std::path::Path;

use engine::{Budget, solve};
use game::{Board, Rules, notation};
use tempfile::TempDir;
use tests::{Terminal, process::oxo_binary, soon, terminal::Start};
use tokio::process::Command;

/// Nobody listens there, and nobody is to be asked.
const NOWHERE: &str = "ws://127.0.0.1:1";

fn lines(home: &Path, arguments: &[&str]) -> Terminal {
    Terminal::oxo(home, NOWHERE, &[&["local"], arguments].concat())
}

fn full(home: &Path, arguments: &[&str]) -> Terminal {
    let arguments = [&["local"], arguments].concat();
    Terminal::start(&Start::oxo(home, NOWHERE, &arguments))
}

#[tokio::test]
async fn two_play_by_keypad_in_portuguese_to_a_win_and_to_a_velha() {
    let home = TempDir::new().unwrap();
    let mut two = lines(home.path(), &["--lang", "pt-BR", "--keys", "keypad"]);
    two.sees("Boas-vindas ao OXO!").await;
    for mark in ["X", "O"] {
        two.sees(&format!("Nome de quem joga com {mark}:")).await;
        two.line("");
    }
    two.sees("Partida 1: Jogador X começa.").await;
    two.sees("7 8 9").await;
    two.sees("É a vez de Jogador X.").await;
    for (key, cell) in [("7", "a3"), ("5", "b2"), ("8", "b3"), ("1", "a1")] {
        two.line(key);
        two.sees(&format!("em {cell}.")).await;
        two.sees("É a vez de").await;
    }
    two.line("9");
    two.sees("Jogador X fez uma linha").await;
    two.sees("revanche").await;
    two.line("revanche");
    // The player of X stays X.
    two.sees("Partida 2: Jogador X").await;
    for key in ["5", "7", "4", "6", "8", "2", "3", "1"] {
        two.sees("É a vez de").await;
        two.line(key);
    }
    two.sees("É a vez de").await;
    two.line("9");
    two.sees("deu velha").await;
    two.line("sair");
    two.sees("Obrigado por jogar!").await;
    let (code, text) = two.ended().await;
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("127.0.0.1"), "{text}");
    let (_, list) = Terminal::oxo(home.path(), NOWHERE, &["games"])
        .ended()
        .await;
    assert_eq!(list.matches("oxo replay ").count(), 2, "{list}");
    // In the reader's language, who is another one than the players.
    let players = "Player X and Player O, at this terminal.";
    assert!(list.contains(players), "{list}");
}

#[tokio::test]
async fn the_screen_asks_two_for_their_names() {
    let home = TempDir::new().unwrap();
    let mut two = full(home.path(), &["--opens", "o"]);
    two.shows("Name of who plays O:").await;
    two.keys("Ana\r");
    two.shows("Name of who plays X:").await;
    two.keys("Bia\r");
    two.shows("Ana is to move, with O.").await;
    two.keys("q");
    assert_eq!(two.end().await, 0);
    let mut nobody = full(home.path(), &[]);
    nobody.shows("Name of who plays X:").await;
    nobody.keys("\x1b");
    assert_eq!(nobody.end().await, 0);
    nobody.is_restored();
    assert!(!nobody.text().contains("Thanks"), "{}", nobody.text());
}

#[tokio::test]
async fn two_share_the_screen_with_the_telephones_digits() {
    let home = TempDir::new().unwrap();
    let mut two = full(home.path(), &["--names", "Ana,Bia", "--keys", "phone"]);
    two.shows("Ana is to move, with X.").await;
    two.shows("1 2 3").await;
    two.keys("5");
    two.shows("Bia is to move, with O.").await;
    two.keys("1");
    two.shows("Bia: O on a3.").await;
    two.keys("t");
    two.shows("Bia is to move, with O.").await;
    two.keys("3");
    two.shows("Bia: O on c3.").await;
    two.keys("d");
    two.shows("Do you both agree to a draw?").await;
    two.keys("y");
    two.shows("Draw by agreement.").await;
    two.keys("r");
    two.shows("Bia is to move, with X.").await;
    two.keys("5");
    two.shows("Ana is to move, with O.").await;
    two.keys("q");
    two.shows("Leave in the middle of the game?").await;
    two.keys("n");
    two.keys("g");
    two.shows("Call this game off?").await;
    two.keys("y");
    two.shows("called the game off").await;
    two.keys("q");
    assert_eq!(two.end().await, 0);
    two.is_restored();
    assert!(two.text().contains("Thanks for playing!"));
}

/// Plays the best moves in lines to the end of a game against the computer.
async fn best_play(game: &mut Terminal, rules: Rules, level: u8) {
    let mut board = Board::new(rules);
    loop {
        game.sees("Your turn, you play X.").await;
        let best = solve(&board, Budget::nodes(1_000_000)).best[0];
        board = board.play(best).expect("a move that can be made");
        game.line(&notation::name(rules, best).expect("a name"));
        if board.outcome().is_over() {
            return;
        }
        game.sees("The computer is thinking.").await;
        let answer = format!("Computer (level {level}): O on ");
        game.sees(&answer).await;
        // The rest of the line may come later.
        game.sees(".").await;
        let text = game.text();
        let (_, rest) = text.rsplit_once(&answer).expect("the computer's move");
        let (cell, _) = rest.split_once('.').expect("its end");
        let cell = notation::parse(rules, cell).expect("a cell");
        board = board.play(cell).expect("a move that can be made");
        if board.outcome().is_over() {
            return;
        }
    }
}

#[tokio::test]
async fn the_best_computer_is_held_to_a_draw_and_the_weakest_is_beaten() {
    let home = TempDir::new().unwrap();
    let options = ["--first", "you", "--computer=5"];
    let mut game = lines(home.path(), &options);
    best_play(&mut game, Rules::CLASSIC, 5).await;
    game.sees("The board is full: draw.").await;
    // The side that begins wins on this board.
    let options = ["--first=you", "--rules", "4x3x3", "--computer=1"];
    let mut game = lines(home.path(), &options);
    best_play(&mut game, "4x3x3".parse().unwrap(), 1).await;
    game.sees("You made a line: you win!").await;
    game.line("quit");
    assert_eq!(game.end().await, 0);
}

#[tokio::test]
async fn lines_from_a_file_are_all_played() {
    let home = TempDir::new().unwrap();
    let game = home.path().join("game");
    std::fs::write(&game, "5\n7\n3\n1\n9\n4\nquit\n").unwrap();
    let played = Command::new(oxo_binary())
        .args(["--keep-games", "no", "local", "--names", "Ana,Bia"])
        .env("HOME", home.path())
        .stdin(std::fs::File::open(&game).unwrap())
        .output();
    let said = soon("the game", played).await.unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("Bia made a line and wins."), "{said}");
    assert!(!said.contains("oxo replay"), "{said}");
}

#[tokio::test]
async fn mistakes_are_reported_before_anything_begins() {
    let home = TempDir::new().unwrap();
    for (arguments, said) in [
        (["--names", "Ana"], "Ana is not two names."),
        (["--computer=6", "--centre"], "from 1 to 5"),
        (["--computer", "--names=Ana,Bia"], "--name Ana."),
        (["--first", "you"], "--computer[=<LEVEL>] is missing."),
        (["--clock", "5x"], "5x is not a clock"),
    ] {
        let (code, text) = lines(home.path(), &arguments).ended().await;
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(said), "{text}");
    }
}
