//! The Gomocup (Piskvork) protocol: command lines of a game manager in, answers out; [`manager`] is the other side.
//!
//! It is specified at <https://plastovicka.github.io/protocl2en.htm>. A session knows no clock:
//! where a move is due it says for which position and how long it may take
//! ([`GomocupReply::Think`]), and is told the move ([`GomocupSession::play`]).
//!
//! The protocol names the board's size but not the length of the line, which is the session's from
//! the beginning. Exactly five is played (rule 1), and renju (rule 4) is not; the manager is told so.
#![warn(missing_docs)]

pub mod manager;

use std::time::Duration;

use game::{Board, Cell, LineRule, Rules};

/// Time for a move while the manager has named none.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Part of a match's remaining time that one move may take.
const MOVES_LEFT: u32 = 20;
/// Bits of the number behind `INFO rule`: exactly five, and all that is played; the other is a game that goes on after a win.
const EXACTLY: i64 = 1;
const PLAYED: i64 = EXACTLY | 2;

/// Answer to a line of the manager.
#[derive(PartialEq, Eq, Debug)]
pub enum GomocupReply {
    /// Nothing is to be said.
    Nothing,
    /// A line for the manager.
    Line(String),
    /// A move is due; [`GomocupSession::play`] makes it.
    Think {
        /// The position to move in.
        board: Box<Board>,
        /// The time until the answer.
        time: Duration,
    },
    /// The program ends.
    End,
}

/// Marks listed after BOARD, in the order in which each side's were named.
#[derive(Default, Debug)]
struct ListedMarks {
    own: Vec<Cell>,
    other: Vec<Cell>,
    error: Option<String>,
}

/// One conversation with a manager.
#[derive(Debug)]
pub struct GomocupSession {
    line: u8,
    line_rule: LineRule,
    board: Option<Board>,
    listed: Option<ListedMarks>,
    turn_ms: Option<u64>,
    left_ms: Option<u64>,
}

fn error(why: impl std::fmt::Display) -> GomocupReply {
    GomocupReply::Line(format!("ERROR {why}"))
}

fn ok() -> GomocupReply {
    GomocupReply::Line("OK".into())
}

impl GomocupSession {
    /// A conversation about games that this many marks in a line win.
    pub fn new(line: u8) -> GomocupSession {
        GomocupSession {
            line,
            line_rule: LineRule::AtLeast,
            board: None,
            listed: None,
            turn_ms: None,
            left_ms: None,
        }
    }

    /// Takes a line of the manager.
    pub fn receive(&mut self, line: &str) -> GomocupReply {
        let line = line.trim();
        if self.listed.is_some() {
            return self.list(line);
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_uppercase().as_str() {
            "" => GomocupReply::Nothing,
            "START" => self.start(rest, rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) => self.start(width.trim(), height.trim()),
                None => error("expected RECTSTART width,height"),
            },
            "RESTART" => match &self.board {
                Some(board) => {
                    self.board = Some(Board::new(board.rules()));
                    ok()
                }
                None => error("no game has started"),
            },
            "BEGIN" => self.think(),
            "TURN" => self.turn(rest),
            "BOARD" => {
                self.listed = Some(ListedMarks::default());
                GomocupReply::Nothing
            }
            "TAKEBACK" => self.take_back(rest),
            "INFO" => self.info(rest),
            "ABOUT" => GomocupReply::Line(format!(
                "name=\"OXO\", version=\"{}\", author=\"the OXO maintainers\"",
                env!("CARGO_PKG_VERSION")
            )),
            "END" => GomocupReply::End,
            _ => GomocupReply::Line("UNKNOWN command".into()),
        }
    }

    /// Makes the move that was due: the line for the manager.
    pub fn play(&mut self, cell: Cell) -> GomocupReply {
        match self.mark(cell) {
            Ok((column, row)) => GomocupReply::Line(format!("{column},{row}")),
            Err(why) => error(why),
        }
    }

    fn start(&mut self, width: &str, height: &str) -> GomocupReply {
        let (Ok(width), Ok(height)) = (width.parse(), height.parse()) else {
            return error("the size of the board is not a number");
        };
        match Rules::new(width, height, self.line) {
            Ok(rules) => {
                self.board = Some(Board::new(rules.with(self.line_rule)));
                ok()
            }
            Err(why) => error(why),
        }
    }

    fn think(&self) -> GomocupReply {
        match &self.board {
            Some(board) if !board.outcome().is_over() => GomocupReply::Think {
                board: Box::new(board.clone()),
                time: self.time(),
            },
            Some(_) => error("the game is over"),
            None => error("no game has started"),
        }
    }

    fn turn(&mut self, place: &str) -> GomocupReply {
        let marked = self.cell(place).and_then(|cell| self.mark(cell));
        match marked {
            Ok(_) => self.think(),
            Err(why) => error(why),
        }
    }

    /// Makes a move: its column and row.
    fn mark(&mut self, cell: Cell) -> Result<(u8, u8), String> {
        let board = self.board.take().ok_or("no game has started")?;
        match board.play(cell) {
            Ok(board) => {
                let place = board.rules().column_row(cell);
                self.board = Some(board);
                Ok(place)
            }
            Err(rejected) => {
                self.board = Some(rejected.board);
                Err(rejected.why.to_string())
            }
        }
    }

    fn cell(&self, place: &str) -> Result<Cell, String> {
        let board = self.board.as_ref().ok_or("no game has started")?;
        if !place.contains(',') {
            return Err("expected column,row".to_owned());
        }
        manager::column_row(place)
            .and_then(|(column, row)| board.rules().cell_at(column, row))
            .ok_or_else(|| format!("{place:?} is not on the board"))
    }

    /// A line of the list after BOARD: `column,row,owner`, or DONE.
    fn list(&mut self, line: &str) -> GomocupReply {
        if line.eq_ignore_ascii_case("DONE") {
            let listed = self.listed.take().unwrap_or_default();
            return match self.replay(&listed) {
                Ok(()) => self.think(),
                Err(why) => error(why),
            };
        }
        let (place, owner) = line.rsplit_once(',').unwrap_or((line, ""));
        let cell = self.cell(place);
        if let Some(listed) = &mut self.listed {
            match (cell, owner.trim()) {
                (Ok(cell), "1") => listed.own.push(cell),
                (Ok(cell), "2") => listed.other.push(cell),
                (Err(why), _) => listed.error = Some(why),
                (_, owner) => listed.error = Some(format!("nobody has the number {owner:?}")),
            }
        }
        GomocupReply::Nothing
    }

    /// Makes the listed marks the position: the sides take turns, and we move next.
    fn replay(&mut self, listed: &ListedMarks) -> Result<(), String> {
        if let Some(why) = &listed.error {
            return Err(why.clone());
        }
        let board = self.board.as_ref().ok_or("no game has started")?;
        let (first, second) = match listed.other.len().checked_sub(listed.own.len()) {
            Some(0) => (&listed.own, &listed.other),
            Some(1) => (&listed.other, &listed.own),
            _ => return Err("the sides have not taken turns".into()),
        };
        let count = first.len() + second.len();
        let moves: Vec<Cell> = (0..count)
            .map(|ply| [first, second][ply % 2][ply / 2])
            .collect();
        let board = Board::replay(board.rules(), &moves).map_err(|why| why.to_string())?;
        self.board = Some(board);
        Ok(())
    }

    fn take_back(&mut self, place: &str) -> GomocupReply {
        let cell = match self.cell(place) {
            Ok(cell) => cell,
            Err(why) => return error(why),
        };
        let before = self.board.as_ref().and_then(|board| {
            let last = *board.moves().last()?;
            board.at_ply(board.ply() - 1).filter(|_| last == cell)
        });
        match before {
            Some(board) => {
                self.board = Some(board);
                ok()
            }
            None => error("only the last move can be taken back"),
        }
    }

    fn info(&mut self, setting: &str) -> GomocupReply {
        let (key, value) = setting
            .split_once(char::is_whitespace)
            .unwrap_or((setting, ""));
        // Unknown settings and values are to be ignored.
        let Ok(number) = value.trim().parse::<i64>() else {
            return GomocupReply::Nothing;
        };
        let milliseconds = u64::try_from(number).unwrap_or(0);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn_ms = Some(milliseconds),
            "timeout_match" if number == 0 => self.left_ms = None,
            "timeout_match" | "time_left" => self.left_ms = Some(milliseconds),
            "rule" if number & !PLAYED != 0 => {
                return GomocupReply::Line(format!("MESSAGE rule {number} is not played"));
            }
            "rule" => self.count_lines(match number & EXACTLY {
                0 => LineRule::AtLeast,
                _ => LineRule::Exactly,
            }),
            _ => {}
        }
        GomocupReply::Nothing
    }

    /// Lines count like this from now on; where the game goes on by that, it does.
    fn count_lines(&mut self, line_rule: LineRule) {
        self.line_rule = line_rule;
        let again = self.board.as_ref().map(|board| {
            let rules = board.rules().with(line_rule);
            Board::replay(rules, board.moves())
        });
        if let Some(Ok(board)) = again {
            self.board = Some(board);
        }
    }

    /// The time for the next move.
    fn time(&self) -> Duration {
        let turn = self.turn_ms.map(Duration::from_millis);
        let left = self.left_ms.map(Duration::from_millis);
        let share = left.map(|left| left / MOVES_LEFT);
        match (turn, share) {
            (Some(turn), Some(share)) => turn.min(share),
            (turn, share) => turn.or(share).unwrap_or(USUAL_TIME),
        }
    }
}

#[cfg(test)]
mod tests;
