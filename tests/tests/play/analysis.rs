//! Reviews of games and analyses of positions, as who asks for them gets them.

use game::{Prospect, Verdict};
use protocol::{Accepted, Refusal};
use serde_json::json;

use crate::play::common::patient;

#[tokio::test]
async fn a_review_says_what_each_move_was_worth_and_refuses_what_is_no_game() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let rules = json!({"width": 3, "height": 3, "line": 3});
    let review = |moves: &[u16]| json!({"type": "review", "rules": rules, "moves": moves});
    let Accepted::Review(said) = ana.done(review(&[4, 1, 0])).await else {
        panic!("no review")
    };
    let verdicts: Vec<_> = said.moves.iter().flatten().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::Kept, Verdict::Lost, Verdict::Kept]);
    assert!(said.exact);
    let refused = ana.refused(review(&[4, 4])).await;
    assert!(matches!(refused, Refusal::BadField { field, .. } if field == "moves"));
}

#[tokio::test]
async fn an_analysis_has_the_best_moves_first_and_refuses_what_is_no_game() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let rules = json!({"width": 3, "height": 3, "line": 3});
    let analyse =
        |moves: &[u16]| json!({"type": "analyse", "rules": rules, "moves": moves, "best": 8});
    let Accepted::Analysis(said) = ana.done(analyse(&[4, 1])).await else {
        panic!("no analysis")
    };
    assert!(said.complete);
    assert_eq!(said.moves.len(), 7, "the free cells");
    let best = &said.moves[0];
    assert_eq!((best.prospect, best.plies), (Some(Prospect::Win), Some(5)));
    assert!(best.proved && best.points.is_none());
    assert_eq!(best.line.len(), 5);
    let last = &said.moves[6];
    assert_eq!((last.prospect, last.plies), (Some(Prospect::Draw), None));
    // Nothing is left to look for.
    let Accepted::Analysis(over) = ana.done(analyse(&[4, 1, 0, 2, 8])).await else {
        panic!("no analysis")
    };
    assert!(over.moves.is_empty() && over.complete);
    let refused = ana.refused(analyse(&[4, 4])).await;
    assert!(matches!(refused, Refusal::BadField { field, .. } if field == "moves"));
}

#[tokio::test]
async fn an_analysis_searches_as_much_as_is_asked_for() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let rules = json!({"width": 15, "height": 15, "line": 5});
    let analyse = |positions: u64| json!({"type": "analyse", "rules": rules, "moves": [112, 113], "positions": positions});
    let mut depths = Vec::new();
    for positions in [1_000, 100_000] {
        let Accepted::Analysis(said) = ana.done(analyse(positions)).await else {
            panic!("no analysis")
        };
        depths.push(said.depth);
    }
    assert!(depths[0] < depths[1], "{depths:?}");
    for positions in [999, 1_000_001] {
        let refused = ana.refused(analyse(positions)).await;
        assert!(matches!(refused, Refusal::BadField { field, .. } if field == "positions"));
    }
}
