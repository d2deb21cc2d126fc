//! One player: takes a seat, plays, and after the server was away takes it up
//! again and repeats the last command with the same number.
//!
//! Memory from one server to the next is that of a client: secret, numbers, last
//! command, view.

use protocol::{Accepted, Answer, Frame, Refusal, Seat, reply::Entered};
use serde_json::{Value, json};
use tests::Client;

use crate::{
    breach::{Breach, Broken},
    ledger::Kind,
    players::Room,
    record::{kept, refused},
    seeded_random::SeededRandom,
    style::{Aim, choose},
};

/// Somebody with a seat.
pub struct Player {
    seat: Seat,
    client: Client,
    seated: bool,
    /// The last command whose answer is kept, and its exact reply.
    last: Option<(u64, String, String)>,
    /// The command after it, if it was sent.
    pending: Option<(u64, String)>,
    chance: SeededRandom,
    /// Whether the seat is given up.
    pub left: bool,
}

/// Why somebody stops.
pub enum Stop {
    /// The server is gone.
    Gone,
    /// The seat is given up.
    Left,
    Found(Breach),
}

impl From<Breach> for Stop {
    fn from(finding: Breach) -> Stop {
        Stop::Found(finding)
    }
}

impl Player {
    /// A player who will take that seat.
    pub fn new(seat: Seat, chance: SeededRandom) -> Player {
        Player {
            seat,
            client: Client::new(),
            seated: false,
            last: None,
            pending: None,
            chance,
            left: false,
        }
    }

    /// Plays until the server is gone or the seat is given up.
    pub async fn play(&mut self, room: &Room<'_>) -> Result<(), Breach> {
        if self.left {
            room.sitting.home.send_modify(|home| *home += 1);
            return Ok(());
        }
        let stop = self.play_on(room).await;
        self.client.hang_up().await;
        match stop {
            Stop::Gone => Ok(()),
            Stop::Left => {
                self.left = true;
                Ok(())
            }
            Stop::Found(finding) => Err(finding),
        }
    }

    async fn play_on(&mut self, room: &Room<'_>) -> Stop {
        if let Err(stop) = self.come_back(room).await {
            if matches!(stop, Stop::Left) {
                room.sitting.home.send_modify(|home| *home += 1);
            }
            return stop;
        }
        let mut aim = Aim::Finish;
        let mut paused = room.sitting.paused.clone();
        let mut home = room.sitting.home.subscribe();
        loop {
            if aim == Aim::Finish
                && self.client.view.seq > 0
                && self.client.view.running().is_none()
            {
                aim = if room.leaving { Aim::Leave } else { Aim::Play };
                room.sitting.home.send_modify(|home| *home += 1);
            }
            // Nobody leaves before the other has repeated their last command:
            // it may begin another game.
            let all_home = *home.borrow_and_update() == room.sitting.players;
            let still = match aim {
                Aim::Finish => false,
                Aim::Play => *paused.borrow_and_update(),
                Aim::Leave => self.client.view.running().is_none() && !all_home,
            };
            let request = match still {
                true => None,
                false => choose(&self.client.view, self.seat, aim, &mut self.chance),
            };
            let done = match request {
                Some(request) => self.begin(request, room).await,
                None => tokio::select! {
                    heard = self.hear(room) => heard.map(drop),
                    // It ends with the harness.
                    changed = paused.changed() => changed.map_err(|_| Stop::Gone),
                    changed = home.changed(), if aim == Aim::Leave && !all_home => {
                        changed.map_err(|_| Stop::Gone)
                    }
                },
            };
            if let Err(stop) = done {
                return stop;
            }
        }
    }

    /// Takes the seat, or takes it up again, and repeats the last command.
    async fn come_back(&mut self, room: &Room<'_>) -> Result<(), Stop> {
        room.greet(&mut self.client).await?;
        let request = self.entrance(room).await?;
        // Nothing else is under way, so that its `id` may be a command's, too.
        let id = self.client.send(request.clone()).await;
        let reply = self.reply(id, room).await?;
        let entered = match answer(&reply) {
            Some(Answer::Ok(
                Accepted::Created(entered) | Accepted::Joined(entered) | Accepted::Resumed(entered),
            )) => entered,
            Some(Answer::Error(refused))
                if room.leaving && self.seated && refused.why == Refusal::NoSuchRoom =>
            {
                return Err(Stop::Left);
            }
            _ => return Err(self.found(Broken::Seat, room, format!("{request} got {reply}"))),
        };
        if !self.seated {
            self.seated = true;
            room.note(Some(self.seat), Kind::Seated, 0, &reply).await;
        }
        room.code.send_replace(Some(entered.room));
        self.repeat(&entered, room).await
    }

    async fn entrance(&mut self, room: &Room<'_>) -> Result<Value, Stop> {
        let secret = self.client.secret.reveal().to_owned();
        if !self.seated {
            room.keep(Some(self.seat), Kind::Secret, 0, &secret).await;
        }
        let mut request = match self.seat {
            _ if self.seated => {
                let known = if self.chance.once_in(2) {
                    0
                } else {
                    self.client.view.seq
                };
                json!({"type": "resume", "room": room.known_code(&mut self.client).await?, "last_seq": known})
            }
            Seat::Host => json!({"type": "create_room", "settings": {"rules": room.rules}}),
            Seat::Guest => {
                json!({"type": "join_room", "room": room.known_code(&mut self.client).await?})
            }
        };
        request["secret"] = secret.into();
        Ok(request)
    }

    /// Sends the last commands again, with the same numbers.
    async fn repeat(&mut self, entered: &Entered, room: &Room<'_>) -> Result<(), Stop> {
        let last = self.last.as_ref().map_or(0, |(n, ..)| *n);
        let sent = self.pending.as_ref().map_or(last, |(n, _)| *n);
        if !(last..=sent).contains(&entered.n) {
            let detail = format!(
                "{} comes back to command {}, has the answer to {last} and sent {sent}",
                self.seat, entered.n
            );
            return Err(self.found(Broken::Lost, room, detail));
        }
        if let Some((n, text, before)) = self.last.clone().filter(|(n, ..)| *n == entered.n) {
            self.client.send_text(&text).await;
            let reply = self.reply(n, room).await?;
            room.note(Some(self.seat), Kind::Reply, n, &reply).await;
            if reply != before {
                let detail = format!("{text} was answered {before} and then {reply}");
                return Err(self.found(Broken::Reply, room, detail));
            }
        }
        match self.pending.clone() {
            Some((n, text)) => self.command(n, text, room).await,
            None => Ok(()),
        }
    }

    async fn begin(&mut self, mut request: Value, room: &Room<'_>) -> Result<(), Stop> {
        let n = self.last.as_ref().map_or(0, |(n, ..)| *n) + 1;
        // The same `id` again makes the same reply again, to the last byte.
        (request["n"], request["id"]) = (n.into(), n.into());
        request["room"] = json!(room.known_code(&mut self.client).await?);
        let game = self.client.view.game.as_ref().map_or(0, |game| game.number);
        if matches!(request["type"].as_str(), Some("resign" | "offer")) {
            request["game"] = game.into();
        }
        let text = request.to_string();
        room.keep(Some(self.seat), Kind::Sent, n, &text).await;
        self.command(n, text, room).await
    }

    async fn command(&mut self, n: u64, text: String, room: &Room<'_>) -> Result<(), Stop> {
        self.pending = Some((n, text.clone()));
        self.client.send_text(&text).await;
        let reply = self.reply(n, room).await?;
        room.note(Some(self.seat), Kind::Reply, n, &reply).await;
        if kept(&reply).is_none() && !refused(&reply) {
            let detail = format!("{text} was not decided: {reply}");
            return Err(self.found(Broken::Server, room, detail));
        }
        let left = matches!(answer(&reply), Some(Answer::Ok(Accepted::Left { .. })));
        self.pending = None;
        if kept(&reply).is_some() {
            self.last = Some((n, text, reply));
        }
        match left {
            true => Err(Stop::Left),
            false => Ok(()),
        }
    }

    /// Reads on to the reply of that `id`; its exact text.
    async fn reply(&mut self, id: u64, room: &Room<'_>) -> Result<String, Stop> {
        loop {
            if let Some((_, text)) = self.hear(room).await?.filter(|(got, _)| *got == id) {
                return Ok(text);
            }
        }
    }

    /// Reads a frame; its `id` and text if it is a reply.
    async fn hear(&mut self, room: &Room<'_>) -> Result<Option<(u64, String)>, Stop> {
        let (text, frame) = room.hear(Some(self.seat), &mut self.client).await?;
        match frame {
            Frame::Reply(reply) => Ok(Some((reply.id, text.as_str().to_owned()))),
            Frame::Superseded { .. } => {
                Err(self.found(Broken::Seat, room, "somebody else has the seat".into()))
            }
            _ => Ok(None),
        }
    }

    fn found(&self, broken: Broken, room: &Room<'_>, detail: String) -> Stop {
        Stop::Found(Breach::at(
            broken,
            room.table,
            Some(self.client.view.seq),
            detail,
        ))
    }
}

fn answer(reply: &str) -> Option<Answer> {
    match serde_json::from_str(reply) {
        Ok(Frame::Reply(reply)) => Some(reply.answer),
        _ => None,
    }
}
