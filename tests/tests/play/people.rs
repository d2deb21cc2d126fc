//! The people of random walks, each with a secret and at most one place in a
//! room.

use std::sync::Arc;

use admission::Budgets;
use clock::Clock;
use compute::ComputePool;
use journal::{Journal, Opening, memory::MemoryJournal};
use protocol::{Answer, Command, Limits, Secret, SecretHash};
use referee::Newcomer;
use rooms::{Membership, RoomDirectory, handle::ConnectionHandle, messengers::Messengers};
use tests::server::BEGIN_MS;

pub struct Person {
    pub name: &'static str,
    pub hash: SecretHash,
    pub handle: Arc<ConnectionHandle>,
    pub membership: Option<Membership>,
    pub n: u64,
    pub last: Option<(Command, Answer)>,
}

impl Person {
    pub fn new(id: usize, name: &'static str) -> Person {
        Person {
            name,
            hash: Secret::draw().unwrap().hash(),
            handle: Arc::new(ConnectionHandle::new(id as u64, BEGIN_MS)),
            membership: None,
            n: 0,
            last: None,
        }
    }

    pub fn newcomer(&self) -> Newcomer {
        let name = Some(self.name.to_owned()).filter(|name| !name.is_empty());
        Newcomer {
            name,
            hash: self.hash,
            bot: false,
        }
    }

    pub fn sits(&self) -> bool {
        self.membership
            .as_ref()
            .is_some_and(|membership| membership.seat.is_some())
    }
}

/// The rooms of a server that begins with what a journal has.
pub fn rooms(
    journal: &Arc<MemoryJournal>,
    clock: &Clock,
    limits: &Arc<Limits>,
    opening: &Opening,
) -> Arc<RoomDirectory> {
    let journal: Arc<dyn Journal> = journal.clone();
    let budgets = Arc::new(Budgets::new(Arc::clone(limits), 1));
    Arc::new(RoomDirectory::new(
        journal,
        clock.clone(),
        Arc::clone(limits),
        Arc::new(ComputePool::new(budgets, clock.clone())),
        false,
        Messengers::default(),
        opening,
    ))
}
