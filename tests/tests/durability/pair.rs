//! Two players of a room who keep everything they received: each command with its
//! answer, and every event.

use std::collections::VecDeque;

use protocol::{
    Answer, Frame, Refusal, RoomCode, View,
    frame::{Bye, Reason},
    reply::{Entered, Reply},
};
use serde_json::{Value, json};
use tests::{
    Client, Process,
    client::{Received, seat_two},
    soon,
};

/// A board on which cells taken in their order lead to no early end: X has a
/// diagonal after 343 of its 361 moves.
const SIDE: u8 = 19;

/// One player.
pub struct Player {
    pub client: Client,
    pub room: RoomCode,
    /// The last command that was done, with its answer.
    pub kept: Option<(Value, Answer)>,
    /// Commands that were sent and not answered, with their requests' numbers.
    sent: VecDeque<(u64, Value)>,
    /// The last command that was sent.
    tried: Option<Value>,
}

/// The frame.
#[derive(Debug)]
pub enum Came {
    Answer(Answer),
    Gone(Gone),
    /// Something that was only to be noted.
    Other,
}

/// End of a connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Gone {
    pub bye: Option<Bye>,
    pub code: Option<u16>,
}

/// End of a round.
#[derive(Debug)]
pub enum Round {
    Played,
    /// The game is over.
    Over,
    /// These were refused for no fault of theirs.
    Refused(Vec<Refusal>),
    /// The server has gone, as each of them saw it.
    Gone([Gone; 2]),
}

/// Two players.
pub struct Pair {
    /// The host first.
    pub players: [Player; 2],
}

/// Whether a command was decided: done, or refused for what the player did.
fn is_decided(answer: &Answer) -> bool {
    match answer {
        Answer::Ok(_) => true,
        Answer::Error(refused) => !matches!(
            refused.why,
            Refusal::Unavailable { .. } | Refusal::Internal | Refusal::ShuttingDown
        ),
    }
}

impl Player {
    fn of(mut client: Client) -> Player {
        client.record = Some(Vec::new());
        Player {
            room: client.room.expect("a room"),
            client,
            kept: None,
            sent: VecDeque::new(),
            tried: None,
        }
    }

    /// The number of the last command that was answered and kept.
    pub fn n(&self) -> u64 {
        let n = |(command, _): &(Value, Answer)| command["n"].as_u64();
        self.kept.as_ref().and_then(n).unwrap_or(0)
    }

    /// Sends a command and does not wait.
    pub async fn send(&mut self, command: Value) {
        let mut command = self.client.addressed(command);
        command["n"] = (self.n() + self.sent.len() as u64 + 1).into();
        self.send_again(command).await;
    }

    async fn send_again(&mut self, command: Value) {
        let id = self.client.send(command.clone()).await;
        self.tried = Some(command.clone());
        self.sent.push_back((id, command));
    }

    /// Reads one frame. Answers come in the order of the commands, each once.
    async fn read(&mut self) -> Came {
        match self.client.receive().await {
            Received::Closed(code) => Came::Gone(Gone { bye: None, code }),
            Received::Frame(frame) => match *frame {
                Frame::Reply(Reply { id, answer }) => {
                    let (asked, command) = self.sent.pop_front().expect("a command before it");
                    assert_eq!(id, asked);
                    if matches!(answer, Answer::Ok(_)) {
                        self.kept = Some((command, answer.clone()));
                    }
                    Came::Answer(answer)
                }
                Frame::Bye(bye) => match self.client.receive().await {
                    Received::Closed(code) => Came::Gone(Gone {
                        bye: Some(bye),
                        code,
                    }),
                    Received::Frame(frame) => panic!("{frame:?} after the goodbye"),
                },
                _ => Came::Other,
            },
        }
    }

    /// Reads on until everything sent is answered and event `seq` was seen.
    async fn catch_up(&mut self, seq: u64) -> Result<Vec<Refusal>, Gone> {
        let read = async {
            let mut refused = Vec::new();
            while !self.sent.is_empty() || self.client.view.seq < seq {
                match self.read().await {
                    Came::Answer(Answer::Error(why))
                        if !is_decided(&Answer::Error(why.clone())) =>
                    {
                        refused.push(why.why);
                    }
                    Came::Gone(gone) => return Err(gone),
                    Came::Answer(_) | Came::Other => {}
                }
            }
            Ok(refused)
        };
        soon("answers and events", read).await
    }

    /// Reads on to the end of the connection.
    async fn end(&mut self) -> Gone {
        let read = async {
            loop {
                if let Came::Gone(gone) = self.read().await {
                    return gone;
                }
            }
        };
        soon("the end of a connection", read).await
    }

    /// Comes back by a new connection with what was known. What was sent and
    /// not answered is given back.
    pub async fn come_back(&mut self, server: &Process) -> (Entered, Vec<Value>) {
        let entered = self.client.come_back(&server.url()).await;
        let entered = entered.expect("the seat");
        let open = self.sent.drain(..).map(|(_, command)| command).collect();
        (entered, open)
    }

    /// Comes back to exactly the answered commands: nothing is lost, and nothing
    /// that was not answered has happened. Sends that again.
    pub async fn resume_exactly(&mut self, server: &Process) {
        let (entered, open) = self.come_back(server).await;
        let answer = self.kept.as_ref().map(|(_, answer)| answer);
        assert_eq!((entered.n, entered.last.as_deref()), (self.n(), answer));
        self.repeat().await;
        for command in open {
            self.send_again(command).await;
        }
    }

    /// Comes back to the answered commands and perhaps to one more, which
    /// was sent and of which nobody could say whether it was kept.
    pub async fn resume_at_least(&mut self, server: &Process) {
        let (entered, _) = self.come_back(server).await;
        let perhaps = self
            .tried
            .take()
            .filter(|command| command["n"] == entered.n);
        if entered.n == self.n() + 1
            && let (Some(command), Some(answer)) = (perhaps, &entered.last)
        {
            self.kept = Some((command, (**answer).clone()));
        }
        let answer = self.kept.as_ref().map(|(_, answer)| answer);
        assert_eq!((entered.n, entered.last.as_deref()), (self.n(), answer));
        self.repeat().await;
    }

    /// Why a player who comes back may not.
    pub async fn is_refused(&self, server: &Process) -> Refusal {
        let mut client = server.client("").await;
        let refused = client.try_resume(self.room, &self.client.secret, 0).await;
        refused.expect_err("a refusal")
    }

    /// The last command once more gets the answer that it got.
    pub async fn repeat(&mut self) {
        if let Some((command, answer)) = &self.kept {
            assert_eq!(self.client.ask(command.clone()).await, *answer);
        }
    }

    /// The frames of all events seen, in their order.
    pub fn events(&self) -> impl Iterator<Item = &Value> {
        let frames = self.client.record.iter().flatten();
        frames
            .map(|noted| &noted["frame"])
            .filter(|frame| frame["type"] != "room")
    }
}

impl Pair {
    /// Seats two at a board, with these settings beside.
    pub async fn seat(server: &Process, mut settings: Value) -> Pair {
        let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
        settings["rules"] = json!({"width": SIDE, "height": SIDE, "line": SIDE});
        seat_two(&mut host, &mut guest, settings).await;
        Pair {
            players: [Player::of(host), Player::of(guest)],
        }
    }

    /// Facts that both know.
    pub fn view(&self) -> &View {
        let [host, guest] = &self.players;
        assert_eq!(host.client.view, guest.client.view);
        &host.client.view
    }

    /// View of the one who has seen more.
    pub fn latest(&self) -> View {
        let [host, guest] = &self.players;
        match host.client.view.seq > guest.client.view.seq {
            true => host.client.view.clone(),
            false => guest.client.view.clone(),
        }
    }

    /// Number of commands sent and not answered.
    pub fn unanswered(&self) -> usize {
        self.players.iter().map(|player| player.sent.len()).sum()
    }

    /// The side to move plays in the next free cell.
    pub async fn send_move(&mut self) {
        for player in &mut self.players {
            if player.client.my_turn() {
                let ply = player.client.view.running().map_or(0, |g| g.moves.len());
                let request = player.client.move_to(ply as u16);
                return player.send(request).await;
            }
        }
    }

    /// Reads what comes of everything that was sent.
    pub async fn settle(&mut self) -> Round {
        let mut refused = Vec::new();
        // The host again: what the guest did is to be seen by both.
        for (one, other) in [(0, 1), (1, 0), (0, 1)] {
            let seq = self.players[other].client.view.seq;
            match self.players[one].catch_up(seq).await {
                Ok(why) => refused.extend(why),
                Err(gone) => {
                    let mut both = [gone.clone(), gone];
                    both[other] = self.players[other].end().await;
                    return Round::Gone(both);
                }
            }
        }
        match self.view().running() {
            _ if !refused.is_empty() => Round::Refused(refused),
            None => Round::Over,
            Some(_) => Round::Played,
        }
    }

    /// Reads on to the end of both connections.
    pub async fn end(&mut self) -> [Gone; 2] {
        let [host, guest] = &mut self.players;
        [host.end().await, guest.end().await]
    }

    /// One move.
    pub async fn step(&mut self) -> Round {
        self.send_move().await;
        self.settle().await
    }

    /// Plays to the end of the game.
    pub async fn finish(&mut self) {
        for _ in 0..u16::from(SIDE) * u16::from(SIDE) {
            match self.step().await {
                Round::Played => {}
                Round::Over => break,
                other => panic!("{other:?} instead of a move"),
            }
        }
        assert!(self.view().running().is_none(), "the game is not over");
    }
}

/// Whether the server said goodbye for that reason.
pub fn is_goodbye(gone: &Gone, reason: Reason) -> bool {
    gone.bye.as_ref().is_some_and(|bye| bye.reason == reason)
        && gone.code == Some(reason.close_code())
}
