//! Quick match: the players who wait for an opponent, and the outcome of each
//! wait. The rules are in [`queue`]; here they meet connections, rooms and the
//! clock.

mod fair_page;
pub mod queue;

use std::{collections::HashMap, convert::Infallible, sync::Arc};

use admission::Payer;
use clock::{Clock, NextDeadline};
use journal::SavingNotices;
use parking_lot::Mutex;
use protocol::{
    Player, Settings, frame::Unqueued, ids::TicketId, refusal::CannotPlay, reply::WaitingPlayer,
    settings::Watching,
};
use referee::Newcomer;
use rooms::{
    RoomDirectory,
    handle::{ConnectionHandle, ControlSlots},
    ids::MatchProbe,
};

use fair_page::fair_page;
use queue::{AgreedGame, Queue, QueueEffect, Ticket};

/// The most who are listed: one may name 16 boards and as many clocks.
const LISTED: usize = 20;

/// Of one address, while others wait who would not be listed else.
const LISTED_PER_ADDRESS: usize = 4;

/// Everybody who waits.
pub struct Lobby {
    rooms: Arc<RoomDirectory>,
    clock: Clock,
    state: Mutex<LobbyState>,
    /// When the next pair has to have answered.
    next_deadline: NextDeadline,
}

struct LobbyState {
    queue: Queue,
    applicants: HashMap<TicketId, Applicant>,
}

/// The client behind a ticket.
#[derive(Clone)]
struct Applicant {
    handle: Arc<ConnectionHandle>,
    newcomer: Newcomer,
}

impl Applicant {
    /// Tells them that they wait no longer.
    fn unqueue(&self, reason: Unqueued) {
        let hash = self.newcomer.hash;
        self.handle
            .notify(|slots| slots.unqueued = Some((hash, reason)));
    }
}

/// RAII guard of a ticket in the queue; dropping it leaves the queue.
pub struct QueuedTicket {
    lobby: Arc<Lobby>,
    id: TicketId,
}

impl Lobby {
    /// An empty lobby whose pairs have `answer_ms` to show that they are alive.
    pub fn new(rooms: Arc<RoomDirectory>, clock: Clock, answer_ms: u64) -> Lobby {
        let state = LobbyState {
            queue: Queue::new(answer_ms),
            applicants: HashMap::new(),
        };
        Lobby {
            rooms,
            clock,
            state: Mutex::new(state),
            next_deadline: NextDeadline::default(),
        }
    }

    /// Takes a connection into the queue. What it answers has to be there still,
    /// and `own`, its ticket until now, makes way.
    ///
    /// # Errors
    /// When the ticket that it answers cannot be answered.
    pub fn enter(
        self: &Arc<Self>,
        handle: &Arc<ConnectionHandle>,
        ticket: Ticket,
        newcomer: Newcomer,
        own: Option<TicketId>,
    ) -> Result<QueuedTicket, CannotPlay> {
        let (id, answers) = (ticket.id, ticket.answers);
        let applicant = Applicant {
            handle: Arc::clone(handle),
            newcomer,
        };
        let mut refused = None;
        self.change(|state, now_ms| {
            let entered = match answers {
                None => Ok(state.queue.enter(ticket, now_ms)),
                Some(_) => state.queue.play(ticket, own, now_ms),
            };
            match entered {
                Ok(effects) => {
                    if let Some(own) = own {
                        state.applicants.remove(&own);
                    }
                    state.applicants.insert(id, applicant);
                    effects
                }
                Err(why) => {
                    refused = Some(why);
                    Vec::new()
                }
            }
        });
        match refused {
            Some(why) => Err(why),
            None => Ok(QueuedTicket {
                lobby: Arc::clone(self),
                id,
            }),
        }
    }

    /// The visible players who wait, the longest waiting first.
    pub fn waiting_players(&self) -> Vec<WaitingPlayer> {
        let state = self.state.lock();
        let seen = state.queue.seen().filter_map(|ticket| {
            let applicant = state.applicants.get(&ticket.id)?;
            Some((applicant.handle.source, ticket))
        });
        let players = fair_page(seen, LISTED, LISTED_PER_ADDRESS).into_iter();
        let players = players.filter_map(|ticket| {
            let newcomer = &state.applicants.get(&ticket.id)?.newcomer;
            Some(WaitingPlayer {
                ticket: ticket.id,
                player: Player {
                    name: newcomer.name.clone(),
                    bot: newcomer.bot,
                    ..Player::default()
                },
                boards: ticket.games.boards.clone(),
                clocks: ticket.games.clocks.clone(),
                bots: ticket.meets_bots,
            })
        });
        players.collect()
    }

    /// Half of a pair has answered its ping.
    pub fn answered(self: &Arc<Self>, MatchProbe { pair, ticket }: MatchProbe) {
        self.change(|state, now_ms| state.queue.answered(pair, ticket, now_ms));
    }

    /// Lets everybody go who waits: the server is about to stop.
    pub fn dismiss_all(self: &Arc<Self>) {
        self.change(|state, now_ms| {
            let waiting = std::mem::take(&mut state.applicants);
            let left = waiting.into_iter().flat_map(|(ticket, applicant)| {
                applicant.unqueue(Unqueued::ShuttingDown);
                state.queue.leave(ticket, now_ms)
            });
            left.collect()
        });
    }

    /// Number of tickets that wait.
    pub fn len(&self) -> usize {
        self.state.lock().applicants.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Lets pairs fail whose time is over, until dropped.
    pub async fn run(self: Arc<Self>) {
        loop {
            self.next_deadline.reached(&self.clock).await;
            self.change(|state, now_ms| state.queue.due(now_ms));
            // There may be more at once; others may have their turn first.
            tokio::task::yield_now().await;
        }
    }

    fn change(self: &Arc<Self>, change: impl FnOnce(&mut LobbyState, u64) -> Vec<QueueEffect>) {
        let mut state = self.state.lock();
        let effects = change(&mut state, self.clock.now_ms());
        let next = state.queue.next_deadline_ms();
        for effect in effects {
            self.carry_out(&mut state, effect);
        }
        // Still under the lock, so that two changes cannot report in the wrong order.
        self.next_deadline.set(next);
    }

    fn carry_out(self: &Arc<Self>, state: &mut LobbyState, effect: QueueEffect) {
        match effect {
            QueueEffect::Place { ticket, place } => {
                state.notify(ticket, |slots| slots.queue = Some(place))
            }
            QueueEffect::Probe { pair, ticket } => state.notify(ticket, |slots| {
                slots.probe = Some(MatchProbe { pair, ticket })
            }),
            QueueEffect::Drop { ticket, reason } => {
                if let Some(applicant) = state.applicants.remove(&ticket) {
                    applicant.unqueue(reason);
                }
            }
            QueueEffect::Match { host, guest, game } => {
                let mut take = |ticket| state.applicants.remove(&ticket);
                if let (Some(host), Some(guest)) = (take(host), take(guest)) {
                    tokio::spawn(open(Arc::clone(self), game, host, guest));
                }
            }
        }
    }
}

impl LobbyState {
    fn notify(&self, ticket: TicketId, write: impl FnOnce(&mut ControlSlots)) {
        if let Some(applicant) = self.applicants.get(&ticket) {
            applicant.handle.notify(write);
        }
    }
}

/// Opens the room of a pair and tells both; and if that takes long, that it does.
async fn open(lobby: Arc<Lobby>, game: AgreedGame, host: Applicant, guest: Applicant) {
    let settings = Settings {
        rules: game.rules,
        clock: game.clock,
        watching: Watching::Open,
        ..Settings::default()
    };
    let payer = Payer::from(host.handle.source);
    let opening = lobby
        .rooms
        .open(settings, &host.newcomer, &guest.newcomer, payer);
    let both = [&host, &guest];
    let opened = tokio::select! {
        biased;
        opened = opening => opened,
        never = report_saving(&lobby.clock, both) => match never {},
    };
    for Applicant { handle, newcomer } in both {
        handle.notify(|slots| match &opened {
            Ok(Some(_)) => slots.matched = Some(newcomer.hash),
            Ok(None) | Err(_) => slots.unqueued = Some((newcomer.hash, Unqueued::Failed)),
        });
    }
}

/// Tells both halves of a pair again and again that their room is not on disk yet.
async fn report_saving(clock: &Clock, both: [&Applicant; 2]) -> Infallible {
    let mut notices = SavingNotices::new(clock.now_ms());
    loop {
        clock.sleep_until(notices.due_ms()).await;
        let waited_ms = notices.report(clock.now_ms());
        for Applicant { handle, .. } in both {
            handle.notify(|slots| slots.saving = Some(waited_ms));
        }
    }
}

impl QueuedTicket {
    /// Its public id.
    pub fn id(&self) -> TicketId {
        self.id
    }

    /// Whether it still waits, and has not led to a room.
    pub fn waits(&self) -> bool {
        self.lobby.state.lock().applicants.contains_key(&self.id)
    }

    /// Its place, from 1, among those that would play one of the same games.
    pub fn position(&self) -> u32 {
        self.lobby.state.lock().queue.position(self.id).unwrap_or(1)
    }
}

impl Drop for QueuedTicket {
    fn drop(&mut self) {
        self.lobby.change(|state, now_ms| {
            state.applicants.remove(&self.id);
            state.queue.leave(self.id, now_ms)
        });
    }
}
