//! Unit tests of the screen of an analysis.

use frontend::{analysis::AnalysisLimits, text_board::Charset};
use game::{Board, Rules};
use protocol::settings::Opens;

use super::*;
use crate::tui::tests::{settings, shot};

/// The screen once everything is proved or this many positions are looked at.
async fn shown(rules: Rules, moves: &[Cell], size: (u16, u16), charset: Charset) -> String {
    let board = Board::replay(rules, moves).unwrap();
    let limits = AnalysisLimits {
        best: 3,
        nodes: 5_000,
        time: None,
    };
    let mut thread = AnalysisThread::start(board.clone(), limits);
    thread.all().await;
    let text = Catalogue::for_language("en");
    let position = AnalysedPosition {
        board,
        opens: Opens::O,
    };
    let page = AnalysisPage {
        text: &text,
        ui_settings: &settings("default"),
        position: &position,
    };
    shot(size, charset, |canvas| page.draw(canvas, &thread))
}

#[tokio::test]
async fn best_moves_and_the_board_fit_every_screen() {
    let small = shown(Rules::CLASSIC, &[4, 1], (40, 16), Charset::Ascii).await;
    let lines: Vec<&str> = small.lines().collect();
    assert_eq!(lines[0], "3 by 3, 3 in a row. Move 3: O to move.");
    assert!(lines[1].contains("All of this"), "{small}");
    assert!(
        lines[2].starts_with("1. a3  O wins in 5 moves, proved"),
        "{small}"
    );
    assert!(lines[4].starts_with("3. "), "{small}");
    assert!(small.contains('?'), "the best move is marked: {small}");
    assert_eq!(lines.last(), Some(&"q stop"));
    let large = shown(Rules::GOMOKU, &[112, 113], (80, 24), Charset::Box).await;
    assert_eq!(large.lines().count(), 24, "{large}");
    assert!(
        large.contains("estimate +") && large.contains('?'),
        "{large}"
    );
    assert!(large.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn q_and_escape_end_the_analysis() {
    let ends = |code: KeyCode| ends(&Event::Key(code.into()));
    assert!(ends(KeyCode::Char('q')) && ends(KeyCode::Esc));
    assert!(!ends(KeyCode::Char('c')) && !ends(KeyCode::Enter));
}
