//! Quick match: who waits for somebody, and what becomes of it. The rules are
//! in [`queue`]; here they meet connections, rooms and the clock.
//!
//! Knows nothing of frames.

pub mod queue;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use protocol::{
    Settings,
    frame::{QueuePlace, Unqueued},
    settings::{First, Watching},
};
use queue::{Company, Effect, PairId, Queue, TicketId, Wish};
use referee::Newcomer;
use tokio::sync::watch;

use crate::{clock::Clock, handle::ConnectionHandle, rooms::Rooms, sync::lock};

/// Everybody who waits.
pub struct Lobby {
    rooms: Arc<Rooms>,
    clock: Clock,
    waiting: Mutex<Waiting>,
    /// When the nearest pair has to have answered: complete small state, so a `watch`.
    nearest: watch::Sender<Option<u64>>,
}

struct Waiting {
    queue: Queue,
    people: HashMap<TicketId, Person>,
}

/// Who is behind a ticket.
#[derive(Clone)]
struct Person {
    handle: Arc<ConnectionHandle>,
    newcomer: Newcomer,
    wish: Wish,
}

/// A place in the queue; letting go of it is leaving.
pub struct Ticket {
    lobby: Arc<Lobby>,
    id: TicketId,
}

impl Lobby {
    /// An empty lobby whose pairs have `answer_ms` to show that they are alive.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>, clock: Clock, answer_ms: u64) -> Lobby {
        let waiting = Waiting {
            queue: Queue::new(answer_ms),
            people: HashMap::new(),
        };
        Lobby {
            rooms,
            clock,
            waiting: Mutex::new(waiting),
            nearest: watch::Sender::new(None),
        }
    }

    /// Takes a connection into the queue; `bots`: a program will do, too.
    pub fn enter(
        self: &Arc<Self>,
        handle: &Arc<ConnectionHandle>,
        key: String,
        wish: Wish,
        bots: bool,
        newcomer: Newcomer,
    ) -> Ticket {
        let id = handle.id;
        let company = Company {
            bot: newcomer.bot,
            bots,
        };
        let ticket = queue::Ticket {
            id,
            key,
            wish,
            company,
        };
        let person = Person {
            handle: Arc::clone(handle),
            newcomer,
            wish,
        };
        self.change(|waiting, now_ms| {
            waiting.people.insert(id, person);
            waiting.queue.enter(ticket, now_ms)
        });
        Ticket {
            lobby: Arc::clone(self),
            id,
        }
    }

    /// A connection has answered the ping that it owed as half of a pair.
    pub fn answered(self: &Arc<Self>, pair: PairId, handle: &ConnectionHandle) {
        self.change(|waiting, now_ms| waiting.queue.answered(pair, handle.id, now_ms));
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        lock(&self.waiting).people.len()
    }

    /// Whether nobody waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets pairs fail whose time is over, until dropped.
    pub async fn run(self: Arc<Self>) {
        let mut nearest = self.nearest.subscribe();
        loop {
            let next = *nearest.borrow_and_update();
            let sleep = async {
                match next {
                    Some(at_ms) => self.clock.sleep_until(at_ms).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = sleep => self.change(|waiting, now_ms| waiting.queue.due(now_ms)),
                changed = nearest.changed() => if changed.is_err() { return },
            }
        }
    }

    fn change(self: &Arc<Self>, change: impl FnOnce(&mut Waiting, u64) -> Vec<Effect>) {
        let mut waiting = lock(&self.waiting);
        let effects = change(&mut waiting, self.clock.now_ms());
        let next = waiting.queue.next_deadline_ms();
        for effect in effects {
            self.carry_out(&mut waiting, effect);
        }
        // Still under the lock, so that two changes cannot report in the wrong order.
        self.nearest
            .send_if_modified(|nearest| std::mem::replace(nearest, next) != next);
    }

    fn carry_out(self: &Arc<Self>, waiting: &mut Waiting, effect: Effect) {
        match effect {
            Effect::Place { ticket, place } => {
                waiting.notify(ticket, |slots| slots.queue = Some(place))
            }
            Effect::Probe { pair, ticket } => {
                waiting.notify(ticket, |slots| slots.probe = Some(pair))
            }
            Effect::Drop { ticket, why } => {
                if let Some(person) = waiting.people.remove(&ticket) {
                    let hash = person.newcomer.hash;
                    person
                        .handle
                        .notify(|slots| slots.unqueued = Some((hash, why)));
                }
            }
            Effect::Match { host, guest } => {
                let pair = (waiting.people.remove(&host), waiting.people.remove(&guest));
                if let (Some(host), Some(guest)) = pair {
                    tokio::spawn(open(Arc::clone(&self.rooms), host, guest));
                }
            }
        }
    }
}

impl Waiting {
    fn notify(&self, ticket: TicketId, write: impl FnOnce(&mut crate::handle::ControlSlots)) {
        if let Some(person) = self.people.get(&ticket) {
            person.handle.notify(write);
        }
    }
}

/// Opens the room of a pair and tells both.
async fn open(rooms: Arc<Rooms>, host: Person, guest: Person) {
    let settings = Settings {
        rules: host.wish.rules,
        clock: host.wish.clock,
        first: First::Random,
        watching: Watching::Open,
        ..Settings::default()
    };
    let opened = rooms.open(settings, &host.newcomer, &guest.newcomer).await;
    for Person {
        handle, newcomer, ..
    } in [host, guest]
    {
        handle.notify(|slots| match &opened {
            Ok(Some(_)) => slots.matched = Some(newcomer.hash),
            Ok(None) | Err(_) => slots.unqueued = Some((newcomer.hash, Unqueued::Failed)),
        });
    }
}

impl Ticket {
    /// Whether it still waits, and has not led to a room.
    #[must_use]
    pub fn waits(&self) -> bool {
        lock(&self.lobby.waiting).people.contains_key(&self.id)
    }

    /// Where it stands.
    #[must_use]
    pub fn place(&self) -> QueuePlace {
        let position = lock(&self.lobby.waiting).queue.position(self.id);
        QueuePlace {
            position: position.unwrap_or(1),
            wait_ms: None,
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.lobby.change(|waiting, now_ms| {
            waiting.people.remove(&self.id);
            waiting.queue.leave(self.id, now_ms)
        });
    }
}
