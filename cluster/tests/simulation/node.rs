//! A node: rooms behind locks, commands of seats, and what spectators see there.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use cluster::{
    Acquired, LogSeq, NodeId, RecordBody, RoomKey, RoomObserver, RoomReplica, Shown, Term,
    WriterClaim, WriterId,
};
use futures::future::{BoxFuture, FutureExt};
use tokio::time::timeout;

use crate::simulation::{
    Fault,
    judge::{DisplayEnd, Payload, Record, Step},
    network::{Link, Network},
};

/// How long a node waits for another that writes the room.
const CARRY_TIMEOUT: Duration = Duration::from_secs(6);

/// How often a command is decided before its client gets the answer that nobody knows.
const TRIES: usize = 4;

/// After this many steps the log is replaced by a snapshot.
const SNAPSHOT_EVERY: u64 = 4;

type Replica = RoomReplica<Payload, Link, Observer>;

/// A seat's numbered command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub room: RoomKey,
    pub seat: usize,
    pub n: u64,
}

/// Everything that a node has shown of a room, and its fold.
#[derive(Default)]
pub struct Display {
    pub records: Vec<(LogSeq, Record)>,
    pub last: BTreeMap<usize, Step>,
    steps: u64,
    pub is_frozen: bool,
}

impl Display {
    fn fold(&mut self, seq: LogSeq, record: Record) {
        match &record.body {
            RecordBody::Fence => {}
            RecordBody::Step(Payload::Step(step)) | RecordBody::End(Payload::Step(step)) => {
                self.last.insert(step.seat, *step);
                self.steps += 1;
            }
            RecordBody::Snapshot(Payload::Whole(whole)) => {
                self.last.clone_from(whole);
                self.steps = 0;
            }
            body => panic!("{body:?} is not written here"),
        }
        self.records.push((seq, record));
    }

    pub fn end(&self) -> DisplayEnd {
        DisplayEnd {
            last: self.records.last().map(|(seq, _)| *seq),
            is_frozen: self.is_frozen,
        }
    }

    /// How many steps the room has had.
    fn total(&self) -> u64 {
        self.last.values().map(|step| step.total).max().unwrap_or(0)
    }
}

struct Observer(Arc<Mutex<Display>>);

impl RoomObserver<Payload> for Observer {
    fn shown(&self, shown: Shown<Payload>) {
        let mut display = self.0.lock().unwrap();
        match shown {
            Shown::Record(seq, record) => display.fold(seq, record),
            Shown::LetGo => {}
            Shown::Frozen => display.is_frozen = true,
        }
    }
}

struct SimRoom {
    replica: Arc<Replica>,
    display: Arc<Mutex<Display>>,
    lock: tokio::sync::Mutex<()>,
}

pub struct SimNode {
    pub id: NodeId,
    pub life: u64,
    network: Arc<Network>,
    rooms: BTreeMap<RoomKey, SimRoom>,
}

impl SimNode {
    /// A node that begins, or begins again, with nothing. It follows all rooms.
    pub fn start(id: NodeId, life: u64, rooms: &[RoomKey], network: &Arc<Network>) -> Arc<SimNode> {
        let open = |key: &RoomKey| {
            let display = Arc::default();
            let observer = Observer(Arc::clone(&display));
            let link = Link {
                network: Arc::clone(network),
                node: id,
            };
            let replica =
                RoomReplica::new(WriterId { node: id, life }, *key, Arc::new(link), observer);
            let lock = tokio::sync::Mutex::default();
            (
                *key,
                SimRoom {
                    replica,
                    display,
                    lock,
                },
            )
        };
        let node = Arc::new(SimNode {
            id,
            life,
            network: Arc::clone(network),
            rooms: rooms.iter().map(open).collect(),
        });
        network.join(Arc::clone(&node));
        for room in node.rooms.values() {
            room.replica.missed();
        }
        node
    }

    pub fn claim(&self, room: RoomKey) -> Option<WriterClaim> {
        self.rooms[&room].replica.claim()
    }

    pub async fn republished(&self, room: RoomKey, seq: LogSeq, record: Record) {
        self.rooms[&room].replica.republished(seq, record);
    }

    /// The display of a room, as spectators here have seen it.
    pub fn look<T>(&self, room: RoomKey, look: impl FnOnce(&Display) -> T) -> T {
        look(&self.rooms[&room].display.lock().unwrap())
    }

    /// The regular notice to all others of how far it knows the logs.
    pub fn notices(&self) -> Vec<(RoomKey, LogSeq)> {
        let rooms = self.rooms.iter();
        rooms
            .map(|(key, room)| (*key, room.replica.last()))
            .collect()
    }

    /// Takes over a room whatever others claim, and appends: a node that was fenced and does not know it
    /// still claims, and only an accepted append shows all of the log.
    pub async fn take_up(&self, room: RoomKey) {
        let room = &self.rooms[&room];
        let _lock = room.lock.lock().await;
        for _ in 0..TRIES {
            if let Acquired::Here(_) = room.replica.acquire(Term(u64::MAX)).await
                && self.snapshot(room).await.is_some()
            {
                return;
            }
        }
    }

    pub fn hear(&self, room: RoomKey, last: LogSeq) {
        self.rooms[&room].replica.heard(last);
    }

    /// Does a command, here or where the room is written. `None`: nobody knows.
    pub fn command(
        self: Arc<Self>,
        command: Command,
        may_carry: bool,
    ) -> BoxFuture<'static, Option<Step>> {
        async move {
            let mut silent = Term(0);
            for _ in 0..TRIES {
                match self.try_here(command, silent).await {
                    Tried::Done(step) => return Some(step),
                    Tried::Again => {}
                    Tried::Refused => return None,
                    Tried::Elsewhere(_) if !may_carry => return None,
                    Tried::Elsewhere(claim) => match self.carry(claim.node, command).await {
                        Some(step) => return Some(step),
                        None => silent = claim.term,
                    },
                }
            }
            None
        }
        .boxed()
    }

    async fn carry(&self, to: NodeId, command: Command) -> Option<Step> {
        let there = self.network.node(to)?;
        let call = async {
            self.network.travel().await;
            if self.network.is_cut_off(to).is_some() || self.network.is_cut_off(self.id).is_some() {
                return std::future::pending().await;
            }
            let step = there.command(command, false).await;
            self.network.travel().await;
            step
        };
        timeout(CARRY_TIMEOUT, call).await.ok().flatten()
    }

    async fn try_here(&self, command: Command, silent: Term) -> Tried {
        let room = &self.rooms[&command.room];
        let _lock = room.lock.lock().await;
        if !room.replica.may_commit() {
            match room.replica.acquire(silent).await {
                Acquired::Here(_) => {}
                Acquired::Nothing if command.n == 1 => {}
                Acquired::Elsewhere(claim) => return Tried::Elsewhere(claim),
                _ => return Tried::Refused,
            }
        }
        let step = {
            let display = room.display.lock().unwrap();
            let done = display.last.get(&command.seat);
            match done {
                Some(done) if done.n == command.n => return Tried::Done(*done),
                Some(done) if done.n + 1 != command.n => return Tried::Refused,
                None if command.n != 1 => return Tried::Refused,
                _ => Step {
                    seat: command.seat,
                    n: command.n,
                    total: display.total() + 1,
                },
            }
        };
        if self.network.fault == Some(Fault::AcknowledgesEarly) {
            let (replica, body) = (
                Arc::clone(&room.replica),
                RecordBody::Step(Payload::Step(step)),
            );
            tokio::spawn(async move { replica.commit(body).await });
            return Tried::Done(step);
        }
        match room
            .replica
            .commit(RecordBody::Step(Payload::Step(step)))
            .await
        {
            Some(_) => {
                self.snapshot_if_due(room).await;
                Tried::Done(step)
            }
            None => Tried::Again,
        }
    }

    async fn snapshot_if_due(&self, room: &SimRoom) {
        let is_due = room.display.lock().unwrap().steps >= SNAPSHOT_EVERY;
        if is_due && room.replica.may_commit() {
            // If nobody knows whether it was kept, the next command finds out.
            let _ = self.snapshot(room).await;
        }
    }

    async fn snapshot(&self, room: &SimRoom) -> Option<LogSeq> {
        let whole = room.display.lock().unwrap().last.clone();
        let snapshot = RecordBody::Snapshot(Payload::Whole(whole));
        room.replica.commit(snapshot).await
    }
}

/// The outcome of a command at one node.
enum Tried {
    Done(Step),
    /// Not committed as far as is known: decide again.
    Again,
    Elsewhere(WriterClaim),
    Refused,
}
