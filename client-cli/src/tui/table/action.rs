//! What a key or a click at the table leads to.

use crate::tui::effect::Effect;

/// What a key at the table leads to.
#[derive(Debug)]
pub enum Action {
    Effects(Vec<Effect>),
    /// Back to the start screen; what belongs to the room is done by then.
    Start(Vec<Effect>),
    /// The next room that one may watch.
    NextRoom,
}

impl From<Effect> for Action {
    fn from(effect: Effect) -> Action {
        Action::Effects(vec![effect])
    }
}

/// Nothing changes outside of the table.
pub(super) fn nothing() -> Action {
    Action::Effects(Vec::new())
}
