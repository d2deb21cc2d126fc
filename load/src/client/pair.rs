//! Two clients of one room that take turns by the script, at the server or at a relay.

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
    BenchError, baseline,
    client::{
        connection::{LoadConnection, TIMEOUT},
        script::{ScriptPosition, bare_message},
        target::{LoadTarget, Wire},
    },
};

/// After so long without the event, the actor's connection is read as well: the command may have
/// been refused.
const SLOW: Duration = Duration::from_millis(500);

/// One command, from its sending until the opponent had read its event.
#[derive(Clone, Copy, Debug)]
pub struct PlayedCommand {
    /// Whether it was a move and not an offer or an acceptance.
    pub is_move: bool,
    /// Bytes of text that came to both clients meanwhile.
    pub received: u64,
    /// From just before it was sent.
    pub took: Duration,
}

/// Two seated clients.
pub struct PlayerPair {
    wire: Wire,
    number: u64,
    connections: BySeat<LoadConnection>,
    secrets: BySeat<Secret>,
    room: RoomCode,
    position: ScriptPosition,
    /// `seq` of the last event.
    seq: u64,
    /// Commands sent by each seat.
    commands: BySeat<u64>,
}

/// A player whose connection was cut.
pub struct AbsentPlayer {
    number: u64,
    resume: Resume,
}

impl PlayerPair {
    /// Connects two clients, numbers `2 × number` and the next, and seats them in a new room.
    pub async fn open(target: &LoadTarget, number: u64) -> Result<PlayerPair, BenchError> {
        let mut pair = PlayerPair {
            wire: target.wire,
            number,
            connections: BySeat {
                host: LoadConnection::connect(target, 2 * number).await?,
                guest: LoadConnection::connect(target, 2 * number + 1).await?,
            },
            secrets: BySeat {
                host: Secret::draw()?,
                guest: Secret::draw()?,
            },
            room: RoomCode::from_bits(number),
            position: ScriptPosition::FIRST,
            seq: 0,
            commands: BySeat::default(),
        };
        let seated = timeout(TIMEOUT, async {
            match target.wire {
                Wire::BareRelay | Wire::EventRelay => pair.enter_relay().await,
                Wire::Oxo => pair.enter_room().await,
            }
        });
        seated
            .await
            .map_err(|_| "two clients did not get into a room in time")??;
        Ok(pair)
    }

    async fn enter_relay(&mut self) -> Result<(), BenchError> {
        let name = self.room.to_string();
        for seat in Seat::BOTH {
            self.connections[seat].send(name.clone()).await?;
        }
        for seat in Seat::BOTH {
            if self.connections[seat].text().await? != baseline::PAIRED {
                return Err("the relay did not pair two connections".into());
            }
        }
        Ok(())
    }

    async fn enter_room(&mut self) -> Result<(), BenchError> {
        let BySeat { host, guest } = &mut self.connections;
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
        // The guest gets a snapshot, the host the events.
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
    pub fn room(&self) -> RoomCode {
        self.room
    }

    /// `seq` of the next event.
    pub fn next_seq(&self) -> u64 {
        self.seq + 1
    }

    /// Whether the next command is a move.
    pub fn moves_next(&self) -> bool {
        self.position.is_move()
    }

    /// Events and replies that both have read.
    pub fn deliveries(&self) -> u64 {
        self.connections.host.deliveries + self.connections.guest.deliveries
    }

    /// Cuts both connections.
    pub fn cut(self) -> [AbsentPlayer; 2] {
        let BySeat { host, guest } = self.secrets;
        let absent = |nth, secret| AbsentPlayer {
            number: 2 * self.number + nth,
            resume: Resume {
                room: self.room,
                secret,
                last_seq: self.seq,
                yields: false,
            },
        };
        [absent(0, host), absent(1, guest)]
    }

    /// Reads both connections, so that pings are answered, until one ends.
    pub async fn sit(&mut self) -> Result<Infallible, BenchError> {
        let BySeat { host, guest } = &mut self.connections;
        tokio::select! {
            ended = host.read_to(u64::MAX) => ended?,
            ended = guest.read_to(u64::MAX) => ended?,
        }
        Err("an event has the highest number there is".into())
    }

    /// Sends the next command and waits until the opponent has its event. What comes to the actor
    /// is read when it is the actor who waits.
    pub async fn play(&mut self) -> Result<PlayedCommand, BenchError> {
        let before = self.received();
        let (is_move, actor) = (self.moves_next(), self.position.actor());
        let text = self.command(actor)?;
        let begin = Instant::now();
        self.connections[actor].send(text).await?;
        self.seq += 1;
        self.arrived(actor).await?;
        self.position = self.position.next();
        Ok(PlayedCommand {
            is_move,
            received: self.received() - before,
            took: begin.elapsed(),
        })
    }

    /// The same, and waits until the actor has the event too: then the server is idle again.
    pub async fn play_alone(&mut self) -> Result<(), BenchError> {
        let actor = self.position.actor();
        self.play().await?;
        let caught_up = self.connections[actor].read_to(self.seq);
        timeout(TIMEOUT, caught_up)
            .await
            .map_err(|_| "no event came to the one who acted")?
    }

    fn received(&self) -> u64 {
        self.connections.host.received + self.connections.guest.received
    }

    async fn arrived(&mut self, actor: Seat) -> Result<(), BenchError> {
        let BySeat { host, guest } = &mut self.connections;
        let (actor, opponent) = match actor {
            Seat::Host => (host, guest),
            Seat::Guest => (guest, host),
        };
        if let Ok(arrived) = timeout(SLOW, opponent.read_to(self.seq)).await {
            return arrived;
        }
        let late = async {
            tokio::select! {
                arrived = opponent.read_to(self.seq) => arrived,
                refused = actor.read_to(u64::MAX) => refused,
            }
        };
        let position = self.position;
        timeout(TIMEOUT, late)
            .await
            .map_err(|_| format!("no event came of {position:?} in {TIMEOUT:?}"))?
    }

    fn command(&mut self, actor: Seat) -> Result<String, BenchError> {
        Ok(match self.wire {
            Wire::BareRelay => bare_message(self.next_seq()),
            Wire::EventRelay => serde_json::to_string(&self.position.event(self.next_seq())?)?,
            Wire::Oxo => {
                self.commands[actor] += 1;
                let id = self.connections[actor].next_id();
                let request = self.position.request(self.room, id, self.commands[actor]);
                serde_json::to_string(&request)?
            }
        })
    }
}

impl AbsentPlayer {
    /// Reconnects and resumes the seat.
    pub async fn come_back(self, target: &LoadTarget) -> Result<LoadConnection, BenchError> {
        let mut connection = LoadConnection::connect(target, self.number).await?;
        let back = timeout(TIMEOUT, async {
            connection.greet().await?;
            connection.ask(Body::Resume(self.resume)).await
        });
        match back
            .await
            .map_err(|_| "a seat was not given back in time")??
        {
            Accepted::Resumed(_) => Ok(connection),
            other => Err(format!("unexpected: {other:?}").into()),
        }
    }
}
