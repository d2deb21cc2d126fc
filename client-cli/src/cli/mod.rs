//! The command line: its shape here, its words from the catalogue.
//!
//! Knows nothing of what the commands do.

mod words;

use std::{path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, value_parser};
use clap_complete::Shell;
use game::{Level, Rules, RulesError};
use protocol::settings::ClockSetting;

use crate::{key::say, locale::Catalogue};
pub use words::{command, help, mistake, read};

// Plain comments, not doc comments: clap would make help texts of those.
#[derive(Debug, Parser)]
#[command(name = "oxo", version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    // None: the person chooses on the screen.
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Args)]
pub struct Global {
    #[arg(long, global = true, env = "OXO_SERVER", value_name = "URL")]
    pub server: Option<String>,
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
pub enum Command {
    Play(Seek),
    New(New),
    Join(Place),
    Watch(Place),
    Exhibit(Exhibit),
    Rooms,
    Resume,
    Local(Local),
    Bot(Bot),
    Games(Games),
    Replay(Replay),
    Solve(Solve),
    Connect,
    Completions { shell: Shell },
    Man,
}

#[derive(Debug, Args)]
pub struct Play {
    #[arg(long, default_value = "classic", value_name = "WxHxL")]
    pub rules: String,
    #[arg(long)]
    pub misere: bool,
    #[arg(long, default_value = "none")]
    pub clock: String,
}

#[derive(Debug, Args)]
pub struct Seek {
    #[command(flatten)]
    pub play: Play,
    #[command(flatten)]
    pub opponent: Opponent,
    #[arg(long, conflicts_with = "computer")]
    pub bots: bool,
}

// The level may be left out.
#[derive(Debug, Args)]
pub struct Opponent {
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = USUAL, group = "opponent")]
    pub computer: Option<String>,
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = USUAL, group = "opponent")]
    pub while_waiting: Option<String>,
    #[arg(long, default_value = "random", value_name = "you|computer|random")]
    #[arg(requires = "opponent")]
    pub first: String,
    #[arg(long, requires = "opponent")]
    pub centre: bool,
}

/// The level of the computer unless another is named.
const USUAL: &str = "3";

#[derive(Debug, Args)]
pub struct Exhibit {
    #[arg(long, default_value = "classic", value_name = "WxHxL")]
    pub rules: String,
    #[arg(long)]
    pub misere: bool,
    #[arg(long, default_value = "3-5", value_name = "X-O")]
    pub levels: String,
}

#[derive(Debug, Args)]
pub struct New {
    #[command(flatten)]
    pub play: Play,
    #[arg(long, default_value = "random", value_name = "host|guest|random")]
    pub first: String,
    #[arg(long)]
    pub fixed: bool,
    #[arg(long, default_value = "link", value_name = "open|link|none")]
    pub watching: String,
    #[arg(long)]
    pub listed: bool,
}

#[derive(Debug, Args)]
pub struct Place {
    #[arg(value_name = "CODE|URL")]
    pub place: String,
}

#[derive(Debug, Args)]
pub struct Local {
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
    #[arg(long, default_value = "classic", value_name = "WxHxL")]
    pub rules: String,
    #[arg(long)]
    pub misere: bool,
    #[arg(long, default_value = "none")]
    pub clock: String,
}

#[derive(Debug, Args)]
pub struct Bot {
    #[arg(long, value_name = "COMMAND")]
    pub exec: String,
    #[arg(long)]
    pub new: bool,
    #[arg(long, value_name = "CODE|URL", conflicts_with = "new")]
    pub join: Option<String>,
    #[arg(long)]
    pub bots: bool,
    #[command(flatten)]
    pub room: New,
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
pub struct Games {
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    #[arg(long, value_name = "ID")]
    pub forget: Option<String>,
    #[arg(long, requires = "forget")]
    pub local: bool,
}

#[derive(Debug, Args)]
pub struct Replay {
    #[arg(value_name = "ID|FILE|-")]
    pub game: String,
    #[arg(long, default_value = "1", value_name = "N")]
    pub speed: String,
    #[arg(long)]
    pub review: bool,
}

#[derive(Debug, Args)]
pub struct Solve {
    #[arg(long, default_value = "classic", value_name = "WxHxL")]
    pub rules: String,
    #[arg(long)]
    pub misere: bool,
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

/// What `replay` is given to read standard input.
pub const INPUT: &str = "-";

impl Replay {
    /// Whether the game comes from standard input, which holds no lines then.
    #[must_use]
    pub fn is_input(&self) -> bool {
        self.game == INPUT
    }
}

/// Reads the rules of `--rules`.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn rules(text: &Catalogue, typed: &str) -> Result<Rules, String> {
    typed.parse().map_err(|error| match error {
        RulesError::Text { .. } => say!(text, USAGE_RULES_TEXT, text = typed),
        RulesError::Width { got } | RulesError::Height { got } => {
            say!(text, USAGE_RULES_SIDE, text = got)
        }
        RulesError::Line { got, max } => say!(text, USAGE_RULES_LINE, text = got, most = max),
    })
}

/// Reads the clock of `--clock`: `none`, `30s` a move, `5m+3s` a game.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn clock(text: &Catalogue, typed: &str) -> Result<ClockSetting, String> {
    let lower = typed.trim().to_ascii_lowercase();
    let setting = if lower == "none" {
        Some(ClockSetting::None)
    } else if let Some((initial, increment)) = lower.split_once('+') {
        duration_ms(initial)
            .zip(duration_ms(increment))
            .map(|(initial_ms, increment_ms)| ClockSetting::Total {
                initial_ms,
                increment_ms,
            })
    } else {
        duration_ms(&lower).map(|move_ms| ClockSetting::PerMove { move_ms })
    };
    let setting = setting.ok_or_else(|| say!(text, USAGE_CLOCK, text = typed))?;
    match setting.check() {
        Ok(()) => Ok(setting),
        Err(_) => Err(say!(text, USAGE_CLOCK_BOUNDS, text = typed)),
    }
}

/// `90`, `90s`, `1m30s`, `1h` as milliseconds.
fn duration_ms(text: &str) -> Option<u32> {
    let mut total: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let unit = match rest.chars().next() {
            None | Some('s') => 1,
            Some('m') => 60,
            Some('h') => 3_600,
            Some(_) => return None,
        };
        rest = rest.get(1..).unwrap_or_default();
        total = total.checked_add(number.checked_mul(unit * 1_000)?)?;
    }
    u32::try_from(total).ok().filter(|_| !text.is_empty())
}

/// Reads how well the computer of an option is to play.
///
/// # Errors
/// With the sentence that says which levels there are.
pub fn level(text: &Catalogue, option: &str, typed: &str) -> Result<Level, String> {
    let levels = Level::ALL.map(|level| (level.number().to_string(), level));
    let levels = levels.each_ref().map(|(number, it)| (number.as_str(), *it));
    choice(text, option, typed, &levels)
}

/// Reads moves a second as the time between two of them.
///
/// # Errors
/// With the sentence that says what is wrong.
pub fn pace(text: &Catalogue, typed: &str) -> Result<Duration, String> {
    let speed = typed.trim().parse::<f64>().ok();
    let speed = speed.filter(|speed| (0.1..=10.0).contains(speed));
    let speed = speed.ok_or_else(|| say!(text, USAGE_SPEED, text = typed))?;
    Ok(Duration::from_secs_f64(1.0 / speed))
}

/// Reads an option that is one of a few words.
///
/// # Errors
/// With the sentence that says which there are.
pub fn choice<T: Copy>(
    text: &Catalogue,
    option: &str,
    typed: &str,
    choices: &[(&str, T)],
) -> Result<T, String> {
    let wanted = typed.trim().to_ascii_lowercase();
    let found = choices.iter().find(|(word, _)| *word == wanted);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let words = words.join(", ");
        say!(
            text,
            USAGE_CHOICE,
            text = typed,
            option = option,
            choices = words
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_moves_a_second_within_bounds() {
        let text = Catalogue::for_wish("en");
        for (typed, ms) in [("1", 1_000), ("2.5", 400), ("0.1", 10_000)] {
            assert_eq!(pace(&text, typed), Ok(Duration::from_millis(ms)));
        }
        for typed in ["0", "11", "-1", "NaN", "inf", "fast", ""] {
            let said = pace(&text, typed).unwrap_err();
            assert!(said.contains("is not a speed"), "{typed}: {said}");
        }
    }

    #[test]
    fn a_level_is_one_of_five() {
        let text = Catalogue::for_wish("en");
        assert_eq!(level(&text, "computer", "5"), Ok(Level::TOP));
        assert_eq!(
            level(&text, "computer", "6").unwrap_err(),
            "6 is not possible for computer. Possible are: 1, 2, 3, 4, 5."
        );
    }

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let text = Catalogue::for_wish("en");
        let total = |initial_ms, increment_ms| ClockSetting::Total {
            initial_ms,
            increment_ms,
        };
        for (typed, setting) in [
            ("none", ClockSetting::None),
            ("30s", ClockSetting::PerMove { move_ms: 30_000 }),
            ("30", ClockSetting::PerMove { move_ms: 30_000 }),
            ("1m30s", ClockSetting::PerMove { move_ms: 90_000 }),
            ("5m+3s", total(300_000, 3_000)),
            ("1h+0", total(3_600_000, 0)),
        ] {
            assert_eq!(clock(&text, typed), Ok(setting), "{typed}");
        }
        for typed in ["", "s", "5x", "+", "5m+", "-3", "1é"] {
            let said = clock(&text, typed).unwrap_err();
            assert!(said.contains("is not a clock"), "{typed}: {said}");
        }
        for typed in ["0s", "2h", "1s+1s"] {
            let said = clock(&text, typed).unwrap_err();
            assert!(said.contains("out of bounds"), "{typed}: {said}");
        }
    }
}
