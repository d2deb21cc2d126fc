//! The state of the model: clients, nodes and the store, and how an input at one node changes them.

use cluster::{Effect, Input, LogRecord, LogSeq, RecordId};

use crate::model::{
    node::{AppendCall, Node, ReadCall},
    store::{Command, Payload, Record, SEATS, Store, length_up_to, seq_of},
    transitions::{Bounds, Fault},
};

/// One seat's client. It sends its next command when the one before was acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Client {
    /// Its last command that was acknowledged.
    pub acked: u8,
    /// Number of times that it sent the next.
    pub sent: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub store: Store,
    pub nodes: Vec<Node>,
    pub clients: [Client; SEATS],
    /// Mishaps that may still happen.
    pub mishaps: u8,
    /// Tries that a node still has to become the writer.
    pub fences: u8,
    /// Records of which a node was told that they are not in the log and never will be.
    pub refused: Vec<RecordId>,
    /// Whether a replica has called the log contradictory.
    pub is_frozen: bool,
}

/// One node of the world, at which effects are carried out.
pub struct At<'a> {
    pub world: &'a mut World,
    pub bounds: &'a Bounds,
    pub node: usize,
}

impl World {
    pub fn new(bounds: &Bounds) -> World {
        World {
            store: Store::default(),
            nodes: (0..bounds.nodes)
                .map(|index| Node::new(index, 1, 0))
                .collect(),
            clients: [Client::default(); SEATS],
            mishaps: bounds.mishaps,
            fences: bounds.fences,
            refused: Vec::new(),
            is_frozen: false,
        }
    }

    pub fn at<'a>(&'a mut self, bounds: &'a Bounds, node: usize) -> At<'a> {
        At {
            world: self,
            bounds,
            node,
        }
    }

    /// States that differ only by messages without effect are one: republished records that are known,
    /// and late appends whose place in the log is taken.
    pub fn forget_what_changes_nothing(&mut self, bounds: &Bounds) {
        if bounds.fault.is_some() {
            return;
        }
        let end = self.store.end();
        self.store.late.retain(|record| record.previous == end);
        self.store.late.dedup();
        for node in &mut self.nodes {
            let known = self.store.log.iter().enumerate().skip(node.republished);
            let last = node.replica.tail().last;
            node.republished += known
                .take_while(|(index, _)| seq_of(*index) <= last)
                .count();
        }
    }

    fn acknowledge(&mut self, command: Command) {
        let client = &mut self.clients[command.seat];
        if command.n > client.acked {
            *client = Client {
                acked: command.n,
                sent: 0,
            };
        }
    }
}

impl At<'_> {
    pub fn here(&mut self) -> &mut Node {
        &mut self.world.nodes[self.node]
    }

    /// A command arrives; only the writer does any.
    pub fn receive(&mut self, command: Command) {
        if self.here().replica.writes() && !self.here().queue.contains(&command) {
            self.here().queue.push(command);
        }
        self.work();
    }

    /// The replica gets an input, and its effects are carried out.
    pub fn input(&mut self, input: Input<Payload>) {
        self.perform_all(input);
        self.work();
    }

    fn perform_all(&mut self, input: Input<Payload>) {
        for effect in self.here().replica.handle(input) {
            self.perform(effect);
        }
    }

    fn perform(&mut self, effect: Effect<Payload>) {
        match effect {
            Effect::Read { .. } if self.never_catches_up() => {}
            Effect::Read { after } => self.here().read = Some(ReadCall::Sent { after }),
            Effect::Append(record) => self.append(record),
            Effect::Wait { .. } => self.here().waits = true,
            Effect::Apply(_, record) => self.here().apply(&record),
            Effect::Committed(_, record) => self.committed(&record),
            Effect::NotCommitted => self.not_committed(),
            Effect::Writes(_) => self.here().is_fencing = false,
            Effect::Lost => self.here().is_fencing = false,
            Effect::SteppedDown => self.here().queue.clear(),
            Effect::Frozen => self.world.is_frozen = true,
        }
    }

    fn append(&mut self, record: Record) {
        if self.bounds.fault == Some(Fault::AcknowledgesEarly)
            && let Some(command) = *record.body.payload()
        {
            self.world.acknowledge(command);
        }
        if record.body.payload().is_some() && !self.here().offered.contains(&record.id) {
            self.here().offered.push(record.id);
        }
        if let Some(before) = self.here().send(record) {
            self.world.store.remember_late(before);
        }
    }

    fn committed(&mut self, record: &Record) {
        self.here().deciding = None;
        self.here().offered.clear();
        self.here().apply(record);
        if let Some(command) = *record.body.payload() {
            self.world.acknowledge(command);
        }
    }

    fn not_committed(&mut self) {
        let node = self.here();
        node.deciding = None;
        node.queue.clear();
        let offered = std::mem::take(&mut node.offered);
        self.world.refused.extend(offered);
    }

    /// Takes up what waits, as far as that goes without an answer from elsewhere.
    fn work(&mut self) {
        while self.here().replica.may_commit() && self.here().deciding.is_none() {
            let Some(command) = self.here().queue.pop() else {
                return;
            };
            self.decide(command);
        }
    }

    fn decide(&mut self, command: Command) {
        let done = self.here().view.done[command.seat];
        if command.n <= done {
            return self.world.acknowledge(command);
        }
        // Out of order: a client that was acknowledged elsewhere asks one who does not know it.
        if command.n > done + 1 {
            return;
        }
        self.here().deciding = Some(command);
        self.perform_all(Input::Commit(Some(command)));
    }

    /// The node tries to become the writer.
    pub fn fence(&mut self) {
        self.here().is_fencing = true;
        let end = self.here().replica.tail().last;
        self.input(match self.bounds.takes_over {
            true => Input::TakeOver(None, end),
            false => Input::Fence(None),
        });
    }

    /// The writer's record of life, by which others see that they have missed something.
    pub fn live(&mut self) {
        if self.here().replica.may_commit() {
            self.input(Input::Commit(None));
        }
    }

    /// The store handles the append that is under way; its answer is on the way back.
    pub fn store(&mut self) {
        let Some(AppendCall::Sent(record)) = self.here().append.take() else {
            return;
        };
        let seq = self.keep(record.clone());
        self.here().append = Some(AppendCall::Answered(record, seq));
    }

    /// The store's part when a record arrives.
    pub fn keep(&mut self, record: Record) -> Option<LogSeq> {
        if self.bounds.fault == Some(Fault::ComparesNothing) {
            return Some(self.world.store.append_anyway(record));
        }
        let seq = self.world.store.append(record.clone());
        if seq.is_none() {
            self.show_refused(&record);
        }
        seq
    }

    /// By a fault: a subscription to the subject that is published to hears refused appends, too.
    pub fn show_refused(&mut self, record: &Record) {
        if self.bounds.fault != Some(Fault::ShowsRefused) {
            return;
        }
        let Some(length) = length_up_to(record.previous) else {
            return;
        };
        let seq = seq_of(length);
        for node in (0..self.world.nodes.len()).filter(|node| *node != self.node) {
            let mut there = self.world.at(self.bounds, node);
            there.input(Input::Republished(seq, record.clone()));
        }
    }

    /// The node hears of its append; `None` for whatever is not an acceptance.
    pub fn answer_append(&mut self, record: Record, seq: Option<LogSeq>) {
        let end = self.world.store.end();
        let is_retried = self.bounds.fault == Some(Fault::RetriesOnAnotherEnd)
            && seq.is_none()
            && record.body.payload().is_some()
            && record.previous != end;
        if is_retried {
            // The refusal said where the log ends: "wrong last sequence: 15".
            let previous = end;
            return self.append(LogRecord { previous, ..record });
        }
        self.input(Input::Appended(record.id, seq));
    }
}
