//! The real program asked for the best moves of positions; no server is.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::fs;

use crate::scripted;

use scripted::{Server, program::Program};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Its output and status.
async fn analyse(args: &[&str]) -> (i32, String) {
    let server = Server::start().await;
    let args = [&["analyse"], args].concat();
    Program::start(&server, &args).status().await
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[tokio::test]
async fn in_a_pipe_the_board_and_the_best_moves_are_printed_at_the_end() {
    let (status, text) = analyse(&["b2", "b3", "--best", "2"]).await;
    let wanted = "\
3 by 3, 3 in a row. Move 3: X to move.
    a   b   c
  ┌───┬───┬───┐
3 │   │[O]│   │
  ├───┼───┼───┤
2 │   │ X │   │
  ├───┼───┼───┤
1 │   │   │   │
  └───┴───┴───┘
";
    let (board, table) = text.split_at(wanted.len());
    assert_eq!((status, board), (0, wanted));
    let table: Vec<&str> = table.lines().collect();
    assert_eq!(table.len(), 3, "{text}");
    assert!(table[0].starts_with("All of this is proved; "), "{text}");
    for (row, number) in table[1..].iter().zip(["1. ", "2. "]) {
        assert!(row.starts_with(number) && row.contains("  X wins in 5 moves, proved  "));
    }
}

#[tokio::test]
async fn with_json_each_line_has_searched_more_and_the_last_is_final() {
    let args = [
        "--json", "--rules", "gomoku", "--nodes", "60000", "h8 i9", "h9",
    ];
    let (status, text) = analyse(&args).await;
    let lines = lines(&text);
    assert!(status == 0 && lines.len() > 1, "{text}");
    let (last, others) = lines.split_last().unwrap();
    assert_eq!(last["final"], json!(true));
    assert!(others.iter().all(|line| line["final"] == json!(false)));
    let nodes = |line: &Value| line["nodes"].as_u64().unwrap();
    assert!(
        lines
            .windows(2)
            .all(|pair| nodes(&pair[0]) <= nodes(&pair[1])),
        "{text}"
    );
    assert!(
        nodes(last) <= 60_000 && last["depth"].as_u64() > Some(0),
        "{last}"
    );
    let moves = last["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    for found in moves {
        assert_eq!(found["move"], found["line"][0]);
        let known = found["points"].is_number() != found["value"].is_string();
        assert!(known, "{found}");
    }
}

#[tokio::test]
async fn a_finished_game_is_analysed_from_any_of_its_moves() {
    let (_home, file) = kept_game().await;
    let file = file.as_str();
    let (status, text) = analyse(&["--game", file]).await;
    assert_eq!(status, 0, "{text}");
    assert!(
        text.starts_with("3 by 3, 3 in a row. The game is over.\n"),
        "{text}"
    );
    let (_, text) = analyse(&["--game", file, "--at", "4", "--best", "1"]).await;
    assert!(text.contains("Move 5: O to move."), "{text}");
    assert!(text.contains("1. c3  O wins in 1 move, proved"), "{text}");
    let (_, text) = analyse(&["--game", file, "--at", "3", "c3"]).await;
    assert!(text.contains("Move 5: O to move."), "{text}");
    let (status, text) = analyse(&["--game", file, "--at", "6"]).await;
    let said = "6 is not a value of at. Use a whole number from 0 to 5.\n";
    assert_eq!((status, text.as_str()), (2, said));
    let (status, text) = analyse(&["--game", file, "--rules", "gomoku"]).await;
    assert!(status == 2 && text.lines().count() == 1, "{text}");
}

/// A home where two have played, and the file of their game: O, who begins, wins along the top.
async fn kept_game() -> (TempDir, String) {
    let server = Server::start().await;
    let mut table = Program::start(&server, &["local", "--names", "Ana,Bia", "--opens", "o"]);
    for cell in ["a3", "a2", "b3", "b2", "c3"] {
        table.line(cell).await;
    }
    let (status, said, home) = table.ended().await;
    assert_eq!(status, 0, "{said}");
    let folder = fs::read_dir(home.path().join("data/oxo/games")).unwrap();
    let mut files = folder.map(|entry| entry.unwrap().path());
    let file = files.find(|path| path.is_file()).unwrap();
    (home, file.to_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_mistake_is_one_sentence_and_status_2() {
    for (args, said) in [
        (&["b2", "b2"][..], "Move 2, b2, cannot be made"),
        (&["b2 d4"], "Move 2, d4, is not on the board"),
        (&["--rules", "9"], "9 is not a board"),
        (&["--best", "0"], "0 is not a value of best"),
        (&["--time", "soon"], "soon is not a time"),
        (&["--nodes", "many"], "many is not a known argument"),
        (&["--at", "3"], "--game <ID|URL|FILE|-> is missing"),
    ] {
        let (status, text) = analyse(args).await;
        assert_eq!((status, text.lines().count()), (2, 1), "{text}");
        assert!(text.starts_with(said), "{text}");
    }
}
