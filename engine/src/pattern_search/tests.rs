//! The fit of the evaluation's values to games.

mod fitting;
