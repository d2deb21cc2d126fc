//! The operator's notice and blocks: of a server alone until it stops, in a cluster at every node
//! and for as long as the operator wants.

use std::sync::Arc;

use admission::{Block, BlockList};
use ipnet::IpNet;
use node::Node;
use protocol::{frame::Reason, notice::Notice};
use serde::{Deserialize, Serialize};

use super::supervise::{change_notice, each_connection};

/// All of it, at one instant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct OperatorState {
    /// The message.
    notice: Notice,
    /// The networks that are shut out.
    blocks: Vec<Block>,
}

impl OperatorState {
    /// The last one: in a cluster that of the log, which may not be obeyed here yet.
    fn last(node: &Node, now_ms: u64) -> OperatorState {
        let mut state = match node.journal.operator_state() {
            Some(kept) => OperatorState::read(&kept.borrow()),
            None => OperatorState {
                notice: node.operator.notice(),
                blocks: node.operator.blocks.all(now_ms),
            },
        };
        if state.notice.until_ms.is_some_and(|until| until <= now_ms) {
            state.notice = Notice::default();
        }
        // Each node stops for itself.
        state.notice.closing = false;
        state
    }

    /// Changes the networks that are shut out as those in force are changed. Gives what comes of it.
    fn change_blocks(&mut self, now_ms: u64, change: impl FnOnce(&BlockList) -> bool) -> bool {
        let blocks = BlockList::default();
        blocks.set(std::mem::take(&mut self.blocks));
        let changed = change(&blocks);
        self.blocks = blocks.all(now_ms);
        changed
    }

    /// As it was kept; one that cannot be read says nothing.
    fn read(kept: &str) -> OperatorState {
        if kept.is_empty() {
            return OperatorState::default();
        }
        serde_json::from_str(kept).unwrap_or_else(|why| {
            tracing::error!(%why, "what the operator said to the cluster cannot be read");
            OperatorState::default()
        })
    }
}

/// Sets the message to everybody in place of the last one, for `for_ms` if given; without a text, takes it back. The text is
/// clean.
///
/// # Errors
/// When a cluster cannot keep it.
pub async fn announce(
    node: &Node,
    text: Option<String>,
    for_ms: Option<u64>,
) -> Result<(), String> {
    let announced = change(node, |state, now_ms| {
        let until_ms = for_ms.map(|ms| now_ms.saturating_add(ms));
        state.notice = Notice {
            at_ms: text.as_ref().map(|_| now_ms),
            until_ms: until_ms.filter(|_| text.is_some()),
            text,
            closing: false,
        };
        Ok(())
    });
    announced.await.map(drop)
}

/// Shuts a network out, and ends its connections. How many those were.
///
/// # Errors
/// When too many networks are shut out already, or a cluster cannot keep it.
pub async fn block(node: &Node, network: IpNet, for_ms: Option<u64>) -> Result<usize, String> {
    change(node, |state, now_ms| {
        let until_ms = for_ms.map(|ms| now_ms.saturating_add(ms));
        match state.change_blocks(now_ms, |blocks| blocks.add(network, until_ms, now_ms)) {
            true => Ok(()),
            false => Err("as many networks are blocked as can be; lift a block first".into()),
        }
    })
    .await
}

/// Lets a network in again.
///
/// # Errors
/// When it was not shut out, or a cluster cannot keep it.
pub async fn unblock(node: &Node, network: IpNet) -> Result<(), String> {
    let unblocked = change(node, |state, now_ms| {
        match state.change_blocks(now_ms, |blocks| blocks.remove(network)) {
            true => Ok(()),
            false => Err(format!(
                "{network} is not blocked; oxo-server block lists what is"
            )),
        }
    });
    unblocked.await.map(drop)
}

/// Obeys what the operator has said at any node of the cluster, until dropped.
pub async fn follow_operator_state(node: Arc<Node>) {
    let Some(mut kept) = node.journal.operator_state() else {
        return;
    };
    loop {
        let state = OperatorState::read(&kept.borrow_and_update());
        obey(&node, state);
        if kept.changed().await.is_err() {
            return;
        }
    }
}

/// Takes messages back when their time is over, until dropped.
pub async fn end_messages(node: Arc<Node>) {
    loop {
        node.operator.message_ends.reached(&node.clock).await;
        say(&node, Notice::default());
    }
}

/// Changes it, one change after the other, and gives how many connections ended by it.
async fn change(
    node: &Node,
    change: impl FnOnce(&mut OperatorState, u64) -> Result<(), String>,
) -> Result<usize, String> {
    let _turn = node.operator.turn.lock().await;
    let now_ms = node.clock.now_ms();
    let mut state = OperatorState::last(node, now_ms);
    change(&mut state, now_ms)?;
    if node.journal.operator_state().is_some() {
        let kept = serde_json::to_string(&state).map_err(|why| why.to_string())?;
        let kept = node.journal.keep_operator_state(kept).await;
        kept.map_err(|why| {
            format!("the cluster cannot keep this now ({why}); try again in a few seconds")
        })?;
    }
    Ok(obey(node, state))
}

/// Obeys it, and gives how many connections ended by it.
fn obey(node: &Node, state: OperatorState) -> usize {
    let now_ms = node.clock.now_ms();
    let is_over = state.notice.until_ms.is_some_and(|until| until <= now_ms);
    say(
        node,
        match is_over {
            true => Notice::default(),
            false => state.notice,
        },
    );
    node.operator.blocks.set(state.blocks);
    let mut ended = 0;
    each_connection(node, |handle| {
        let is_blocked = |source| node.operator.is_blocked(source, &node.clock);
        if handle.source.is_some_and(is_blocked) {
            handle.notify(|slots| slots.close = Some(Reason::Blocked));
            ended += 1;
        }
    });
    ended
}

fn say(node: &Node, said: Notice) {
    let until_ms = said.until_ms;
    change_notice(node, |notice| {
        let closing = notice.closing;
        *notice = Notice { closing, ..said };
    });
    node.operator.message_ends.set(until_ms);
}
