//! Unit tests of `archive`.

use protocol::{
    Mark, Player, RoomCode, Settings,
    event::Score,
    ids::BySeat,
    view::{GameView, Played},
};
use serde_json::{Value, json};

use super::*;
use crate::sample;

/// A game that Ana, the host, wins in five moves.
pub(crate) fn won(number: u32) -> SavedGame {
    let started_ms = 1_795_229_000_000 + 60_000 * u64::from(number);
    let played = |(ply, cell): (u64, _)| Played {
        cell,
        mark: if ply % 2 == 0 { Mark::X } else { Mark::O },
        at_ms: started_ms + 1_000 * (ply + 1),
        clock_ms: None,
    };
    SavedGame {
        record: Record {
            format: Format::V1,
            id: None,
            room: RoomCode::from_bits(7),
            settings: Settings::default(),
            players: BySeat {
                host: Some(Player::named("Ana")),
                guest: Some(Player::named("Bob")),
            },
            score: Score {
                host: number,
                ..Score::default()
            },
            game: GameView {
                number,
                x: Seat::Host,
                started_ms,
                first_clocks: None,
                clocks: None,
                moves: (0..).zip([4, 0, 2, 1, 6]).map(played).collect(),
                turn: None,
                lines: vec![vec![2, 4, 6]],
                no_open_lines: false,
                over: Some(sample::host_wins()),
                replaced: None,
                opening: None,
                choices: Vec::new(),
            },
            events: Vec::new(),
        },
        local: false,
        seat: Some(Seat::Host),
    }
}

/// A game of these two that was won on the board, or that X gave up after these moves.
pub(crate) fn played(cells: &[protocol::Cell]) -> SavedGame {
    let mut value = json_of(&won(1));
    let moves = cells.iter().zip(0..).map(|(cell, ply)| {
        let mark = if ply % 2 == 0 { Mark::X } else { Mark::O };
        json!({"cell": cell, "mark": mark, "at_ms": 1_795_229_061_000_u64 + 1_000 * ply})
    });
    value["game"]["moves"] = moves.collect();
    let board = game::Board::replay(protocol::Rules::CLASSIC, cells).unwrap();
    let (how, winner) = match board.outcome() {
        game::Outcome::Won { by: Mark::X, .. } => ("line", "host"),
        game::Outcome::Won { by: Mark::O, .. } => ("line", "guest"),
        _ => ("resigned", "guest"),
    };
    value["game"]["over"]["reason"] = json!(how);
    value["game"]["over"]["winner"] = json!(winner);
    read(&value).unwrap()
}

/// A game opened by swap2 on a board of 5 by 5: Ana places three marks, Bob two more, Ana takes O and resigns after her move.
pub(crate) fn swapped() -> SavedGame {
    let mut value = json_of(&won(1));
    let clocks = [None, None, None, Some(55_000), Some(50_000), Some(40_000)];
    let moves = clocks.iter().zip(0..).map(|(clock_ms, ply)| {
        let mark = if ply % 2 == 0 { Mark::X } else { Mark::O };
        let mut played = json!({"cell": ply, "mark": mark, "at_ms": 1_795_229_061_000_u64});
        if let Some(clock_ms) = clock_ms {
            played["clock_ms"] = json!(clock_ms);
        }
        played
    });
    let moves: Value = moves.collect();
    value["settings"] = json!({"rules": {"width": 5, "height": 5, "line": 4}, "opening": "swap2", "clock": {"type": "total", "initial_ms": 60_000, "increment_ms": 0}});
    let game = &mut value["game"];
    game["x"] = json!("guest");
    game["moves"] = moves;
    game["lines"] = json!([]);
    game["first_clocks"] = json!({"host": 60_000, "guest": 60_000});
    game["choices"] = json!([
        {"ply": 3, "by": "guest", "choice": "place_two", "clocks": {"host": 60_000, "guest": 60_000}},
        {"ply": 5, "by": "host", "choice": "O", "clocks": {"host": 45_000, "guest": 50_000}},
    ]);
    game["over"]["reason"] = json!("resigned");
    game["over"]["winner"] = json!("guest");
    read(&value).unwrap()
}

/// The same as JSON, to be spoilt.
pub(crate) fn json_of(saved: &SavedGame) -> Value {
    serde_json::to_value(saved).unwrap()
}

fn read(value: &Value) -> Result<SavedGame, Flaw> {
    SavedGame::parse(value.to_string().as_bytes())
}

#[test]
fn a_copy_reads_back_with_its_seat_and_as_a_plain_record() {
    let value = json_of(&won(1));
    assert_eq!(value["format"], "oxo.game.v1");
    assert_eq!(read(&value).unwrap().seat, Some(Seat::Host));
    let plain: Record = serde_json::from_value(value).unwrap();
    assert_eq!(plain.game, won(1).record.game);
}

#[test]
fn a_servers_record_is_read_with_its_events() {
    let mut value = json_of(&won(1));
    value["events"] = json!([{"type": "event", "seq": 1}]);
    value["later"] = json!(true);
    let saved = read(&value).unwrap();
    assert_eq!(saved.record.events.len(), 1);
    // And is written again as it came.
    assert_eq!(json_of(&saved)["events"], value["events"]);
}

#[test]
fn a_text_that_is_no_record_is_refused_with_the_reason() {
    let mut later = json_of(&won(1));
    later["format"] = json!("oxo.game.v2");
    assert_eq!(read(&later).unwrap_err(), Flaw::Newer("oxo.game.v2".into()));
    let mut cut = json_of(&won(1));
    cut.as_object_mut().unwrap().remove("room");
    for value in [json!({}), json!([1]), json!({"format": "png"}), cut] {
        assert_eq!(read(&value).unwrap_err(), Flaw::NotARecord, "{value}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(
        SavedGame::parse(deep.as_bytes()).unwrap_err(),
        Flaw::NotARecord
    );
    let long = vec![b' '; MOST_BYTES + 1];
    assert_eq!(SavedGame::parse(&long).unwrap_err(), Flaw::TooLarge);
}

#[test]
fn a_record_of_the_first_programs_is_recognised() {
    let mut value = json_of(&won(1));
    let over = value["game"]["over"].as_object_mut().unwrap();
    let how = over.remove("reason").unwrap();
    over.insert("how".to_owned(), how);
    let former = SavedGame::parse(value.to_string().as_bytes());
    assert_eq!(former.unwrap_err(), Flaw::Former);
}
