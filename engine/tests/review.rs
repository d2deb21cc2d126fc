//! Verdicts on the moves of a game: exact, against a plain minimax; and as an opinion, where the
//! right move is obvious.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::collections::{HashMap, HashSet};

use engine::{
    Budget, Player,
    review::{NODES, review},
};
use game::{Board, Cell, Judged, Level, LineRule, Mark, Outcome, Review, Rules, Verdict, notation};

/// For all that is exact here, and for an opinion.
const ENOUGH: u64 = 200_000;

type Picture = Vec<Option<Mark>>;

fn picture(board: &Board) -> Picture {
    (0..board.rules().cells())
        .map(|cell| board.mark_at(cell))
        .collect()
}

/// The value for X, 1 for a win; then how many plies it takes, which is 0 in a draw.
fn minimax(board: &Board, known: &mut HashMap<Picture, (i8, i8)>) -> (i8, i8) {
    match board.outcome() {
        Outcome::Won { by: Mark::X, .. } => return (1, 0),
        Outcome::Won { by: Mark::O, .. } => return (-1, 0),
        Outcome::Drawn => return (0, 0),
        Outcome::Open { .. } => {}
    }
    let key = picture(board);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let found = children(board, known).into_iter().map(|(_, value)| value);
    let found = found.max_by_key(|value| liked(board.to_move(), *value));
    known.insert(key, found.unwrap());
    found.unwrap()
}

/// Every move with what the position is worth when it is made.
fn children(board: &Board, known: &mut HashMap<Picture, (i8, i8)>) -> Vec<(Cell, (i8, i8))> {
    let cells: Vec<Cell> = board.legal_cells().collect();
    let worth = cells.into_iter().map(|cell| {
        let (value, plies) = minimax(&board.clone().play(cell).unwrap(), known);
        (cell, (value, if value == 0 { 0 } else { plies + 1 }))
    });
    worth.collect()
}

/// Wins before draws before losses; the soonest win, the latest loss.
fn liked(mover: Mark, (value, plies): (i8, i8)) -> (i8, i8) {
    let own = if mover == Mark::X { value } else { -value };
    (own, -own * plies)
}

/// Expected verdict on a move.
fn judged(board: &Board, cell: Cell, known: &mut HashMap<Picture, (i8, i8)>) -> Judged {
    let worth = minimax(board, known);
    let children = children(board, known);
    let keeps = |value: (i8, i8)| value.0 == worth.0;
    let played = children.iter().find(|child| child.0 == cell).unwrap().1;
    let keeping = children.iter().filter(|child| keeps(child.1)).count();
    let verdict = match keeps(played) {
        false => Verdict::Lost,
        true if keeping == 1 && children.len() > 1 => Verdict::Only,
        true => Verdict::Kept,
    };
    let best = children.iter().filter(|child| child.1 == worth);
    let best: Vec<Cell> = best.map(|child| child.0).collect();
    let among = best.contains(&cell);
    Judged {
        verdict,
        proved: true,
        best: if among { Vec::new() } else { best },
    }
}

/// Every game that differs from those before by its last position, as boards.
fn positions(rules: Rules) -> Vec<Board> {
    let mut found = vec![Board::new(rules)];
    let mut seen = HashSet::new();
    let mut at = 0;
    while at < found.len() {
        let board = found[at].clone();
        for cell in board.legal_cells() {
            let next = board.clone().play(cell).unwrap();
            if seen.insert(picture(&next)) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

#[test]
fn every_position_of_3x3_is_judged_as_a_minimax_does() {
    for rules in [Rules::CLASSIC, Rules::CLASSIC.with(LineRule::Loses)] {
        let mut known = HashMap::new();
        let mut seen = HashSet::new();
        for board in positions(rules) {
            let Some(last) = board.ply().checked_sub(1) else {
                continue;
            };
            let review = review(rules, board.moves(), Budget::nodes(NODES));
            assert!(review.exact);
            let before = board.at_ply(last).unwrap();
            let wanted = judged(&before, board.moves()[last], &mut known);
            assert_eq!(review.moves[last], Some(wanted), "{:?}", board.moves());
            seen.extend(
                review
                    .moves
                    .into_iter()
                    .map(|judged| judged.unwrap().verdict),
            );
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    }
}

/// Verdicts on moves such as `b2 a1`.
fn of(rules: &str, names: &str, nodes: u64) -> Review {
    let rules: Rules = rules.parse().unwrap();
    let cells = names.split(' ').map(|name| notation::parse(rules, name));
    let cells: Vec<Cell> = cells.collect::<Result<_, _>>().unwrap();
    review(rules, &cells, Budget::nodes(nodes))
}

/// The verdict on the last move, and what would have been better.
fn last(rules: &str, names: &str) -> (bool, Verdict, Vec<String>) {
    let review = of(rules, names, ENOUGH);
    let judged = review.moves.last().unwrap().clone().unwrap();
    let rules = rules.parse().unwrap();
    let names = judged
        .best
        .iter()
        .filter_map(|&cell| notation::name(rules, cell));
    (review.exact, judged.verdict, names.collect())
}

#[test]
fn well_known_blunders_are_named() {
    let (exact, verdict, best) = last("3x3x3", "b2 b3");
    assert_eq!((exact, verdict), (true, Verdict::Lost));
    assert_eq!(best, ["a3", "c3", "a1", "c1"]);
    // O stops the line; there is nothing else.
    assert_eq!(last("3x3x3", "b2 a1 a3 c1").1, Verdict::Only);
    // In misère only who begins in the centre does not lose.
    let (_, verdict, best) = last("3x3x3-misere", "a1");
    assert_eq!((verdict, best), (Verdict::Lost, vec!["b2".to_owned()]));
    assert_eq!(last("3x3x3-misere", "b2").1, Verdict::Only);
    // The first wins 4×3×3 from the middle; the corner is worth less.
    assert_eq!(last("4x3x3", "b2").1, Verdict::Kept);
    // A single free cell leaves no choice.
    let full = of("3x3x3", "a1 b1 c1 b2 a2 a3 b3 c2 c3", NODES);
    assert_eq!(full.moves[8].as_ref().unwrap().verdict, Verdict::Kept);
}

#[test]
fn boards_of_twenty_cells_are_exact_within_the_usual_budget() {
    for (rules, names) in [
        ("4x4x4", "b2 c3 b3 c2"),
        ("5x4x4", "c2 c3 b3 d2 b2 d3 d4"),
        ("4x4x3", "a1 d4 b2"),
        ("4x3x3-misere", "a1 d3 b2"),
    ] {
        assert!(of(rules, names, NODES).exact, "{rules}");
    }
}

#[test]
fn on_a_large_board_a_win_in_one_a_block_and_an_only_block_are_seen() {
    for (rules, names, verdict, best) in [
        // X has b4 c4 d4 and leaves the line.
        (
            "7x7x4",
            "d4 d5 c4 c5 b4 b5 g1",
            Verdict::Lost,
            &["a4", "e4"][..],
        ),
        // O lets X complete a line that has one end only.
        ("7x7x4", "a1 d4 b1 c3 c1 g7", Verdict::Lost, &["d1"]),
        ("7x7x4", "a1 d4 b1 c3 c1 d1", Verdict::Only, &[]),
        // The same with four of five, and with an open four, which waits.
        (
            "15x15x5",
            "h8 g8 i8 a1 j8 a15 k8 o1",
            Verdict::Lost,
            &["l8"],
        ),
        ("15x15x5", "h8 g8 i8 a1 j8 a15 k8 l8", Verdict::Only, &[]),
        (
            "15x15x5",
            "h8 a1 i8 a15 j8 o1 k8 o15 c3",
            Verdict::Kept,
            &["g8", "l8"],
        ),
        (
            "15x15x5",
            "h8 a1 i8 a15 j8 o1 k8 o15 l8",
            Verdict::Kept,
            &[],
        ),
    ] {
        let (exact, found, names_of_best) = last(rules, names);
        assert_eq!((exact, found), (false, verdict), "{names}");
        assert_eq!(names_of_best, best, "{names}");
    }
}

#[test]
fn a_review_judges_nothing_without_a_budget_nor_illegal_moves() {
    let moves = [112, 113, 97];
    let none = review(Rules::GOMOKU, &moves, Budget::nodes(0));
    assert_eq!((none.exact, none.moves), (false, vec![None; 3]));
    let stopped = review(Rules::GOMOKU, &moves, Budget::nodes(NODES).until(&|| true));
    assert_eq!(stopped.moves, vec![None; 3]);
    let taken = review(Rules::CLASSIC, &[4, 4, 0], Budget::nodes(NODES));
    assert!(!taken.exact && taken.moves[0].is_some());
    assert_eq!(taken.moves[1..], [None, None]);
    let empty = review(Rules::CLASSIC, &[], Budget::nodes(0));
    assert!(empty.exact && empty.moves.is_empty());
}

#[test]
fn a_review_is_the_same_every_time_and_reads_back() {
    let names = "d4 c3 c4 d3 e4 b4 f4 e3";
    let first = of("7x7x4", names, 50_000);
    assert_eq!(first, of("7x7x4", names, 50_000));
    let json = serde_json::to_string(&of("3x3x3", "b2 b3", NODES)).unwrap();
    let wanted = r#"{"exact":true,"moves":[{"verdict":"kept","proved":true,"best":[]},{"verdict":"lost","proved":true,"best":[0,2,6,8]}]}"#;
    assert_eq!(json, wanted);
    assert!(serde_json::from_str::<Review>(&json).is_ok());
}

/// A game between strong players from four marks around the middle, with its winner.
fn game_between_strong_players(seed: u64) -> (Vec<Cell>, Option<Mark>) {
    let rules = Rules::GOMOKU;
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut board = Board::new(rules);
    while !board.outcome().is_over() && board.ply() < 100 {
        let cell = if board.ply() < 4 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let random = (state >> 33) as u8;
            rules.cell_at(5 + random % 5, 5 + random / 5 % 5)
        } else {
            Player::new(Level::TOP).choose(&board, seed, Budget::nodes(4_000))
        };
        board = board.play(cell.unwrap()).unwrap_or_else(|why| why.board);
    }
    let winner = match board.outcome() {
        Outcome::Won { by, .. } => Some(*by),
        _ => None,
    };
    (board.moves().to_vec(), winner)
}

/// In how many of the decisive games a move of the loser is marked, and how many there are.
fn losing_moves_found(seeds: std::ops::Range<u64>, nodes: u64) -> (u32, u32) {
    let (mut found, mut decisive) = (0, 0);
    for seed in seeds {
        let (moves, Some(winner)) = game_between_strong_players(seed) else {
            continue;
        };
        let review = review(Rules::GOMOKU, &moves, Budget::nodes(nodes));
        let loser = usize::from(winner == Mark::X);
        let judged = review.moves.iter().skip(loser).step_by(2).flatten();
        decisive += 1;
        found += u32::from(judged.clone().any(|judged| judged.verdict == Verdict::Lost));
    }
    (found, decisive)
}

#[test]
fn the_losing_move_is_found_in_games_of_strong_players() {
    let (found, decisive) = losing_moves_found(0..3, 150_000);
    assert!(found == decisive && decisive > 0, "{found} of {decisive}");
}

/// Half a minute: `cargo test --release -p engine review:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes half a minute; run it when reviews change"]
fn the_losing_move_is_found_in_nine_of_ten_games_of_strong_players() {
    for nodes in [NODES / 3, NODES] {
        let (found, decisive) = losing_moves_found(100..140, nodes);
        println!("{nodes} positions: {found} of {decisive}");
        assert!(10 * found >= 9 * decisive, "{found} of {decisive}");
    }
}
