//! Clients that are cut at once and come back. Not written yet: it says so.

use crate::{
    Fault,
    client::target::Target,
    machine::meter::{Meter, Spent},
};

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Clients, two a room.
    pub clients: u64,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Work {
    /// What their first connecting took.
    pub first: Spent,
    /// What their coming back took.
    pub back: Spent,
}

/// Seats clients, cuts them, brings them back, and measures meanwhile.
///
/// # Errors
/// Always, as yet.
pub async fn measure(_target: &Target, _meter: &Meter, _plan: Plan) -> Result<Work, Fault> {
    Err("the load of clients that come back is not there yet".into())
}
