//! The load: rooms of two players and a spectator, over real WebSockets. They
//! note everything in the ledger, and come back after the server was away.

use protocol::{Answer, Frame, RoomCode, Rules, Seat, ids::BySeat};
use serde_json::json;
use tests::Client;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::{
    breach::{Breach, Broken},
    ledger::{Entry, Kind, Ledger},
    player::{Player, Stop},
    seeded_random::SeededRandom,
};

/// State shared by all tables at one server.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// Where the server is.
    pub url: String,
    /// Where everything is noted.
    pub ledger: Ledger,
    /// Whether nobody begins anything new.
    pub paused: watch::Receiver<bool>,
    /// Number of players who are back in their seats and have finished their game.
    pub home: watch::Sender<usize>,
    /// Number of players.
    pub players: usize,
}

/// A room and those who are in it.
pub struct Table {
    /// The harness's own number of the room.
    pub number: u32,
    /// Whether its players give it up after the game; then, whether they have.
    pub leaving: bool,
    players: BySeat<Player>,
    rules: Rules,
    code: watch::Sender<Option<RoomCode>>,
}

impl Table {
    /// A table at which nobody sits yet.
    pub fn new(number: u32, chance: &mut SeededRandom) -> Table {
        let (side, line) = if chance.once_in(2) { (3, 3) } else { (5, 4) };
        let players = BySeat::from_fn(|seat| Player::new(seat, chance.fork()));
        Table {
            number,
            leaving: false,
            players,
            rules: Rules::new(side, side, line).expect("rules"),
            code: watch::Sender::new(None),
        }
    }

    /// Whether both have given their seats up.
    pub fn is_left(&self) -> bool {
        self.players.iter().all(|(_, player)| player.left)
    }

    /// Plays until the server is gone or both have left.
    pub async fn play(&mut self, sitting: &Sitting) -> Result<(), Breach> {
        let Table {
            number,
            leaving,
            players: BySeat { host, guest },
            rules,
            code,
        } = self;
        let room = Room {
            table: *number,
            leaving: *leaving,
            rules: *rules,
            code,
            sitting,
        };
        futures::try_join!(host.play(&room), guest.play(&room), room.watch())?;
        Ok(())
    }
}

/// A table for those who are at it.
pub struct Room<'a> {
    /// The harness's number of it.
    pub table: u32,
    /// Whether its players give it up after the game.
    pub leaving: bool,
    /// Settings that it is opened with.
    pub rules: Rules,
    /// Its code, once the host knows it.
    pub code: &'a watch::Sender<Option<RoomCode>>,
    /// The server.
    pub sitting: &'a Sitting,
}

impl Room<'_> {
    fn entry(&self, seat: Option<Seat>, kind: Kind, number: u64, text: &str) -> Entry {
        Entry {
            table: self.table,
            seat,
            kind,
            number,
            text: text.to_owned(),
        }
    }

    /// Notes something of this room.
    pub async fn note(&self, seat: Option<Seat>, kind: Kind, number: u64, text: &str) {
        let entry = self.entry(seat, kind, number, text);
        self.sitting.ledger.note(&entry).await;
    }

    /// Notes something of this room, and returns when it is durable.
    pub async fn keep(&self, seat: Option<Seat>, kind: Kind, number: u64, text: &str) {
        let entry = self.entry(seat, kind, number, text);
        self.sitting.ledger.keep(&entry).await;
    }

    /// Reads a frame, and notes and folds what it says of the room.
    pub async fn hear(
        &self,
        seat: Option<Seat>,
        client: &mut Client,
    ) -> Result<(Utf8Bytes, Frame), Stop> {
        let text = client.text().await.map_err(|_| Stop::Gone)?;
        let frame = Frame::read(&text).expect("a frame of the protocol");
        match &frame {
            Frame::Event(event) => {
                self.note(seat, Kind::Event, event.seq, &text).await;
                if event.seq != client.view.seq + 1 {
                    let detail = format!("it came after event {}", client.view.seq);
                    let seq = Some(event.seq);
                    return Err(Breach::at(Broken::Gap, self.table, seq, detail).into());
                }
            }
            Frame::Room(room) => self.note(seat, Kind::View, room.seq, &text).await,
            _ => {}
        }
        client.take(&text, &frame);
        Ok((text, frame))
    }

    /// Connects a client, and says hello.
    pub async fn greet(&self, client: &mut Client) -> Result<(), Stop> {
        let link = client.link(&self.sitting.url).await;
        link.map_err(|_| Stop::Gone)?;
        let hello = json!({"type": "hello", "versions": [1], "client": "durability/1"});
        client.send(hello).await;
        client.text().await.map_err(|_| Stop::Gone)?;
        Ok(())
    }

    /// The room's code, as soon as the host knows it.
    pub async fn known_code(&self, client: &mut Client) -> Result<RoomCode, Stop> {
        let mut code = self.code.subscribe();
        loop {
            if let Some(code) = *code.borrow_and_update() {
                return Ok(code);
            }
            tokio::select! {
                changed = code.changed() => changed.map_err(|_| Stop::Gone)?,
                heard = client.text() => drop(heard.map_err(|_| Stop::Gone)?),
            }
        }
    }

    /// Watches it until the server or the room is gone.
    async fn watch(&self) -> Result<(), Breach> {
        match self.watch_on(&mut Client::new()).await {
            Err(Stop::Found(finding)) => Err(finding),
            _ => Ok(()),
        }
    }

    async fn watch_on(&self, client: &mut Client) -> Result<(), Stop> {
        self.greet(client).await?;
        let room = self.known_code(client).await?;
        client
            .send(json!({"type": "watch_room", "room": room}))
            .await;
        loop {
            let (_, frame) = self.hear(None, client).await?;
            let refused =
                matches!(&frame, Frame::Reply(reply) if matches!(reply.answer, Answer::Error(_)));
            if refused || client.view.ended.is_some() {
                return Ok(());
            }
        }
    }
}
