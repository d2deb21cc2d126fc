//! Unit tests of `review`.

use std::sync::{Arc, atomic::Ordering};

use game::Mark;

use super::*;
use crate::sample::games::{WILD, reviewed};

fn question(rules: Rules, cells: &[Cell]) -> ReviewRequest {
    let cells = cells.to_vec();
    ReviewRequest {
        rules,
        cells,
        settled: 0,
    }
}

#[test]
fn a_reviewed_move_has_its_sign_and_the_value_that_was_to_be_kept() {
    let found = reviewed(&WILD);
    let signs: Vec<&str> = (0..=8).map(|number| found.sign(number)).collect();
    assert_eq!(signs, ["", "", "?", "?", "!", "?", "?", "!", ""]);
    for (number, worth) in [
        (2, Value::Draw),
        (3, Value::Wins(Mark::X)),
        (4, Value::Draw),
    ] {
        assert_eq!(found.worth(number), Some(worth), "{number}");
    }
    assert_eq!(found.worth(1), None, "it did nothing");
}

#[tokio::test]
async fn a_background_review_answers_once() {
    let mut review_search = Some(question(Rules::CLASSIC, &[4, 1]).begin());
    let found = answered(&mut review_search).await.unwrap();
    assert!(found.review.exact && review_search.is_none());
}

#[tokio::test]
async fn a_dropped_background_review_stops_searching() {
    let review_search = question(Rules::GOMOKU, &[112]).begin();
    let stop = Arc::clone(&review_search.stop);
    drop(review_search);
    assert!(stop.load(Ordering::Relaxed));
    let stopped = Reviewed::of(&question(Rules::GOMOKU, &[112]), &|| true);
    assert_eq!(stopped.review.moves, [None]);
}
