//! Payment for a plain request, from the budget of its address.

use admission::{AddressGroup, Allowance, Cost};
use node::Node;

/// Longest wait of a client that is refused again and again: it costs us nothing.
const PAUSE_MS: u64 = 1_000;

/// Takes a cost from the budget of an address, and waits for its turn.
///
/// # Errors
/// With the milliseconds to wait. An address that is refused very often is answered slowly.
pub(super) async fn pay(node: &Node, source: AddressGroup, cost: Cost) -> Result<(), u64> {
    let take = || {
        let now_ms = node.clock.now_ms();
        node.budgets.take(source, Allowance::Work(cost), now_ms)
    };
    let mut taken = take();
    if let Err(wait_ms) = taken
        && !node.budgets.is_prompt(source, node.clock.now_ms())
    {
        node.clock.sleep(wait_ms.min(PAUSE_MS)).await;
        taken = take();
    }
    if taken.is_ok() {
        node.budgets.take_turn(source, node.clock.now_ms()).await;
    }
    taken
}
