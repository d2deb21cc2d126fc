//! The real program asked what positions are worth; no server is.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use scripted::{Server, program::Program};
use serde_json::{Value, json};

/// Its output and status.
async fn solve(args: &[&str]) -> (i32, String) {
    let server = Server::start().await;
    let args = [&["solve"], args].concat();
    Program::start(&server, &args).status().await
}

async fn line(args: &[&str]) -> Value {
    let (status, text) = solve(args).await;
    assert_eq!((status, text.lines().count()), (0, 1), "{text}");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn a_position_is_solved_in_one_line() {
    let first = line(&["--rules", "4x4x3"]).await;
    let best = json!(["b3", "c3", "b2", "c2"]);
    assert_eq!(
        (&first["value"], &first["distance"], &first["best"]),
        (&json!("first"), &json!(5), &best)
    );
    assert!(first["nodes"].as_u64().unwrap() > 0 && first["exact"] == true);
    let second = line(&["--rules", "4x3x3", "--misere"]).await;
    assert_eq!(second["value"], "second");
    let over = line(&["--moves", "b2 a3 b3 a2 b1"]).await;
    let wanted = json!({"value": "first", "distance": 0, "best": [], "nodes": 0, "exact": true});
    assert_eq!(over, wanted);
    let digits = line(&["--moves", "1 5", "--keys", "phone"]).await;
    assert_eq!(digits["value"], "draw");
}

#[tokio::test]
async fn a_position_beyond_the_budget_is_answered_with_the_computers_move() {
    let guess = line(&["--rules", "7x7x4", "--nodes", "10"]).await;
    assert_eq!(
        (&guess["value"], &guess["exact"]),
        (&Value::Null, &json!(false))
    );
    assert_eq!(guess["best"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_mistake_is_one_sentence_and_status_2() {
    for (args, said) in [
        (&["--moves", "b2 b2"][..], "Move 2, b2, cannot be made"),
        (&["--moves", "b2 d4"], "Move 2, d4, is not on the board"),
        (&["--rules", "9"], "9 is not a board"),
        (&["--nodes", "many"], "many is not a known argument"),
    ] {
        let (status, text) = solve(args).await;
        assert_eq!((status, text.lines().count()), (2, 1), "{text}");
        assert!(text.starts_with(said), "{text}");
    }
    let (status, help) = solve(&["--help"]).await;
    assert_eq!(status, 0);
    assert!(help.contains("[default: 5000000]"), "{help}");
}
