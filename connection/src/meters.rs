//! Meters of one connection: how much it may send, how often it may be wrong,
//! and the debt to the budget of its address.

use admission::{
    Cost,
    rate::{Rate, RateMeter},
};
use protocol::Limits;

use super::context::ConnectionContext;

/// Messages that were none before the connection is closed.
const MALFORMED_AT_MOST: u32 = 5;
/// Messages that came too fast, one after the other, before it is closed.
const FLOOD_AT_MOST: u32 = 100;
/// The same while the budget of its address is overdrawn.
const FLOOD_WHEN_OVERDRAWN: u32 = 10;
/// Microseconds of work that are paid at once: until then frames need neither
/// lock nor look-up.
const SLICE: Cost = Cost(500);

/// The meters of one connection.
#[derive(Debug, Default)]
pub(super) struct Meters {
    commands: RateMeter,
    control: RateMeter,
    malformed: u32,
    flood: u32,
    /// Work that is not paid yet.
    unpaid: Cost,
    /// Whether the budget of its address was overdrawn when it last paid.
    overdrawn: bool,
}

impl Meters {
    /// Adds work that was done, and pays when there is enough of it. Whether
    /// it has paid.
    pub fn charge(&mut self, context: &ConnectionContext, cost: Cost, now_ms: u64) -> bool {
        self.unpaid.0 = self.unpaid.0.saturating_add(cost.0);
        let pays = self.unpaid >= SLICE;
        if pays {
            self.overdrawn = context.pay(std::mem::take(&mut self.unpaid), now_ms);
        }
        pays
    }

    /// Counts a request.
    ///
    /// # Errors
    /// With the milliseconds to wait.
    pub fn request(&mut self, limits: &Limits, now_ms: u64) -> Result<(), u64> {
        let rate = Rate::new(limits.commands_per_s, 1_000, limits.commands_burst);
        self.commands.count(&rate, now_ms)
    }

    /// Counts a control frame. False when it is one too many.
    pub fn control(&mut self, limits: &Limits, now_ms: u64) -> bool {
        let rate = Rate::new(limits.control_per_s, 1_000, limits.control_per_s);
        self.control.count(&rate, now_ms).is_ok()
    }

    /// A request came in time.
    pub fn in_time(&mut self) {
        self.flood = 0;
    }

    /// A request came too fast. True when it is one too many.
    pub fn too_fast(&mut self) -> bool {
        self.flood += 1;
        self.flood
            >= match self.overdrawn {
                true => FLOOD_WHEN_OVERDRAWN,
                false => FLOOD_AT_MOST,
            }
    }

    /// A message was none. True when it is one too many.
    pub fn malformed(&mut self) -> bool {
        self.malformed += 1;
        self.malformed >= MALFORMED_AT_MOST
    }
}
