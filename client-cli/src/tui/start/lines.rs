//! Settings of a new room and of a game against the computer: one descriptor a setting, with its
//! label, its value in words and how it changes.

use frontend::{
    intent::{Intent, OpponentSearch},
    speech::{self, brief},
    values,
};
use game::{Level, LineRule};
use protocol::{
    Computer, Mark, OpeningRule, Rules, Settings,
    ids::BySeat,
    settings::{Alternate, ClockSetting, First, Opens, Watching},
};
use sentences::{Catalogue, say};

#[derive(Clone, Copy, Debug)]
pub struct StartChoices {
    /// The room that is opened for a friend or asked of the quick match.
    pub room: Settings,
    level: Level,
    /// The level of a second computer, for two that are watched.
    other: Level,
    /// The side that begins against the computer.
    first: First,
    centre: bool,
    /// Whether any board, and any clock, will do with anybody.
    any_board: bool,
    any_clock: bool,
    /// Whether others do not see that one waits.
    unseen: bool,
}

impl StartChoices {
    pub fn new(room: Settings) -> StartChoices {
        StartChoices {
            room,
            level: Level::default(),
            other: Level::TOP,
            first: First::Host,
            centre: false,
            any_board: false,
            any_clock: false,
            unseen: false,
        }
    }

    /// The game one would play with anybody.
    pub fn search(&self) -> OpponentSearch {
        OpponentSearch {
            rules: self.room.rules,
            clock: self.room.clock,
            any_board: self.any_board,
            any_clock: self.any_clock,
            bots: false,
            unseen: self.unseen,
        }
    }

    pub fn take_level(&mut self, digit: char) {
        let number = digit.to_digit(10).and_then(|n| u8::try_from(n).ok());
        self.level = number.and_then(Level::new).unwrap_or(self.level);
    }

    /// The settings of a room; an opening rule is only for boards that it fits.
    pub fn settings(&self) -> Settings {
        let mut room = self.room;
        if !room.opening.fits(room.rules) {
            room.opening = OpeningRule::Free;
        }
        room
    }

    pub fn game(&self) -> Intent {
        let room = Settings {
            first: self.first,
            opens: Opens::X,
            listed: false,
            // A computer does not play for days.
            clock: match self.room.clock {
                ClockSetting::Correspondence { .. } => ClockSetting::None,
                clock => clock,
            },
            ..self.settings()
        };
        let (level, centre) = (self.level, self.centre && (CENTRE.there)(self));
        Intent::Computer(room, Computer { level, centre })
    }

    /// Two computers, to watch.
    fn exhibition(&self) -> Intent {
        let centre = false;
        let [host, guest] = [self.level, self.other].map(|level| Computer { level, centre });
        Intent::Exhibit(self.room.rules, BySeat { host, guest })
    }
}

/// Direction through the values of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepDirection {
    Back,
    Forward,
}

/// A setting whose value may be typed.
#[derive(Clone, Copy)]
pub struct TypedSetting {
    /// Values that may be typed.
    pub about: fn(&Catalogue) -> String,
    pub label: fn(&Catalogue) -> String,
    /// Takes the typed text, or returns the sentence about its mistake.
    pub take: fn(&Catalogue, &mut Settings, &str) -> Result<(), String>,
}

/// A setting as the start screen shows and changes it.
#[derive(Clone, Copy)]
pub struct SettingLine {
    pub label: fn(&Catalogue) -> String,
    pub value: fn(&Catalogue, &StartChoices) -> String,
    /// Takes the next value, or the one before.
    pub change: fn(&mut StartChoices, StepDirection),
    /// Prompt of Enter, where other values may be typed.
    pub typed: Option<TypedSetting>,
    /// Whether there is such a choice at all.
    pub there: fn(&StartChoices) -> bool,
    /// Sentence about the chosen line, on the page of the computer.
    pub about: fn(&Catalogue, &StartChoices) -> String,
    /// Where Enter leads there.
    pub intent: fn(&StartChoices) -> Intent,
    /// Whether Enter leads to watching.
    pub watches: bool,
}

/// A line with what most lines have.
const LINE: SettingLine = SettingLine {
    label: |_| String::new(),
    value: |_, _| String::new(),
    change: |_, _| {},
    typed: None,
    there: |_| true,
    about: |text, draft| speech::level(text, draft.level),
    intent: StartChoices::game,
    watches: false,
};

const BOARD: SettingLine = SettingLine {
    label: |text| say!(text, SCREEN_START_CHOICE_BOARD),
    value: |text, draft| brief::board(text, draft.room.rules),
    change: |draft, direction| {
        let line_rule = draft.room.rules.line_rule();
        let boards = BOARDS
            .iter()
            .filter_map(|(w, h, l)| Rules::new(*w, *h, *l).ok());
        let boards = boards.map(|rules| rules.with(line_rule));
        step(
            &mut draft.room.rules,
            &boards.collect::<Vec<_>>(),
            direction,
        );
    },
    typed: Some(TypedSetting {
        about: |text| say!(text, SCREEN_START_ASK_BOARD_ABOUT),
        label: |text| say!(text, SCREEN_START_ASK_BOARD),
        take: |text, room, typed| values::rules(text, typed).map(|rules| room.rules = rules),
    }),
    ..LINE
};

const FIRST: SettingLine = SettingLine {
    label: |text| say!(text, SCREEN_START_CHOICE_FIRST),
    value: |text, draft| first(text, draft.room.first),
    change: |draft, direction| {
        let all = [First::Random, First::Host, First::Guest];
        step(&mut draft.room.first, &all, direction);
    },
    ..LINE
};

/// How a game is opened; only where the board leaves something to choose.
const OPENING: SettingLine = SettingLine {
    label: |text| say!(text, SCREEN_START_CHOICE_OPENING),
    value: |text, draft| match draft.room.opening {
        OpeningRule::Free => say!(text, SCREEN_START_OPENING_FREE),
        OpeningRule::Pie => say!(text, SCREEN_START_OPENING_PIE),
        OpeningRule::Swap2 => say!(text, SCREEN_START_OPENING_SWAP2),
    },
    change: |draft, direction| {
        let all = [OpeningRule::Free, OpeningRule::Pie, OpeningRule::Swap2];
        step(&mut draft.room.opening, &all, direction);
    },
    there: |draft| OpeningRule::Pie.fits(draft.room.rules),
    ..LINE
};

/// Settings of a new room.
pub const ROOM: &[SettingLine] = &[
    BOARD,
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_LINE),
        value: |text, draft| match draft.room.rules.line_rule() {
            LineRule::AtLeast => say!(text, SCREEN_START_LINE_WINS),
            LineRule::Exactly => say!(text, SCREEN_START_LINE_EXACT),
            LineRule::Loses => say!(text, SCREEN_START_LINE_LOSES),
        },
        change: |draft, direction| {
            let mut line_rule = draft.room.rules.line_rule();
            step(&mut line_rule, &LineRule::ALL, direction);
            draft.room.rules = draft.room.rules.with(line_rule);
        },
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_CLOCK),
        value: |text, draft| brief::clock(text, draft.room.clock),
        change: |draft, direction| step(&mut draft.room.clock, &CLOCKS, direction),
        typed: Some(TypedSetting {
            about: |text| say!(text, SCREEN_START_ASK_CLOCK_ABOUT),
            label: |text| say!(text, SCREEN_START_ASK_CLOCK),
            take: |text, room, typed| values::clock(text, typed).map(|clock| room.clock = clock),
        }),
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_ANY_BOARD),
        value: |text, draft| yes(text, draft.any_board),
        change: |draft, _| draft.any_board = !draft.any_board,
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_ANY_CLOCK),
        value: |text, draft| yes(text, draft.any_clock),
        change: |draft, _| draft.any_clock = !draft.any_clock,
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_SEEN),
        value: |text, draft| yes(text, !draft.unseen),
        change: |draft, _| draft.unseen = !draft.unseen,
        ..LINE
    },
    FIRST,
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_OPENS),
        value: |_, draft| draft.room.opens.mark(Mark::X).to_string(),
        change: |draft, direction| step(&mut draft.room.opens, &[Opens::X, Opens::O], direction),
        ..LINE
    },
    OPENING,
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_SIDES),
        value: |text, draft| match draft.room.alternate {
            Alternate::Yes => say!(text, SCREEN_START_SIDES_TURNS),
            Alternate::Fixed => say!(text, SCREEN_START_SIDES_FIXED),
        },
        change: |draft, direction| {
            let all = [Alternate::Yes, Alternate::Fixed];
            step(&mut draft.room.alternate, &all, direction);
        },
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_WATCHING),
        value: |text, draft| match draft.room.watching {
            Watching::Link => say!(text, SCREEN_START_WATCHING_LINK),
            Watching::Open => say!(text, SCREEN_START_WATCHING_OPEN),
            Watching::None => say!(text, SCREEN_START_WATCHING_NONE),
        },
        change: |draft, direction| {
            let all = [Watching::Link, Watching::Open, Watching::None];
            step(&mut draft.room.watching, &all, direction);
        },
        ..LINE
    },
    SettingLine {
        label: |text| say!(text, SCREEN_START_CHOICE_LISTED),
        value: |text, draft| yes(text, draft.room.listed),
        change: |draft, _| draft.room.listed = !draft.room.listed,
        ..LINE
    },
];

/// Whether the computer begins in the centre: few boards have a cell there.
const CENTRE: SettingLine = SettingLine {
    label: |text| say!(text, SCREEN_START_CENTRE),
    value: |text, draft| yes(text, draft.centre),
    change: |draft, _| draft.centre = !draft.centre,
    there: |draft| draft.room.rules.width() % 2 == 1 && draft.room.rules.height() % 2 == 1,
    ..LINE
};

/// A game against the computer, or of two computers to watch. Board and clock
/// are those of the room.
pub const COMPUTER: [SettingLine; 5] = [
    SettingLine {
        label: |text| say!(text, SCREEN_START_LEVEL),
        value: |_, draft| draft.level.number().to_string(),
        change: |draft, direction| step(&mut draft.level, &Level::ALL, direction),
        ..LINE
    },
    SettingLine {
        value: |text, draft| match draft.first {
            First::Guest => say!(text, SCREEN_START_FIRST_COMPUTER),
            other => first(text, other),
        },
        change: |draft, direction| {
            let all = [First::Host, First::Guest, First::Random];
            step(&mut draft.first, &all, direction);
        },
        ..FIRST
    },
    BOARD,
    CENTRE,
    SettingLine {
        label: |text| say!(text, SCREEN_START_TWO),
        value: |text, draft| {
            let (one, other) = (draft.level.number(), draft.other.number());
            say!(text, SCREEN_START_TWO_LEVELS, one = one, other = other)
        },
        change: |draft, direction| step(&mut draft.other, &Level::ALL, direction),
        about: |text, _| say!(text, SCREEN_START_TWO_ABOUT),
        intent: StartChoices::exhibition,
        watches: true,
        ..LINE
    },
];

/// The boards to go through, as width, height and line; others are typed.
const BOARDS: [(u8, u8, u8); 4] = [(3, 3, 3), (4, 4, 3), (7, 6, 4), (15, 15, 5)];

/// The clocks to go through; others are typed.
const CLOCKS: [ClockSetting; 8] = [
    ClockSetting::None,
    ClockSetting::per_move(30_000),
    total(3, 2),
    total(5, 3),
    total(10, 5),
    ClockSetting::correspondence(1),
    ClockSetting::correspondence(3),
    ClockSetting::correspondence(7),
];

/// Minutes for the game, and seconds more for each move.
const fn total(minutes: u64, seconds: u64) -> ClockSetting {
    ClockSetting::total(minutes * 60_000, seconds * 1_000)
}

fn first(text: &Catalogue, first: First) -> String {
    match first {
        First::Random => say!(text, SCREEN_START_FIRST_RANDOM),
        First::Host => say!(text, SCREEN_START_FIRST_HOST),
        First::Guest => say!(text, SCREEN_START_FIRST_GUEST),
    }
}

fn yes(text: &Catalogue, yes: bool) -> String {
    match yes {
        true => say!(text, SCREEN_START_YES),
        false => say!(text, SCREEN_START_NO),
    }
}

/// Takes the neighbour of a value; of one that is not there, an end.
fn step<T: Copy + PartialEq>(now: &mut T, all: &[T], direction: StepDirection) {
    let at = all.iter().position(|value| value == now);
    *now = all[match (at, direction) {
        (None, StepDirection::Forward) => 0,
        (Some(at), StepDirection::Forward) => (at + 1) % all.len(),
        (None | Some(0), StepDirection::Back) => all.len() - 1,
        (Some(at), StepDirection::Back) => at - 1,
    }];
}
