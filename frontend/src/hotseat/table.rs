//! The table's state machine: requests and the time in, frames out, in a server's
//! order.

use std::sync::Arc;

use game::Board;
use protocol::{
    Accepted, Answer, Command, Computer, EventFrame, Frame, Limits, Refusal, Reply, Request,
    RoomCode, Seat, View,
    event::OfferKind,
    frame::Pong,
    ids::BySeat,
    name,
    reply::Entered,
    request::{AnswerOffer, Body, CreateRoom, SeatRequest},
};
use referee::{
    Context, Decision, Draft, Newcomer, Private, RoomState,
    computer::{self, ComputerAct, Thinking},
};

use super::{
    Hotseat, limits,
    opening::{begins, snapshot},
};

/// Where random bits come from.
pub(super) type RandomBits = fn() -> u64;

/// A room of this process; none before it is created.
pub(super) struct HotseatRoom {
    hotseat: Hotseat,
    limits: Limits,
    chance: RandomBits,
    /// The person's name.
    pub(super) name: Option<String>,
    state: Arc<RoomState>,
    /// The room's code, and the number of the last command and its reply: the host's, even where
    /// two play.
    private: Private,
}

impl HotseatRoom {
    pub fn new(hotseat: Hotseat, name: Option<String>, chance: RandomBits) -> HotseatRoom {
        HotseatRoom {
            hotseat,
            limits: limits(),
            chance,
            name,
            state: Arc::default(),
            private: Private::default(),
        }
    }

    /// The position of the present or last game.
    pub fn board(&self) -> &Board {
        self.state.board()
    }

    pub fn view(&self) -> &View {
        self.state.view()
    }

    /// The computer that is to move, if one is.
    pub fn thinking(&self) -> Option<Thinking> {
        computer::thinking(self.view())
    }

    /// Answers everything but `hint`, which takes a search.
    pub fn request(&mut self, request: Request, now_ms: u64) -> Vec<Frame> {
        let Request { id, body } = request;
        let (mut frames, answer) = match body {
            Body::Seat(request) => self.counted(&request, now_ms),
            Body::CreateRoom(request) => return self.create(id, &request, now_ms),
            Body::SetName(request) => self.rename(&request.name, now_ms),
            Body::Ping(ping) => {
                return vec![Frame::Pong(Pong {
                    id,
                    data: ping.data,
                    at_ms: now_ms,
                })];
            }
            body => (Vec::new(), Answer::refused(not_here(&body))),
        };
        frames.push(Frame::Reply(Reply { id, answer }));
        frames
    }

    /// Lets happen whatever is due.
    pub fn due(&mut self, now_ms: u64) -> Vec<Frame> {
        self.decide(now_ms, |_, _, _| ()).0
    }

    /// Makes the move that the computer found for that turn.
    pub fn found(&mut self, turn: Thinking, act: ComputerAct, now_ms: u64) -> Vec<Frame> {
        let moved = |draft: &mut Draft, context: &Context, _: &Private| {
            computer::moved(draft, turn, act, context);
        };
        self.decide(now_ms, moved).0
    }

    /// Whether a hint may be had: in one's own turn of a game against a
    /// computer.
    pub fn may_hint(&self) -> Result<(), Refusal> {
        let game = self.view().running().ok_or(Refusal::NoGame)?;
        let mine = game.turn.is_some_and(|turn| turn.seat == Seat::Host);
        let against = self.view().computer(Seat::Guest).is_some();
        (mine && against).then_some(()).ok_or(Refusal::NoHint)
    }

    fn create(&mut self, id: u64, request: &CreateRoom, now_ms: u64) -> Vec<Frame> {
        let reply = |answer| Frame::Reply(Reply { id, answer });
        let room = RoomCode::from_bits((self.chance)());
        let events = match self.open(room, request, now_ms) {
            Ok(events) => events,
            Err(why) => return vec![reply(Answer::refused(why))],
        };
        let created = Accepted::Created(Entered {
            room,
            seat: Seat::Host,
            n: 0,
            last: None,
            url: String::new(),
        });
        let first = [reply(Answer::Ok(created)), snapshot(room, &events)];
        first.into_iter().chain(begins(events)).collect()
    }

    /// Opens the room and seats the opponent.
    fn open(
        &mut self,
        room: RoomCode,
        request: &CreateRoom,
        now_ms: u64,
    ) -> Result<Vec<Frame>, Refusal> {
        if let Some(room) = self.private.code {
            return Err(Refusal::AlreadySeated { room });
        }
        let settings = request.settings;
        let newcomer = |name: Option<&str>| Newcomer {
            name: name.and_then(|name| name::clean(name).ok().flatten()),
            bot: false,
            hash: request.secret.hash(),
        };
        let pair = self.hotseat.pair.as_ref().map(|pair| pair.names.clone());
        let (host, guest) = match pair {
            Some(names) => {
                let [host, guest] = [names.host.as_deref(), names.guest.as_deref()];
                (newcomer(host), Some(newcomer(guest)))
            }
            None => (newcomer(self.name.as_deref()), None),
        };
        let (events, seated) = self.decide(now_ms, |draft, context, _| {
            referee::open(draft, settings, room, &host, context.limits);
            match (request.computer, guest) {
                (Some(it), _) => computer::seat(draft, Seat::Host, it, context).map(|_| ()),
                (None, Some(guest)) => referee::join(draft, &guest, context).map(|_| ()),
                (None, None) => Ok(()),
            }
        });
        seated.map(|()| events)
    }

    /// A command once, whatever the number of times it comes.
    fn counted(&mut self, request: &SeatRequest, now_ms: u64) -> (Vec<Frame>, Answer) {
        let SeatRequest { room, n, command } = request;
        if self.private.code != Some(*room) || self.view().ended.is_some() {
            return (Vec::new(), Answer::refused(Refusal::NotInRoom));
        }
        let pair = self.hotseat.pair.is_some();
        self.decide(now_ms, |draft, context, private| match pair {
            true => referee::once(draft, private, Seat::Host, *n, |draft| {
                together(draft, command, context)
            }),
            false => referee::step(draft, private, Seat::Host, *n, command, context),
        })
    }

    fn rename(&mut self, typed: &str, now_ms: u64) -> (Vec<Frame>, Answer) {
        let name = match name::clean(typed) {
            Ok(name) => name,
            Err(reason) => return (Vec::new(), Answer::refused(Refusal::BadName { reason })),
        };
        if self.private.code.is_some() {
            let rename = |draft: &mut Draft, _: &Context, _: &Private| {
                referee::rename(draft, Seat::Host, name.as_deref())
            };
            let (frames, renamed) = self.decide(now_ms, rename);
            let named = Accepted::Named { name: name.clone() };
            return (
                frames,
                renamed.map_or_else(Answer::refused, |()| Answer::Ok(named)),
            );
        }
        self.name.clone_from(&name);
        (Vec::new(), Answer::Ok(Accepted::Named { name }))
    }

    /// One step: first whatever is due, then the decision.
    fn decide<T>(
        &mut self,
        now_ms: u64,
        decision: impl FnOnce(&mut Draft, &Context, &Private) -> T,
    ) -> (Vec<Frame>, T) {
        let mut draft = Draft::new(Arc::clone(&self.state), now_ms);
        let context = Context {
            limits: &self.limits,
            unwatched_since_ms: None,
            rtt_ms: BySeat::default(),
            away_since_ms: BySeat::default(),
            random: &self.chance,
            keeps_games: self.hotseat.keeps_games,
            may_seat_computer: &|| Ok(()),
            stands_since_ms: None,
        };
        referee::due(&mut draft, &context);
        let answer = decision(&mut draft, &context, &self.private);
        for change in &draft.private {
            self.private.apply(change);
        }
        let (room, at_ms) = (self.private.code, draft.at_ms());
        let first = self.view().seq + 1;
        let events = std::mem::take(&mut draft.events).into_iter().zip(first..);
        let frames = events.filter_map(|(event, seq)| {
            let room = room?;
            Some(Frame::Event(EventFrame {
                room,
                seq,
                at_ms,
                event,
            }))
        });
        let frames = frames.collect();
        self.state = draft.into_state();
        (frames, answer)
    }
}

/// A command of two who sit side by side, and have agreed before anybody pressed a key.
fn together(draft: &mut Draft, command: &Command, context: &Context) -> Decision {
    let seat = whose(draft.view(), command);
    let done = referee::command(draft, seat, command, context)?;
    let other = match (&done, command) {
        (Accepted::Offered { offer, .. }, _) => Command::Accept(AnswerOffer { offer: *offer }),
        (_, Command::Leave) => Command::Leave,
        _ => return Ok(done),
    };
    referee::command(draft, seat.other(), &other, context).map(|_| done)
}

/// Seat that gives a command, of the two at one terminal: a move is taken back by who
/// made it, and all else done by the side to move.
fn whose(view: &View, command: &Command) -> Seat {
    let Some(game) = view.running() else {
        return Seat::Host;
    };
    match command {
        Command::Offer(offer) if offer.kind == OfferKind::Takeback => match offer.ply {
            Some(ply) => {
                let played = usize::try_from(ply)
                    .ok()
                    .and_then(|ply| game.moves.get(ply));
                played.map_or(Seat::Host, |played| game.seat_of(played.mark))
            }
            None => Seat::Host,
        },
        _ => game.turn.map_or(Seat::Host, |turn| turn.seat),
    }
}

/// Refusal of a request that only a server can answer.
fn not_here(body: &Body) -> Refusal {
    match body {
        Body::JoinRoom(_) | Body::WatchRoom(_) | Body::Resume(_) => Refusal::NoSuchRoom,
        Body::Cancel => Refusal::NotQueued,
        Body::Hello(_) => Refusal::AlreadyGreeted,
        Body::React(_) => Refusal::NoOpponent,
        _ => Refusal::UnknownType {
            got: kind(body).unwrap_or_default(),
        },
    }
}

/// A request's type, as it is written.
fn kind(body: &Body) -> Option<String> {
    let value = serde_json::to_value(body).ok()?;
    Some(value.get("type")?.as_str()?.to_owned())
}

/// The strongest computer, which gives hints.
pub(super) const ADVISER: Computer = Computer {
    level: game::Level::TOP,
    centre: false,
};
