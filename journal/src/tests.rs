//! Tests of the journal's contract, run by each engine.

use crate::{Batch, CommitError, Finished, GameDetails, Journal, RoomId, Stored};

pub mod contract;
