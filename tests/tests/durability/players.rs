//! The load: rooms of two players and a spectator, over real WebSockets. They
//! note everything in the ledger, and come back after the server was away.

use protocol::{Answer, Frame, RoomCode, Rules, Seat, View, frame::EventFrame, ids::BySeat};
use serde_json::json;
use tests::client::{Gone, Line};
use tokio::sync::watch;

use crate::{
    chance::Chance,
    finding::{Broken, Finding},
    ledger::{Entry, Kind, Ledger},
    player::{ENTER, Player},
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
#[derive(Debug)]
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
    pub fn new(number: u32, chance: &mut Chance) -> Table {
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
    pub async fn play(&mut self, sitting: &Sitting) -> Result<(), Finding> {
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
        futures::try_join!(host.play(&room), guest.play(&room), watch_on(&room))?;
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

    /// Notes and folds what a frame says of the room.
    pub async fn see(
        &self,
        seat: Option<Seat>,
        text: &str,
        frame: &Frame,
        view: &mut View,
    ) -> Result<(), Finding> {
        match frame {
            Frame::Event(EventFrame {
                seq, at_ms, event, ..
            }) => {
                self.note(seat, Kind::Event, *seq, text).await;
                if *seq != view.seq + 1 {
                    let detail = format!("it came after event {}", view.seq);
                    return Err(Finding::at(Broken::Gap, self.table, Some(*seq), detail));
                }
                view.fold(*seq, *at_ms, event);
            }
            Frame::Room(room) => {
                self.note(seat, Kind::View, room.seq, text).await;
                *view = room.view.clone();
            }
            _ => {}
        }
        Ok(())
    }

    /// The room's code, as soon as the host knows it.
    pub async fn known_code(&self, line: &mut Line) -> Result<RoomCode, Gone> {
        let mut code = self.code.subscribe();
        loop {
            if let Some(code) = *code.borrow_and_update() {
                return Ok(code);
            }
            tokio::select! {
                changed = code.changed() => changed.map_err(|_| Gone(None))?,
                heard = line.hear() => drop(heard?),
            }
        }
    }
}

/// A connection that has said hello.
pub async fn greeted(url: &str) -> Result<Line, Gone> {
    let mut line = Line::connect(url).await.map_err(|_| Gone(None))?;
    line.say(r#"{"type":"hello","id":0,"versions":[1],"client":"durability/1"}"#)
        .await?;
    line.hear().await?;
    Ok(line)
}

/// Watches a room until the server or the room is gone.
async fn watch_on(room: &Room<'_>) -> Result<(), Finding> {
    let Ok(mut line) = greeted(&room.sitting.url).await else {
        return Ok(());
    };
    let Ok(code) = room.known_code(&mut line).await else {
        return Ok(());
    };
    let request = json!({"type": "watch_room", "id": ENTER, "room": code});
    if line.say(&request.to_string()).await.is_err() {
        return Ok(());
    }
    let mut view = View::default();
    while let Ok((text, frame)) = line.hear().await {
        room.see(None, &text, &frame, &mut view).await?;
        let refused =
            matches!(&frame, Frame::Reply(reply) if matches!(reply.answer, Answer::Error(_)));
        if refused || view.ended.is_some() {
            return Ok(());
        }
    }
    Ok(())
}
