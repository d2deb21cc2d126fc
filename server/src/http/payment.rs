//! How a plain request is paid for.

use crate::{
    admission::{AddressGroup, Allowance, Cost},
    state::ServerState,
};

/// How long somebody waits who is refused again and again: it costs us nothing.
const PAUSE_MS: u64 = 1_000;

/// Takes a cost from the budget of an address, and waits for its turn.
///
/// # Errors
/// With the milliseconds to wait. Who is told so very often is told slowly.
pub(super) async fn pay(state: &ServerState, source: AddressGroup, cost: Cost) -> Result<(), u64> {
    let take = || {
        let now_ms = state.clock.now_ms();
        state.budgets.take(source, Allowance::Work(cost), now_ms)
    };
    let mut taken = take();
    if let Err(wait_ms) = taken
        && !state.budgets.is_prompt(source, state.clock.now_ms())
    {
        state.clock.sleep(wait_ms.min(PAUSE_MS)).await;
        taken = take();
    }
    if taken.is_ok() {
        state.turn(source).await;
    }
    taken
}
