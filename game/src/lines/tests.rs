//! Windows and runs, counted by hand.

use super::{beside, first_open_window, winning_runs};
use crate::Rules;
use crate::cells::CellSet;
use crate::rules::Cell;

fn set(cells: &[Cell]) -> CellSet {
    let mut set = CellSet::default();
    cells.iter().for_each(|&cell| set.insert(cell));
    set
}

fn windows(rules: &str) -> Vec<u16> {
    let rules: Rules = rules.parse().unwrap();
    let next = |from| first_open_window(rules, &Default::default(), from);
    std::iter::successors(next(0), |found| next(found + 1)).collect()
}

#[test]
fn windows_are_numbered_by_direction_and_first_cell() {
    assert_eq!(windows("3x3"), [0, 3, 6, 9, 10, 11, 18, 29]);
    assert_eq!(windows("1x4x3"), [4, 5]);
    assert_eq!(windows("4x1x3"), [0, 1]);
    assert_eq!(windows("15x15x5").len(), 2 * 15 * 11 + 2 * 11 * 11);
    assert_eq!(windows("19x19x19").len(), 19 + 19 + 2);
}

#[test]
fn windows_are_listed_in_the_order_of_their_numbers_with_their_cells() {
    let rules: Rules = "4x3x3".parse().unwrap();
    let listed: Vec<_> = super::windows(rules).collect();
    let numbers = listed
        .iter()
        .map(|(place, cells)| *place as u16 * 12 + cells[0]);
    assert_eq!(numbers.collect::<Vec<_>>(), windows("4x3x3"));
    for window in [
        (0, vec![1, 2, 3]),
        (1, vec![3, 7, 11]),
        (2, vec![1, 6, 11]),
        (3, vec![2, 5, 8]),
    ] {
        assert!(listed.contains(&window), "{window:?}");
    }
}

#[test]
fn a_window_is_open_until_it_holds_both_marks() {
    let rules: Rules = "4x1x3".parse().unwrap();
    let first = |x: &[Cell], o: &[Cell]| first_open_window(rules, &[set(x), set(o)], 0);
    assert_eq!(first(&[0, 1], &[]), Some(0));
    assert_eq!(first(&[], &[2]), Some(0));
    assert_eq!(first(&[0], &[2]), Some(1));
    assert_eq!(first(&[1], &[2]), None);
    assert_eq!(first(&[0, 3], &[2]), None);
}

#[test]
fn a_window_is_closed_to_a_side_whose_line_would_be_too_long_there() {
    let rules: Rules = "5x1x3-exact".parse().unwrap();
    let first = |x: &[Cell], o: &[Cell]| first_open_window(rules, &[set(x), set(o)], 0);
    assert_eq!(first(&[3], &[]), Some(0), "O can have it");
    assert_eq!(first(&[3], &[0]), Some(0), "and does not leave it to X");
    assert_eq!(first(&[0, 3], &[]), Some(2));
    assert_eq!(first(&[0, 3], &[4]), None);
    assert_eq!(winning_runs(rules, &set(&[0, 1, 2, 3]), 1), [[0; 0]; 0]);
    assert_eq!(winning_runs(rules, &set(&[1, 2, 3]), 1), [[1, 2, 3]]);
}

#[test]
fn a_winning_run_is_its_whole_length_or_nothing() {
    let rules: Rules = "4x4x3".parse().unwrap();
    let runs = |cells: &[Cell], cell| winning_runs(rules, &set(cells), cell);
    assert_eq!(runs(&[4, 5, 6, 7], 5), [[4, 5, 6, 7]]);
    assert_eq!(runs(&[4, 5, 7], 5), [[0; 0]; 0]);
    assert_eq!(
        runs(&[2, 3, 4], 3),
        [[0; 0]; 0],
        "rows do not join at the edge"
    );
    assert_eq!(runs(&[3, 6, 9, 12], 12), [[3, 6, 9, 12]]);
    assert_eq!(
        runs(&[1, 5, 9, 6, 11, 0], 1),
        [vec![1, 5, 9], vec![1, 6, 11]]
    );
}

#[test]
fn beside_a_window_are_the_cells_before_and_behind_it_on_the_board() {
    let rules: Rules = "7x7x5".parse().unwrap();
    let of = |direction, first| beside(rules, direction, first).collect::<Vec<_>>();
    assert_eq!(of(0, 0), [5], "the beginning of a row");
    assert_eq!(of(0, 1), [0, 6], "a row");
    assert_eq!(of(0, 2), [1], "the end of a row");
    assert_eq!(of(1, 7), [0, 42], "a column");
    assert_eq!(of(2, 8), [0, 48], "a falling diagonal");
    assert_eq!(of(3, 12), [6, 42], "a rising diagonal");
}
