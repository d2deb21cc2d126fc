//! A spectator that prints each event of a room as a line of JSON, until the room ends.
//!
//! `cargo run -p oxo-client --example watch -- LINK`, where LINK is a room's address such as
//! `http://127.0.0.1:1952/r/K7QX-4MTR`; or `… -- SERVER CODE`.

use std::process::ExitCode;

use oxo_client::{
    address::{self, Address, Destination},
    protocol::{
        Answer, RoomCode,
        request::{Body, WatchRoom},
        text::json_line,
    },
    session::{Ask, Session, SessionOptions, Update},
    state::ClientState,
    transport::Network,
};
use tokio::time::Instant;

fn wanted(args: &[String]) -> Option<(Address, RoomCode)> {
    match args {
        [link] => match address::place(link).ok()? {
            Destination::Room(address, room) => Some((address, room)),
            Destination::Code(_) | Destination::Game(..) | Destination::Seat(..) => None,
        },
        [server, code] => Some((address::parse(server).ok()?, code.parse().ok()?)),
        _ => None,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((address, room)) = wanted(&args) else {
        eprintln!("usage: watch LINK | watch SERVER CODE");
        return ExitCode::from(2);
    };
    let options = SessionOptions {
        first: Some(Ask::other(Body::WatchRoom(WatchRoom { room }))),
        ..SessionOptions::new("watch/0.1", "")
    };
    let mut session = Session::start(Network::new(address), options);
    let mut client = ClientState::default();
    while let Some(update) = session.next().await {
        client.take(&update, Instant::now());
        match update {
            Update::Snapshot(room) => println!("watching {} from {}", room.code, room.view.seq),
            Update::Event { frame, .. } => {
                // Every part of an event can be written as JSON.
                let event = serde_json::to_string(&frame.event).unwrap_or_default();
                println!("{} {}", frame.seq, json_line(&event));
                // The room has ended.
                if client.room.is_none() {
                    session.close().await;
                    return ExitCode::SUCCESS;
                }
            }
            Update::LinkLost { retry_in, .. } => eprintln!("link lost, next try in {retry_in:?}"),
            Update::Reply {
                answer: Answer::Error(refused),
                ..
            } => {
                eprintln!("refused: {:?}", refused.why);
                return ExitCode::FAILURE;
            }
            Update::End(end) => eprintln!("over: {end:?}"),
            _ => {}
        }
    }
    ExitCode::FAILURE
}
