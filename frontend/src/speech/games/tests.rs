//! Unit tests of `games`.

use std::io;

use archive::grouping::group_by_session;

use super::*;
use crate::sample::games::won;

fn listed(number: u32, change: impl FnOnce(&mut archive::SavedGame)) -> (ArchiveEntry, Game) {
    let mut saved = won(number);
    change(&mut saved);
    let entry = ArchiveEntry::of(format!("2026Z-game-{number}.json").into()).unwrap();
    (entry, Game::check(saved).unwrap())
}

#[test]
fn a_session_is_summarised_from_ones_own_side() {
    let text = Catalogue::for_language("en");
    let found = group_by_session([listed(2, |_| ()), listed(1, |_| ())]);
    let room = won(1).record.room;
    assert_eq!(
        session_group(&text, &found[0]),
        [
            format!("Against Bob, room {room}. Score: Ana (you) 2, Bob 0, drawn 0."),
            "  2026-11-21 02:45 UTC: You made a line: you win! 5 moves. oxo replay game-2"
                .to_owned(),
            "  2026-11-21 02:44 UTC: You made a line: you win! 5 moves. oxo replay game-1"
                .to_owned(),
        ]
    );
}

#[test]
fn a_watched_game_on_another_board_says_so() {
    let text = Catalogue::for_language("en");
    let found = group_by_session([listed(1, |saved| {
        saved.seat = None;
        saved.record.settings.rules = Rules::new(3, 4, 3).unwrap();
        // Cells count by rows of three, so the line stays one.
    })]);
    let lines = session_group(&text, &found[0]);
    assert!(lines[0].starts_with("Ana and Bob, room"), "{lines:?}");
    assert!(
        lines[1].contains(", board 3x4x3: Ana made a line and wins."),
        "{lines:?}"
    );
}

#[test]
fn every_flaw_has_a_sentence_that_names_the_file() {
    let text = Catalogue::for_language("en");
    let flaws = [
        SavedGameError::TooLarge,
        SavedGameError::NotARecord,
        SavedGameError::Former,
        SavedGameError::Newer("oxo.game.v9".to_owned()),
        SavedGameError::Unfinished,
        SavedGameError::Move(3),
        SavedGameError::Result,
    ];
    let unreadable = ReadFailure::Io(io::ErrorKind::PermissionDenied.into());
    let whys = flaws
        .map(ReadFailure::Invalid)
        .into_iter()
        .chain([unreadable]);
    let mut seen = std::collections::HashSet::new();
    for why in whys {
        let said = unread(&text, "\u{1b}a.json", &why);
        assert!(said.starts_with("?a.json "), "{said}");
        assert!(!said.contains(['{', '}']), "{said}");
        assert!(seen.insert(said));
    }
}
