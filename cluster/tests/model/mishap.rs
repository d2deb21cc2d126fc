//! Events that reach a node from outside: mishaps, time, messages of the store.

use cluster::Input;

use crate::model::{
    node::{AppendCall, Node},
    store::seq_of,
    transitions::Fault,
    world::At,
};

impl At<'_> {
    /// The store refuses an append that it could have kept.
    pub fn refuse(&mut self) {
        if let Some(AppendCall::Sent(record)) = self.here().append.take() {
            self.show_refused(&record);
            self.here().append = Some(AppendCall::Answered(record, None));
        }
    }

    /// The node stops waiting. What it sent may arrive yet, or has arrived.
    pub fn give_up_append(&mut self) {
        match self.here().append.take() {
            Some(AppendCall::Sent(record)) => {
                self.world.store.remember_late(record.clone());
                self.answer_append(record, None);
            }
            Some(AppendCall::Answered(record, _)) => self.answer_append(record, None),
            None => {}
        }
    }

    pub fn elapse(&mut self) {
        self.here().waits = false;
        self.input(Input::Elapsed);
    }

    /// The store republishes the next record.
    pub fn republish(&mut self) {
        let index = self.here().republished;
        self.here().republished += 1;
        let record = self.world.store.log[index].clone();
        self.input(Input::Republished(seq_of(index), record));
    }

    /// The node ends, and starts again with its copy or with nothing.
    pub fn crash(&mut self, keeps_copy: bool) {
        let length = self.world.store.log.len();
        let (life, tail, view) = {
            let before = self.here();
            (before.life + 1, *before.replica.tail(), before.view)
        };
        let node = match keeps_copy {
            true => Node::with_copy(self.node, life, length, tail, view),
            false => Node::new(self.node, life, length),
        };
        let before = std::mem::replace(self.here(), node);
        if let Some(AppendCall::Sent(record)) = before.append {
            self.world.store.remember_late(record);
        }
        self.input(Input::CatchUp);
    }

    /// Whether what is missing is left missing, by a fault.
    pub fn never_catches_up(&mut self) -> bool {
        self.bounds.fault == Some(Fault::NeverCatchesUp) && !self.here().is_fencing
    }
}
