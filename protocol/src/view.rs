//! The view: the fold of a room's events, all that a client needs to draw the
//! room. It holds what events said; what is absent in its JSON is the default.

use game::{Cell, Mark};
use serde::{Deserialize, Serialize};

use crate::{
    absent::is_default,
    event::{Cause, Offer, Over, Replaced, RoomEnd, Score, Turn},
    ids::{BySeat, Computer, Player, Seat},
    opening::{MadeChoice, OpeningRule, OpeningStage},
    settings::{Opens, Settings},
};

/// A room as everybody in it sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The number of the last event folded; 0 before the first.
    pub seq: u64,
    /// That event's time.
    pub at_ms: u64,
    /// Settings of its games.
    pub settings: Settings,
    /// Players by seat; `null` is a free seat.
    pub seats: BySeat<Option<Seated>>,
    /// The running score.
    pub score: Score,
    /// The game that is running or was played last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// The open offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// The number of the last offer made; 0 before the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offers: u64,
    /// When the room ends at the latest.
    pub closes_ms: u64,
    /// When it ends because nobody is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_until_ms: Option<u64>,
    /// Why it is over, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<RoomEnd>,
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The player there.
    pub player: Player,
    /// Since when and how they are away, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Lost>,
    /// From when on this seat may offer again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may_offer_ms: Option<u64>,
    /// Whether they have made a move since they sat down.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved: bool,
}

/// A player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lost {
    /// How it came.
    pub cause: Cause,
    /// Since when it counts.
    pub since_ms: u64,
    /// From when on the other may claim the game.
    pub deadline_ms: u64,
}

/// A game as it stands.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Its number in the room, from 1.
    pub number: u32,
    /// Seat that plays X.
    pub x: Seat,
    /// When it began.
    pub started_ms: u64,
    /// The clocks it began with, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_clocks: Option<BySeat<u64>>,
    /// The clocks when the present turn began: the one of who is to move runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<BySeat<u64>>,
    /// The moves, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Played>,
    /// Seat to move; nobody once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The winning lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<Cell>>,
    /// Whether no line is open for either side any more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_open_lines: bool,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Player whose place a computer took in it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Replaced>,
    /// Choices in the opening of the seat to move; absent once the marks are settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningStage>,
    /// The choices made in its opening, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<MadeChoice>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// Where.
    pub cell: Cell,
    /// The mark that was drawn.
    pub mark: Mark,
    /// When.
    pub at_ms: u64,
    /// The mover's clock after it, where it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
}

/// Copied with space for one move more: a room is copied when it gets a move.
impl Clone for GameView {
    fn clone(&self) -> Self {
        let mut moves = Vec::with_capacity(self.moves.len() + 1);
        moves.extend_from_slice(&self.moves);
        GameView {
            moves,
            lines: self.lines.clone(),
            replaced: self.replaced.clone(),
            choices: self.choices.clone(),
            ..*self
        }
    }
}

impl GameView {
    /// The mark a seat plays.
    pub fn mark_of(&self, seat: Seat) -> Mark {
        if self.x == seat { Mark::X } else { Mark::O }
    }

    /// Seat that plays a mark.
    pub fn seat_of(&self, mark: Mark) -> Seat {
        match mark {
            Mark::X => self.x,
            Mark::O => self.x.other(),
        }
    }

    /// Seat that began: in an opening they place the first marks, and the other chooses first.
    pub fn first(&self, opens: Opens) -> Seat {
        let chosen = self.choices.first();
        chosen.map_or_else(|| opens.x(self.x), |choice| choice.by.other())
    }

    /// Whether both sides have acted once there are `ply` moves: from then on neither calls the game off alone, and clocks
    /// run. In an opening the other side has acted with the first choice.
    pub fn both_acted(&self, ply: usize) -> bool {
        match self.choices.is_empty() {
            true => self.opening.is_none() && ply >= 2,
            false => true,
        }
    }

    /// Seat that made the move of that number, from 0: an opening's marks were not yet theirs who placed them.
    pub fn mover(&self, ply: usize, opens: Opens) -> Option<Seat> {
        let played = self.moves.get(ply)?;
        let chosen = self.choices.iter().find(|it| it.ply as usize > ply);
        Some(match (chosen, self.opening) {
            (Some(choice), _) => choice.by.other(),
            // Placed in a stage that goes on: by who chose last, or began.
            (None, Some(_)) => {
                let last = self.choices.last();
                last.map_or_else(|| self.first(opens), |choice| choice.by)
            }
            (None, None) => self.seat_of(played.mark),
        })
    }

    /// The mark that is drawn next.
    pub fn next_mark(&self, opens: Opens) -> Mark {
        let last = self.moves.last();
        last.map_or_else(|| opens.mark(Mark::X), |played| played.mark.other())
    }

    /// Number of moves that the opening settled: none of them is taken back. All of them, while it is going on.
    pub fn settled_plies(&self) -> usize {
        match self.opening {
            Some(_) => self.moves.len(),
            None => self.choices.last().map_or(0, |choice| choice.ply as usize),
        }
    }

    /// Number of marks to be placed, the next one counted, before somebody chooses; 0 where none are.
    pub fn places_left(&self, rule: OpeningRule) -> usize {
        if self.opening != Some(OpeningStage::Place) {
            return 0;
        }
        let placed = match (self.choices.last(), rule) {
            // Whoever chose last left it to the other, after two more.
            (Some(choice), _) => (choice.ply as usize).saturating_add(2),
            (None, OpeningRule::Swap2) => 3,
            (None, OpeningRule::Pie | OpeningRule::Free) => 1,
        };
        placed.saturating_sub(self.moves.len()).max(1)
    }

    /// The mover's clock after each move, if there are clocks.
    pub fn movers_clocks(&self, opens: Opens) -> impl Iterator<Item = Option<u64>> {
        let mut clocks = self.first_clocks;
        self.moves.iter().zip(0..).map(move |(played, ply)| {
            clocks = self.clocks_chosen_at(ply).or(clocks);
            let clock_ms = &mut clocks.as_mut()?[self.mover(ply, opens)?];
            *clock_ms = played.clock_ms.unwrap_or(*clock_ms);
            Some(*clock_ms)
        })
    }

    /// The clocks once the first `ply` moves had been made, if there are any.
    pub fn clocks_after(&self, ply: usize, opens: Opens) -> Option<BySeat<u64>> {
        let mut clocks = self.first_clocks?;
        for (played, before) in self.moves.iter().take(ply).zip(0..) {
            clocks = self.clocks_chosen_at(before).unwrap_or(clocks);
            if let (Some(clock_ms), Some(mover)) = (played.clock_ms, self.mover(before, opens)) {
                clocks[mover] = clock_ms;
            }
        }
        Some(self.clocks_chosen_at(ply).unwrap_or(clocks))
    }

    /// The clocks after the choice made at that ply: who placed a mark before it may not be who plays it now.
    fn clocks_chosen_at(&self, ply: usize) -> Option<BySeat<u64>> {
        let at = |choice: &&MadeChoice| choice.ply as usize == ply;
        self.choices.iter().rfind(at)?.clocks
    }
}

impl View {
    /// The game, if one is being played.
    pub fn running(&self) -> Option<&GameView> {
        self.game.as_ref().filter(|game| game.over.is_none())
    }

    /// Players by seat.
    pub fn players(&self) -> BySeat<Option<Player>> {
        BySeat::from_fn(|seat| {
            let seated = self.seats[seat].as_ref();
            seated.map(|seated| seated.player.clone())
        })
    }

    /// The computer in a seat, if one sits there.
    pub fn computer(&self, seat: Seat) -> Option<Computer> {
        self.seats[seat].as_ref()?.player.computer
    }

    /// Whether two people sit here.
    pub fn seats_two_people(&self) -> bool {
        let is_person = |seat| self.seats[seat].is_some() && self.computer(seat).is_none();
        self.ended.is_none() && Seat::BOTH.into_iter().all(is_person)
    }

    /// Whether two people play here who wait for each other: at correspondence nobody does.
    pub fn is_played_by_people(&self) -> bool {
        self.running().is_some()
            && self.seats_two_people()
            && !self.settings.clock.is_correspondence()
    }

    /// Mark that a seat plays in the present or last game.
    pub fn mark_of(&self, seat: Seat) -> Option<Mark> {
        Some(self.game.as_ref()?.mark_of(seat))
    }
}
