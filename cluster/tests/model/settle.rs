//! The fair continuation of a state once nothing goes wrong any more, in rounds.

use crate::model::{
    node::{AppendCall, ReadCall},
    store::Command,
    transitions::{Action, Bounds, act},
    world::World,
};

/// A round is some milliseconds, or a wait.
const ROUNDS: usize = 60;

/// Rounds until a client sends its command again, and a node tries to become the writer.
const PATIENCE: usize = 12;

/// Goes on from a state, every node in turn. Says what is still wrong at the end.
pub fn settles(bounds: &Bounds, world: &World) -> Result<(), String> {
    let mut world = world.clone();
    for round in 0..ROUNDS {
        if round % PATIENCE == PATIENCE / 2 {
            fence(&mut world, bounds, round / PATIENCE);
        }
        send(&mut world, bounds);
        while !world.store.late.is_empty() {
            act(&mut world, bounds, Action::StoreLate(0));
        }
        for node in 0..world.nodes.len() {
            // In the last rounds everything may arrive.
            if round + PATIENCE < ROUNDS {
                world.at(bounds, node).live();
            }
            turn(&mut world, bounds, node);
        }
    }
    wrong(bounds, &world).map_or(Ok(()), Err)
}

/// A node tries to become the writer where nobody is who can append.
fn fence(world: &mut World, bounds: &Bounds, attempt: usize) {
    let node = attempt % bounds.nodes;
    let term = world.store.log.last().map_or(0, |record| record.term.0);
    let writes = |world: &World, node: usize| {
        let replica = &world.nodes[node].replica;
        replica.writes() && replica.tail().term.0 == term
    };
    let is_written = (0..bounds.nodes).any(|node| writes(world, node));
    if !is_written && !world.nodes[node].is_fencing {
        act(world, bounds, Action::Fence(node));
    }
}

/// Every seat that waits for an answer asks every node.
fn send(world: &mut World, bounds: &Bounds) {
    for seat in 0..bounds.seats {
        let n = world.clients[seat].acked + 1;
        if n <= bounds.commands {
            for node in 0..bounds.nodes {
                world.at(bounds, node).receive(Command { seat, n });
            }
        }
    }
}

/// Whatever waits for an answer gets it.
fn turn(world: &mut World, bounds: &Bounds, node: usize) {
    while world.nodes[node].republished < world.store.log.len() {
        act(world, bounds, Action::Republish(node));
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
    if world.nodes[node].waits {
        act(world, bounds, Action::Elapse(node));
    }
}

fn wrong(bounds: &Bounds, world: &World) -> Option<String> {
    let mut clients = world.clients.iter().take(bounds.seats);
    if let Some(client) = clients.find(|client| client.acked < bounds.commands) {
        return Some(format!("no answer after command {}", client.acked));
    }
    for (index, node) in world.nodes.iter().enumerate() {
        if node.replica.tail().last != world.store.end() {
            return Some(format!("node {index} is behind"));
        }
    }
    None
}
