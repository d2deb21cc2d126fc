//! An analysis of a position in words.

use std::time::Duration;

use engine::{
    Value,
    analyse::{AnalysedMove, Analysis, MoveScore},
};
use game::{Mark, notation};
use sentences::{Catalogue, clock_face, say};
use unicode_width::UnicodeWidthStr;

use super::brief;
use crate::analysis::AnalysedPosition;

/// The board, and the side to move on it.
pub fn heading(text: &Catalogue, position: &AnalysedPosition) -> String {
    let board = brief::board(text, position.board.rules());
    let number = position.board.ply() + 1;
    let mark = position.mark(position.board.to_move());
    match position.board.outcome().is_over() {
        true => say!(text, ANALYSIS_OVER, board),
        false => say!(text, ANALYSIS_HEADING, board, number, mark),
    }
}

/// How far it has come.
pub fn status(text: &Catalogue, analysis: &Analysis, elapsed: Duration) -> String {
    let time = clock_face(elapsed.as_secs().saturating_mul(1_000));
    let (depth, count) = (analysis.depth, analysis.nodes);
    match analysis.complete {
        true => say!(text, ANALYSIS_COMPLETE, count, time),
        false => say!(text, ANALYSIS_STATUS, depth, count, time),
    }
}

/// A line for each of the best moves, in columns: its number, the move, its score, and what follows
/// as far as there is room.
pub fn moves(
    text: &Catalogue,
    position: &AnalysedPosition,
    analysis: &Analysis,
    columns: usize,
) -> Vec<String> {
    let rules = position.board.rules();
    let rows: Vec<(String, String, Vec<String>)> = (1..)
        .zip(&analysis.moves)
        .map(|(number, found)| {
            let names = found.line.iter();
            let mut names = names.filter_map(|&cell| notation::name(rules, cell));
            let first = names.next().unwrap_or_default();
            (
                format!("{number}. {first}"),
                score(text, position, found),
                names.collect(),
            )
        })
        .collect();
    let widest = |width: fn(&(String, String, Vec<String>)) -> usize| rows.iter().map(width).max();
    let first = widest(|row| row.0.width()).unwrap_or_default();
    let second = widest(|row| row.1.width()).unwrap_or_default();
    let row = |(first_move, score, rest): &(String, String, Vec<String>)| {
        let mut line = padded(first_move, first) + "  " + &padded(score, second) + " ";
        for name in rest {
            if line.width() + 1 + name.width() > columns {
                break;
            }
            line = line + " " + name;
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(row).collect()
}

fn padded(text: &str, columns: usize) -> String {
    let blanks = columns.saturating_sub(text.width());
    text.to_owned() + &" ".repeat(blanks)
}

fn score(text: &Catalogue, position: &AnalysedPosition, found: &AnalysedMove) -> String {
    let mark = |by: Mark| position.mark(by);
    match found.score {
        MoveScore::Proved(Value::Draw, _) => say!(text, ANALYSIS_DRAW),
        MoveScore::Proved(Value::Wins(by), None) => say!(text, ANALYSIS_WIN, mark = mark(by)),
        MoveScore::Proved(Value::Wins(by), Some(count)) => {
            say!(text, ANALYSIS_WIN_IN, mark = mark(by), count)
        }
        MoveScore::Likely(by, count) => say!(text, ANALYSIS_LIKELY, mark = mark(by), count),
        MoveScore::Estimate(points) => {
            say!(text, ANALYSIS_ESTIMATE, points = format!("{points:+}"))
        }
    }
}

#[cfg(test)]
mod tests;
