//! A player of a match: a program that speaks the Gomocup protocol, or ourselves in this process.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use engine::{Budget, Player, opening};
use game::{Board, Cell, Level, Mark, Rules};
use gomocup::manager;

use crate::{chance::mix, lines};

/// Time beyond its own after which an answer loses the game.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time that a program may take to get ready.
const READY: Duration = Duration::from_secs(20);

/// A player, with the time it has taken.
pub(crate) struct Contestant {
    chooser: MoveChooser,
    rules: Rules,
    time: Duration,
    slowest: Duration,
    total: Duration,
    moves: u32,
}

/// What chooses its moves.
enum MoveChooser {
    /// We do, within the time or else within that many positions a move.
    Ours {
        player: Player,
        level: Level,
        nodes: Option<u64>,
    },
    /// One that sees only lines.
    Lines,
    /// A program with this command line, once it has been started.
    Program(String, Option<GomocupProcess>),
}

/// A running program and the lines it writes.
struct GomocupProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The moves it knows of in the game.
    known: usize,
}

impl Contestant {
    pub(crate) fn new(command: &str, rules: Rules, time: Duration) -> Contestant {
        let chooser = match ours(command) {
            Some(chooser) => chooser,
            None if command == "lines" => MoveChooser::Lines,
            None => MoveChooser::Program(command.into(), None),
        };
        Contestant {
            chooser,
            rules,
            time,
            slowest: Duration::ZERO,
            total: Duration::ZERO,
            moves: 0,
        }
    }

    /// A new game begins.
    pub(crate) fn start(&mut self) {
        if let MoveChooser::Program(_, Some(process)) = &mut self.chooser {
            process.known = 0;
        }
    }

    pub(crate) fn choose(&mut self, board: &Board, seed: u64) -> Result<Cell, String> {
        if let MoveChooser::Program(command, process @ None) = &mut self.chooser {
            let started = GomocupProcess::start(command, self.rules, self.time);
            *process = Some(started.map_err(|why| why.to_string())?);
        }
        let begun = Instant::now();
        let chosen = match &mut self.chooser {
            MoveChooser::Ours { player, nodes, .. } => {
                let late = || nodes.is_none() && begun.elapsed() >= self.time;
                let budget = Budget::nodes(nodes.unwrap_or(u64::MAX)).until(&late);
                player.choose(board, seed, budget).ok_or("no move".into())
            }
            MoveChooser::Lines => Ok(lines::choose(board, mix(seed ^ mix(board.ply() as u64)))),
            MoveChooser::Program(_, process) => {
                let running = process.as_mut().ok_or("no program".to_owned())?;
                let chosen = running.choose(board, self.time);
                if chosen.is_err() {
                    *process = None;
                }
                chosen
            }
        };
        let took = begun.elapsed();
        self.slowest = self.slowest.max(took);
        self.total += took;
        self.moves += 1;
        chosen
    }

    /// Where it places the next mark of an opening, see [`opening::place`]; nothing from a program.
    pub(crate) fn place(&self, board: &Board, left: usize, seed: u64) -> Option<Cell> {
        self.open(|level, budget| opening::place(board, left, level, seed, budget))?
    }

    /// The side it takes after an opening; nothing from a program.
    pub(crate) fn take(&self, board: &Board) -> Option<Mark> {
        self.open(|level, budget| opening::take(board, level, budget))
    }

    fn open<T>(&self, act: impl FnOnce(Level, Budget<'_>) -> T) -> Option<T> {
        let MoveChooser::Ours { level, nodes, .. } = &self.chooser else {
            return None;
        };
        // As on a server: not by time, of which the last candidates would have none.
        Some(act(*level, Budget::nodes(nodes.unwrap_or(u64::MAX))))
    }
}

/// `level:5` or, of that many positions a move, `level:5@20000`.
fn ours(command: &str) -> Option<MoveChooser> {
    let text = command.strip_prefix("level:")?;
    let (level, nodes) = match text.split_once('@') {
        Some((level, nodes)) => (level, Some(nodes.parse().ok()?)),
        None => (text, None),
    };
    let level = Level::new(level.parse().ok()?)?;
    Some(MoveChooser::Ours {
        player: Player::new(level),
        level,
        nodes,
    })
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.total / self.moves.max(1);
        let (slowest, moves) = (self.slowest, self.moves);
        write!(f, "{moves} moves, mean {mean:.1?}, slowest {slowest:.1?}")
    }
}

impl GomocupProcess {
    fn start(command: &str, rules: Rules, time: Duration) -> std::io::Result<GomocupProcess> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let (send, lines) = sync_channel(1_000);
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = GomocupProcess {
            child,
            input,
            lines,
            known: 0,
        };
        process.send(&manager::start(rules))?;
        process.answer(READY).map_err(std::io::Error::other)?;
        for setting in [
            format!("timeout_turn {}", time.as_millis()),
            "timeout_match 0".into(),
            "max_memory 350000000".into(),
            "game_type 1".into(),
            "rule 0".into(),
        ] {
            process.send(&format!("INFO {setting}"))?;
        }
        Ok(process)
    }

    fn send(&mut self, lines: &str) -> std::io::Result<()> {
        // Programs that come from Windows expect its ends of lines.
        write!(self.input, "{}\r\n", lines.replace('\n', "\r\n"))?;
        self.input.flush()
    }

    /// The next line that is not a remark.
    fn answer(&mut self, time: Duration) -> Result<String, String> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|_| "no answer")?;
            let line = line.trim();
            match line.split_whitespace().next() {
                None | Some("MESSAGE" | "DEBUG" | "SUGGEST") => {}
                Some("ERROR" | "UNKNOWN") => return Err(line.into()),
                Some(_) => return Ok(line.into()),
            }
        }
    }

    fn choose(&mut self, board: &Board, time: Duration) -> Result<Cell, String> {
        let rules = board.rules();
        let sent = match board.moves() {
            [known @ .., last] if self.known > 0 && known.len() == self.known => {
                self.send(&manager::turn(rules, *last))
            }
            moves => {
                self.send("RESTART")
                    .map_err(|why| why.to_string())
                    .and_then(|()| self.answer(READY))?;
                self.send(&manager::board(rules, moves))
            }
        };
        sent.map_err(|why| why.to_string())?;
        let answer = self.answer(time + PATIENCE)?;
        self.known = board.ply() + 1;
        let cell = manager::column_row(&answer);
        cell.and_then(|(column, row)| rules.cell_at(column, row))
            .ok_or(format!("it answered {answer:?}"))
    }
}

impl Drop for GomocupProcess {
    fn drop(&mut self) {
        // It may have ended before.
        drop(self.send("END"));
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
