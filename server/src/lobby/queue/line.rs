//! Those who wait for the same game.
//!
//! Knows nothing of keys, pairs or who is told what.

use std::collections::BTreeMap;

use super::TicketId;

/// Those with the same wish.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// How many there are, paired or not.
    pub(super) members: usize,
    /// The unpaired by arrival.
    pub(super) unpaired: BTreeMap<u64, TicketId>,
    /// How long hosts lately waited, newer ones counting more. Forgotten with
    /// the line, so that wishes nobody has any more take no memory.
    usual_ms: Option<u64>,
}

impl Line {
    pub(super) fn first_two(&mut self) -> Option<(TicketId, TicketId)> {
        if self.unpaired.len() < 2 {
            return None;
        }
        let (_, host) = self.unpaired.pop_first()?;
        let (_, guest) = self.unpaired.pop_first()?;
        Some((host, guest))
    }

    pub(super) fn remember(&mut self, waited_ms: u64) {
        self.usual_ms = Some(match self.usual_ms {
            Some(usual_ms) => (3 * usual_ms + waited_ms) / 4,
            None => waited_ms,
        });
    }

    /// In whole seconds: it is a guess, and a finer one would be told anew with
    /// every match.
    pub(super) fn rough_wait_ms(&self) -> Option<u64> {
        self.usual_ms.map(|ms| ms.div_ceil(1_000) * 1_000)
    }
}
