//! Two clients of one room, seated, that take turns by the script: at the
//! server or at the relay.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use protocol::{
    Accepted, Frame, RoomCode, Seat, Secret, Settings,
    event::Event,
    ids::BySeat,
    reply::Entered,
    request::{Body, CreateRoom, JoinRoom, Resume},
    settings::{Alternate, First},
};
use tokio::time::timeout;

use crate::{
    Fault,
    client::{
        line::{Line, PATIENCE},
        script::{PER_GAME, Place},
        target::{Target, Wire},
    },
    floor,
};

/// What a made-up event carries as its time: as many digits as a real one.
const SOME_MS: u64 = 1_795_229_000_123;

/// After so long without the event, something may have been refused.
const LONG: Duration = Duration::from_millis(500);

/// One command and the event that followed from it.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// Bytes of text that came to both clients meanwhile.
    pub received: u64,
    /// From just before it was sent until the opponent had read the event.
    pub took: Duration,
}

/// Two seated clients.
pub struct Pair {
    wire: Wire,
    number: u64,
    lines: BySeat<Line>,
    secrets: BySeat<Secret>,
    room: RoomCode,
    place: Place,
    /// The number of the last event.
    seq: u64,
    /// Commands of each seat.
    commands: BySeat<u64>,
}

/// A client that had a seat and has lost its connection.
pub struct Absent {
    number: u64,
    resume: Resume,
}

impl Pair {
    /// Connects two clients, lines `2 × number` and the next, and seats them
    /// in a room of their own. At the relay `number` names the pair.
    ///
    /// # Errors
    /// When they do not get there.
    pub async fn open(target: &Target, number: u64) -> Result<Pair, Fault> {
        let mut pair = Pair {
            wire: target.wire,
            number,
            lines: BySeat {
                host: Line::connect(target, 2 * number).await?,
                guest: Line::connect(target, 2 * number + 1).await?,
            },
            secrets: BySeat {
                host: Secret::draw()?,
                guest: Secret::draw()?,
            },
            room: RoomCode::from_bits(number),
            place: Place::FIRST,
            seq: 0,
            commands: BySeat::default(),
        };
        let seated = timeout(PATIENCE, async {
            match target.wire {
                Wire::Relay => pair.meet().await,
                Wire::Oxo => pair.sit_down().await,
            }
        });
        seated
            .await
            .map_err(|_| "two clients did not get into a room in time")??;
        Ok(pair)
    }

    async fn meet(&mut self) -> Result<(), Fault> {
        let name = self.room.to_string();
        for seat in Seat::BOTH {
            self.lines[seat].send(name.clone()).await?;
        }
        for seat in Seat::BOTH {
            if self.lines[seat].text().await? != floor::PAIRED {
                return Err("the relay did not pair two connections".into());
            }
        }
        Ok(())
    }

    async fn sit_down(&mut self) -> Result<(), Fault> {
        let BySeat { host, guest } = &mut self.lines;
        host.greet().await?;
        guest.greet().await?;
        let create = CreateRoom {
            settings: Settings {
                first: First::Host,
                alternate: Alternate::Fixed,
                ..Settings::default()
            },
            computer: None,
            secret: self.secrets.host.clone(),
        };
        let (Accepted::Created(Entered { room, .. }) | Accepted::Joined(Entered { room, .. })) =
            host.ask(Body::CreateRoom(create)).await?
        else {
            return Err("no room was created".into());
        };
        self.room = room;
        let secret = self.secrets.guest.clone();
        guest.ask(Body::JoinRoom(JoinRoom { room, secret })).await?;
        // The guest gets the room as a whole, the host what happened in it.
        self.seq = guest
            .find(|frame| match frame {
                Frame::Room(room) => Some(room.seq),
                _ => None,
            })
            .await?;
        host.find(|frame| match frame {
            Frame::Event(frame) => matches!(frame.event, Event::Started { .. }).then_some(()),
            _ => None,
        })
        .await
    }

    /// The code of their room.
    #[must_use]
    pub fn room(&self) -> RoomCode {
        self.room
    }

    /// The number that the next event will have.
    #[must_use]
    pub fn next_seq(&self) -> u64 {
        self.seq + 1
    }

    /// Events and replies that both have read.
    #[must_use]
    pub fn deliveries(&self) -> u64 {
        self.lines.host.deliveries + self.lines.guest.deliveries
    }

    /// Cuts both connections without a word.
    #[must_use]
    pub fn cut(self) -> [Absent; 2] {
        let BySeat { host, guest } = self.secrets;
        let absent = |nth, secret| Absent {
            number: 2 * self.number + nth,
            resume: Resume {
                room: self.room,
                secret,
                last_seq: self.seq,
            },
        };
        [absent(0, host), absent(1, guest)]
    }

    /// Goes once round the script, or as far as `go_on` allows, which is told
    /// of every exchange.
    ///
    /// # Errors
    /// When something is refused, lost, or takes too long.
    pub async fn play_game(
        &mut self,
        mut go_on: impl FnMut(Exchange) -> bool,
    ) -> Result<(), Fault> {
        let game = async {
            for _ in 0..PER_GAME {
                if !go_on(self.exchange().await?) {
                    break;
                }
            }
            Ok(())
        };
        match timeout(PATIENCE, game).await {
            Ok(played) => played,
            Err(_) => Err(self.stuck()),
        }
    }

    /// Makes the next move of the script.
    ///
    /// # Errors
    /// When it is refused, lost, or takes too long.
    pub async fn play_move(&mut self) -> Result<Exchange, Fault> {
        match timeout(PATIENCE, self.exchange()).await {
            Ok(played) => played,
            Err(_) => Err(self.stuck()),
        }
    }

    /// Reads on both lines, so that pings are answered. Ends with a fault only.
    ///
    /// # Errors
    /// When a connection ends.
    pub async fn sit(&mut self) -> Result<Infallible, Fault> {
        let BySeat { host, guest } = &mut self.lines;
        tokio::select! {
            ended = host.up_to(u64::MAX) => ended?,
            ended = guest.up_to(u64::MAX) => ended?,
        }
        Err("an event has the highest number there is".into())
    }

    fn received(&self) -> u64 {
        self.lines.host.received + self.lines.guest.received
    }

    /// One command, until the other side has its event. What comes to the one
    /// who gave it is read when it is for them to wait.
    async fn exchange(&mut self) -> Result<Exchange, Fault> {
        let before = self.received();
        let actor = self.place.actor();
        let text = self.command(actor)?;
        let begin = Instant::now();
        self.lines[actor].send(text).await?;
        self.seq += 1;
        self.arrived(actor).await?;
        self.place = self.place.next();
        Ok(Exchange {
            received: self.received() - before,
            took: begin.elapsed(),
        })
    }

    /// Waits until the opponent has the event. A refusal comes to the one who
    /// acted, who is listened to when it takes long.
    async fn arrived(&mut self, actor: Seat) -> Result<(), Fault> {
        let BySeat { host, guest } = &mut self.lines;
        let (actor, opponent) = match actor {
            Seat::Host => (host, guest),
            Seat::Guest => (guest, host),
        };
        if let Ok(arrived) = timeout(LONG, opponent.up_to(self.seq)).await {
            return arrived;
        }
        tokio::select! {
            arrived = opponent.up_to(self.seq) => arrived,
            refused = actor.up_to(u64::MAX) => refused,
        }
    }

    fn stuck(&self) -> Fault {
        format!("no event came of {:?} in {PATIENCE:?}", self.place).into()
    }

    fn command(&mut self, actor: Seat) -> Result<String, Fault> {
        Ok(match self.wire {
            Wire::Relay => {
                let event = self.place.event(self.room, self.seq + 1, SOME_MS);
                serde_json::to_string(&event)?
            }
            Wire::Oxo => {
                self.commands[actor] += 1;
                let id = self.lines[actor].next_id();
                let request = self.place.request(self.room, id, self.commands[actor]);
                serde_json::to_string(&request)?
            }
        })
    }
}

impl Absent {
    /// Connects again and takes up the seat.
    ///
    /// # Errors
    /// When the server does not give it back in time.
    pub async fn come_back(self, target: &Target) -> Result<Line, Fault> {
        let mut line = Line::connect(target, self.number).await?;
        let back = timeout(PATIENCE, async {
            line.greet().await?;
            line.ask(Body::Resume(self.resume)).await
        });
        match back
            .await
            .map_err(|_| "a seat was not given back in time")??
        {
            Accepted::Resumed(_) => Ok(line),
            other => Err(format!("unexpected: {other:?}").into()),
        }
    }
}
