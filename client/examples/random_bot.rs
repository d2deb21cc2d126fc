//! A bot that plays one game of random legal moves and leaves.
//!
//! `cargo run -p oxo-client --example random_bot -- SERVER` waits for anybody who would play a
//! program; `… -- SERVER CODE` joins a room.

use std::process::ExitCode;

use oxo_client::{
    address,
    protocol::{
        Accepted, Answer, Cell, Command, Secret, View,
        request::{Body, Choice, JoinRoom, Move, QuickMatch},
    },
    session::{Ask, Room, Session, SessionOptions, Update},
    state::ClientState,
    transport::Network,
};
use tokio::time::Instant;

/// The request that leads to a seat.
fn way_in(secret: Secret, code: Option<&String>) -> Option<Body> {
    Some(match code {
        Some(code) => Body::JoinRoom(JoinRoom {
            room: code.parse().ok()?,
            secret,
        }),
        None => Body::QuickMatch(QuickMatch {
            boards: Choice::default(),
            clocks: Choice::default(),
            key: Secret::draw().ok()?.reveal().to_owned(),
            secret,
            bots: true,
            unseen: false,
        }),
    })
}

/// One of the free cells.
fn any_cell(view: &View) -> Option<Cell> {
    let game = view.running()?;
    let taken = |cell: Cell| game.moves.iter().any(|played| played.cell == cell);
    let free: Vec<Cell> = (0..view.settings.rules.cells())
        .filter(|cell| !taken(*cell))
        .collect();
    let at = getrandom::u64().ok()? % u64::try_from(free.len()).ok()?.max(1);
    free.get(usize::try_from(at).ok()?).copied()
}

/// The move to make, if it is our turn.
fn my_move(room: &Room) -> Option<Move> {
    let cell = any_cell(&room.view).filter(|_| room.my_turn())?;
    room.next_move(cell)
}

/// The command that the state of the room calls for, unless another has no answer yet.
fn next_command(client: &ClientState) -> Option<Command> {
    let room = client.room.as_ref().filter(|_| !client.is_waiting())?;
    match room.view.game.as_ref()?.over {
        Some(_) => Some(Command::Leave),
        None => my_move(room).map(Command::Move),
    }
}

async fn play(mut session: Session) -> ExitCode {
    let mut client = ClientState::default();
    while let Some(update) = session.next().await {
        client.take(&update, Instant::now());
        match update {
            Update::Event { frame, .. } => {
                if let Some(over) = frame.event.over() {
                    println!("{:?} {:?}", over.result, over.winner);
                }
            }
            Update::Reply {
                answer: Answer::Ok(Accepted::Left { .. }),
                ..
            } => {
                session.close().await;
                return ExitCode::SUCCESS;
            }
            Update::Reply {
                answer: Answer::Error(refused),
                ..
            } => {
                eprintln!("refused: {:?}", refused.why);
                return ExitCode::FAILURE;
            }
            Update::End(end) => {
                eprintln!("over: {end:?}");
                return ExitCode::FAILURE;
            }
            _ => {}
        }
        if let Some(command) = next_command(&client)
            && session.ask(client.number(Ask::seat(command))).is_err()
        {
            eprintln!("the session takes no more asks");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::FAILURE
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let server = args
        .first()
        .and_then(|server| address::parse(server).ok())
        .filter(|_| args.len() <= 2);
    let body = Secret::draw().ok();
    let body = body.and_then(|secret| way_in(secret, args.get(1)));
    let (Some(server), Some(body)) = (server, body) else {
        eprintln!("usage: random_bot SERVER [CODE]");
        return ExitCode::from(2);
    };
    let mut options = SessionOptions {
        first: Some(Ask::other(body)),
        ..SessionOptions::new("random-bot/0.1", "Random")
    };
    options.hello.bot = true;
    play(Session::start(Network::new(server), options)).await
}
