//! A match between two programs that speak the Gomocup protocol, or ourselves in this process.
//!
//! Each opening is played from both sides. Usage:
//! `bench/run engine match FIRST SECOND [--rules 15x15x5] [--openings 20] [--start marks] [--time 50] [--seed 1]`, where a player
//! is a command line, `level:5` for ourselves (`level:5@20000` with that many positions a move, which a busy machine changes
//! nothing about), or `lines` for a child of six. `--start marks` is four marks at random around the middle, or none on fewer than
//! 16 cells; `even` is up to seven, after which a search finds neither side ahead; `free` is an empty board; with `pie` or
//! `swap2` who begins places a mark or three, and the other takes a side, which only ourselves do.

mod chance;
mod contestant;
mod lines;
mod score;
mod start;

use std::process::ExitCode;
use std::time::Duration;

use chance::mix;
use contestant::Contestant;
use game::{Board, Mark, Outcome, Rules};
use score::Tally;
use start::Start;

const USAGE: &str = "usage: bench/run engine match FIRST SECOND [--rules 15x15x5] [--openings 20] [--start marks|even|free|pie|swap2] [--time MS] \
    [--seed N]\n\
    a player is a command line that speaks the Gomocup protocol, level:1 to level:5\n\
    (level:5@20000: of 20000 positions a move, not by time), or lines, who sees only lines";

/// Arguments of the program.
struct MatchOptions {
    players: [String; 2],
    rules: Rules,
    openings: u64,
    start: Start,
    time: Duration,
    seed: u64,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Option<MatchOptions> {
    let players = [arguments.next()?, arguments.next()?];
    let mut options = MatchOptions {
        players,
        rules: Rules::GOMOKU,
        openings: 20,
        start: Start::Marks,
        time: Duration::from_millis(50),
        seed: 1,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--rules" => options.rules = value.parse().ok()?,
            "--openings" => options.openings = value.parse().ok()?,
            "--start" => options.start = Start::named(&value)?,
            "--time" => options.time = Duration::from_millis(value.parse().ok()?),
            "--seed" => options.seed = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let [first, second] = &options.players;
    let (rules, openings, seed) = (options.rules, options.openings, options.seed);
    let start = options.start;
    println!(
        "{first} against {second}: {rules}, {openings} openings from both sides ({}), {} ms a move, seed {seed}",
        start.name(),
        options.time.as_millis()
    );
    let players = options.players.each_ref();
    let mut players = players.map(|name| Contestant::new(name, rules, options.time));
    let mut tally = Tally::of(start.sides());
    for number in 0..openings {
        let mut pair = 0.0;
        for first in Mark::BOTH {
            let Some((board, mark)) = start.board(rules, &players, first, mix(seed ^ mix(number)))
            else {
                eprintln!(
                    "no such opening: only level:1 to level:5 place marks and take sides, and not every board has even positions"
                );
                return ExitCode::FAILURE;
            };
            let points = play(board, &mut players, mark, seed ^ number);
            tally.add(first, points);
            pair += points;
        }
        tally.add_pair(pair);
        println!("{:>4}: {}", number + 1, tally.line());
    }
    println!("{tally}");
    for (name, player) in options.players.iter().zip(&players) {
        println!("{name}: {player}");
    }
    ExitCode::SUCCESS
}

/// The points of the first player, who has the mark `first`: 1, ½ or 0.
fn play(mut board: Board, players: &mut [Contestant; 2], first: Mark, seed: u64) -> f64 {
    players.iter_mut().for_each(Contestant::start);
    loop {
        match board.outcome() {
            Outcome::Won { by, .. } => return if *by == first { 1.0 } else { 0.0 },
            Outcome::Drawn
            | Outcome::Open {
                no_open_lines: true,
            } => return 0.5,
            Outcome::Open {
                no_open_lines: false,
            } => {}
        }
        let ours = board.to_move() == first;
        let chosen = players[usize::from(!ours)].choose(&board, seed);
        let played = chosen.and_then(|cell| board.play(cell).map_err(|why| why.to_string()));
        match played {
            Ok(next) => board = next,
            Err(why) => {
                println!("player {} loses: {why}", 1 + u8::from(!ours));
                return if ours { 0.0 } else { 1.0 };
            }
        }
    }
}
