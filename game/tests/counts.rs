//! Counts of games and positions in two ways that share nothing: forwards with the crate's board, level by level, and
//! backwards with line masks and memory. Both must agree with each other and with the numbers written here.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::collections::HashMap;

use game::{Board, Mark, Outcome, Rules};

/// Number of each kind; games are orders of moves, positions are arrangements of
/// marks that some order leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    won_by_x: u64,
    won_by_o: u64,
    drawn: u64,
    /// Still open: for games, when the depth was reached.
    open: u64,
    /// Positions only: of the open ones, those nobody can win.
    no_open_lines: u64,
}

impl Tally {
    fn total(&self) -> u64 {
        self.won_by_x + self.won_by_o + self.drawn + self.open
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    games: Tally,
    positions: Tally,
}

/// Way one: every distinct position of a level with the number of orders leading to it.
fn by_board(rules: Rules, depth: usize) -> Counts {
    let mut counts = Counts::default();
    let mut level = HashMap::from([((0, 0), (Board::new(rules), 1))]);
    while !level.is_empty() {
        let mut next: HashMap<(u32, u32), (Board, u64)> = HashMap::new();
        for (board, orders) in level.into_values() {
            let (games, positions) = (&mut counts.games, &mut counts.positions);
            match board.outcome() {
                Outcome::Won { by: Mark::X, .. } => {
                    games.won_by_x += orders;
                    positions.won_by_x += 1;
                }
                Outcome::Won { by: Mark::O, .. } => {
                    games.won_by_o += orders;
                    positions.won_by_o += 1;
                }
                Outcome::Drawn => {
                    games.drawn += orders;
                    positions.drawn += 1;
                }
                Outcome::Open { no_open_lines } => {
                    positions.open += 1;
                    positions.no_open_lines += u64::from(*no_open_lines);
                    if board.ply() == depth {
                        games.open += orders;
                        continue;
                    }
                }
            }
            for cell in board.legal_cells() {
                let after = board.clone().play(cell).unwrap();
                next.entry(key(&after)).or_insert((after, 0)).1 += orders;
            }
        }
        level = next;
    }
    counts
}

fn key(board: &Board) -> (u32, u32) {
    let cells_of = |mark| {
        (0..board.rules().cells())
            .filter(|&cell| board.mark_at(cell) == Some(mark))
            .fold(0, |bits, cell| bits | 1 << cell)
    };
    (cells_of(Mark::X), cells_of(Mark::O))
}

/// Way two: how many games each position can become, asked for once a position.
struct ByMasks {
    full: u32,
    depth: u32,
    lines: Vec<u32>,
    seen: HashMap<(u32, u32), Tally>,
    positions: Tally,
}

impl ByMasks {
    fn count(width: u32, height: u32, line: u32, depth: u32) -> Counts {
        let bit = |column: u32, row: u32| 1u32 << (row * width + column);
        let mut lines = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let across = column + line <= width;
                let down = row + line <= height;
                let mut add = |cell: &dyn Fn(u32) -> u32| {
                    lines.push((0..line).map(cell).sum());
                };
                if across {
                    add(&|k| bit(column + k, row));
                }
                if down {
                    add(&|k| bit(column, row + k));
                }
                if across && down {
                    add(&|k| bit(column + k, row + k));
                    add(&|k| bit(column + line - 1 - k, row + k));
                }
            }
        }
        let full = (1 << (width * height)) - 1;
        let (seen, positions) = (HashMap::new(), Tally::default());
        let mut ways = ByMasks {
            full,
            depth,
            lines,
            seen,
            positions,
        };
        let games = ways.games_from(0, 0);
        Counts {
            games,
            positions: ways.positions,
        }
    }

    fn games_from(&mut self, x: u32, o: u32) -> Tally {
        if let Some(known) = self.seen.get(&(x, o)) {
            return *known;
        }
        let games = self.count_from(x, o);
        self.seen.insert((x, o), games);
        games
    }

    fn count_from(&mut self, x: u32, o: u32) -> Tally {
        let has_line = |side: u32| self.lines.iter().any(|line| side & line == *line);
        let mut games = Tally::default();
        if has_line(x) {
            games.won_by_x = 1;
            self.positions.won_by_x += 1;
            return games;
        }
        if has_line(o) {
            games.won_by_o = 1;
            self.positions.won_by_o += 1;
            return games;
        }
        if x | o == self.full {
            games.drawn = 1;
            self.positions.drawn += 1;
            return games;
        }
        let no_open_lines = self.lines.iter().all(|line| x & line != 0 && o & line != 0);
        self.positions.open += 1;
        self.positions.no_open_lines += u64::from(no_open_lines);
        if (x | o).count_ones() == self.depth {
            games.open = 1;
            return games;
        }
        let mut free = self.full & !(x | o);
        while free != 0 {
            let cell = free & free.wrapping_neg();
            free ^= cell;
            let after = if x.count_ones() == o.count_ones() {
                self.games_from(x | cell, o)
            } else {
                self.games_from(x, o | cell)
            };
            games.won_by_x += after.won_by_x;
            games.won_by_o += after.won_by_o;
            games.drawn += after.drawn;
            games.open += after.open;
        }
        games
    }
}

/// Both ways, to `depth` moves.
fn count(width: u8, height: u8, line: u8, depth: u8) -> Counts {
    let rules = Rules::new(width, height, line).unwrap();
    let one = by_board(rules, depth.into());
    let two = ByMasks::count(width.into(), height.into(), line.into(), depth.into());
    assert_eq!(one, two, "{rules} to depth {depth}");
    one
}

/// Won by X, won by O, drawn, open, without open lines.
fn tally([won_by_x, won_by_o, drawn, open, no_open_lines]: [u64; 5]) -> Tally {
    Tally {
        won_by_x,
        won_by_o,
        drawn,
        open,
        no_open_lines,
    }
}

#[test]
fn three_by_three_complete() {
    let counts = count(3, 3, 3, 9);
    assert_eq!(counts.games, tally([131_184, 77_904, 46_080, 0, 0]));
    assert_eq!(counts.games.total(), 255_168);
    assert_eq!(counts.positions.total(), 5_478);
    assert_eq!(counts.positions, tally([626, 316, 16, 4_520, 40]));
}

#[test]
fn three_by_three_game_by_game() {
    fn play_out(board: &Board, games: &mut Tally) {
        match board.outcome() {
            Outcome::Won { by: Mark::X, .. } => games.won_by_x += 1,
            Outcome::Won { by: Mark::O, .. } => games.won_by_o += 1,
            Outcome::Drawn => games.drawn += 1,
            Outcome::Open { .. } => {
                for cell in board.legal_cells() {
                    play_out(&board.clone().play(cell).unwrap(), games);
                }
            }
        }
    }
    let mut games = Tally::default();
    play_out(&Board::new(Rules::CLASSIC), &mut games);
    assert_eq!(games, tally([131_184, 77_904, 46_080, 0, 0]));
}

#[test]
fn four_by_three_complete() {
    let counts = count(4, 3, 3, 12);
    assert_eq!(
        counts.games,
        tally([79_797_600, 56_875_968, 14_515_200, 0, 0])
    );
    assert_eq!(counts.positions, tally([20_312, 12_070, 28, 79_563, 44]));
}

#[test]
fn three_by_four_has_as_many_as_four_by_three() {
    assert_eq!(count(3, 4, 3, 12), count(4, 3, 3, 12));
}

#[test]
fn line_that_fits_one_way_only_complete() {
    let counts = count(4, 3, 4, 12);
    assert_eq!(counts, count(3, 4, 4, 12));
    assert_eq!(
        counts.games,
        tally([26_787_456, 21_682_944, 410_572_800, 0, 0])
    );
    assert_eq!(counts.positions, tally([1_416, 684, 792, 139_339, 48_960]));
}

#[test]
fn one_row_complete() {
    let counts = count(8, 1, 3, 8);
    assert_eq!(counts, count(1, 8, 3, 8));
    assert_eq!(counts.games, tally([9_072, 6_336, 19_584, 0, 0]));
    assert_eq!(counts.positions, tally([142, 59, 34, 1_773, 110]));
}

#[test]
fn four_by_four_line_three_to_seven_moves() {
    let counts = count(4, 4, 3, 7);
    assert_eq!(counts.games, tally([6_825_888, 236_880, 0, 46_014_336, 0]));
    assert_eq!(counts.positions, tally([65_568, 6_580, 0, 520_925, 0]));
}

#[test]
fn four_by_four_line_four_to_eight_moves() {
    let counts = count(4, 4, 4, 8);
    // By hand: of the ten lines one in any order, the other side anywhere else; from O's wins go
    // those that come too late, X having filled one of the 26 lines clear of O's the move before.
    assert_eq!(counts.games.won_by_x, 10 * 24 * (12 * 11 * 10));
    assert_eq!(
        counts.games.won_by_o,
        10 * 24 * (12 * 11 * 10 * 9) - 26 * 24 * 24
    );
    assert_eq!(counts.games, tally([316_800, 2_836_224, 0, 513_230_976, 0]));
    assert_eq!(counts.positions, tally([2_200, 4_924, 0, 1_505_923, 42]));
}
