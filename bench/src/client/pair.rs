//! Two clients of one room, seated, that take turns by the script: at the
//! server or at the relay.
//!
//! Knows nothing of time or measuring.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use protocol::{
    Accepted, Answer, Frame, Request, RoomCode, SUBPROTOCOL, Seat, Secret, Settings,
    event::Event,
    ids::BySeat,
    reply::Entered,
    request::{Body, CreateRoom, Hello, JoinRoom},
    settings::{Alternate, First},
};
use tokio::time::timeout;

use crate::{
    Fault,
    client::{
        line::{Line, PATIENCE},
        script::{PER_GAME, Place},
        target::Target,
    },
    floor,
};

/// What the two are connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The relay.
    Relay,
    /// A server that speaks the protocol.
    Oxo,
}

impl Wire {
    /// The WebSocket subprotocol to name, if there is one.
    #[must_use]
    pub fn subprotocol(self) -> Option<&'static str> {
        match self {
            Wire::Relay => None,
            Wire::Oxo => Some(SUBPROTOCOL),
        }
    }
}

/// What a made-up event carries as its time: as many digits as a real one.
const SOME_MS: u64 = 1_795_229_000_123;

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
    lines: BySeat<Line>,
    room: RoomCode,
    place: Place,
    /// The number of the last event.
    seq: u64,
    /// Requests sent on each line.
    ids: BySeat<u64>,
    /// Commands of each seat.
    commands: BySeat<u64>,
}

impl Pair {
    /// Connects two clients and seats them in a room of their own. At the
    /// relay `number` names the pair.
    ///
    /// # Errors
    /// When they do not get there.
    pub async fn open(target: &Target, number: u64) -> Result<Pair, Fault> {
        let mut pair = Pair {
            wire: target.wire,
            lines: BySeat {
                host: Line::connect(target).await?,
                guest: Line::connect(target).await?,
            },
            room: RoomCode::from_bits(number),
            place: Place::FIRST,
            seq: 0,
            ids: BySeat::default(),
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
        for seat in Seat::BOTH {
            let hello = Hello {
                versions: protocol::VERSIONS.to_vec(),
                client: "oxo-bench/1".into(),
                name: String::new(),
            };
            self.ask(seat, Body::Hello(hello)).await?;
        }
        let settings = Settings::default();
        let create = CreateRoom {
            rules: settings.rules,
            clock: settings.clock,
            first: First::Host,
            alternate: Alternate::Fixed,
            watching: settings.watching,
            listed: settings.listed,
            secret: Secret::draw()?,
        };
        let (Accepted::Created(Entered { room, .. }) | Accepted::Joined(Entered { room, .. })) =
            self.ask(Seat::Host, Body::CreateRoom(create)).await?
        else {
            return Err("no room was created".into());
        };
        self.room = room;
        let secret = Secret::draw()?;
        let join = JoinRoom { room, secret };
        self.ask(Seat::Guest, Body::JoinRoom(join)).await?;
        // The guest gets the room as a whole, the host what happened in it.
        self.seq = self
            .find(Seat::Guest, |frame| match frame {
                Frame::Room(room) => Some(room.seq),
                _ => None,
            })
            .await?;
        self.find(Seat::Host, |frame| match frame {
            Frame::Event(frame) => matches!(frame.event, Event::Started { .. }).then_some(()),
            _ => None,
        })
        .await
    }

    async fn ask(&mut self, seat: Seat, body: Body) -> Result<Accepted, Fault> {
        self.ids[seat] += 1;
        let id = self.ids[seat];
        let request = serde_json::to_string(&Request { id, body })?;
        self.lines[seat].send(request).await?;
        let answer = self.find(seat, |frame| match frame {
            Frame::Reply(reply) if reply.id == id => Some(reply.answer),
            _ => None,
        });
        match answer.await? {
            Answer::Ok(done) => Ok(done),
            Answer::Error(refused) => Err(format!("refused: {:?}", refused.why).into()),
        }
    }

    async fn find<T>(
        &mut self,
        seat: Seat,
        mut look: impl FnMut(Frame) -> Option<T>,
    ) -> Result<T, Fault> {
        loop {
            let text = self.lines[seat].text().await?;
            if let Some(found) = look(serde_json::from_str(&text)?) {
                return Ok(found);
            }
        }
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
            Err(_) => Err(self.why_stuck().await),
        }
    }

    /// Makes the next move of the script.
    ///
    /// # Errors
    /// When it is refused, lost, or takes too long.
    pub async fn play_move(&mut self) -> Result<Exchange, Fault> {
        match timeout(PATIENCE, self.exchange()).await {
            Ok(played) => played,
            Err(_) => Err(self.why_stuck().await),
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
        self.lines[actor.other()].up_to(self.seq).await?;
        self.place = self.place.next();
        Ok(Exchange {
            received: self.received() - before,
            took: begin.elapsed(),
        })
    }

    fn command(&mut self, actor: Seat) -> Result<String, Fault> {
        Ok(match self.wire {
            Wire::Relay => {
                let event = self.place.event(self.room, self.seq + 1, SOME_MS);
                serde_json::to_string(&event)?
            }
            Wire::Oxo => {
                self.ids[actor] += 1;
                self.commands[actor] += 1;
                let request = self.place.request(self.ids[actor], self.commands[actor]);
                serde_json::to_string(&request)?
            }
        })
    }

    /// A refusal comes to the one who acted, while the other waits for ever.
    async fn why_stuck(&mut self) -> Fault {
        let actor = self.place.actor();
        let told = self.lines[actor].up_to(u64::MAX);
        match timeout(Duration::from_millis(100), told).await {
            Ok(Err(why)) => why,
            _ => format!("no event came of {:?} in {PATIENCE:?}", self.place).into(),
        }
    }
}
