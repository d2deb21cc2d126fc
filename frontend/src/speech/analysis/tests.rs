//! Unit tests of the words of an analysis.

use game::{Board, Rules};
use protocol::settings::Opens;

use super::*;

fn position(moves: &[game::Cell], opens: Opens) -> AnalysedPosition {
    let board = Board::replay(Rules::CLASSIC, moves).unwrap();
    AnalysedPosition { board, opens }
}

fn analysis(scores: &[MoveScore], complete: bool) -> Analysis {
    let moves = scores.iter().map(|&score| AnalysedMove {
        score,
        line: vec![4, 0, 8, 2, 6],
    });
    Analysis {
        depth: 3,
        nodes: 1,
        moves: moves.collect(),
        complete,
    }
}

const SCORES: [MoveScore; 6] = [
    MoveScore::Proved(Value::Wins(Mark::X), Some(1)),
    MoveScore::Proved(Value::Wins(Mark::X), None),
    MoveScore::Likely(Mark::X, 5),
    MoveScore::Estimate(35),
    MoveScore::Proved(Value::Draw, None),
    MoveScore::Proved(Value::Wins(Mark::O), Some(2)),
];

#[test]
fn each_kind_of_score_has_its_own_wording() {
    let text = Catalogue::for_language("en");
    let rows = moves(
        &text,
        &position(&[], Opens::X),
        &analysis(&SCORES, true),
        79,
    );
    assert_eq!(
        rows,
        [
            "1. b2  X wins in 1 move, proved   a3 c1 c3 a1",
            "2. b2  X wins, proved             a3 c1 c3 a1",
            "3. b2  X likely wins in 5 moves   a3 c1 c3 a1",
            "4. b2  estimate +35               a3 c1 c3 a1",
            "5. b2  draw, proved               a3 c1 c3 a1",
            "6. b2  O wins in 2 moves, proved  a3 c1 c3 a1",
        ]
    );
}

#[test]
fn marks_are_those_of_the_game_and_lines_as_long_as_there_is_room() {
    let text = Catalogue::for_language("zh-CN");
    let rows = moves(
        &text,
        &position(&[], Opens::O),
        &analysis(&SCORES[1..2], false),
        27,
    );
    assert_eq!(rows, ["1. b2  O 赢，已证明  a3 c1"]);
    let text = Catalogue::for_language("en");
    let said = heading(&text, &position(&[4], Opens::O));
    assert_eq!(said, "3 by 3, 3 in a row. Move 2: X to move.");
    let over = heading(&text, &position(&[0, 3, 1, 4, 2], Opens::X));
    assert_eq!(over, "3 by 3, 3 in a row. The game is over.");
}

#[test]
fn the_status_says_whether_all_is_proved() {
    let text = Catalogue::for_language("en");
    let said = |complete| {
        status(
            &text,
            &analysis(&[], complete),
            Duration::from_millis(61_500),
        )
    };
    assert_eq!(said(false), "Depth 3, 1 position, 1:01.");
    assert_eq!(said(true), "All of this is proved; 1 position, 1:01.");
}
