//! What a move is made of, each operation by itself and as often as wanted, for
//! a tool that counts instructions: the same functions that the server calls,
//! on the same values every time.
//!
//! Knows nothing of counting, and has no clock, chance or hash table in it.

use std::{hint::black_box, sync::Arc};

use clap::ValueEnum;
use game::{Board, Cell, Rules};
use protocol::{
    Command, EventFrame, Limits, Refusal, Request, RoomCode, Seat, Secret, Settings, View,
    ids::BySeat,
    parse,
    request::{Body, Move, SeatRequest},
    settings::First,
};
use referee::{Context, Draft, Newcomer, RoomState};

use crate::Fault;

/// One operation, on a game of 3×3 unless its name says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// the text of a move becomes a request
    Parse,
    /// a copy of the room decides a move
    #[value(name = "referee-3x3")]
    Referee3x3,
    /// a copy of the room decides a move, the 181st
    #[value(name = "referee-19x19")]
    Referee19x19,
    /// a `moved` event changes a view
    Fold,
    /// a `moved` event becomes the text of its frame
    Render,
    /// a board is copied: a part of the next two
    #[value(name = "copy-3x3")]
    Copy3x3,
    /// a move that wins is made on a copy of the board
    #[value(name = "win-3x3")]
    Win3x3,
    /// a move that does not win is made on a copy of the board
    #[value(name = "no-win-3x3")]
    NoWin3x3,
    /// a board is copied: a part of the next two
    #[value(name = "copy-19x19")]
    Copy19x19,
    /// a move that wins is made on a copy of the board
    #[value(name = "win-19x19")]
    Win19x19,
    /// a move that does not win is made on a copy of the board
    #[value(name = "no-win-19x19")]
    NoWin19x19,
}

impl Operation {
    /// Does it so many times, at least once. What it needs is set up before.
    ///
    /// # Errors
    /// When the operation does not succeed.
    pub fn repeat(self, times: u64) -> Result<(), Fault> {
        let middle = self.middle()?;
        match self {
            Operation::Parse => parse(&middle.request()?, times).map(drop),
            Operation::Referee3x3 | Operation::Referee19x19 => decide(&middle, times).map(drop),
            Operation::Fold => fold(&middle, times).map(drop),
            Operation::Render => render(&middle, times).map(drop),
            Operation::Copy3x3 | Operation::Copy19x19 => {
                copy(&middle, times);
                Ok(())
            }
            Operation::Win3x3 | Operation::Win19x19 => play(&middle, middle.wins, times).map(drop),
            Operation::NoWin3x3 | Operation::NoWin19x19 => {
                play(&middle, middle.goes_on, times).map(drop)
            }
        }
    }

    fn middle(self) -> Result<Middle, Fault> {
        match self {
            Operation::Referee19x19
            | Operation::Copy19x19
            | Operation::Win19x19
            | Operation::NoWin19x19 => Middle::of_19x19(),
            _ => Middle::of_3x3(),
        }
    }
}

/// Of now, so that numbers in texts are as long as they are.
const NOW_MS: u64 = 1_795_229_000_123;

/// A room in the middle of its first game; X, the host, is to move.
struct Middle {
    state: Arc<RoomState>,
    /// The cell with which X wins.
    wins: Cell,
    /// A cell with which the game goes on.
    goes_on: Cell,
}

impl Middle {
    fn of_3x3() -> Result<Middle, Fault> {
        Ok(Middle {
            state: room(Rules::CLASSIC, &[0, 3, 1, 4])?,
            wins: 2,
            goes_on: 8,
        })
    }

    /// Five in a line; half of the cells are marked, all over the board, in a
    /// pattern that nowhere has more than two alike in a line. Only in the
    /// middle of the board X has four, with a gap.
    fn of_19x19() -> Result<Middle, Fault> {
        const SIDE: Cell = 19;
        const MOVES: usize = 180;
        let four = [123, 142, 180, 199];
        let wins = 161;
        let is_x = |cell: &Cell| (cell % SIDE + cell / SIDE * 2) % 4 < 2;
        // Without a common factor with the number of cells: each comes once.
        let spread = (0..SIDE * SIDE).map(|k| k * 100 % (SIDE * SIDE));
        let free = spread.filter(|cell| *cell != wins && !four.contains(cell));
        let (x, o): (Vec<Cell>, Vec<Cell>) = free.partition(is_x);
        let mut x = four.into_iter().chain(x);
        let turns = x.by_ref().zip(o).flat_map(|(x, o)| [x, o]);
        let moves: Vec<Cell> = turns.take(MOVES).collect();
        Ok(Middle {
            state: room(Rules::new(19, 19, 5)?, &moves)?,
            wins,
            goes_on: x.next().ok_or("no cell is left")?,
        })
    }

    fn command(&self) -> Result<Command, Fault> {
        let ply = u32::try_from(self.state.board().ply())?;
        Ok(a_move(ply, self.goes_on))
    }

    /// The text of the move with which the game goes on.
    fn request(&self) -> Result<String, Fault> {
        let seat = SeatRequest {
            room: code(),
            n: 3,
            command: self.command()?,
        };
        Ok(serde_json::to_string(&Request {
            id: 7,
            body: Body::Seat(seat),
        })?)
    }

    /// The event of that move, in its frame.
    fn event(&self) -> Result<EventFrame, Fault> {
        let draft = decide(self, 1)?;
        let event = draft.events.into_iter().next().ok_or("nothing happened")?;
        Ok(EventFrame {
            room: code(),
            seq: self.state.view().seq + 1,
            at_ms: NOW_MS,
            event,
        })
    }
}

fn code() -> RoomCode {
    RoomCode::from_bits(NOW_MS)
}

fn a_move(ply: u32, cell: Cell) -> Command {
    Command::Move(Move { game: 1, ply, cell })
}

/// A room with two players who have made these moves.
fn room(rules: Rules, moves: &[Cell]) -> Result<Arc<RoomState>, Fault> {
    let settings = Settings {
        rules,
        first: First::Host,
        ..Settings::default()
    };
    let player = Newcomer {
        name: Some("Ana".into()),
        bot: false,
        hash: Secret::new("A".repeat(22))?.hash(),
    };
    let limits = Limits::default();
    let context = context(&limits);
    let mut draft = Draft::new(Arc::default(), NOW_MS);
    referee::open(&mut draft, settings, code(), &player, &limits);
    referee::join(&mut draft, &player, &context).map_err(refused)?;
    let seats = Seat::BOTH.into_iter().cycle();
    for (ply, (cell, seat)) in (0..).zip(moves.iter().zip(seats)) {
        referee::command(&mut draft, seat, &a_move(ply, *cell), &context).map_err(refused)?;
    }
    Ok(draft.into_state())
}

fn refused(why: Refusal) -> Fault {
    format!("the referee refused: {why:?}").into()
}

fn context(limits: &Limits) -> Context<'_> {
    Context {
        limits,
        rtt_ms: BySeat::default(),
        away_since_ms: BySeat::default(),
        random: &|| NOW_MS,
        keeps_games: true,
        unwatched_since_ms: None,
        seats_computers: true,
    }
}

/// Does something so many times; gives what came of it the last time.
fn repeated<T>(times: u64, mut operation: impl FnMut() -> T) -> T {
    for _ in 1..times {
        black_box(&operation());
    }
    operation()
}

fn parse(text: &str, times: u64) -> Result<Request, Fault> {
    let nesting = Limits::default().nesting;
    repeated(times, || parse::request(black_box(text), nesting))
        .map_err(|why| format!("{text} is refused: {why:?}").into())
}

/// A step of a room as the server takes it: what is due, the command, and the
/// copy of the room that is made when something happens.
fn decide(middle: &Middle, times: u64) -> Result<Draft, Fault> {
    let limits = Limits::default();
    let context = context(&limits);
    let command = middle.command()?;
    let (draft, verdict) = repeated(times, || {
        let mut draft = Draft::new(Arc::clone(black_box(&middle.state)), NOW_MS);
        referee::due(&mut draft, &context);
        let verdict = referee::command(&mut draft, Seat::Host, black_box(&command), &context);
        (draft, verdict)
    });
    verdict.map_err(refused)?;
    Ok(draft)
}

/// The view has had the event already and gives its move and its turn back each
/// time, so that it does not grow; what is counted is a fold for which there is
/// room.
fn fold(middle: &Middle, times: u64) -> Result<View, Fault> {
    let EventFrame {
        seq, at_ms, event, ..
    } = middle.event()?;
    let mut view = middle.state.view().clone();
    let turn = view.running().and_then(|game| game.turn);
    view.fold(seq, at_ms, &event);
    repeated(times, || {
        if let Some(game) = &mut view.game {
            game.moves.pop();
            game.turn = turn;
        }
        black_box(&mut view).fold(seq, at_ms, black_box(&event));
    });
    Ok(view)
}

fn render(middle: &Middle, times: u64) -> Result<Arc<str>, Fault> {
    let EventFrame {
        event,
        room,
        seq,
        at_ms,
    } = middle.event()?;
    Ok(repeated(times, || {
        server::render::event(room, seq, at_ms, black_box(&event))
    }))
}

fn copy(middle: &Middle, times: u64) -> Board {
    repeated(times, || black_box(middle.state.board()).clone())
}

fn play(middle: &Middle, cell: Cell, times: u64) -> Result<Board, Fault> {
    let board = middle.state.board();
    Ok(repeated(times, || {
        black_box(board).clone().play(black_box(cell))
    })?)
}

#[cfg(test)]
mod tests {
    use game::{Mark, Outcome};
    use protocol::Event;

    use super::*;

    #[test]
    fn every_operation_succeeds_again_and_again() {
        for operation in Operation::value_variants() {
            operation.repeat(3).unwrap();
        }
    }

    #[test]
    fn the_request_is_a_move_and_is_read_as_it_was_meant() {
        let middle = Middle::of_3x3().unwrap();
        let Body::Seat(SeatRequest {
            room,
            n: 3,
            command,
        }) = parse(&middle.request().unwrap(), 2).unwrap().body
        else {
            panic!()
        };
        assert_eq!((room, command), (code(), a_move(4, 8)));
        assert!(parse(r#"{"type":"move","id":7}"#, 2).is_err());
    }

    #[test]
    fn the_referee_lets_the_game_go_on() {
        for (middle, ply) in [(Middle::of_3x3(), 4), (Middle::of_19x19(), 180)] {
            let middle = middle.unwrap();
            let draft = decide(&middle, 2).unwrap();
            let [Event::Moved { ply: at, over, .. }] = draft.events.as_slice() else {
                panic!("{:?}", draft.events)
            };
            assert_eq!((*at, *over), (ply, None));
            assert_eq!(middle.state.board().ply(), ply as usize, "only the copy");
        }
    }

    #[test]
    fn a_folded_view_is_the_referees() {
        let middle = Middle::of_3x3().unwrap();
        let decided = decide(&middle, 1).unwrap().into_state();
        assert_eq!(fold(&middle, 3).unwrap(), *decided.view());
    }

    #[test]
    fn a_rendered_event_is_read_as_it_was_decided() {
        let middle = Middle::of_3x3().unwrap();
        let text = render(&middle, 2).unwrap();
        let read: EventFrame = serde_json::from_str(&text).unwrap();
        assert_eq!(read, middle.event().unwrap());
    }

    #[test]
    fn one_move_wins_and_the_other_leaves_the_game_open() {
        let lines = [vec![0, 1, 2], vec![123, 142, 161, 180, 199]];
        for (middle, line) in [Middle::of_3x3(), Middle::of_19x19()]
            .into_iter()
            .zip(lines)
        {
            let middle = middle.unwrap();
            let won = Outcome::Won {
                by: Mark::X,
                lines: vec![line],
            };
            assert_eq!(*play(&middle, middle.wins, 2).unwrap().outcome(), won);
            let open = Outcome::Open { no_open_lines: false };
            assert_eq!(*play(&middle, middle.goes_on, 2).unwrap().outcome(), open);
            assert_eq!(copy(&middle, 2), *middle.state.board());
        }
    }
}
