//! The computer as a player: the searches that it tries for one move, in order.

use game::{Board, Cell, Level};
use patterns::{PatternBoard, PatternGrid, Random, Side};

use crate::alphabeta::AlphaBeta;
use crate::book;
use crate::budget::{Budget, NodeMeter};
use crate::continuous_fours::fours;
use crate::expectimax::{Expectimax, MOST_EMPTY};
use crate::level::{PROOF, Skill, skill, solves};
use crate::move_ordering::{WHOLE, candidates, urgency};
use crate::oversights::seen;
use crate::pattern_search::PatternSearch;
use crate::position::{Ends, Position};
use crate::root_search::RootSearch;
use crate::solve::solve;

/// The most positions looked at to order moves that are equal by proof.
const EQUALS: u64 = 24_000;
/// The most positions looked at for one win by fours.
const FOURS: u64 = 2_000;

/// A computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    level: Level,
    opens_in_centre: bool,
}

impl Player {
    /// A player of that strength.
    pub fn new(level: Level) -> Player {
        Player {
            level,
            opens_in_centre: false,
        }
    }

    /// The same, and it begins in the middle of the board whenever it begins.
    #[must_use]
    pub fn opening_in_centre(self) -> Player {
        Player {
            opens_in_centre: true,
            ..self
        }
    }

    /// Its strength.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The cell it marks next; nothing once the game is over. The same for the same position, order
    /// of moves, seed and budget. When the budget ends early, it plays its best move so far.
    pub fn choose(&self, board: &Board, seed: u64, budget: Budget<'_>) -> Option<Cell> {
        let rules = board.rules();
        if self.opens_in_centre && board.ply() == 0 {
            return rules.cell_at(rules.width() / 2, rules.height() / 2);
        }
        let is_booked = skill(self.level, rules.line()).strongest;
        let booked = is_booked.then(|| book::find(board)).flatten();
        booked.or_else(|| self.search(board, seed, budget))
    }

    /// The same, without its book of openings.
    pub(crate) fn search(&self, board: &Board, seed: u64, budget: Budget<'_>) -> Option<Cell> {
        let cells: Vec<Cell> = board.legal_cells().collect();
        let rules = board.rules();
        let mut random = Random::new(seed ^ (board.ply() as u64) << 32);
        let skill = skill(self.level, rules.line());
        let whole = NodeMeter::new(budget);
        let meter = if skill.strongest {
            whole
        } else {
            whole.part(skill.nodes)
        };
        let grid = seen(board, skill.miss, &mut random);
        let mut turn = MoveChoice {
            position: Position::of(&grid, board),
            side: board.to_move().index(),
            skill,
            random,
            meter,
        };
        if cells.len() < 2 {
            return cells.first().copied();
        }
        let solved = solves(self.level, board).then(|| turn.solved(board));
        if let Some(mut best) = solved.flatten() {
            turn.meter = turn.meter.part(EQUALS);
            turn.rank(&mut best);
            return best.first().copied();
        }
        // What comes now has its own least, however late it is.
        turn.meter = turn.meter.part(turn.meter.most());
        if let Some(grid) = PatternGrid::new(rules).filter(|_| skill.strongest) {
            return turn.by_patterns(&PatternBoard::of(&grid, board), &cells);
        }
        if turn.position.grid.misere {
            return turn.evade(&cells);
        }
        let cells = turn.cells(&cells);
        Some(turn.choose(cells))
    }
}

/// One move to be found.
struct MoveChoice<'g, 'b> {
    position: Position<'g>,
    side: Side,
    skill: Skill,
    random: Random,
    meter: NodeMeter<'b>,
}

impl MoveChoice<'_, '_> {
    /// On a board small enough, the moves that keep the value, the best hope first and alone where
    /// hopes can be worked out.
    fn solved(&mut self, board: &Board) -> Option<Vec<Cell>> {
        // A full budget leaves a search what it needs; of less, a proof may have half of that.
        let search = self.skill.nodes;
        let most = self.meter.most().saturating_sub(search).min(PROOF);
        let part = self.meter.part(most.max(search / 2));
        let solution = solve(board, part.budget());
        self.meter.pay(solution.nodes);
        if !solution.exact {
            return None;
        }
        let mut best = solution.best;
        self.random.shuffle(&mut best);
        if self.position.empty() > MOST_EMPTY {
            return Some(best);
        }
        let mut expectimax = Expectimax::new(&mut self.position, self.side);
        let hopes = best.into_iter().map(|cell| (expectimax.after(cell), cell));
        let hopes: Vec<(f64, Cell)> = hopes.collect();
        let most = hopes.iter().map(|hope| hope.0).fold(0.0, f64::max);
        let most = hopes.into_iter().find(|hope| hope.0 >= most);
        most.map(|(_, cell)| vec![cell])
    }

    /// By the patterns of the whole board.
    fn by_patterns(&mut self, board: &PatternBoard<'_>, legal: &[Cell]) -> Option<Cell> {
        let mut search = PatternSearch::new(board.clone(), self.meter.most());
        let chosen = search.choose(self.side, &mut self.random, &mut self.meter);
        chosen.or(legal.first().copied())
    }

    /// The moves worth a thought, in an order that chance decides among equals.
    fn cells(&mut self, legal: &[Cell]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = candidates(&self.position).collect();
        if cells.is_empty() {
            cells = legal.to_vec();
        }
        self.random.shuffle(&mut cells);
        let (position, side) = (&self.position, self.side);
        cells.sort_by_key(|&cell| -urgency(position, side, cell));
        cells
    }

    /// In misère: of the cells that complete no line, as far as is seen, the best.
    fn evade(&mut self, legal: &[Cell]) -> Option<Cell> {
        let mut cells: Vec<Cell> = self.position.harmless(self.side).collect();
        self.random.shuffle(&mut cells);
        cells.sort_by_key(|&cell| self.position.line_counts(self.side, cell).weight());
        cells.truncate(self.skill.scope.width.max(WHOLE));
        self.rank(&mut cells);
        cells.first().or(legal.first()).copied()
    }

    fn choose(&mut self, mut cells: Vec<Cell>) -> Cell {
        if let Some(cell) = self.at_once() {
            return cell;
        }
        if self.skill.scope.fours > 0 {
            if let Some(&cell) = self
                .by_fours(self.side)
                .as_ref()
                .and_then(|win| win.first())
            {
                return cell;
            }
            self.parry(&mut cells);
        }
        cells.truncate(self.skill.scope.width.max(WHOLE));
        self.rank(&mut cells);
        cells[0]
    }

    /// A line completed, or the other's stopped.
    fn at_once(&self) -> Option<Cell> {
        [self.side, 1 - self.side]
            .into_iter()
            .find_map(|side| match self.position.ends(side) {
                Ends::None => None,
                Ends::One(cell) | Ends::Two(cell, _) => Some(cell),
            })
    }

    fn rank(&mut self, cells: &mut [Cell]) {
        if cells.len() > 1 {
            let nodes = self.meter.most();
            let mut search = AlphaBeta::new(&mut self.position, self.skill.scope, nodes);
            search.deepen(cells, self.side, &mut self.meter);
        }
    }

    fn by_fours(&mut self, side: Side) -> Option<Vec<Cell>> {
        let mut part = self.meter.part(FOURS);
        let found = fours(&mut self.position, side, &mut part);
        self.meter.join(&part);
        found.ok().flatten()
    }

    /// Leaves only what stops the other side's win by fours, if there is such a win and anything
    /// does.
    fn parry(&mut self, cells: &mut Vec<Cell>) {
        let other = 1 - self.side;
        if self.by_fours(other).is_none() {
            return;
        }
        let stops = |cell: &Cell| {
            self.position.put(*cell, self.side);
            let stopped = self.by_fours(other).is_none();
            self.position.take(*cell, self.side);
            stopped
        };
        let stopping: Vec<Cell> = cells.iter().copied().filter(stops).collect();
        if !stopping.is_empty() {
            *cells = stopping;
        }
    }
}
