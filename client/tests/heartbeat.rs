//! A link that falls silent under a session: when its owner is notified, and when
//! another link is tried. The clock moves by itself.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use std::time::Duration;

use oxo_client::{
    session::{Ask, LinkLoss, Session, SessionOptions, Update},
    transport::{Link, LinkError, LinkGone, LinkInput, Transport},
};
use protocol::{Secret, request::Body};
use scripted::{Room, welcome};
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, timeout},
};

/// A server that lets everybody into one room, until it is deaf.
#[derive(Clone)]
struct Line {
    room: Value,
    entered: Value,
    deaf: watch::Receiver<bool>,
    /// Whether its own pings go on arriving then.
    pings: bool,
    made: mpsc::Sender<Instant>,
}

struct Wire {
    line: Line,
    answers: mpsc::Receiver<String>,
    answer: mpsc::Sender<String>,
}

impl Transport for Line {
    type Link = Wire;

    async fn connect(&mut self) -> Result<Wire, LinkError> {
        self.made.try_send(Instant::now()).unwrap();
        let (answer, answers) = mpsc::channel(64);
        Ok(Wire {
            line: self.clone(),
            answers,
            answer,
        })
    }
}

impl Link for Wire {
    async fn read(&mut self) -> LinkInput {
        let pings = self.line.pings && *self.line.deaf.borrow();
        tokio::select! {
            Some(text) = self.answers.recv() => LinkInput::Text(text),
            () = sleep(Duration::from_millis(700)), if pings => LinkInput::Alive,
        }
    }

    async fn write(&mut self, text: String) -> Result<(), LinkGone> {
        let request: Value = serde_json::from_str(&text).unwrap();
        let reply = |ok: Value| json!({"type": "reply", "id": request["id"], "ok": ok});
        let frames = match request["type"].as_str().unwrap() {
            _ if *self.line.deaf.borrow() => vec![],
            "hello" => vec![reply(welcome())],
            "ping" => vec![json!({"type": "pong", "id": request["id"], "at_ms": scripted::T0})],
            _ => vec![reply(self.line.entered.clone()), self.line.room.clone()],
        };
        for frame in frames {
            self.answer.try_send(frame.to_string()).unwrap();
        }
        Ok(())
    }

    /// Takes its whole time, for nobody answers the goodbye.
    async fn close(self) {
        sleep(Duration::from_millis(500)).await;
    }
}

/// Times from the start of the silence to the reported loss and to the next link. It begins when everything has been well for
/// `quiet`.
async fn silenced(room: Room, pings: bool, quiet: Duration) -> (Duration, Duration) {
    let (deafen, deaf) = watch::channel(false);
    let (made, mut links) = mpsc::channel(64);
    let line = Line {
        room: room.snapshot(),
        entered: room.entered("created", 0),
        deaf,
        pings,
        made,
    };
    let secret = json!({"secret": Secret::draw().unwrap().reveal()});
    let create = Body::CreateRoom(serde_json::from_value(secret).unwrap());
    let options = SessionOptions {
        first: Some(Ask::other(create)),
        ..SessionOptions::new("test", "Ana")
    };
    let mut session = Session::start(line, options);
    while !matches!(session.next().await.unwrap(), Update::Snapshot(_)) {}
    links.recv().await.unwrap();
    // Nothing is lost while there are answers.
    let quiet = timeout(quiet, session.next()).await;
    assert!(quiet.is_err(), "{quiet:?}");
    deafen.send_replace(true);
    let since = Instant::now();
    loop {
        if let Update::LinkLost { why, .. } = session.next().await.unwrap() {
            assert_eq!(why, LinkLoss::Silent);
            break;
        }
    }
    let lost_after = since.elapsed();
    (lost_after, links.recv().await.unwrap() - since)
}

/// That a link which falls silent in a game, after it was well for some `seconds`, is reported lost by then.
async fn is_lost_within(seconds: u64, most: Duration) {
    for pings in [false, true] {
        for after_ms in [1, 250, 500, 750, 999] {
            let quiet = Duration::from_millis(seconds * 1_000 + after_ms);
            let (lost_after, tried) = silenced(Room::playing(), pings, quiet).await;
            assert!(lost_after > Duration::from_secs(1), "{lost_after:?}");
            assert!(lost_after <= most, "{after_ms} ms: {lost_after:?}");
            assert!(tried <= Duration::from_secs(6), "{tried:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn in_a_game_a_silent_link_is_reported_within_three_seconds_and_another_tried_by_six() {
    is_lost_within(10, Duration::from_secs(3)).await;
}

#[tokio::test(start_paused = true)]
async fn in_a_calm_game_a_silent_link_is_reported_within_four_seconds() {
    is_lost_within(600, Duration::from_secs(4)).await;
}

#[tokio::test(start_paused = true)]
async fn outside_a_game_a_silent_link_is_pinged_first() {
    let (lost_after, _) = silenced(Room::waiting(), false, Duration::from_mins(10)).await;
    assert!(lost_after >= Duration::from_secs(3), "{lost_after:?}");
    assert!(lost_after <= Duration::from_secs(30), "{lost_after:?}");
}
