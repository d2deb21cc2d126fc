//! Judge of whether a damaged server serves each room exactly as it was known, or refuses it.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, resume_unwind},
};

use futures::FutureExt;
use protocol::{Refusal, RoomCode, Seat, View};
use serde_json::Value;
use tests::{Client, Process};

use super::rooms::{Known, Player};
use crate::{now_ms, serve::sentence};

/// Number of rooms by outcome.
#[derive(Debug, Default)]
pub struct Tally {
    pub served: usize,
    pub refused: usize,
    /// Moves made in rooms that were served.
    pub moves: usize,
    /// When the server was killed.
    pub ended_ms: u64,
}

/// Looks at every room, plays one move on where a game runs, kills the server
/// and reads its log. What is known of the rooms goes on with what happens. No
/// server was there since `ended_ms`.
///
/// # Errors
/// The sentence with which the journal failed: damage where rows are added is
/// not met before one is.
pub async fn judge(
    mut server: Process,
    rooms: &mut [Known],
    ended_ms: u64,
) -> Result<Tally, String> {
    let look = AssertUnwindSafe(look(&server, rooms, ended_ms));
    let looked = look.catch_unwind().await;
    match &looked {
        Ok(_) => server.strike(),
        Err(_) => server.ask_to_stop().await,
    }
    let now_ms = now_ms();
    let ended = server.ended().await;
    assert!(!ended.words.contains("panicked"), "{}", ended.words);
    match looked {
        Ok(tally) => Ok(Tally {
            ended_ms: now_ms,
            ..tally
        }),
        Err(found) if is_an_end(&*found) && ended.status.code() == Some(1) => {
            let said = sentence(&ended).to_owned();
            assert!(said.starts_with("the journal has failed"), "{said}");
            Err(said)
        }
        Err(found) => resume_unwind(found),
    }
}

/// Whether the finding is only that the server went away.
fn is_an_end(found: &(dyn Any + Send)) -> bool {
    let words = found.downcast_ref::<String>().map_or("", String::as_str);
    words.contains("Internal") || words.contains("closed with")
}

async fn look(server: &Process, rooms: &mut [Known], ended_ms: u64) -> Tally {
    let mut tally = Tally::default();
    let mut there = Vec::new();
    for known in rooms.iter_mut() {
        match come_back(server, known).await {
            Some((mut host, mut guest)) => {
                gives_back(&host, known, ended_ms);
                tally.served += 1;
                if let Some(guest) = &mut guest {
                    tally.moves += usize::from(play_on(&mut host, guest).await);
                }
                *known = Known::of(&host, guest.as_ref());
                there.push((host, guest));
            }
            None => tally.refused += 1,
        }
    }
    tally
}

/// A player back in his seat, after the events up to a view; nothing when the
/// room is refused as damaged.
async fn take_seat(
    server: &Process,
    room: RoomCode,
    player: &Player,
    view: &View,
) -> Option<Client> {
    let mut client = server.client("").await;
    client.view = view.clone();
    client.record = Some(Vec::new());
    match client.try_resume(room, &player.secret, view.seq).await {
        Ok(entered) => {
            let answer = player.last.as_ref().map(|(_, answer)| answer);
            assert_eq!((entered.n, entered.last.as_deref()), (player.n, answer));
            // Frames behind the reply have been sent by the time of the pong.
            client.beat().await;
            Some(client)
        }
        Err(why) => {
            assert_eq!(why, Refusal::RoomDamaged);
            None
        }
    }
}

/// Everybody comes back: the host to the oldest view he remembers, so that he
/// sees the events after it once more, and then what came after; the guest, or
/// a spectator, with nothing, so that theirs is what the server makes of all
/// that it kept. Both have to be the same.
async fn come_back(server: &Process, known: &Known) -> Option<(Client, Option<Client>)> {
    let oldest = known.events.first();
    let oldest = oldest.map_or(&known.view, |(_, view)| view);
    let mut host = take_seat(server, known.room, &known.host, oldest).await?;
    let mut other = match &known.guest {
        Some(guest) => take_seat(server, known.room, guest, &View::default())
            .await
            .expect("a room that was served to its host"),
        None => {
            let mut spectator = server.client("").await;
            spectator.watch(known.room).await;
            spectator
        }
    };
    host.up_to(other.view.seq).await;
    other.up_to(host.view.seq).await;
    assert_eq!(host.view, other.view);
    once_more(&host, known);
    same_game(&known.view, &host.view);
    repeats(&mut host, &known.host).await;
    let guest = match &known.guest {
        Some(player) => {
            repeats(&mut other, player).await;
            Some(other)
        }
        None => None,
    };
    Some((host, guest))
}

/// Everything that came was known, or else the restart's doing.
fn once_more(host: &Client, known: &Known) {
    let mut came = host.record.iter().flatten().map(|noted| &noted["frame"]);
    for (event, _) in known.events.iter().skip(1) {
        assert_eq!(came.next(), Some(event));
    }
    for (i, frame) in came.enumerate() {
        let kind = frame["type"].as_str();
        let right = match i {
            0 => kind == Some("away"),
            _ => kind == Some("returned"),
        };
        let seq = known.view.seq + 1 + i as u64;
        assert!(right && frame["seq"] == seq, "{frame}");
    }
}

/// The time without a server is given back: never less than it was.
fn gives_back(host: &Client, known: &Known, ended_ms: u64) {
    let mut came = host.record.iter().flatten().map(|noted| &noted["frame"]);
    let away = came.find(|frame| frame["seq"] == known.view.seq + 1);
    let number = |value: &Value| value.as_u64().expect("a number");
    let away = away.expect("what came of the restart");
    let (at_ms, lost_ms) = (number(&away["at_ms"]), number(&away["lost_ms"]));
    assert!(
        at_ms - lost_ms <= ended_ms,
        "{lost_ms} ms were given back, and {} lost",
        at_ms - ended_ms
    );
}

/// The parts that a restart leaves alone are as they were.
fn same_game(before: &View, after: &View) {
    let game = |view: &View| {
        view.game
            .clone()
            .map(|game| (game.number, game.x, game.moves, game.clocks, game.over))
    };
    assert_eq!(game(before), game(after));
    assert_eq!(before.score, after.score);
    assert_eq!(before.settings, after.settings);
    let player = |view: &View, seat| {
        view.seats[seat]
            .as_ref()
            .map(|seated| (seated.player.clone(), seated.moved))
    };
    for seat in Seat::BOTH {
        assert_eq!(player(before, seat), player(after, seat));
    }
}

/// The last command once more gets the reply that it got.
async fn repeats(client: &mut Client, player: &Player) {
    if let Some((command, answer)) = &player.last {
        assert_eq!(client.ask(command.clone()).await, *answer);
    }
}

/// One move, where a game runs. False where none does.
async fn play_on(host: &mut Client, guest: &mut Client) -> bool {
    let Some(game) = host.view.running() else {
        return false;
    };
    let free = (0..)
        .find(|cell| game.moves.iter().all(|played| played.cell != *cell))
        .expect("a free cell");
    let (mover, waiter) = match host.my_turn() {
        true => (&mut *host, &mut *guest),
        false => (&mut *guest, &mut *host),
    };
    mover.play(free).await;
    waiter.up_to(mover.view.seq).await;
    true
}
