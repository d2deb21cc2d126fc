//! Games that are over, as they are kept and as the computer sees them.

use archive::{
    SavedGame,
    review::{ReviewRequest, Reviewed},
};
use protocol::{
    Cell, Mark, Player, Record, RoomCode, Rules, Seat, Settings,
    event::Score,
    ids::BySeat,
    record::Format,
    view::{GameView, Played},
};
use serde_json::{Value, json};

use super::host_wins;

/// A game that Ana, the host, wins in five moves.
pub fn won(number: u32) -> SavedGame {
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
                over: Some(host_wins()),
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
pub fn played(cells: &[Cell]) -> SavedGame {
    let mut value = json_of(&won(1));
    let moves = cells.iter().zip(0..).map(|(cell, ply)| {
        let mark = if ply % 2 == 0 { Mark::X } else { Mark::O };
        json!({"cell": cell, "mark": mark, "at_ms": 1_795_229_061_000_u64 + 1_000 * ply})
    });
    value["game"]["moves"] = moves.collect();
    let board = game::Board::replay(Rules::CLASSIC, cells).unwrap();
    let (reason, winner) = match board.outcome() {
        game::Outcome::Won { by: Mark::X, .. } => ("line", "host"),
        game::Outcome::Won { by: Mark::O, .. } => ("line", "guest"),
        _ => ("resigned", "guest"),
    };
    value["game"]["over"]["reason"] = json!(reason);
    value["game"]["over"]["winner"] = json!(winner);
    read(&value)
}

/// A game opened by swap2 on a board of 5 by 5: Ana places three marks, Bob two more, Ana takes O and resigns after her move.
pub fn swapped() -> SavedGame {
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
    read(&value)
}

/// The same as JSON, to be spoilt.
pub fn json_of(saved: &SavedGame) -> Value {
    serde_json::to_value(saved).unwrap()
}

fn read(value: &Value) -> SavedGame {
    SavedGame::parse(value.to_string().as_bytes()).unwrap()
}

/// The review of a game on 3×3.
pub fn reviewed(cells: &[Cell]) -> Reviewed {
    let game = ReviewRequest {
        rules: Rules::CLASSIC,
        cells: cells.to_vec(),
        settled: 0,
    };
    Reviewed::of(&game, &|| false)
}

/// Review of a game before anything was searched.
pub fn unsearched(question: &ReviewRequest) -> Reviewed {
    Reviewed::of(question, &|| true)
}

/// A game that X wins, in which both sides throw everything away.
pub const WILD: [Cell; 7] = [0, 1, 2, 4, 3, 5, 6];
