//! What the table shows beside the room: words, a choice laid over it, a hint.

use protocol::Cell;

/// How what is said is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Calm,
    /// Something was refused, or is about to go wrong.
    Alert,
}

/// What was said last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub sentence: String,
    pub tone: Tone,
}

/// A choice that is laid over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Which phrase to say.
    Phrase,
    /// How to go.
    Going,
    /// What to claim.
    Claim,
    /// How well the computer is to play that sits down opposite.
    Level,
    /// Nothing but to see how a friend comes here.
    Invitation,
}

/// What the computer would play in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    pub game: u32,
    pub ply: usize,
    pub cell: Cell,
}
