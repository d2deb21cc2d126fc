//! What a new room is to be: the choices there are, how keys change them, and
//! their words.

use protocol::{
    Mark, Rules, Settings,
    settings::{Alternate, ClockSetting, First, Opens, Watching},
};

use crate::{key::say, locale::Catalogue, speech::brief};

/// Something about a room that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Board,
    /// What a line is worth to whoever makes it.
    Line,
    Clock,
    First,
    Opens,
    Sides,
    Watching,
    Listed,
}

/// The boards to go through, as width, height and line; others are typed.
const BOARDS: [(u8, u8, u8); 4] = [(3, 3, 3), (4, 4, 3), (7, 6, 4), (15, 15, 5)];

/// The clocks to go through; others are typed.
const CLOCKS: [ClockSetting; 5] = [
    ClockSetting::None,
    ClockSetting::PerMove { move_ms: 30_000 },
    total(3, 2),
    total(5, 3),
    total(10, 5),
];

/// Minutes for the game, and seconds more for each move.
const fn total(minutes: u32, seconds: u32) -> ClockSetting {
    ClockSetting::Total {
        initial_ms: minutes * 60_000,
        increment_ms: seconds * 1_000,
    }
}

/// Which way one goes through the values of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Back,
    On,
}

impl Choice {
    pub(super) const ALL: [Choice; 8] = [
        Choice::Board,
        Choice::Line,
        Choice::Clock,
        Choice::First,
        Choice::Opens,
        Choice::Sides,
        Choice::Watching,
        Choice::Listed,
    ];

    /// Takes the next value, or the one before.
    pub(super) fn change(self, room: &mut Settings, way: Way) {
        match self {
            Choice::Board => {
                let boards = BOARDS
                    .iter()
                    .filter_map(|(w, h, l)| Rules::new(*w, *h, *l).ok());
                let boards: Vec<Rules> = boards
                    .map(|rules| match room.rules.is_misere() {
                        true => rules.misere(),
                        false => rules,
                    })
                    .collect();
                room.rules = next(&boards, room.rules, way);
            }
            Choice::Line => {
                let rules = room.rules;
                let wins = Rules::new(rules.width(), rules.height(), rules.line());
                room.rules = match rules.is_misere() {
                    true => wins.unwrap_or(rules),
                    false => rules.misere(),
                };
            }
            Choice::Clock => room.clock = next(&CLOCKS, room.clock, way),
            Choice::First => {
                let all = [First::Random, First::Host, First::Guest];
                room.first = next(&all, room.first, way);
            }
            Choice::Opens => room.opens = next(&[Opens::X, Opens::O], room.opens, way),
            Choice::Sides => {
                let all = [Alternate::Yes, Alternate::Fixed];
                room.alternate = next(&all, room.alternate, way);
            }
            Choice::Watching => {
                let all = [Watching::Link, Watching::Open, Watching::None];
                room.watching = next(&all, room.watching, way);
            }
            Choice::Listed => room.listed = !room.listed,
        }
    }

    /// What is chosen.
    pub(super) fn label(self, text: &Catalogue) -> String {
        match self {
            Choice::Board => say!(text, SCREEN_START_CHOICE_BOARD),
            Choice::Line => say!(text, SCREEN_START_CHOICE_LINE),
            Choice::Clock => say!(text, SCREEN_START_CHOICE_CLOCK),
            Choice::First => say!(text, SCREEN_START_CHOICE_FIRST),
            Choice::Opens => say!(text, SCREEN_START_CHOICE_OPENS),
            Choice::Sides => say!(text, SCREEN_START_CHOICE_SIDES),
            Choice::Watching => say!(text, SCREEN_START_CHOICE_WATCHING),
            Choice::Listed => say!(text, SCREEN_START_CHOICE_LISTED),
        }
    }

    /// What it is now.
    pub(super) fn value(self, text: &Catalogue, room: &Settings) -> String {
        match self {
            Choice::Board => brief::board(text, room.rules),
            Choice::Line if room.rules.is_misere() => say!(text, SCREEN_START_LINE_LOSES),
            Choice::Line => say!(text, SCREEN_START_LINE_WINS),
            Choice::Clock => brief::clock(text, room.clock),
            Choice::First => match room.first {
                First::Random => say!(text, SCREEN_START_FIRST_RANDOM),
                First::Host => say!(text, SCREEN_START_FIRST_HOST),
                First::Guest => say!(text, SCREEN_START_FIRST_GUEST),
            },
            Choice::Opens => room.opens.mark(Mark::X).to_string(),
            Choice::Sides => match room.alternate {
                Alternate::Yes => say!(text, SCREEN_START_SIDES_TURNS),
                Alternate::Fixed => say!(text, SCREEN_START_SIDES_FIXED),
            },
            Choice::Watching => match room.watching {
                Watching::Link => say!(text, SCREEN_START_WATCHING_LINK),
                Watching::Open => say!(text, SCREEN_START_WATCHING_OPEN),
                Watching::None => say!(text, SCREEN_START_WATCHING_NONE),
            },
            Choice::Listed if room.listed => say!(text, SCREEN_START_YES),
            Choice::Listed => say!(text, SCREEN_START_NO),
        }
    }
}

/// The neighbour of a value; of one that is not there, an end.
pub(super) fn next<T: Copy + PartialEq>(all: &[T], now: T, way: Way) -> T {
    let at = all.iter().position(|value| *value == now);
    let to = match (at, way) {
        (None, Way::On) => 0,
        (Some(at), Way::On) => (at + 1) % all.len(),
        (None | Some(0), Way::Back) => all.len() - 1,
        (Some(at), Way::Back) => at - 1,
    };
    all[to]
}
