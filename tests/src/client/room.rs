//! A model client's requests of a room: to be let in, to sit, to move; and the sequences of two of
//! them at a table.

use protocol::{Accepted, Answer, Frame, Refusal, RoomCode, Secret, reply::Entered};
use serde_json::{Value, json};

use super::Client;
use crate::TestServer;

/// Secrets that lead back to a seat.
#[derive(Clone, Debug)]
pub struct SeatCredentials {
    /// The room's code.
    pub room: RoomCode,
    /// The secret of the seat.
    pub secret: Secret,
}

impl SeatCredentials {
    /// Those of a client that has a seat.
    ///
    /// # Panics
    /// When it is in no room.
    pub fn of(client: &Client) -> SeatCredentials {
        SeatCredentials {
            room: client.room.expect("a room"),
            secret: client.secret.clone(),
        }
    }

    /// Comes back by a new connection to a `ws://…/ws` address with nothing known, and reads the room.
    pub async fn back(&self, url: &str) -> Client {
        let mut client = Client::connect(url).await;
        client.hello("").await;
        client.return_to(self.room, &self.secret).await;
        client
    }
}

impl Client {
    /// Comes back to its seat by a new connection to that address, knowing what it knew, and reads what it missed.
    ///
    /// # Errors
    /// Why it may not.
    ///
    /// # Panics
    /// When the server takes no connection.
    pub async fn come_back(&mut self, url: &str) -> Result<Entered, Refusal> {
        let SeatCredentials { room, secret } = SeatCredentials::of(self);
        self.link(url).await.expect("a WebSocket");
        self.hello("").await;
        let entered = self.try_resume(room, &secret, self.view.seq).await?;
        // Frames behind the reply have been sent by the time of the pong.
        self.beat().await;
        Ok(entered)
    }

    /// Waits for somebody to play one of these games with, under a key drawn
    /// once. Returns what the server says to it.
    pub async fn quick_match(&mut self, key: &str, mut wanted: Value) -> Accepted {
        wanted["type"] = "quick_match".into();
        wanted["secret"] = self.secret.reveal().into();
        wanted["key"] = key.into();
        self.done(wanted).await
    }

    /// Reads on until somebody was found, and reads the room.
    pub async fn matched(&mut self) -> RoomCode {
        let room = self
            .until("a match", |frame| match frame {
                Frame::Matched(matched) => Some(matched.room),
                _ => None,
            })
            .await;
        self.snapshot().await;
        room
    }

    /// Says hello.
    pub async fn hello(&mut self, name: &str) -> Accepted {
        self.done(json!({"type": "hello", "versions": [1], "client": "model/1", "name": name}))
            .await
    }

    /// The request for a room with these settings. A `computer` among them is
    /// none, and stands beside them.
    pub fn creation(&self, mut settings: Value) -> Value {
        let computer = settings
            .as_object_mut()
            .and_then(|settings| settings.remove("computer"));
        let mut request =
            json!({"type": "create_room", "settings": settings, "secret": self.secret.reveal()});
        if let Some(computer) = computer {
            request["computer"] = computer;
        }
        request
    }

    /// Opens a room with these settings, and reads it.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn create(&mut self, settings: Value) -> RoomCode {
        let request = self.creation(settings);
        let Accepted::Created(entered) = self.done(request).await else {
            panic!("not created")
        };
        self.snapshot().await;
        self.entered(entered)
    }

    /// Sits down in a room, and reads it.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn join(&mut self, room: RoomCode) {
        let request = json!({"type": "join_room", "room": room, "secret": self.secret.reveal()});
        let Accepted::Joined(entered) = self.done(request).await else {
            panic!("not joined")
        };
        self.snapshot().await;
        self.entered(entered);
    }

    /// Watches a room, and reads it.
    pub async fn watch(&mut self, room: RoomCode) {
        self.done(json!({"type": "watch_room", "room": room})).await;
        self.snapshot().await;
    }

    /// Comes back to a seat with nothing known, and reads the room.
    pub async fn return_to(&mut self, room: RoomCode, secret: &Secret) -> Entered {
        let entered = self.resume(room, secret, 0).await;
        self.snapshot().await;
        entered
    }

    /// Comes back to a seat after event `last_seq`; reads nothing more.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn resume(&mut self, room: RoomCode, secret: &Secret, last_seq: u64) -> Entered {
        let resumed = self.try_resume(room, secret, last_seq).await;
        resumed.unwrap_or_else(|why| panic!("not resumed: {why:?}"))
    }

    /// The same where it may be refused.
    ///
    /// # Errors
    /// Why it is.
    ///
    /// # Panics
    /// When the answer is one to something else.
    pub async fn try_resume(
        &mut self,
        room: RoomCode,
        secret: &Secret,
        last_seq: u64,
    ) -> Result<Entered, Refusal> {
        self.secret = secret.clone();
        let request = json!({"type": "resume", "room": room, "secret": secret.reveal(), "last_seq": last_seq});
        match self.ask(request).await {
            Answer::Ok(Accepted::Resumed(entered)) => {
                self.entered(entered.clone());
                Ok(entered)
            }
            Answer::Error(refused) => Err(refused.why),
            Answer::Ok(done) => panic!("{done:?} to a return"),
        }
    }

    fn entered(&mut self, entered: Entered) -> RoomCode {
        self.room = Some(entered.room);
        self.seat = Some(entered.seat);
        self.n = entered.n;
        self.invitation = entered.url;
        entered.room
    }

    /// Draws this seat's mark in a cell of the present game.
    pub async fn play(&mut self, cell: u16) -> Accepted {
        let request = self.move_to(cell);
        self.act(request).await
    }

    /// The request for a move to a cell of the present game.
    ///
    /// # Panics
    /// When there is no game.
    pub fn move_to(&self, cell: u16) -> Value {
        let game = self.view.game.as_ref().expect("a game");
        json!({"type": "move", "game": game.number, "ply": game.moves.len(), "cell": cell})
    }

    /// Whether it is for this seat to move.
    pub fn my_turn(&self) -> bool {
        let turn = self.view.running().and_then(|game| game.turn);
        turn.map(|turn| turn.seat) == self.seat
    }
}

/// Sits two clients down together: the host plays X.
pub async fn seat_two(host: &mut Client, guest: &mut Client, mut settings: Value) -> RoomCode {
    settings["first"] = "host".into();
    let room = host.create(settings).await;
    guest.join(room).await;
    host.up_to(guest.view.seq).await;
    room
}

/// Ana, who is the host and plays X, and Bia, at the beginning of a game. The
/// round trips of both are measured as nothing.
pub async fn two(server: &TestServer, settings: Value) -> (Client, Client) {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, settings).await;
    ana.settle().await;
    bia.settle().await;
    (ana, bia)
}

/// Plays these cells in turn, by the side to move, and lets both see each.
pub async fn play_out(one: &mut Client, other: &mut Client, cells: &[u16]) {
    for cell in cells {
        let (mover, waiter) = if one.my_turn() {
            (&mut *one, &mut *other)
        } else {
            (&mut *other, &mut *one)
        };
        mover.play(*cell).await;
        waiter.up_to(mover.view.seq).await;
    }
}

/// Begins another game: one offers it, the other accepts.
///
/// # Panics
/// When the offer does not come.
pub async fn rematch(one: &mut Client, other: &mut Client) {
    one.act(json!({"type": "offer", "kind": "rematch"})).await;
    other.up_to(one.view.seq).await;
    let offer = other.view.offer.expect("an offer").id;
    other.act(json!({"type": "accept", "offer": offer})).await;
    one.up_to(other.view.seq).await;
}

/// Moves on 19×19 that nobody wins by: nowhere do more than two of a mark stand side by side.
pub fn lineless_moves() -> impl Iterator<Item = u16> {
    let of = |mark| (0..361_u16).filter(move |cell| (cell / 19 * 2 + cell % 19) % 4 / 2 == mark);
    of(0).zip(of(1)).flat_map(|(x, o)| [x, o])
}
