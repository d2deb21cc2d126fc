//! An exhaustive search for wins by fours and by threes on 15×15 with lines of five or more, written
//! without anything of the crate's: a plain array, every cell tried, every answer answered.

use std::collections::HashSet;

const SIDE: i32 = 15;
const CELLS: usize = 225;

enum Forced {
    /// It was none.
    Nothing,
    /// The other side stops it, and this is the position then.
    Answered(Box<TranspositionTable>),
    /// There are two ways to five.
    Won,
}

/// 0 for no mark, 1 for X, 2 for O.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TranspositionTable {
    marks: [u8; CELLS],
}

impl TranspositionTable {
    /// The position after these moves, X's first.
    pub fn after(moves: &[u16]) -> TranspositionTable {
        let mut marks = [0; CELLS];
        for (ply, &cell) in moves.iter().enumerate() {
            marks[usize::from(cell)] = 1 + (ply % 2) as u8;
        }
        TranspositionTable { marks }
    }

    pub fn with(&self, cell: usize, by: u8) -> TranspositionTable {
        let mut table = self.clone();
        table.marks[cell] = by;
        table
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let inside = (0..SIDE).contains(&column) && (0..SIDE).contains(&row);
        inside.then(|| self.marks[(row * SIDE + column) as usize])
    }

    /// Whether a mark of `by` in `cell` would stand in a line of five.
    fn completes(&self, cell: usize, by: u8) -> bool {
        let (column, row) = (cell as i32 % SIDE, cell as i32 / SIDE);
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(right, down)| {
                let arm = |way: i32| {
                    let same = |k: &i32| {
                        self.at(column + way * k * right, row + way * k * down) == Some(by)
                    };
                    (1..5).take_while(same).count()
                };
                arm(1) + arm(-1) >= 4
            })
    }

    /// Whether a mark of `by` in an empty cell leaves one cell of five in a row to be filled.
    fn makes_four(&self, cell: usize, by: u8) -> bool {
        let (column, row) = (cell as i32 % SIDE, cell as i32 / SIDE);
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let windows = ways
            .iter()
            .flat_map(|way| (-4..=0).map(move |from| (way, from)));
        windows.into_iter().any(|(&(right, down), from)| {
            let at = |k| self.at(column + k * right, row + k * down);
            let count = |mark: u8| (from..from + 5).filter(|&k| at(k) == Some(mark)).count();
            count(by) == 3 && count(0) == 2
        })
    }

    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..CELLS).filter(|&cell| self.marks[cell] == 0)
    }

    /// Where `by` completes a line with one mark.
    pub fn wins(&self, by: u8) -> Vec<usize> {
        self.free()
            .filter(|&cell| self.completes(cell, by))
            .collect()
    }

    /// The cells within four cells of this one in the eight directions.
    fn around(&self, cell: usize) -> Vec<usize> {
        let (column, row) = (cell as i32 % SIDE, cell as i32 / SIDE);
        let ways = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
        ways.filter(|way| *way != (0, 0))
            .flat_map(|(right, down)| (1..=4).map(move |k| (column + k * right, row + k * down)))
            .filter(|&(column, row)| self.at(column, row).is_some())
            .map(|(column, row)| (row * SIDE + column) as usize)
            .collect()
    }

    /// Whether a mark of `by` stands around a cell; no other cell can threaten.
    fn is_near(&self, cell: usize, by: u8) -> bool {
        self.around(cell).iter().any(|&near| self.marks[near] == by)
    }

    /// Whether `by`, who is to move, wins with nothing but fours.
    pub fn fours(&self, by: u8) -> bool {
        self.sequence(by, &mut HashSet::new()).is_some()
    }

    /// The fours that win, all that lead nowhere being in `failed`.
    fn sequence(&self, by: u8, failed: &mut HashSet<TranspositionTable>) -> Option<Vec<usize>> {
        if failed.contains(self) {
            return None;
        }
        if !self.wins(by).is_empty() {
            return Some(Vec::new());
        }
        let must = self.wins(3 - by);
        let tried = self.free().filter(|&cell| self.makes_four(cell, by));
        let mut tried = tried.filter(|&cell| must.iter().all(|&must| must == cell));
        let found = tried.find_map(|cell| {
            let mut rest = match self.with(cell, by).forced(by) {
                Forced::Nothing => return None,
                Forced::Won => Vec::new(),
                Forced::Answered(table) => table.sequence(by, failed)?,
            };
            rest.insert(0, cell);
            Some(rest)
        });
        if found.is_none() {
            failed.insert(self.clone());
        }
        found
    }

    /// Result of a four just made by `by`.
    fn forced(&self, by: u8) -> Forced {
        match self.wins(by)[..] {
            [] => Forced::Nothing,
            [answer] => Forced::Answered(Box::new(self.with(answer, 3 - by))),
            _ => Forced::Won,
        }
    }

    /// Whether these very fours still win.
    fn still_wins(&self, by: u8, sequence: &[usize]) -> bool {
        let mut table = self.clone();
        for &cell in sequence {
            if !table.wins(by).is_empty() {
                return true;
            }
            let must = table.wins(3 - by);
            if table.marks[cell] != 0 || must.iter().any(|&must| must != cell) {
                return false;
            }
            match table.with(cell, by).forced(by) {
                Forced::Nothing => return false,
                Forced::Won => return true,
                Forced::Answered(after) => table = *after,
            }
        }
        !table.wins(by).is_empty()
    }

    /// Whether `by`, who is to move, wins with fours and at most `depth` other threats in a row.
    pub fn threes(&self, by: u8, depth: u8) -> bool {
        if self.fours(by) {
            return true;
        }
        let must = self.wins(3 - by);
        if depth == 0 || must.len() > 1 {
            return false;
        }
        let tried: Vec<usize> = self.free().filter(|&cell| self.is_near(cell, by)).collect();
        let mut tried = tried
            .into_iter()
            .filter(|cell| must.is_empty() || must.contains(cell));
        tried.any(|cell| self.with(cell, by).lost(by, depth - 1))
    }

    /// Whether the other side, who is to move, loses against `by` whatever it answers, when `by`
    /// may make `depth` more quiet threats.
    pub fn lost(&self, by: u8, depth: u8) -> bool {
        let other = 3 - by;
        if !self.wins(other).is_empty() {
            return false;
        }
        // Without a threat, an answer far away is a good one.
        let Some(threat) = self.sequence(by, &mut HashSet::new()) else {
            return false;
        };
        let answers: Vec<usize> = match self.wins(by)[..] {
            // Every cell, those first that are likeliest to be good.
            [] => {
                let mut cells: Vec<usize> = self.free().collect();
                cells.sort_by_key(|&cell| !self.is_near(cell, by));
                cells
            }
            [one] => vec![one],
            _ => return true,
        };
        answers.into_iter().all(|answer| {
            let table = self.with(answer, other);
            let blocked = || match table.wins(other)[..] {
                [block] => table.with(block, by).lost(by, depth),
                _ => false,
            };
            table.still_wins(by, &threat) || table.threes(by, depth) || blocked()
        })
    }
}
