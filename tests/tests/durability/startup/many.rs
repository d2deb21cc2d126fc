//! Very many rooms in a data directory, all in the middle of a game, a few of
//! which can be come back to.

use std::path::Path;

use futures::{StreamExt, stream};
use journal::{Batch, JournalControl, RoomLogs};
use journal_files::SqliteOptions;
use protocol::{
    Event, Player, RoomCode, Seat, Secret, SecretHash, Settings, View,
    event::{NextTurn, Score, TurnLimit},
    settings::{ClockSetting, First},
};
use referee::PrivateChange;
use tests::{Process, client::play_out};

use crate::{copy, now_ms};

/// Number of steps that wait for the journal at once, so that it groups them.
const AT_ONCE: usize = 2048;
/// Number of rooms that can be resumed.
const KNOWN: u64 = 5;
/// Moves of each room: enough for rows of about 2 KiB.
const CELLS: [u16; 5] = [4, 0, 2, 6, 3];
const HOUR_MS: u64 = 3_600_000;

/// A room that can be come back to.
pub struct Known {
    pub room: RoomCode,
    pub host: Secret,
    guest: Secret,
    pub view: View,
}

/// Stored state of one room.
struct Room {
    id: u64,
    code: RoomCode,
    secrets: [SecretHash; 2],
    events: Vec<Event>,
    clock: ClockSetting,
    at_ms: u64,
}

/// Makes the rooms, closes the journal in order, and gives those that can be
/// come back to: the first, the last, and some between.
pub async fn rooms(dir: &Path, count: u64, clock: ClockSetting) -> Vec<Known> {
    let (journal, _) = copy::open(dir, SqliteOptions::default());
    let at_ms = now_ms();
    let step = count / (KNOWN - 1);
    let mut known = Vec::new();
    let mut steps = Vec::new();
    for number in 0..count {
        let secret = || Secret::draw().expect("randomness");
        let (host, guest) = (secret(), secret());
        let room = Room {
            id: number + 1,
            code: RoomCode::from_bits(number),
            secrets: [host.hash(), guest.hash()],
            events: events(at_ms, clock),
            clock,
            at_ms,
        };
        if number.is_multiple_of(step) || number == count - 1 {
            known.push(Known {
                room: room.code,
                host,
                guest,
                view: room.view(),
            });
        }
        steps.push(room);
    }
    let mut commits = stream::iter(steps)
        .map(|room| journal.commit(room.batch()))
        .buffer_unordered(AT_ONCE);
    while let Some(kept) = commits.next().await {
        kept.expect("a room that is kept");
    }
    drop(commits);
    journal.alive(at_ms).await.expect("a mark that is kept");
    journal.close().await;
    known
}

/// A game between two, in the words of the server.
fn events(at_ms: u64, clock: ClockSetting) -> Vec<Event> {
    let settings = Settings {
        first: First::Host,
        clock,
        ..Settings::default()
    };
    let turn = |ply: usize| NextTurn {
        seat: Seat::BOTH[ply % 2],
        since_ms: None,
        due_ms: at_ms + clock.initial_ms().unwrap_or(HOUR_MS),
        limit: Some(match ply {
            0 | 1 => TurnLimit::FirstMove,
            _ => TurnLimit::Idle,
        }),
        moves_ms: None,
    };
    let mut events = vec![
        Event::Created {
            settings,
            host: Player::named("Ana"),
            closes_ms: at_ms + 24 * HOUR_MS,
            empty_until_ms: None,
        },
        Event::Joined {
            seat: Seat::Guest,
            player: Player::named("Bia"),
            score: Score::default(),
            replaced: None,
            turn: None,
        },
        Event::Started {
            game: 1,
            x: Seat::Host,
            clocks: None,
            turn: turn(0),
            opening: None,
        },
    ];
    let moves = CELLS.iter().enumerate();
    events.extend(moves.map(|(ply, cell)| Event::Moved {
        game: 1,
        ply: ply as u32,
        cell: *cell,
        mark: None,
        credit_ms: 0,
        clock_ms: None,
        turn: Some(turn(ply + 1)),
        lines: Vec::new(),
        no_open_lines: false,
        lapsed_offer: None,
        over: None,
        score: None,
        empty_until_ms: None,
        opening: None,
    }));
    events
}

impl Room {
    /// Its events with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (u64, &Event)> {
        (1..).zip(&self.events)
    }

    fn view(&self) -> View {
        let mut view = View::default();
        for (seq, event) in self.numbered() {
            view.fold(seq, self.at_ms, event);
        }
        view
    }

    /// All of it as one step of the journal.
    fn batch(&self) -> Batch {
        let text = |(seq, event)| rooms::render::event(self.code, seq, self.at_ms, event);
        let seated = |(seat, hash): (Seat, SecretHash)| PrivateChange::Seated { seat, hash };
        let code = PrivateChange::Code { code: self.code };
        let waits = self.clock.is_correspondence();
        let waits = waits.then_some(PrivateChange::Correspondence { public: false });
        let seats = Seat::BOTH.into_iter().zip(self.secrets).map(seated);
        Batch {
            room: self.id,
            expected_seq: 0,
            events: self.numbered().map(text).collect(),
            private: [code].into_iter().chain(waits).chain(seats).collect(),
            deadline_ms: Some(self.at_ms + self.clock.initial_ms().unwrap_or(HOUR_MS)),
            game: None,
            state: None,
        }
    }
}

/// Both come back and find the room as it was, and play to the end.
pub async fn play_on(server: &Process, known: &Known) {
    let (mut host, mut guest) = (server.client("").await, server.client("").await);
    for (client, secret) in [(&mut host, &known.host), (&mut guest, &known.guest)] {
        let entered = client.return_to(known.room, secret).await;
        assert_eq!((entered.room, entered.n), (known.room, 0));
    }
    host.up_to(guest.view.seq).await;
    assert_eq!(host.view, guest.view);
    let game = |view: &View| view.game.clone().map(|game| (game.number, game.moves));
    assert_eq!(game(&host.view), game(&known.view));
    assert_eq!(host.view.settings, known.view.settings);
    play_out(&mut host, &mut guest, &[1, 5]).await;
    assert!(host.view.running().is_none());
}
