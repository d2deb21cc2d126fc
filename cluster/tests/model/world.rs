//! The state of the model: clients, nodes and the store, and how an input at one node changes them.

use cluster::{Acquired, Effect, Input, LogRecord, LogSeq, RecordBody, Term, Timer};

use crate::model::{
    node::{AppendCall, AskCall, Command, Node, ReadCall, command_of},
    store::{Payload, Record, SEATS, Store, View, length_up_to, seq_of},
    transitions::{Bounds, Fault},
};

/// One seat's client. It sends its next command when the one before was acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Client {
    /// Its last command that was acknowledged.
    pub acked: u8,
    /// How often it sent the next.
    pub sent: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    pub store: Store,
    pub nodes: Vec<Node>,
    pub clients: [Client; SEATS],
    /// How many more mishaps may happen.
    pub mishaps: u8,
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
        for node in &mut self.nodes {
            let known = self.store.log.iter().enumerate().skip(node.republished);
            let last = node.replica.tail().last();
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

    /// A command arrives.
    pub fn receive(&mut self, command: Command) {
        self.here().enqueue(command);
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
            Effect::Ask => self.here().ask = Some(AskCall::Sent),
            Effect::Read { .. } if self.never_catches_up() => {}
            Effect::Read { after } => self.here().read = Some(ReadCall::Sent { after }),
            Effect::Append(record) => self.append(record),
            Effect::Wait {
                timer: Timer::Backoff,
                ..
            } => self.here().backs_off = true,
            Effect::Wait {
                timer: Timer::CatchUp,
                ..
            } => self.here().waits_to_catch_up = true,
            Effect::Apply(_, record) => self.here().show(&record),
            Effect::Committed(_, record) => self.committed(&record),
            Effect::NotCommitted => {
                let body = self.here().deciding.take();
                if let Some(command) = body.as_ref().and_then(command_of) {
                    self.here().queue.insert(0, command);
                }
            }
            Effect::Acquired(acquired) => self.acquired(acquired),
            Effect::LetGo => {}
            Effect::Frozen => self.world.is_frozen = true,
        }
    }

    fn append(&mut self, record: Record) {
        if self.bounds.fault == Some(Fault::AcknowledgesEarly)
            && let Some(command) = command_of(&record.body)
        {
            self.world.acknowledge(command);
        }
        if let Some(before) = self.here().send(record) {
            self.world.store.remember_late(before);
        }
    }

    fn committed(&mut self, record: &Record) {
        self.here().deciding = None;
        self.here().show(record);
        if let Some(command) = command_of(&record.body) {
            self.world.acknowledge(command);
        }
    }

    fn acquired(&mut self, acquired: Acquired) {
        self.here().is_acquiring = false;
        match acquired {
            Acquired::Here(_) => {}
            Acquired::Elsewhere(claim) => {
                let there = claim.node.0 as usize;
                for command in std::mem::take(&mut self.here().queue) {
                    self.world.at(self.bounds, there).receive(command);
                }
            }
            Acquired::Nothing => {
                // Only the first command creates a room.
                self.here().queue.retain(|command| command.n == 1);
                if !self.here().queue.is_empty() {
                    let command = self.here().queue.remove(0);
                    self.decide(command);
                }
            }
            Acquired::Ended | Acquired::Unavailable | Acquired::Frozen => self.here().queue.clear(),
        }
    }

    /// Takes up what waits, as far as that goes without an answer from elsewhere.
    fn work(&mut self) {
        while self.here().has_work() {
            if self.here().view.has_ended {
                return self.here().queue.clear();
            }
            if !self.here().replica.may_commit() {
                self.here().is_acquiring = true;
                self.perform_all(Input::Acquire { silent: Term(0) });
                continue;
            }
            let command = self.here().queue.remove(0);
            self.decide(command);
        }
        self.snapshot_if_due();
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
        let payload = Payload::Done {
            seat: command.seat,
            n: command.n,
        };
        let is_last = self.bounds.ends && command.n == self.bounds.commands;
        self.commit(match is_last {
            true => RecordBody::End(payload),
            false => RecordBody::Step(payload),
        });
    }

    fn commit(&mut self, body: RecordBody<Payload>) {
        self.here().deciding = Some(body.clone());
        self.perform_all(Input::Commit(body));
    }

    fn snapshot_if_due(&mut self) {
        let Some(every) = self.bounds.snapshot_every else {
            return;
        };
        let node = self.here();
        if node.replica.may_commit() && node.deciding.is_none() && node.view.steps >= every {
            let view = View {
                steps: 0,
                ..node.view
            };
            self.commit(RecordBody::Snapshot(Payload::Whole(view)));
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
        let is_retried = self.bounds.fault == Some(Fault::RetriesWithoutReading)
            && seq.is_none()
            && command_of(&record.body).is_some()
            && record.previous != end;
        if is_retried {
            // The refusal said where the log ends: "wrong last sequence: 15".
            let previous = end;
            return self.append(LogRecord { previous, ..record });
        }
        self.input(Input::Appended(record.id, seq));
    }
}
