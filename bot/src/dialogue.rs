//! The two protocols of a bot's process: lines of JSON, and Gomocup's.

use std::io;

use game::{Cell, LineRule, Rules};

use super::{
    gomocup::{GomocupGame, GomocupLine},
    language::{BotMessage, BotPosition, NoMove},
    log::BotLog,
};

/// The protocol, and what the program knows by it.
#[derive(Debug)]
pub enum BotDialogue {
    Json,
    Gomocup(GomocupGame),
}

impl BotDialogue {
    /// The lines that tell the program this, which are logged; none where there is no word for it.
    pub(super) fn lines(
        &mut self,
        message: &BotMessage,
        log: &mut BotLog,
    ) -> io::Result<Vec<String>> {
        match self {
            BotDialogue::Json => {
                log.to(message)?;
                Ok(vec![serde_json::to_string(message)?])
            }
            BotDialogue::Gomocup(game) => {
                let text = game.text(message).unwrap_or_default();
                let lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.iter().try_for_each(|line| log.to(line))?;
                Ok(lines)
            }
        }
    }

    /// Classifies a line, which may be no answer.
    pub(super) fn hear(&mut self, line: &str) -> GomocupLine {
        match self {
            BotDialogue::Json => GomocupLine::Answer,
            BotDialogue::Gomocup(game) => game.hear(line),
        }
    }

    /// Whether the program still prepares for its game, which takes no time of its moves.
    pub(super) fn starts(&self) -> bool {
        matches!(self, BotDialogue::Gomocup(game) if game.starts())
    }

    /// Whether it can play by these rules at all.
    pub fn has_words_for(&self, rules: Rules) -> bool {
        matches!(self, BotDialogue::Json) || rules.line_rule() != LineRule::Loses
    }

    /// Whether a program that is asked something may be told of another game.
    pub(super) fn can_be_interrupted(&self) -> bool {
        matches!(self, BotDialogue::Json)
    }

    /// Reads what the program answered.
    pub(super) fn answer(&mut self, position: &BotPosition, line: &str) -> Result<Cell, NoMove> {
        match self {
            BotDialogue::Json => position.answer(line),
            BotDialogue::Gomocup(game) => game.answer(position, line),
        }
    }

    /// The last line for it, if there is one.
    pub(super) fn farewell(&self) -> Option<&'static str> {
        matches!(self, BotDialogue::Gomocup(_)).then_some("END")
    }
}
