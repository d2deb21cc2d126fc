//! The games that a waiting player accepts, and whether two players accept the
//! same one.

use std::cmp::Ordering;

use game::Rules;
use protocol::{request::Choice, settings::ClockSetting};

/// The game that two tickets agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedGame {
    /// Board and line.
    pub rules: Rules,
    /// How thinking time is counted.
    pub clock: ClockSetting,
}

/// Every combination of some boards with some clocks.
#[derive(Clone, Debug)]
pub struct AcceptedGames {
    /// The boards, the dearest first.
    pub boards: Choice<Rules>,
    /// The clocks, the dearest first.
    pub clocks: Choice<ClockSetting>,
    sorted_boards: Sorted<Rules>,
    sorted_clocks: Sorted<ClockSetting>,
}

/// Choices in order, so that two lists are compared in as many steps as they
/// have entries and not in their product. Nothing for any.
type Sorted<T> = Option<Box<[T]>>;

impl AcceptedGames {
    /// The games on one of these boards with one of these clocks, the dearest
    /// first.
    pub fn new(boards: Choice<Rules>, clocks: Choice<ClockSetting>) -> AcceptedGames {
        AcceptedGames {
            sorted_boards: sorted(&boards),
            sorted_clocks: sorted(&clocks),
            boards,
            clocks,
        }
    }

    /// Whether there is a game that both would play.
    pub(super) fn meet(&self, other: &AcceptedGames) -> bool {
        share(&self.sorted_boards, &other.sorted_boards)
            && share(&self.sorted_clocks, &other.sorted_clocks)
    }

    /// Whether that game is one of them.
    pub(super) fn include(&self, game: AgreedGame) -> bool {
        let boards = self.sorted_boards.as_ref();
        let clocks = self.sorted_clocks.as_ref();
        boards.is_none_or(|boards| boards.contains(&game.rules))
            && clocks.is_none_or(|clocks| clocks.contains(&game.clock))
    }

    /// The game that both would play and that is dearest to `self`; when both
    /// would take anything, on the classic board or without a clock.
    pub(super) fn agreed(&self, other: &AcceptedGames) -> Option<AgreedGame> {
        Some(AgreedGame {
            rules: self.boards.agreed(&other.boards, Rules::default())?,
            clock: self.clocks.agreed(&other.clocks, ClockSetting::default())?,
        })
    }
}

fn sorted<T: Copy + Ord>(choice: &Choice<T>) -> Sorted<T> {
    let Choice::OneOf(these) = choice else {
        return None;
    };
    let mut these = these.clone();
    these.sort_unstable();
    Some(these.into())
}

fn share<T: Ord>(one: &Sorted<T>, other: &Sorted<T>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let (mut i, mut j) = (0, 0);
    while let (Some(mine), Some(theirs)) = (one.get(i), other.get(j)) {
        match mine.cmp(theirs) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => return true,
        }
    }
    false
}
