//! Rounds: floor, memory, SQLite, and again, so that whatever slows the
//! machine for a while slows all of them.
//!
//! Knows nothing of how a figure is taken or shown.

use crate::{
    Fault, idle,
    load::{self, Plan, Work},
    subject::{Kind, Places},
};

/// What one process did in one round.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Which process.
    pub kind: Kind,
    /// The closed loop.
    pub work: Work,
    /// KiB of memory for each idle connection.
    pub idle_kib: f64,
}

/// A round: one of each, in the order of [`Kind::ALL`].
pub type Round = Vec<Taken>;

/// Measures everything in turn. `tell` hears of each figure as it is taken.
///
/// # Errors
/// With the first measurement that fails.
pub async fn rounds(
    places: &Places,
    plan: Plan,
    idle: u64,
    count: u32,
    mut tell: impl FnMut(u32, &Taken),
) -> Result<Vec<Round>, Fault> {
    let mut rounds = Vec::new();
    for number in 1..=count {
        let mut round = Round::new();
        for kind in Kind::ALL {
            let taken = one(kind, places, plan, idle)
                .await
                .map_err(|why| format!("{} in round {number}: {why}", kind.name()))?;
            tell(number, &taken);
            round.push(taken);
        }
        rounds.push(round);
    }
    Ok(rounds)
}

/// Both figures of one kind, each from a process of its own: what a load has
/// left behind in an allocator is not an idle connection's.
async fn one(kind: Kind, places: &Places, plan: Plan, idle: u64) -> Result<Taken, Fault> {
    let subject = kind.start(places).await?;
    let idle_kib =
        idle::kib_per_connection(kind.wire(), subject.address, subject.pid, idle).await?;
    subject.end().await?;
    let subject = kind.start(places).await?;
    let work = load::play(kind.wire(), subject.address, subject.pid, plan).await?;
    subject.end().await?;
    Ok(Taken {
        kind,
        work,
        idle_kib,
    })
}
