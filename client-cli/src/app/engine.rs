//! The command `oxo engine`: the computer speaks the Gomocup protocol on standard input and output.

use std::{
    io,
    time::{Duration, Instant},
};

use engine::{Budget, Player};
use frontend::{
    exit::Exit,
    stdio::{input::read_line, output::print},
    values,
};
use game::Board;
use gomocup::{GomocupReply, GomocupSession};
use sentences::Catalogue;

use super::failure::Failure;
use crate::cli;

/// Time for an answer to reach the manager.
const MARGIN: Duration = Duration::from_millis(5);

/// Answers the manager until it says END, or says nothing more.
pub(super) fn run(text: &Catalogue, args: &cli::EngineArgs) -> Result<Exit, Failure> {
    let player = Player::new(values::level(text, "level", &args.level)?);
    let mut session = GomocupSession::new(args.line);
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input) {
        let reply = match session.receive(&line) {
            GomocupReply::Think { board, time } => match think(&player, &board, time) {
                Some(cell) => session.play(cell),
                None => GomocupReply::Line("ERROR no move is left".to_owned()),
            },
            reply => reply,
        };
        match reply {
            GomocupReply::Line(line) => print(&[line])?,
            GomocupReply::End => break,
            GomocupReply::Nothing | GomocupReply::Think { .. } => {}
        }
    }
    Ok(Exit::Fine)
}

fn think(player: &Player, board: &Board, time: Duration) -> Option<game::Cell> {
    let end = Instant::now() + time.saturating_sub(MARGIN);
    let is_late = || Instant::now() >= end;
    let seed = board.ply() as u64;
    player.choose(board, seed, Budget::nodes(u64::MAX).until(&is_late))
}
