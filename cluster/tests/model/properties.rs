//! Properties: those that hold in every state, and those that some state must reach.

use std::collections::HashSet;

use cluster::{RecordBody, Term};
use stateright::Property;

use crate::model::{
    node::commands,
    settle,
    store::{Command, SEATS},
    transitions::{Bounds, applied},
    world::World,
};

pub const ONE_WRITER: &str = "a term has one writer";
pub const ACKNOWLEDGED: &str = "what was acknowledged is in the log";
pub const REFUSED: &str = "what was refused is not in the log";
pub const ONCE: &str = "a command happens once, and in its order";
pub const COPIES: &str = "a node's copy is the fold of the log up to there";
pub const SOUND: &str = "no replica calls the log contradictory";
pub const SETTLES: &str =
    "once nothing goes wrong any more, all is answered and all copies are the same";

/// Occurrences without which the model proves nothing.
pub const OCCURRENCES: [&str; 4] = [
    "every command is acknowledged",
    "two nodes believe themselves the writer",
    "a record arrives that was given up",
    "an entry is refused for good",
];

pub fn all(bounds: &Bounds) -> Vec<Property<Bounds>> {
    let mut properties = vec![
        Property::always(ONE_WRITER, |_, world| one_writer(world)),
        Property::always(ACKNOWLEDGED, |_, world| acknowledged(world)),
        Property::always(REFUSED, |_, world: &World| {
            let log = &world.store.log;
            !log.iter().any(|record| world.refused.contains(&record.id))
        }),
        Property::always(ONCE, |_, world| once(world)),
        Property::always(COPIES, |_, world| copies_are_true(world)),
        Property::always(SOUND, |_, world: &World| !world.is_frozen),
        Property::sometimes(OCCURRENCES[0], |bounds: &Bounds, world: &World| {
            let mut clients = world.clients.iter().take(bounds.seats);
            clients.all(|client| client.acked == bounds.commands)
        }),
        Property::sometimes(OCCURRENCES[1], |_, world: &World| {
            let writers = world.nodes.iter().filter(|node| node.replica.writes());
            writers.count() > 1
        }),
        Property::sometimes(OCCURRENCES[2], |_, world| late_was_kept(world)),
        Property::sometimes(OCCURRENCES[3], |_, world: &World| !world.refused.is_empty()),
    ];
    if bounds.settles {
        properties.push(Property::always(SETTLES, |bounds, world| {
            settle::settles(bounds, world).is_ok()
        }));
    }
    properties
}

/// Terms rise by fences, and everything in a term is by the node that fenced.
fn one_writer(world: &World) -> bool {
    let log = &world.store.log;
    let begins_well = log
        .first()
        .is_none_or(|first| first.term == Term(1) && matches!(first.body, RecordBody::Fence(_)));
    begins_well
        && log.windows(2).all(|pair| {
            let (before, record) = (&pair[0], &pair[1]);
            match record.body {
                RecordBody::Fence(_) => record.term == before.term.next(),
                RecordBody::Entry(_) => {
                    record.term == before.term && record.id.writer == before.id.writer
                }
            }
        })
}

fn acknowledged(world: &World) -> bool {
    let done: HashSet<_> = commands(&world.store.log)
        .map(|command| (command.seat, command.n))
        .collect();
    let mut clients = world.clients.iter().enumerate();
    clients.all(|(seat, client)| (1..=client.acked).all(|n| done.contains(&(seat, n))))
}

fn once(world: &World) -> bool {
    let mut done = [0; SEATS];
    commands(&world.store.log).all(|Command { seat, n }| {
        done[seat] += 1;
        done[seat] == n
    })
}

fn copies_are_true(world: &World) -> bool {
    world.nodes.iter().all(|node| {
        let Some(length) = applied(node) else {
            return false;
        };
        let last = world.store.log[..length.min(world.store.log.len())].last();
        let is_same_record = last.map(|record| record.id) == node.last_applied;
        is_same_record && world.store.view(length) == Some(node.view)
    })
}

/// Whether the log's last record is of a life that is over.
fn late_was_kept(world: &World) -> bool {
    let last = world.store.log.last();
    last.is_some_and(|record| {
        let node = &world.nodes[record.id.writer.node.0 as usize];
        node.life > record.id.writer.life
    })
}
