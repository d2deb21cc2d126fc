//! The model: what may happen next, in any order, with a bounded number of mishaps.

use cluster::Input;
use cluster::LogSeq;
use stateright::{Model, Property};

use crate::model::{
    node::{AppendCall, Node, ReadCall},
    properties,
    store::{Command, length_up_to},
    world::World,
};

/// Bounds of the model.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub nodes: usize,
    /// Number of the two seats that send commands.
    pub seats: usize,
    /// Commands of a seat.
    pub commands: u8,
    /// Number of times that it sends each of them, to any node.
    pub sends: u8,
    /// Mishaps in all, of whatever kind.
    pub mishaps: u8,
    /// Tries of a node to become the writer.
    pub fences: u8,
    /// Whether it tries only on the end that it knows.
    pub takes_over: bool,
    /// Whether every state is looked at for whether things get well again.
    pub settles: bool,
    /// The seeded fault.
    pub fault: Option<Fault>,
}

/// A fault of a driver or a store. The model has to find each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A command is acknowledged when its append is sent.
    AcknowledgesEarly,
    /// A follower is given appends that the store has refused.
    ShowsRefused,
    /// An append that may have been stored is sent again, but on another end of the log.
    RetriesOnAnotherEnd,
    /// The store appends whatever the log's end is.
    ComparesNothing,
    /// Missed records are not read again.
    NeverCatchesUp,
}

/// An action that may happen next. Those that are marked are mishaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A seat sends its next command to a node.
    Send { seat: usize, node: usize },
    /// A node tries to become the writer.
    Fence(usize),
    /// The store handles a node's append.
    Store(usize),
    /// Mishap: the store refuses it, though it could be stored.
    RefuseForNothing(usize),
    /// Mishap: the node gives up waiting. The append, or its answer, is still on the way.
    GiveUpAppend(usize),
    /// The append's answer arrives.
    AnswerAppend(usize),
    /// An append arrives that was given up.
    StoreLate(usize),
    /// The store reads for a node; a mishap, if it is a copy that has fewer records.
    ReadUpTo(usize, usize),
    /// Mishap: nobody answers the read.
    GiveUpRead(usize),
    /// The read's answer arrives.
    AnswerRead(usize),
    /// Time goes by.
    Elapse(usize),
    /// The store republishes the next record to a node.
    Republish(usize),
    /// Mishap: that message is lost.
    LoseRepublished(usize),
    /// Mishap: a node ends, and starts again with its copy, or with nothing.
    Crash { node: usize, keeps_copy: bool },
}

impl Action {
    /// Whether it is a mishap in that state.
    fn is_mishap(&self, world: &World) -> bool {
        match self {
            Action::RefuseForNothing(_)
            | Action::GiveUpAppend(_)
            | Action::GiveUpRead(_)
            | Action::LoseRepublished(_)
            | Action::Crash { .. } => true,
            Action::ReadUpTo(_, length) => *length < world.store.log.len(),
            _ => false,
        }
    }
}

impl Model for Bounds {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self)]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        let seats = (0..self.seats).filter(|seat| {
            let client = world.clients[*seat];
            client.acked < self.commands && client.sent < self.sends
        });
        for seat in seats {
            actions.extend((0..self.nodes).map(|node| Action::Send { seat, node }));
        }
        for (index, node) in world.nodes.iter().enumerate() {
            at_node(world, index, node, actions);
        }
        actions.extend((0..world.store.late.len()).map(Action::StoreLate));
        if world.mishaps == 0 {
            actions.retain(|action| !action.is_mishap(world));
        }
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut next = world.clone();
        if action.is_mishap(world) {
            next.mishaps -= 1;
        }
        act(&mut next, self, action);
        next.forget_what_changes_nothing(self);
        (next != *world).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Bounds>> {
        properties::all(self)
    }
}

fn at_node(world: &World, index: usize, node: &Node, actions: &mut Vec<Action>) {
    if world.fences > 0 && !node.is_fencing && !node.replica.writes() {
        actions.push(Action::Fence(index));
    }
    match &node.append {
        Some(AppendCall::Sent(_)) => actions.extend([
            Action::Store(index),
            Action::RefuseForNothing(index),
            Action::GiveUpAppend(index),
        ]),
        Some(AppendCall::Answered(_, seq)) => {
            actions.push(Action::AnswerAppend(index));
            actions.extend(seq.map(|_| Action::GiveUpAppend(index)));
        }
        None => {}
    }
    match node.read {
        Some(ReadCall::Sent { .. }) => {
            let lengths = 0..=world.store.log.len();
            actions.extend(lengths.map(|length| Action::ReadUpTo(index, length)));
            actions.push(Action::GiveUpRead(index));
        }
        Some(ReadCall::Answered { .. }) => actions.push(Action::AnswerRead(index)),
        None => {}
    }
    if node.waits {
        actions.push(Action::Elapse(index));
    }
    if node.republished < world.store.log.len() {
        actions.extend([Action::Republish(index), Action::LoseRepublished(index)]);
    }
    actions.extend([true, false].map(|keeps_copy| Action::Crash {
        node: index,
        keeps_copy,
    }));
}

/// Does what an action says.
pub fn act(world: &mut World, bounds: &Bounds, action: Action) {
    match action {
        Action::Send { seat, node } => {
            let client = &mut world.clients[seat];
            client.sent += 1;
            let n = client.acked + 1;
            world.at(bounds, node).receive(Command { seat, n });
        }
        Action::Fence(node) => {
            world.fences = world.fences.saturating_sub(1);
            world.at(bounds, node).fence();
        }
        Action::Store(node) => world.at(bounds, node).store(),
        Action::RefuseForNothing(node) => world.at(bounds, node).refuse(),
        Action::GiveUpAppend(node) => world.at(bounds, node).give_up_append(),
        Action::AnswerAppend(node) => {
            if let Some(AppendCall::Answered(record, seq)) = world.nodes[node].append.take() {
                world.at(bounds, node).answer_append(record, seq);
            }
        }
        Action::StoreLate(index) => {
            let record = world.store.late.remove(index);
            let node = record.id.writer.node.0 as usize;
            world.at(bounds, node).keep(record);
        }
        Action::ReadUpTo(node, length) => {
            if let Some(ReadCall::Sent { after }) = world.nodes[node].read {
                world.nodes[node].read = Some(ReadCall::Answered { after, length });
            }
        }
        Action::GiveUpRead(node) => {
            world.nodes[node].read = None;
            world.at(bounds, node).input(Input::Read(None));
        }
        Action::AnswerRead(node) => {
            if let Some(ReadCall::Answered { after, length }) = world.nodes[node].read.take() {
                let records = world.store.read(after, length);
                world.at(bounds, node).input(Input::Read(Some(records)));
            }
        }
        Action::Elapse(node) => world.at(bounds, node).elapse(),
        Action::Republish(node) => world.at(bounds, node).republish(),
        Action::LoseRepublished(node) => world.nodes[node].republished += 1,
        Action::Crash { node, keeps_copy } => world.at(bounds, node).crash(keeps_copy),
    }
}

/// Number of records that a node has applied, if they are some of the log.
pub fn applied(node: &Node) -> Option<usize> {
    match node.replica.tail().last {
        LogSeq::NONE => Some(0),
        last => length_up_to(last),
    }
}
