//! Faults that are put in on purpose, one at a time, so that the tests of
//! durability can show that they would find them. Never in the product: all
//! of it is behind the feature `faults`, which only `oxo-server-faulty` has.

use std::sync::OnceLock;

use strum::{EnumString, VariantNames};

/// The variable that switches one on.
const VARIABLE: &str = "OXO_FAULT";

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum SeededFault {
    /// The journal answers before it has committed.
    AckBeforeCommit,
    /// SQLite syncs the write-ahead log at checkpoints only.
    NormalSync,
    /// A room publishes a step before the journal has it.
    FoldBeforeCommit,
    /// This is a node of a later version, which knows one level of a cluster's log more.
    NextLevel,
}

static CHOSEN: OnceLock<Option<SeededFault>> = OnceLock::new();

/// Reads which fault is switched on; none without the variable.
///
/// # Errors
/// A sentence for an unknown name.
pub fn choose() -> Result<Option<SeededFault>, String> {
    let name = std::env::var(VARIABLE).unwrap_or_default();
    let chosen = name.parse().ok();
    if chosen.is_none() && !name.is_empty() {
        let names = SeededFault::VARIANTS.join(", ");
        return Err(format!("{VARIABLE} is {name:?}; the faults are {names}"));
    }
    Ok(*CHOSEN.get_or_init(|| chosen))
}

/// Whether a fault is switched on.
pub fn on(fault: SeededFault) -> bool {
    CHOSEN.get().copied().flatten() == Some(fault)
}
