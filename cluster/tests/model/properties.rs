//! Properties: those that hold in every state, and those that some state must reach.

use std::collections::HashSet;

use cluster::{RecordBody, Term};
use stateright::Property;

use crate::model::{
    node::{Command, commands},
    settle,
    transitions::{Bounds, shown},
    world::World,
};

pub const ONE_WRITER: &str = "a term has one writer";
pub const ACKNOWLEDGED: &str = "what was acknowledged is in the log";
pub const ONCE: &str = "a command happens once, and in its order";
pub const SHOWN: &str = "what a node shows is the fold of the log up to there";
pub const SOUND: &str = "no replica calls the log contradictory";
pub const SETTLES: &str = "once nothing goes wrong any more, all is answered and all see the same";

/// Occurrences without which the model proves nothing.
pub const OCCURRENCES: [&str; 3] = [
    "every command is acknowledged",
    "two nodes believe themselves the writer",
    "a record arrives that was given up",
];

pub fn all(bounds: &Bounds) -> Vec<Property<Bounds>> {
    let mut properties = vec![
        Property::always(ONE_WRITER, |_, world| one_writer(world)),
        Property::always(ACKNOWLEDGED, |_, world| acknowledged(world)),
        Property::always(ONCE, |_, world| once(world)),
        Property::always(SHOWN, |_, world| shown_is_true(world)),
        Property::always(SOUND, |_, world: &World| !world.is_frozen),
        Property::sometimes(OCCURRENCES[0], |bounds: &Bounds, world: &World| {
            let clients = world.clients.iter().take(bounds.seats);
            clients
                .into_iter()
                .all(|client| client.acked == bounds.commands)
        }),
        Property::sometimes(OCCURRENCES[1], |_, world: &World| {
            let claims = world.nodes.iter().filter_map(|node| node.replica.claim());
            claims.count() > 1
        }),
        Property::sometimes(OCCURRENCES[2], |_, world| late_was_kept(world)),
    ];
    if bounds.settles {
        properties.push(Property::always(SETTLES, |bounds, world| {
            settle::settles(bounds, world).is_ok()
        }));
    }
    properties
}

/// Terms rise by fences, and everything in a term is by the node that fenced; no two nodes claim
/// one.
fn one_writer(world: &World) -> bool {
    let log = &world.store.log;
    let begins_well = log.first().is_none_or(|first| first.term == Term::FIRST);
    let goes_on_well = log.windows(2).all(|pair| {
        let (before, record) = (&pair[0], &pair[1]);
        match record.body {
            RecordBody::Fence => record.term == before.term.next(),
            _ => record.term == before.term && record.id.writer == before.id.writer,
        }
    });
    let claims = world.nodes.iter().filter_map(|node| node.replica.claim());
    let terms: Vec<_> = claims.map(|claim| claim.term).collect();
    let distinct: HashSet<_> = terms.iter().collect();
    begins_well && goes_on_well && distinct.len() == terms.len()
}

fn acknowledged(world: &World) -> bool {
    let done: HashSet<_> = commands(&world.store.log)
        .map(|command| (command.seat, command.n))
        .collect();
    let mut clients = world.clients.iter().enumerate();
    clients.all(|(seat, client)| (1..=client.acked).all(|n| done.contains(&(seat, n))))
}

fn once(world: &World) -> bool {
    let mut done = [0; crate::model::store::SEATS];
    commands(&world.store.log).all(|Command { seat, n }| {
        done[seat] += 1;
        done[seat] == n
    })
}

fn shown_is_true(world: &World) -> bool {
    world.nodes.iter().all(|node| {
        let Some(length) = shown(node) else {
            return false;
        };
        let last = world.store.log[..length.min(world.store.log.len())].last();
        let is_same_record = last.map(|record| record.id) == node.last_shown;
        is_same_record && world.store.view(length) == Some(node.view)
    })
}

/// Whether the log has a record of a life that is over, or of a term that its writer had left.
fn late_was_kept(world: &World) -> bool {
    let last = world.store.log.last();
    last.is_some_and(|record| {
        let node = &world.nodes[record.id.writer.node.0 as usize];
        node.life > record.id.writer.life
    })
}
