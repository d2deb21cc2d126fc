//! Options of a board, a game and a room, and the settings that they mean.
//!
//! A room's settings are read from the command line here and nowhere else. An error is the sentence about the mistake.

use clap::Args;
use frontend::values;
use game::LineRule;
use protocol::{
    Rules, Settings,
    settings::{Alternate, First, Opens, Watching},
};
use sentences::Catalogue;

/// The board and what a line on it is worth.
#[derive(Debug, Args)]
pub struct BoardArgs {
    #[arg(long, default_value = "classic", value_name = "WxHxL")]
    rules: String,
    #[arg(long)]
    misere: bool,
    #[arg(long, conflicts_with = "misere")]
    exact: bool,
}

impl BoardArgs {
    /// The rules.
    pub fn rules(&self, text: &Catalogue) -> Result<Rules, String> {
        let rules = values::rules(text, &self.rules)?;
        Ok(match (self.misere, self.exact) {
            (true, _) => rules.with(LineRule::Loses),
            (_, true) => rules.with(LineRule::Exactly),
            _ => rules,
        })
    }
}

/// A game between any two.
#[derive(Debug, Args)]
pub struct GameArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[arg(long, default_value = "none")]
    clock: String,
}

impl GameArgs {
    /// Rules, opening, clock and marks of games; the other settings are the usual ones.
    pub fn settings(
        &self,
        text: &Catalogue,
        opens: &str,
        opening: &str,
    ) -> Result<Settings, String> {
        let marks = [("x", Opens::X), ("o", Opens::O)];
        let rules = self.board.rules(text)?;
        Ok(Settings {
            rules,
            opening: values::opening(text, opening, rules)?,
            clock: values::clock(text, &self.clock)?,
            opens: values::choice(text, "opens", opens, &marks)?,
            ..Settings::default()
        })
    }
}

/// Side that begins a game against the computer.
pub fn first_against(text: &Catalogue, typed: &str) -> Result<First, String> {
    let firsts = [
        ("you", First::Host),
        ("computer", First::Guest),
        ("random", First::Random),
    ];
    values::choice(text, "first", typed, &firsts)
}

/// A room, with an option for each of its settings.
#[derive(Debug, Args)]
pub struct RoomArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, default_value = "random", value_name = "host|guest|random")]
    first: String,
    #[arg(long, default_value = "x", value_name = "x|o")]
    opens: String,
    #[arg(long, default_value = "free", value_name = "free|pie|swap2")]
    opening: String,
    #[arg(long)]
    fixed: bool,
    #[arg(long, default_value = "link", value_name = "open|link|none")]
    watching: String,
    #[arg(long)]
    listed: bool,
}

impl RoomArgs {
    /// The settings of the room.
    pub fn settings(&self, text: &Catalogue) -> Result<Settings, String> {
        let firsts = [
            ("host", First::Host),
            ("guest", First::Guest),
            ("random", First::Random),
        ];
        let watchings = [
            ("open", Watching::Open),
            ("link", Watching::Link),
            ("none", Watching::None),
        ];
        Ok(Settings {
            first: values::choice(text, "first", &self.first, &firsts)?,
            alternate: match self.fixed {
                true => Alternate::Fixed,
                false => Alternate::Yes,
            },
            watching: values::choice(text, "watching", &self.watching, &watchings)?,
            listed: self.listed,
            ..self.game.settings(text, &self.opens, &self.opening)?
        })
    }
}
