//! Unit tests of `threat_moves`.

use patterns::{PatternGrid, Random};

use super::*;

#[test]
fn an_open_four_is_stopped_by_nothing_but_the_defences() {
    let (mut pressed, mut stopped, mut useless) = (0, 0, 0);
    for rules in ["9x9x5", "7x7x4"] {
        let grid = PatternGrid::new(rules.parse().unwrap()).unwrap();
        let mut random = Random::new(11);
        for _ in 0..2_000 {
            let mut board = PatternBoard::new(&grid);
            for ply in 0..14 {
                let safe = |cell: &Cell| {
                    board.is_empty(*cell) && board.threat(ply % 2, *cell) != Threat::Five
                };
                let safe: Vec<Cell> = (0..grid.cells as Cell).filter(safe).collect();
                let cell = safe[random.below(safe.len())];
                board.put(cell, ply % 2);
            }
            let fives = board.count_of(0, Threat::Five) + board.count_of(1, Threat::Five);
            if fives > 0 || board.count_of(1, Threat::OpenFour) == 0 {
                continue;
            }
            pressed += 1;
            let defences = defences(&mut board, 0);
            let cells: Vec<Cell> = (0..grid.cells as Cell).collect();
            for cell in cells {
                if !board.is_empty(cell) {
                    continue;
                }
                let four = board.threat(0, cell) >= Threat::Four;
                board.put(cell, 0);
                let open = board.count_of(1, Threat::OpenFour) > 0;
                board.take(cell, 0);
                // One with three ways to complete is not stopped by taking one of them.
                let listed = defences.contains(&cell);
                assert!(listed || open && !four, "{rules}: {cell}");
                stopped += u32::from(!open);
                useless += u32::from(listed && open && !four);
            }
        }
    }
    assert!(pressed > 100 && stopped > 300, "{pressed}, {stopped}");
    assert!(useless * 20 < stopped, "{useless} of {stopped}");
}
