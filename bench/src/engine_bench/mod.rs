//! The computer player: what solving costs, how strong each level is, how long a move takes.
//!
//! | module | what for |
//! |---|---|
//! | [`mod@matches`] | two levels against each other |
//! | [`table`] | every level against the one below, and the top against the bottom |
//! | [`solving`] | the value of empty boards, with time and nodes |

pub mod matches;
pub mod solving;
pub mod table;
