//! The engine beside the memory engine, through random steps and restarts.

use std::collections::{HashMap, HashSet};

use clock::Outage;
use journal::{Batch, JournalControl, RoomId, RoomLogs, Stored, Summary, memory::MemoryJournal};
use proptest::prelude::*;
use protocol::Seat;
use referee::PrivateChange;

use super::*;
use crate::tests::contract::{code, done, ending, hash, seated, step};

/// An operation on the journal and on the model alike.
#[derive(Clone, Debug)]
enum Act {
    Keep {
        slot: usize,
        count: u64,
        n: u64,
        off: bool,
    },
    End {
        slot: usize,
    },
    Alive,
    Reopen {
        close: bool,
    },
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        10 => (0..4usize, 0..3u64, any::<u64>(), prop::bool::weighted(0.1))
            .prop_map(|(slot, count, n, off)| Act::Keep { slot, count, n, off }),
        2 => (0..4usize).prop_map(|slot| Act::End { slot }),
        1 => Just(Act::Alive),
        2 => any::<bool>().prop_map(|close| Act::Reopen { close }),
    ]
}

/// The engine beside its model, and where each of the rooms stands.
struct Pair {
    dir: TempDir,
    journal: Option<SqliteJournal>,
    model: MemoryJournal,
    /// In each slot a room's number and length; a room that ended makes way for a new one.
    slots: [(RoomId, u64); 4],
    deadlines: HashMap<RoomId, u64>,
    next: RoomId,
    now_ms: u64,
    alive_ms: u64,
    outages: Vec<Outage>,
}

impl Pair {
    fn new() -> Pair {
        let dir = tempfile::tempdir().unwrap();
        let (journal, _) = open(dir.path(), eager());
        Pair {
            dir,
            journal: Some(journal),
            model: MemoryJournal::new(),
            slots: [(1, 0), (2, 0), (3, 0), (4, 0)],
            deadlines: HashMap::new(),
            next: 5,
            now_ms: NOW_MS,
            alive_ms: NOW_MS,
            outages: Vec::new(),
        }
    }

    async fn act(&mut self, act: Act) {
        match act {
            Act::Keep {
                slot,
                count,
                n,
                off,
            } => self.keep(slot, count, n, off).await,
            Act::End { slot } => {
                let (room, seq) = self.slots[slot];
                self.both(ending(room, seq)).await;
                self.deadlines.remove(&room);
                self.slots[slot] = (self.next, 0);
                self.next += 1;
            }
            Act::Alive => {
                self.now_ms += 10;
                let journal = self.journal.as_ref().unwrap();
                journal.alive(self.now_ms).await.unwrap();
                self.alive_ms = self.now_ms;
            }
            Act::Reopen { close } => self.reopen(close).await,
        }
    }

    async fn keep(&mut self, slot: usize, count: u64, n: u64, off: bool) {
        let (room, seq) = self.slots[slot];
        let mut private = vec![seated(Seat::Guest, n), done(Seat::Guest, n)];
        if n.is_multiple_of(4) {
            let (seat, hash) = (Seat::Guest, hash(n / 4));
            private.push(PrivateChange::SeatTaken { seat, hash });
            if n.is_multiple_of(8) {
                private.push(PrivateChange::SeatUnshared { seat, hash });
            }
        }
        if n.is_multiple_of(3) {
            private.push(PrivateChange::Freed { seat: Seat::Guest });
        }
        if seq == 0 || n.is_multiple_of(7) {
            private.push(code(n));
        }
        if n.is_multiple_of(5) {
            let public = n.is_multiple_of(2);
            private.push(PrivateChange::Correspondence { public });
        }
        let count = count.max(u64::from(seq == 0));
        let batch = step(room, seq + u64::from(off), count);
        let deadline_ms = batch.deadline_ms.unwrap();
        self.both(Batch { private, ..batch }).await;
        if !off {
            self.slots[slot].1 += count;
            self.deadlines.insert(room, deadline_ms);
        }
    }

    async fn both(&self, batch: Batch) {
        let kept = self.journal.as_ref().unwrap().commit(batch.clone()).await;
        assert_eq!(kept, self.model.commit(batch).await);
    }

    async fn reopen(&mut self, close: bool) {
        let journal = self.journal.take().unwrap();
        if close {
            journal.close().await;
        }
        drop(journal);
        self.now_ms += 100;
        let opened = SqliteJournal::open_with(self.dir.path(), self.now_ms, eager());
        let (journal, found) = opened.unwrap();
        let outage = Outage {
            from_ms: self.alive_ms,
            to_ms: self.now_ms,
        };
        self.outages.push(outage);
        // Nobody is left to give them back to.
        if self.deadlines.is_empty() {
            self.outages.clear();
        }
        self.alive_ms = self.now_ms;
        assert_eq!(found.outages, self.outages);
        assert_eq!(found.rooms.len(), self.deadlines.len());
        for Summary {
            room,
            code,
            secrets,
            deadline_ms,
            is_correspondence,
            is_public,
        } in found.rooms
        {
            assert_eq!(self.deadlines[&room], deadline_ms);
            let private = self.model.load(room).await.unwrap().unwrap().private;
            assert_eq!(private.code, Some(code));
            let kind = (private.is_correspondence, private.is_public);
            assert_eq!(kind, (is_correspondence, is_public));
            let kept: HashSet<_> = private.secrets().collect();
            assert_eq!(kept, secrets.into_iter().collect());
        }
        self.journal = Some(journal);
        self.same().await;
    }

    async fn same(&self) {
        for room in 1..self.next {
            let of = |stored: Option<Stored>| stored.map(|stored| (stored.events, stored.private));
            let found = self.journal.as_ref().unwrap().load(room).await.unwrap();
            assert_eq!(of(found), of(self.model.load(room).await.unwrap()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_engine_behaves_as_its_model(acts in prop::collection::vec(act(), 1..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut pair = Pair::new();
            for act in acts {
                pair.act(act).await;
            }
            pair.reopen(false).await;
        });
    }
}
