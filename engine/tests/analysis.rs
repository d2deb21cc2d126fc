//! Analyses of positions: scores that the solver agrees with, lines that can be played, and reports on
//! the way.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use engine::{
    Budget, Value,
    analyse::{AnalysedMove, Analysis, MoveScore, analyse},
    solve,
};
use game::{Board, Cell, Mark, Outcome, Rules, notation};

use crate::positions::at_random;

const ENOUGH: u64 = 20_000_000;

fn board(rules: &str, moves: &str) -> Board {
    let rules: Rules = rules.parse().unwrap();
    let cells = moves.split_whitespace();
    let cells: Vec<Cell> = cells
        .map(|name| notation::parse(rules, name).unwrap())
        .collect();
    Board::replay(rules, &cells).unwrap()
}

fn quietly(board: &Board, count: usize, nodes: u64) -> Analysis {
    analyse(board, count, Budget::nodes(nodes), &mut |_| {})
}

/// The position at the end of a line.
fn after(board: &Board, line: &[Cell]) -> Board {
    line.iter().fold(board.clone(), |board, &cell| {
        board.play(cell).unwrap_or_else(|_| panic!("{line:?}"))
    })
}

/// The solver's score of a move.
fn solved(board: &Board, cell: Cell) -> MoveScore {
    let solution = solve(&after(board, &[cell]), Budget::nodes(ENOUGH));
    assert!(solution.exact);
    let distance = solution.distance.map(|plies| plies + 1);
    MoveScore::Proved(solution.value.unwrap(), distance)
}

/// Wins before draws before losses; the soonest win and the latest loss.
fn rank(score: MoveScore, mover: Mark) -> (i8, i32) {
    match score {
        MoveScore::Proved(Value::Wins(mark), Some(plies)) if mark == mover => (-1, plies.into()),
        MoveScore::Proved(Value::Draw, None) => (0, 0),
        MoveScore::Proved(Value::Wins(_), Some(plies)) => (1, -i32::from(plies)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_move_of_a_small_board_has_the_score_that_the_solver_proves() {
    let mut seen = [0; 3];
    for (rules, left) in [
        ("3x3x3", 9),
        ("3x3x3", 6),
        ("4x3x3", 12),
        ("4x4x3", 12),
        ("4x4x4", 16),
        ("4x4x4", 9),
        ("3x3x3-misere", 9),
        ("4x3x3-misere", 9),
        ("4x4x4-misere", 9),
        ("4x3x3-exact", 10),
        ("4x4x3-exact", 10),
    ] {
        let rules: Rules = rules.parse().unwrap();
        for seed in 0..6 {
            let Some(board) = at_random(rules, rules.cells() - left, seed) else {
                continue;
            };
            let at = format!("{rules} {:?}", board.moves());
            let analysis = quietly(&board, usize::MAX, ENOUGH);
            assert!(analysis.complete, "{at}");
            assert_eq!(analysis.moves.len(), usize::from(left), "{at}");
            for found in &analysis.moves {
                assert_eq!(
                    found.score,
                    solved(&board, found.line[0]),
                    "{at}: {found:?}"
                );
                holds(&board, found);
                let (rank, _) = rank(found.score, board.to_move());
                seen[(rank + 1) as usize] += 1;
            }
            let ranks = analysis.moves.iter();
            let ranks = ranks.map(|found| rank(found.score, board.to_move()));
            assert!(ranks.is_sorted(), "{at}");
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// The line of a proved win ends the game in as many moves; that of a draw leads to no win.
fn holds(board: &Board, found: &AnalysedMove) {
    let end = after(board, &found.line);
    match (found.score, end.outcome()) {
        (MoveScore::Proved(Value::Wins(mark), Some(plies)), Outcome::Won { by, .. }) => {
            assert_eq!((*by, end.ply() - board.ply()), (mark, plies.into()));
        }
        (MoveScore::Proved(Value::Wins(_), Some(plies)), _) => {
            assert!(found.line.len() < plies.into(), "{found:?}");
            assert_eq!(found.line.len(), 12, "{found:?}");
        }
        (_, outcome) => assert!(!matches!(outcome, Outcome::Won { .. }), "{found:?}"),
    }
}

#[test]
fn the_best_of_a_few_moves_is_one_that_the_solver_would_play() {
    for (rules, moves) in [
        ("3x3x3", "b2 b3"),
        ("3x3x3", "b2 a3"),
        ("4x4x3", ""),
        ("4x3x3", "a1"),
        ("4x4x4", "b2 c3 c2"),
        ("5x4x4", ""),
        ("5x5x4", "c3 b4 b2"),
        ("4x4x4-misere", "a1 b2 c3 d4"),
    ] {
        let board = board(rules, moves);
        let solution = solve(&board, Budget::nodes(ENOUGH));
        let analysis = quietly(&board, 3, ENOUGH);
        assert!(
            analysis.complete && analysis.moves.len() == 3,
            "{rules} {moves}"
        );
        let best = &analysis.moves[0];
        let wanted = MoveScore::Proved(solution.value.unwrap(), solution.distance);
        assert_eq!(best.score, wanted, "{rules} {moves}");
        assert!(solution.best.contains(&best.line[0]), "{rules} {moves}");
    }
}

#[test]
fn a_long_win_by_threats_is_proved_on_a_large_board() {
    let moves = "h8 f8 f9 h7 f6 g7 g10 i7 j7 h6 e9 g5 j8 h5 j5";
    let analysis = quietly(&board("15x15x5", moves), 3, 60_000);
    let best = &analysis.moves[0];
    let wins = MoveScore::Proved(Value::Wins(Mark::O), None);
    assert_eq!(best.score, wins, "{analysis:?}");
    assert!(best.line.len() > 8, "{analysis:?}");
    // How soon is not known.
    assert!(!analysis.complete);
    let quiet = board("15x15x5", "h8 i9");
    let proved = |found: &AnalysedMove| matches!(found.score, MoveScore::Proved(..));
    let moves = quietly(&quiet, 3, 30_000).moves;
    assert!(!moves.iter().any(proved), "{moves:?}");
}

#[test]
fn wins_by_threats_are_wins_where_a_longer_line_has_no_effect() {
    let rules: Rules = "6x6x4-exact".parse().unwrap();
    let mut compared = 0;
    for seed in 0..40 {
        let Some(board) = at_random(rules, 14, seed) else {
            continue;
        };
        let at = format!("{:?}", board.moves());
        for found in quietly(&board, 3, 6_000).moves {
            let MoveScore::Proved(value, _) = found.score else {
                continue;
            };
            let after = after(&board, &found.line[..1]);
            let solution = solve(&after, Budget::nodes(400_000));
            if let Some(solved) = solution.value.filter(|_| !after.outcome().is_over()) {
                assert_eq!(value, solved, "{at}: {found:?}");
                compared += usize::from(value != Value::Draw);
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_move_that_does_not_stop_a_line_is_proved_to_lose() {
    let board = board("15x15x5", "k1 a1 a8 b2 h15 c3 o9 d4");
    let analysis = quietly(&board, 2, 50_000);
    let [first, second] = &analysis.moves[..] else {
        panic!("{analysis:?}")
    };
    assert_eq!(notation::name(board.rules(), first.line[0]).unwrap(), "e5");
    assert!(!matches!(first.score, MoveScore::Proved(..)), "{first:?}");
    let lost = MoveScore::Proved(Value::Wins(Mark::O), Some(2));
    assert_eq!(second.score, lost);
    assert_eq!(second.line.len(), 2);
}

#[test]
fn lines_of_estimates_can_be_played_and_the_moves_differ() {
    for (rules, moves) in [
        ("15x15x5", "h8 h9 i8"),
        ("15x15x5", ""),
        ("9x9x5-misere", "e5 d5"),
        ("10x10x8", "e5 d5"),
        ("7x7x4", "d4"),
        ("19x1x5", "j1"),
    ] {
        let board = board(rules, moves);
        let analysis = quietly(&board, 4, 40_000);
        assert!(
            analysis.depth >= 2 || analysis.complete,
            "{rules} {analysis:?}"
        );
        let mut firsts: Vec<Cell> = analysis.moves.iter().map(|found| found.line[0]).collect();
        analysis.moves.iter().for_each(|found| {
            after(&board, &found.line);
        });
        assert!(analysis.moves[0].line.len() > 1, "{rules} {analysis:?}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 4, "{rules} {analysis:?}");
    }
}

#[test]
fn each_report_says_more_and_the_last_what_is_returned() {
    let board = board("5x5x4", "c3");
    let mut reports: Vec<Analysis> = Vec::new();
    let last = analyse(&board, 3, Budget::nodes(ENOUGH), &mut |known| {
        reports.push(known.clone());
    });
    assert!(last.complete && reports.len() > 2, "{}", reports.len());
    for pair in reports.windows(2) {
        assert!(pair[0].nodes < pair[1].nodes && pair[0].depth <= pair[1].depth);
        assert!(!pair[0].complete, "{pair:?}");
        let news = |at: usize| (pair[at].depth, &pair[at].moves);
        assert_ne!(news(0), news(1));
    }
    assert_eq!(reports.last(), Some(&last));
}

#[test]
fn an_analysis_keeps_to_its_budget_and_is_the_same_again() {
    let board = board("15x15x5", "h8 h9 i8");
    for nodes in [0, 1, 1_000, 30_000] {
        let analysis = quietly(&board, 3, nodes);
        assert!(analysis.nodes <= nodes, "{nodes}: {}", analysis.nodes);
        assert_eq!(analysis.moves.len(), 3);
        assert!(!analysis.complete);
        assert_eq!(analysis, quietly(&board, 3, nodes));
    }
    let stopped = analyse(
        &board,
        3,
        Budget::nodes(ENOUGH).until(&|| true),
        &mut |_| {},
    );
    assert_eq!((stopped.depth, stopped.moves.len()), (0, 3));
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let won = board("3x3x3", "a3 a2 b3 b2 c3");
    let analysis = quietly(&won, 3, ENOUGH);
    assert_eq!((analysis.moves.len(), analysis.complete), (0, true));
}

/// After 4 marks at random and play at 20,000 positions a move; a four that is not tried as an answer would make each
/// of them look won.
#[test]
fn a_win_that_a_four_may_stop_is_not_called_likely() {
    let positions: [&[Cell]; 8] = [
        &[84, 125, 142, 129, 100, 116, 98, 112, 85, 97, 114],
        &[
            97, 80, 112, 111, 98, 127, 126, 84, 113, 81, 83, 68, 140, 154, 143, 128, 142, 141, 158,
            110,
        ],
        &[
            144, 114, 110, 143, 124, 128, 158, 142, 156, 172, 138, 96, 157, 155, 141, 125, 152,
            166, 171, 126, 159,
        ],
        &[
            96, 82, 97, 99, 111, 98, 126, 81, 83, 125, 114, 141, 112, 113, 127, 157, 109, 173, 189,
            110, 144, 128,
        ],
        &[
            97, 95, 98, 82, 113, 96, 128, 83, 81, 129, 110, 143, 112, 111, 127, 157, 115, 171, 185,
            114, 140, 126,
        ],
        &[
            113, 97, 140, 125, 111, 112, 127, 141, 143, 95, 159, 175, 173, 109, 157, 93, 77, 96,
            94, 128, 80, 160, 144, 67,
        ],
        &[
            110, 98, 97, 83, 113, 81, 112, 111, 96, 82, 80, 64, 95, 125, 94, 93, 128, 144, 142,
            126, 127, 157, 114, 141, 109, 156,
        ],
        &[
            142, 144, 82, 95, 114, 128, 112, 130, 126, 110, 127, 97, 98, 140, 125, 172, 158, 124,
            156, 138, 152, 111, 84, 70, 141, 93, 50, 66, 94, 108, 123, 92, 76, 81, 171, 186, 107,
            51, 96, 155, 157, 109, 174, 190, 160, 159,
        ],
    ];
    for moves in positions {
        let board = Board::replay(Rules::GOMOKU, moves).unwrap();
        let best = quietly(&board, 1, 20_000).moves[0].score;
        assert!(
            !matches!(best, MoveScore::Likely(..)),
            "{moves:?}: {best:?}"
        );
    }
}
