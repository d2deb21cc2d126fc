//! Plays one game of random legal moves and leaves.
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
    transport::Network,
};

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

async fn play(mut session: Session) -> ExitCode {
    // The position that was answered last: other events may come before the move does.
    let mut answered = None;
    let mut leaving = false;
    while let Some(update) = session.next().await {
        let room = match update {
            Update::Snapshot(room) | Update::Event { room, .. } => room,
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
            _ => continue,
        };
        let over = room.view.game.as_ref().and_then(|game| game.over.as_ref());
        let command = match (over, my_move(&room)) {
            (Some(_), _) if leaving => continue,
            (Some(over), _) => {
                println!("{:?} {:?}", over.result, over.winner);
                leaving = true;
                Command::Leave
            }
            (None, Some(step)) if answered != Some((step.game, step.ply)) => {
                answered = Some((step.game, step.ply));
                Command::Move(step)
            }
            _ => continue,
        };
        if session.ask(Ask::seat(command)).is_err() {
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
    let (Some(target), Some(body)) = (server, body) else {
        eprintln!("usage: random_bot SERVER [CODE]");
        return ExitCode::from(2);
    };
    let mut options = SessionOptions {
        first: Some(Ask::other(body)),
        ..SessionOptions::new("random-bot/0.1", "Random")
    };
    options.hello.bot = true;
    play(Session::start(Network::new(target.address), options)).await
}
