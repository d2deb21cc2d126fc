//! The JSON lines between `oxo bot` and the program, described for its authors in
//! `docs/bots.md`.

use game::{Board, Cell, Mark, Rules, notation};
use protocol::{
    Player, Seat,
    event::{EndReason, GameResult},
    settings::ClockSetting,
    view::{GameView, View},
};
use serde::{Deserialize, Serialize};

/// A line to the program.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum BotMessage {
    /// A game begins, or the program was started anew in the middle of one.
    Started {
        game: u32,
        rules: Rules,
        clock: ClockSetting,
        mark: Mark,
        opponent: Player,
    },
    /// It is for the program to move: the only line that wants an answer.
    Move {
        #[serde(flatten)]
        position: BotPosition,
        mark: Mark,
        legal: Vec<Cell>,
        /// The same cells as people name them.
        names: Vec<String>,
        /// Time that the program has.
        ms: u64,
    },
    /// A game is over.
    Over {
        #[serde(flatten)]
        position: BotPosition,
        mark: Mark,
        result: BotResult,
        reason: EndReason,
    },
}

/// State of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct BotPosition {
    game: u32,
    ply: usize,
    rules: Rules,
    moves: Vec<Cell>,
    /// The rows, top to bottom: `X`, `O` and `.` for a free cell.
    board: Vec<String>,
    #[serde(skip)]
    to_move: Mark,
}

/// Result of a game, from the program's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BotResult {
    Won,
    Lost,
    Drawn,
    Aborted,
}

/// The line that the program writes; what else stands in it is its own affair.
#[derive(Deserialize)]
struct BotAnswer {
    cell: Option<Cell>,
    #[serde(rename = "move")]
    name: Option<String>,
}

/// Why an answer is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoMove {
    /// Not a line of this language.
    Nonsense(String),
    /// A cell that is not free or not on the board, as the program named it.
    NotFree(String),
}

impl BotPosition {
    /// A game as a room shows it; nothing where its moves are none, which only
    /// a strange server sends.
    pub fn of(view: &View, game: &GameView) -> Option<BotPosition> {
        let rules = view.settings.rules;
        let moves: Vec<Cell> = game.moves.iter().map(|played| played.cell).collect();
        Board::replay(rules, &moves).ok()?;
        let mark_at = |cell| game.moves.iter().find(|played| played.cell == cell);
        let sign = |cell| match mark_at(cell).map(|played| played.mark) {
            Some(Mark::X) => 'X',
            Some(Mark::O) => 'O',
            None => '.',
        };
        let turn = game.turn.map(|turn| game.mark_of(turn.seat));
        let last = game.moves.last().map(|played| played.mark);
        let row = |row| {
            let cells = (0..rules.width()).filter_map(move |column| rules.cell_at(column, row));
            cells.map(sign).collect()
        };
        Some(BotPosition {
            game: game.number,
            ply: moves.len(),
            rules,
            board: (0..rules.height()).map(row).collect(),
            moves,
            to_move: turn.or(last.map(Mark::other)).unwrap_or(Mark::X),
        })
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        !self.moves.contains(&cell)
    }

    fn legal(&self) -> Vec<Cell> {
        let cells = 0..self.rules.cells();
        cells.filter(|cell| self.is_free(*cell)).collect()
    }

    /// The question for a move, to be answered within `ms`.
    pub fn question(&self, ms: u64) -> BotMessage {
        let legal = self.legal();
        let names = legal
            .iter()
            .filter_map(|cell| notation::name(self.rules, *cell));
        BotMessage::Move {
            names: names.collect(),
            mark: self.to_move,
            position: self.clone(),
            legal,
            ms,
        }
    }

    /// Reads what the program answered.
    pub fn answer(&self, line: &str) -> Result<Cell, NoMove> {
        let nonsense = || NoMove::Nonsense(line.to_owned());
        let answer: BotAnswer = serde_json::from_str(line).map_err(|_| nonsense())?;
        let (cell, named) = match (answer.cell, answer.name) {
            (Some(cell), _) => (Some(cell), cell.to_string()),
            (None, Some(name)) => (notation::parse(self.rules, &name).ok(), name),
            (None, None) => return Err(nonsense()),
        };
        let free = cell.filter(|cell| self.legal().contains(cell));
        free.ok_or(NoMove::NotFree(named))
    }
}

impl BotMessage {
    /// That a game has begun, or goes on; nothing where nobody sits opposite.
    pub fn started(view: &View, game: &GameView, me: Seat) -> Option<BotMessage> {
        Some(BotMessage::Started {
            game: game.number,
            rules: view.settings.rules,
            clock: view.settings.clock,
            mark: view.mark_of(me)?,
            opponent: view.seats[me.other()].as_ref()?.player.clone(),
        })
    }

    /// That a game is over; nothing while it is not.
    pub fn over(view: &View, game: &GameView, me: Seat) -> Option<BotMessage> {
        let over = game.over?;
        let result = match (over.result, over.winner) {
            (GameResult::Drawn, _) => BotResult::Drawn,
            (GameResult::Won, Some(winner)) if winner == me => BotResult::Won,
            (GameResult::Won, Some(_)) => BotResult::Lost,
            (GameResult::Won, None) | (GameResult::Aborted, _) => BotResult::Aborted,
        };
        Some(BotMessage::Over {
            position: BotPosition::of(view, game)?,
            mark: view.mark_of(me)?,
            result,
            reason: over.reason,
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
