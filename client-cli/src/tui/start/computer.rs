//! A game against the computer, or of two computers to watch: what there is to
//! choose, and how keys change it. Board and clock are those of the choices.

use game::Level;
use protocol::{
    Computer, Settings,
    ids::BySeat,
    settings::{First, Opens},
};

use super::choices::{Choice, Way, next};
use crate::{intent::Intent, key::say, locale::Catalogue, speech};

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opponent {
    level: Level,
    /// The level of a second computer, for whoever watches two.
    other: Level,
    first: First,
    centre: bool,
}

impl Default for Opponent {
    fn default() -> Opponent {
        Opponent {
            level: speech::USUAL,
            other: Level::TOP,
            first: First::Host,
            centre: false,
        }
    }
}

/// A line of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Level,
    First,
    Board,
    Centre,
    /// Two computers, to watch.
    Two,
}

impl Opponent {
    /// What there is to choose. Few boards have a cell in their centre.
    pub(super) fn lines(room: &Settings) -> Vec<Line> {
        let centre = room.rules.width() % 2 == 1 && room.rules.height() % 2 == 1;
        let centre = centre.then_some(Line::Centre);
        [Line::Level, Line::First, Line::Board]
            .into_iter()
            .chain(centre)
            .chain([Line::Two])
            .collect()
    }

    /// Takes the next value of a line, or the one before.
    pub(super) fn change(&mut self, line: Line, room: &mut Settings, way: Way) {
        match line {
            Line::Level => self.level = next(&Level::ALL, self.level, way),
            Line::First => {
                let all = [First::Host, First::Guest, First::Random];
                self.first = next(&all, self.first, way);
            }
            Line::Board => Choice::Board.change(room, way),
            Line::Centre => self.centre = !self.centre,
            Line::Two => self.other = next(&Level::ALL, self.other, way),
        }
    }

    /// Takes the level of a number.
    pub(super) fn take_level(&mut self, number: char) {
        let number = number.to_digit(10).and_then(|n| u8::try_from(n).ok());
        self.level = number.and_then(Level::new).unwrap_or(self.level);
    }

    /// Where a line leads.
    pub(super) fn intent(self, line: Line, room: &Settings) -> Intent {
        match line {
            Line::Two => {
                let computer = |level| Computer {
                    level,
                    centre: false,
                };
                let computers = BySeat {
                    host: computer(self.level),
                    guest: computer(self.other),
                };
                Intent::Exhibit(room.rules, computers)
            }
            _ => self.game(room),
        }
    }

    /// A game against it.
    pub(super) fn game(self, room: &Settings) -> Intent {
        let centre = self.centre && Opponent::lines(room).contains(&Line::Centre);
        let computer = Computer {
            level: self.level,
            centre,
        };
        let room = Settings {
            first: self.first,
            opens: Opens::X,
            listed: false,
            ..*room
        };
        Intent::Computer(room, computer)
    }

    /// What is chosen in a line.
    pub(super) fn label(line: Line, text: &Catalogue) -> String {
        match line {
            Line::Level => say!(text, SCREEN_START_LEVEL),
            Line::First => say!(text, SCREEN_START_CHOICE_FIRST),
            Line::Board => say!(text, SCREEN_START_CHOICE_BOARD),
            Line::Centre => say!(text, SCREEN_START_CENTRE),
            Line::Two => say!(text, SCREEN_START_TWO),
        }
    }

    /// What it is now.
    pub(super) fn value(self, line: Line, text: &Catalogue, room: &Settings) -> String {
        match line {
            Line::Level => self.level.number().to_string(),
            Line::First => match self.first {
                First::Guest => say!(text, SCREEN_START_FIRST_COMPUTER),
                first => Choice::First.value(text, &Settings { first, ..*room }),
            },
            Line::Board => Choice::Board.value(text, room),
            Line::Centre if self.centre => say!(text, SCREEN_START_YES),
            Line::Centre => say!(text, SCREEN_START_NO),
            Line::Two => {
                let (one, other) = (self.level.number(), self.other.number());
                say!(text, SCREEN_START_TWO_LEVELS, one = one, other = other)
            }
        }
    }

    /// What the chosen line means, in a sentence.
    pub(super) fn about(self, line: Line, text: &Catalogue) -> String {
        match line {
            Line::Two => say!(text, SCREEN_START_TWO_ABOUT),
            _ => speech::level(text, self.level),
        }
    }
}
