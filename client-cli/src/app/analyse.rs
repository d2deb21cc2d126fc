//! The command `oxo analyse`: the best moves of a position, as they become known on the screen or as lines of JSON, or
//! at the end.

use std::{rc::Rc, time::Duration};

use engine::{
    Value,
    analyse::{AnalysedMove, Analysis, MoveScore},
};
use frontend::{
    analysis::{AnalysedPosition, AnalysisLimits, AnalysisThread},
    exit::Exit,
    speech::analysis as words,
    stdio::{
        input::Stop,
        output::{print, print_values},
    },
    text_board::{self, BoardStyle},
    values,
};
use game::{Board, Rules, notation};
use protocol::settings::Opens;
use sentences::{Catalogue, say};
use serde::Serialize;
use tokio::time::timeout;

use super::{
    context::App,
    failure::{Failure, no_screen},
    position,
    solve::word,
};
use crate::{
    cli,
    tui::{analysis::AnalysisPage, terminal::TerminalSession},
};

/// Time it thinks where nobody can end it by a key, and no limit is named.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// A search that is over within this time is not worth a screen.
const AT_ONCE: Duration = Duration::from_millis(300);
/// The longest line of a table.
const COLUMNS: usize = 79;

/// A line of JSON, in the order in which it is promised.
#[derive(Serialize)]
struct AnalysisOutput {
    depth: u16,
    nodes: u64,
    ms: u64,
    moves: Vec<MoveOutput>,
    #[serde(rename = "final")]
    is_final: bool,
}

#[derive(Serialize)]
struct MoveOutput {
    #[serde(rename = "move")]
    name: String,
    /// `first` is X, who began, unless O did; nothing if it is not known.
    value: Option<&'static str>,
    /// In moves; nothing in a draw, or if it is not known.
    distance: Option<u16>,
    /// Whether that is proved.
    exact: bool,
    /// An estimate for the side to move, where no value is known.
    points: Option<i32>,
    line: Vec<String>,
}

impl App {
    pub(super) async fn analyse(mut self, args: &cli::AnalyseArgs) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let position = self.analysed(args).await?;
        let limits = limits(&text, args, self.screen)?;
        let mut thread = AnalysisThread::start(position.board.clone(), limits);
        let exit = if self.screen {
            self.live(&position, &mut thread).await?
        } else {
            self.in_lines(&position, &mut thread).await?
        };
        thread.end().await;
        let Some(known) = thread.known() else {
            return Err(Failure::Other(say!(text, ANALYSIS_FAILED)));
        };
        if self.json {
            print_values([output(&position, known, thread.elapsed(), true)])?;
        } else {
            print(&self.table(&position, known, thread.elapsed()))?;
        }
        Ok(exit)
    }

    /// The position that is meant: some moves on an empty board, or behind those of a game.
    async fn analysed(&mut self, args: &cli::AnalyseArgs) -> Result<AnalysedPosition, Failure> {
        let text = Rc::clone(&self.settings.text);
        let (start, opens) = match &args.game {
            None => (Board::new(args.board.rules(&text)?), Opens::default()),
            Some(typed) => {
                let game = self.wanted(typed).await?;
                let at = args.at.unwrap_or(game.length());
                let outside = || {
                    let (option, least, most) = ("at", 0, game.length());
                    say!(text, USAGE_NUMBER, text = at, option, least, most)
                };
                let board = game.board_at(at).ok_or_else(outside)?;
                (board, game.saved().record.settings.opens)
            }
        };
        let moves = args.position.join(" ");
        let board = position::after(&text, start, self.settings.keys, &moves)?;
        Ok(AnalysedPosition { board, opens })
    }

    /// Shows it on the screen, unless it is over before anybody could look.
    async fn live(
        &self,
        position: &AnalysedPosition,
        thread: &mut AnalysisThread,
    ) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        if timeout(AT_ONCE, thread.all()).await.is_ok() {
            return Ok(Exit::Fine);
        }
        let page = AnalysisPage {
            text,
            ui_settings: &self.ui_settings,
            position,
        };
        let terminal = TerminalSession::open().map_err(|error| no_screen(text, &error))?;
        Ok(page.run(terminal, thread).await?)
    }

    /// Waits for its end, and prints with `--json` what becomes known until then.
    async fn in_lines(
        &self,
        position: &AnalysedPosition,
        thread: &mut AnalysisThread,
    ) -> Result<Exit, Failure> {
        let mut stop = Stop::listen();
        loop {
            tokio::select! {
                more = thread.more() => if !more {
                    return Ok(Exit::Fine);
                },
                exit = stop.wait() => return Ok(exit),
            }
            if let Some(known) = thread.known().filter(|_| self.json) {
                print_values([output(position, known, thread.elapsed(), false)])?;
            }
        }
    }

    fn table(
        &self,
        position: &AnalysedPosition,
        known: &Analysis,
        elapsed: Duration,
    ) -> Vec<String> {
        let text = &self.settings.text;
        let style = BoardStyle {
            charset: self.settings.charset,
            digits: None,
        };
        let mut lines = vec![words::heading(text, position)];
        lines.extend(text_board::position(position, style));
        if !known.moves.is_empty() {
            lines.push(words::status(text, known, elapsed));
            lines.extend(words::moves(text, position, known, COLUMNS));
        }
        lines
    }
}

/// How far it goes: as far as is said, or until somebody ends it, where there is a key for that.
fn limits(
    text: &Catalogue,
    args: &cli::AnalyseArgs,
    screen: bool,
) -> Result<AnalysisLimits, String> {
    let best = values::number::<1, 361, 3>(text, "best", &args.best)?;
    let typed = args.time.as_deref();
    let time = typed.map(|typed| values::time(text, typed)).transpose()?;
    let endless = screen || args.nodes.is_some();
    Ok(AnalysisLimits {
        best: best.get() as usize,
        nodes: args.nodes.unwrap_or(u64::MAX),
        time: time.or((!endless).then_some(USUAL_TIME)),
    })
}

fn output(
    position: &AnalysedPosition,
    known: &Analysis,
    elapsed: Duration,
    is_final: bool,
) -> AnalysisOutput {
    let rules = position.board.rules();
    AnalysisOutput {
        depth: known.depth,
        nodes: known.nodes,
        ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        moves: known
            .moves
            .iter()
            .map(|it| move_output(rules, it))
            .collect(),
        is_final,
    }
}

fn move_output(rules: Rules, found: &AnalysedMove) -> MoveOutput {
    let (value, distance, exact, points) = match found.score {
        MoveScore::Proved(value, distance) => (Some(value), distance, true, None),
        MoveScore::Likely(by, plies) => (Some(Value::Wins(by)), Some(plies), false, None),
        MoveScore::Estimate(points) => (None, None, false, Some(points)),
    };
    let name = |&cell| notation::name(rules, cell);
    let line: Vec<String> = found.line.iter().filter_map(name).collect();
    MoveOutput {
        name: line.first().cloned().unwrap_or_default(),
        value: value.map(word),
        distance,
        exact,
        points,
        line,
    }
}

#[cfg(test)]
mod tests;
