//! The Gomocup (Piskvork) protocol towards a program that plays: the commands to it, and its answers.
//!
//! It is specified at <https://plastovicka.github.io/protocl2en.htm>.

use game::{Cell, LineRule, Rules};
use gomocup::manager;

use super::language::{BotMessage, BotPosition, NoMove};

/// Settings of every game for a program: no time limit but a move's, and a person opposite.
const SETTINGS: &str = "INFO timeout_match 0\nINFO time_left 2147483647\nINFO game_type 0";
/// Part of the time for a move that is left to us.
const MARGIN_DIVISOR: u64 = 10;

/// State of the game, as the program knows it.
#[derive(Debug, Default)]
pub struct GomocupGame {
    rules: Rules,
    moves: Vec<Cell>,
    /// Whether it has been asked since it was started.
    was_asked: bool,
    /// Whether it has not yet said that it plays on this board.
    starts: bool,
}

/// A line of the program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GomocupLine {
    /// To be read as a move.
    Answer,
    /// Something for a person, or that something was understood or not.
    Remark,
    /// A move that it makes once it is told this line.
    Suggestion(String),
    /// It does not play on this board.
    Refusal,
}

impl GomocupGame {
    /// The lines that tell it this; none where the protocol has no word for it.
    pub(super) fn text(&mut self, message: &BotMessage) -> Option<String> {
        match message {
            BotMessage::Started { rules, .. } => {
                self.rules = *rules;
                Some(self.start())
            }
            BotMessage::Move { position, ms, .. } => Some(self.question(position, *ms)),
            BotMessage::Over { .. } => None,
        }
    }

    /// A game begins: whether the program plays on this board, it says by OK or ERROR.
    fn start(&mut self) -> String {
        self.moves.clear();
        self.was_asked = false;
        self.starts = true;
        let command = manager::start(self.rules);
        // Whether a line has to be exactly as long.
        let rule = u8::from(self.rules.line_rule() == LineRule::Exactly);
        format!("{command}\n{SETTINGS}\nINFO rule {rule}")
    }

    /// The question for a move: by what has come since the last, if that is one move. A board that is listed anew needs a new
    /// start, for many programs add its marks to those that they have.
    fn question(&mut self, position: &BotPosition, ms: u64) -> String {
        let (rules, moves) = (position.rules(), position.moves());
        let (asked, is_listed) = match moves {
            [] => ("BEGIN".to_owned(), false),
            [before @ .., last] if before == self.moves => (manager::turn(rules, *last), false),
            _ => (manager::board(rules, moves), true),
        };
        let start = (is_listed && self.was_asked).then(|| self.start());
        self.moves = moves.to_vec();
        self.was_asked = true;
        let time = format!("INFO timeout_turn {}", ms - ms / MARGIN_DIVISOR);
        let parts = [start, Some(time), Some(asked)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// Whether it still prepares for its game, which takes no time of its moves.
    pub(super) fn starts(&self) -> bool {
        self.starts
    }

    /// Classifies a line, which may be no answer.
    pub(super) fn hear(&mut self, line: &str) -> GomocupLine {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word.to_ascii_uppercase().as_str() {
            "OK" => {
                self.starts = false;
                GomocupLine::Remark
            }
            "ERROR" | "UNKNOWN" if self.starts => GomocupLine::Refusal,
            "MESSAGE" | "DEBUG" | "UNKNOWN" => GomocupLine::Remark,
            "SUGGEST" => GomocupLine::Suggestion(format!("PLAY {}", rest.trim())),
            _ => GomocupLine::Answer,
        }
    }

    /// Reads what the program answered.
    pub(super) fn answer(&mut self, position: &BotPosition, line: &str) -> Result<Cell, NoMove> {
        let place = manager::column_row(line);
        let (column, row) = place.ok_or_else(|| NoMove::Nonsense(line.to_owned()))?;
        let cell = position.rules().cell_at(column, row);
        let free = cell.filter(|cell| position.is_free(*cell));
        let cell = free.ok_or_else(|| NoMove::NotFree(line.trim().to_owned()))?;
        self.moves.push(cell);
        Ok(cell)
    }
}

#[cfg(test)]
mod tests;
