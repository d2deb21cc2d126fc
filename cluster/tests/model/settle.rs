//! The fair continuation of a state once nothing goes wrong any more, in rounds.

use cluster::{Input, Timer};

use crate::model::{
    node::{AppendCall, AskCall, Command, ReadCall},
    transitions::{Action, Bounds, act, claimants},
    world::World,
};

/// A round is some milliseconds, or a wait.
const ROUNDS: usize = 60;

/// How many rounds a client waits before it sends its command again, to another node.
const PATIENCE: usize = 12;

/// Goes on from a state, every node in turn. Says what is still wrong at the end.
pub fn settles(bounds: &Bounds, world: &World) -> Result<(), String> {
    let mut world = world.clone();
    for round in 0..ROUNDS {
        if round % PATIENCE == 0 {
            send(&mut world, bounds, round / PATIENCE);
        }
        while !world.store.late.is_empty() {
            act(&mut world, bounds, Action::StoreLate(0));
        }
        for node in 0..world.nodes.len() {
            turn(&mut world, bounds, node);
        }
        notice(&mut world, bounds);
    }
    wrong(bounds, &world).map_or(Ok(()), Err)
}

/// Every seat that waits for an answer asks a node.
fn send(world: &mut World, bounds: &Bounds, attempt: usize) {
    for seat in 0..bounds.seats {
        // A client that has all its answers repeats the last command, so that a writer is needed.
        let n = (world.clients[seat].acked + 1).min(bounds.commands);
        let node = (seat + attempt) % bounds.nodes;
        world.at(bounds, node).receive(Command { seat, n });
    }
}

/// Whatever waits for an answer gets it.
fn turn(world: &mut World, bounds: &Bounds, node: usize) {
    while world.nodes[node].republished < world.store.log.len() {
        act(world, bounds, Action::Republish(node));
    }
    if let Some(AskCall::Sent) = world.nodes[node].ask {
        let of = claimants(world, node)
            .max_by_key(|of| world.nodes[*of].replica.claim().map(|claim| claim.term));
        act(world, bounds, Action::Claim { from: node, of });
    }
    if world.nodes[node].ask.is_some() {
        act(world, bounds, Action::AnswerAsk(node));
    }
    if let Some(ReadCall::Sent { .. }) = world.nodes[node].read {
        let length = world.store.log.len();
        act(world, bounds, Action::ReadUpTo(node, length));
    }
    if world.nodes[node].read.is_some() {
        act(world, bounds, Action::AnswerRead(node));
    }
    if let Some(AppendCall::Sent(_)) = world.nodes[node].append {
        act(world, bounds, Action::Store(node));
    }
    if world.nodes[node].append.is_some() {
        act(world, bounds, Action::AnswerAppend(node));
    }
    if world.nodes[node].backs_off {
        act(world, bounds, Action::Elapse(node, Timer::Backoff));
    }
    if world.nodes[node].waits_to_catch_up {
        act(world, bounds, Action::Elapse(node, Timer::CatchUp));
    }
}

/// Every node tells all others how far it knows the log.
fn notice(world: &mut World, bounds: &Bounds) {
    for from in 0..world.nodes.len() {
        let last = world.nodes[from].replica.tail().last();
        for to in (0..world.nodes.len()).filter(|to| *to != from) {
            world.at(bounds, to).input(Input::Heard(last));
        }
    }
}

fn wrong(bounds: &Bounds, world: &World) -> Option<String> {
    let has_ended = world
        .store
        .log
        .last()
        .is_some_and(|record| matches!(record.body, cluster::RecordBody::End(_)));
    let mut clients = world.clients.iter().take(bounds.seats);
    let is_waiting = |acked: u8| acked < bounds.commands && !has_ended;
    if let Some(client) = clients.find(|client| is_waiting(client.acked)) {
        return Some(format!("no answer after command {}", client.acked));
    }
    for (index, node) in world.nodes.iter().enumerate() {
        if node.replica.tail().last() != world.store.end() {
            return Some(format!("node {index} is behind"));
        }
    }
    None
}
