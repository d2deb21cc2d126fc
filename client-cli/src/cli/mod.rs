//! The command line's options, by clap; their help texts are in the catalogue.

mod choices;
mod room;
mod seat;
mod words;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};
use clap_complete::Shell;

pub use choices::with_choices;
pub use room::{BoardArgs, GameArgs, RoomArgs, first_against};
pub use seat::SeatArgs;
pub use words::{command, help, mistake, read};

// Plain comments, not doc comments: clap would make help texts of those.
#[derive(Debug, Parser)]
#[command(name = "oxo", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalArgs,
    // None: the person chooses on the screen.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

#[derive(Debug, Args)]
pub struct GlobalArgs {
    #[arg(long, global = true, env = "OXO_SERVER", value_name = "URL")]
    pub server: Option<String>,
    // Whether the server was typed, and does not come from the environment.
    #[arg(skip)]
    pub server_typed: bool,
    #[arg(long, global = true)]
    pub name: Option<String>,
    #[arg(long, global = true)]
    pub json: bool,
    #[arg(long, global = true)]
    pub plain: bool,
    #[arg(long, global = true, value_name = "NAME")]
    pub theme: Option<String>,
    #[arg(long, global = true, value_name = "keypad|phone")]
    pub keys: Option<String>,
    #[arg(long, global = true)]
    pub ascii: bool,
    #[arg(long, visible_alias = "lang", global = true, value_name = "TAG")]
    pub language: Option<String>,
    #[arg(long, global = true, value_name = "yes|no")]
    pub keep_games: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    Play(PlayArgs),
    New(RoomArgs),
    Join(RoomArg),
    Watch(RoomArg),
    Exhibit(ExhibitArgs),
    Rooms,
    Resume(ResumeArgs),
    Wait(WaitArgs),
    Seat(SeatArgs),
    Local(LocalArgs),
    Bot(BotArgs),
    Games(GamesArgs),
    Replay(ReplayArgs),
    Solve(SolveArgs),
    Analyse(AnalyseArgs),
    Engine(EngineArgs),
    Connect,
    Doctor(DoctorArgs),
    Completions { shell: Shell },
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub struct ManArgs {
    // None: the page of the program, which names the others.
    #[arg(value_name = "COMMAND")]
    pub page: Option<String>,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    // A waiting player, as the list of rooms names them.
    #[arg(value_name = "TICKET", conflicts_with_all = ["opponent", "any_board", "any_clock", "bots", "unseen"])]
    pub ticket: Option<String>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    #[arg(long, conflicts_with = "computer")]
    pub any_board: bool,
    #[arg(long, conflicts_with = "computer")]
    pub any_clock: bool,
    #[arg(long, conflicts_with = "computer")]
    pub bots: bool,
    #[arg(long, conflicts_with = "computer")]
    pub unseen: bool,
}

// The level may be left out.
#[derive(Debug, Args)]
pub struct OpponentArgs {
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = USUAL, group = "opponent")]
    pub computer: Option<String>,
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = USUAL, group = "opponent")]
    pub while_waiting: Option<String>,
    #[arg(long, default_value = "random", value_name = "you|computer|random")]
    #[arg(requires = "opponent")]
    pub first: String,
    #[arg(long, default_value = "x", value_name = "x|o", requires = "opponent")]
    pub opens: String,
    #[arg(long, default_value = "free", value_name = "free|pie|swap2")]
    #[arg(requires = "opponent")]
    pub opening: String,
    #[arg(long, requires = "opponent")]
    pub centre: bool,
}

/// The level of the computer unless another is named.
const USUAL: &str = "3";

#[derive(Debug, Args)]
pub struct ExhibitArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[arg(long, default_value = "3-5", value_name = "X-O")]
    pub levels: String,
}

#[derive(Debug, Args)]
pub struct RoomArg {
    #[arg(value_name = "CODE|URL")]
    pub place: String,
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    // None: the newest, or the one that is asked for.
    #[arg(id = "seat", value_name = "CODE|URL")]
    pub place: Option<String>,
    #[arg(long)]
    pub take_over: bool,
}

#[derive(Debug, Args)]
pub struct WaitArgs {
    // None: all seats of this machine on the server in use.
    #[arg(id = "waited", value_name = "CODE|URL")]
    pub place: Option<String>,
    #[arg(long)]
    pub next: bool,
    #[arg(id = "patience", long = "for", value_name = "TIME")]
    pub patience: Option<String>,
}

#[derive(Debug, Args)]
pub struct LocalArgs {
    #[arg(
        id = "level",
        long = "computer",
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "3"
    )]
    pub level: Option<String>,
    #[arg(
        id = "begins",
        long = "first",
        default_value = "random",
        value_name = "you|computer|random",
        requires = "level"
    )]
    pub begins: String,
    #[arg(id = "opens_in_centre", long = "centre", requires = "level")]
    pub opens_in_centre: bool,
    #[arg(long, value_name = "NAME,NAME")]
    pub names: Option<String>,
    #[arg(long, default_value = "x", value_name = "x|o")]
    pub opens: String,
    #[arg(long, default_value = "free", value_name = "free|pie|swap2")]
    pub opening: String,
    #[command(flatten)]
    pub game: GameArgs,
}

#[derive(Debug, Args)]
pub struct BotArgs {
    #[arg(long, value_name = "COMMAND", required_unless_present = "gomocup")]
    pub exec: Option<String>,
    #[arg(long, value_name = "COMMAND", conflicts_with = "exec")]
    pub gomocup: Option<String>,
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = USUAL, conflicts_with_all = ["new", "join", "bots"])]
    pub computer: Option<String>,
    #[arg(long)]
    pub new: bool,
    #[arg(long, value_name = "CODE|URL", conflicts_with = "new")]
    pub join: Option<String>,
    #[arg(long)]
    pub bots: bool,
    #[command(flatten)]
    pub room: RoomArgs,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    #[arg(long, default_value_t = 2_000, value_name = "MS", value_parser = value_parser!(u64).range(50..=3_600_000))]
    pub move_ms: u64,
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub restarts: u32,
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct GamesArgs {
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    #[arg(long, conflicts_with_all = ["limit", "all", "sgf", "with", "board", "delete", "forget"])]
    pub open: bool,
    #[arg(long)]
    pub sgf: bool,
    #[arg(long, value_name = "NAME")]
    pub with: Option<String>,
    #[arg(long, value_name = "WxH|WxHxL")]
    pub board: Option<String>,
    #[arg(long, value_name = "ID", conflicts_with = "forget")]
    pub delete: Option<String>,
    #[arg(long, value_name = "ID")]
    pub forget: Option<String>,
    #[arg(long, requires = "forget")]
    pub local: bool,
}

#[derive(Debug, Args)]
pub struct DoctorArgs {
    // None: the server in use.
    #[arg(value_name = "URL")]
    pub url: Option<String>,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    #[arg(value_name = "ID|URL|FILE|-")]
    pub game: String,
    #[arg(long, default_value = USUAL_SPEED, value_name = "N")]
    pub speed: String,
    #[arg(long)]
    pub review: bool,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "\"b2 a1 ...\""
    )]
    pub moves: String,
    #[arg(long, default_value_t = 5_000_000, value_name = "N")]
    pub nodes: u64,
}

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    // The moves that lead to it, behind those of a game if there is one.
    #[arg(value_name = "MOVE")]
    pub position: Vec<String>,
    #[command(flatten)]
    pub board: BoardArgs,
    #[arg(id = "analysed", long = "game", value_name = "ID|URL|FILE|-")]
    #[arg(conflicts_with_all = ["rules", "misere", "exact"])]
    pub game: Option<String>,
    #[arg(id = "ply", long = "at", value_name = "N", requires = "analysed")]
    pub at: Option<usize>,
    #[arg(id = "count", long = "best", default_value = "3", value_name = "N")]
    pub best: String,
    #[arg(id = "think", long = "time", value_name = "TIME")]
    pub time: Option<String>,
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
}

#[derive(Debug, Args)]
pub struct EngineArgs {
    #[arg(id = "marks", long = "line", default_value_t = 5, value_name = "N", value_parser = value_parser!(u8).range(3..=19))]
    pub line: u8,
    #[arg(
        id = "strength",
        long = "level",
        default_value = "5",
        value_name = "LEVEL"
    )]
    pub level: String,
}

/// Argument of `replay`, `analyse` and `seat` for standard input.
pub const INPUT: &str = "-";

/// Moves a second unless others are named.
const USUAL_SPEED: &str = "1";

impl Cli {
    /// The same line with another command, if it has one.
    #[must_use]
    pub fn with_command(self, change: impl FnOnce(CliCommand) -> CliCommand) -> Cli {
        Cli {
            command: self.command.map(change),
            ..self
        }
    }
}

impl AnalyseArgs {
    /// Whether a game comes from standard input, which holds no keys then.
    pub fn is_input(&self) -> bool {
        self.game.as_deref() == Some(INPUT)
    }
}

impl ReplayArgs {
    /// A game without options.
    pub fn usual(game: String) -> ReplayArgs {
        ReplayArgs {
            game,
            speed: USUAL_SPEED.to_owned(),
            review: false,
        }
    }

    /// Whether the game comes from standard input, which holds no lines then.
    pub fn is_input(&self) -> bool {
        self.game == INPUT
    }
}
