//! Tables in this process, through the same session and frontends as at a server:
//! nobody listens anywhere.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::{rc::Rc, time::Duration};

use archive::{
    game_recorder::GameRecorder, seats::SeatStore, session_recorder::SessionRecorder,
    store::GameArchive,
};
use client_cli::{
    plain::{Console, LineEffect, PlainSettings},
    tui::session_controller::{SessionContext, SessionController},
};
use engine::{Budget, solve};
use frontend::{
    exit::Exit,
    hotseat::{Hotseat, HotseatPlayers, TableOptions},
    intent::Intent,
    text_board::Charset,
};
use game::{Board, Level, notation::Layout};
use oxo_client::{
    address,
    session::{Ask, Room, Session, SessionOptions, Update},
    transport::PlayMode,
};
use protocol::{
    Accepted, Answer, Command, Computer, Refusal, Seat, Secret, Settings,
    ids::BySeat,
    request::{Body, Move},
    settings::First,
};
use sentences::Catalogue;
use tokio::time::Instant;

/// A table that has no news for so long hangs.
const HANG: Duration = Duration::from_secs(120);

fn against(level: u8) -> TableOptions {
    TableOptions {
        settings: Settings {
            first: First::Host,
            ..Settings::default()
        },
        computer: Level::new(level).map(|level| Computer {
            level,
            centre: false,
        }),
        hotseat: Hotseat {
            pair: None,
            keeps_games: true,
        },
    }
}

fn two() -> TableOptions {
    let names = BySeat {
        host: Some("Ana".to_owned()),
        guest: Some("Bia".to_owned()),
    };
    let pair = Some(HotseatPlayers { names });
    TableOptions {
        computer: None,
        hotseat: Hotseat {
            pair,
            keeps_games: true,
        },
        ..against(1)
    }
}

fn start(table: &TableOptions) -> Session {
    let first = Ask::numbered(1, table.body(Secret::draw().unwrap()));
    let options = SessionOptions {
        first: Some(first),
        ..SessionOptions::new("test", "Ana")
    };
    Session::start(table.hotseat.clone(), options)
}

async fn next<T>(session: &mut Session, pick: impl Fn(&Update) -> Option<T>) -> T {
    let find = async {
        loop {
            let update = session.next().await.expect("the session goes on");
            if let Some(found) = pick(&update) {
                return found;
            }
        }
    };
    tokio::time::timeout(HANG, find).await.expect("an update")
}

/// The room once it is this person's turn, or the game is over.
async fn my_turn(session: &mut Session) -> Room {
    next(session, |update| {
        let Update::Event { room, .. } = update else {
            return None;
        };
        let game = room.view.game.as_ref()?;
        let mine = game.turn.map(|turn| Some(turn.seat) == room.seat);
        mine.unwrap_or(true).then(|| room.clone())
    })
    .await
}

fn board(room: &Room) -> Board {
    let moves = room.view.game.iter().flat_map(|game| &game.moves);
    let start = Board::new(room.view.settings.rules);
    moves.fold(start, |board, made| board.play(made.cell).unwrap())
}

fn play(session: &Session, room: &Room, cell: u16) {
    let game = room.view.game.as_ref().unwrap();
    let choice = Move {
        game: game.number,
        ply: u32::try_from(game.moves.len()).unwrap(),
        cell,
    };
    session.ask(Ask::seat(Command::Move(choice))).unwrap();
}

/// Plays the best moves to the end of a game against the computer.
async fn best_play(table: &TableOptions) -> Room {
    let mut session = start(table);
    loop {
        let room = my_turn(&mut session).await;
        if room.view.running().is_none() {
            return room;
        }
        let best = solve(&board(&room), Budget::nodes(1_000_000)).best;
        play(&session, &room, best[0]);
    }
}

#[tokio::test]
async fn the_best_computer_is_not_beaten_and_the_weakest_is() {
    let drawn = best_play(&against(5)).await;
    assert_eq!(drawn.view.score.draws, 1);
    assert_eq!(drawn.mode, PlayMode::Solo);
    let mut table = against(1);
    // The side that begins wins here.
    table.settings.rules = "4x3x3".parse().unwrap();
    assert_eq!(best_play(&table).await.view.score.host, 1);
}

#[tokio::test]
async fn the_computer_takes_half_a_second() {
    let mut session = start(&against(5));
    let room = my_turn(&mut session).await;
    play(&session, &room, 4);
    let room = my_turn(&mut session).await;
    let made = &room.view.game.as_ref().unwrap().moves;
    assert_eq!(made.len(), 2);
    assert!(made[1].at_ms >= made[0].at_ms + 500, "{made:?}");
}

#[tokio::test]
async fn a_hint_is_the_best_computers_and_answers_keep_their_order() {
    let mut session = start(&against(1));
    let room = my_turn(&mut session).await;
    play(&session, &room, 0);
    let room = my_turn(&mut session).await;
    let ask = Ask::numbered;
    session.ask(ask(7, Body::Hint)).unwrap();
    session.ask(ask(8, Body::Cancel)).unwrap();
    let mut answers = Vec::new();
    for at in 0..3 {
        // Nobody asks on before the last has its answer.
        if at == 2 {
            session.ask(ask(9, Body::Hint)).unwrap();
        }
        let reply = next(&mut session, |update| match update {
            Update::Reply { id, answer, .. } if *id >= 7 => Some((*id, answer.clone())),
            _ => None,
        });
        answers.push(reply.await);
    }
    let best = solve(&board(&room), Budget::nodes(1_000_000)).best;
    for (at, (id, answer)) in answers.iter().enumerate() {
        assert_eq!(*id, 7 + at as u64);
        match answer {
            Answer::Ok(Accepted::Hint { game, ply, cell }) => {
                assert_eq!((*game, *ply), (1, 2));
                // A second request ends the first search early, which answers with its result so
                // far.
                assert!(at == 0 || best.contains(cell), "{cell} of {best:?}");
            }
            Answer::Error(refused) => assert_eq!(refused.why, Refusal::NotQueued),
            Answer::Ok(other) => panic!("{other:?}"),
        }
    }
}

/// SeatStore are kept in no folder: nobody has one here.
fn recorder(text: &Rc<Catalogue>, archive: Option<&GameArchive>) -> SessionRecorder {
    let games = archive.map(|archive| GameRecorder::new(archive.clone(), Rc::clone(text), false));
    SessionRecorder::new(Rc::clone(text), SeatStore::new("seats".into()), games)
}

/// Two people, typing lines.
struct Lines {
    console: Console,
    session: Session,
    recorder: SessionRecorder,
}

impl Lines {
    fn begin(tag: &str, archive: &GameArchive) -> Lines {
        let text = Rc::new(Catalogue::for_language(tag));
        let settings = PlainSettings {
            text: Rc::clone(&text),
            keys: Layout::Keypad,
            charset: Charset::Ascii,
        };
        let address = address::parse("example.org").unwrap();
        let session = start(&two());
        let mut console = Console::new(settings, address, 1);
        console.mode = session.mode();
        Lines {
            console,
            session,
            recorder: recorder(&text, Some(archive)),
        }
    }

    /// The output, up to a line with these words and the answer to the line that was
    /// typed.
    async fn until(&mut self, words: &str) -> String {
        let mut said = String::new();
        let find = async {
            while !said.contains(words) || self.console.waits_for_reply() {
                let update = self.session.next().await.expect("an update");
                assert_eq!(self.recorder.observe(&update), None);
                for line in self.console.update(&update, Instant::now()) {
                    said += &format!("{line}\n");
                }
            }
        };
        let found = tokio::time::timeout(HANG, find).await;
        assert!(found.is_ok(), "no {words:?} in:\n{said}");
        said
    }

    fn line(&mut self, line: &str) -> String {
        let lines = match self.console.line(line, Instant::now()) {
            LineEffect::Say(lines) => lines,
            LineEffect::Ask(what) => {
                let (lines, ask) = self.console.ask(what);
                self.session.ask(ask).unwrap();
                lines
            }
            other => panic!("{other:?}"),
        };
        lines.join("\n")
    }

    async fn says(&mut self, line: &str, words: &str) -> String {
        assert_eq!(self.line(line), "");
        self.until(words).await
    }
}

#[tokio::test]
async fn two_play_in_lines_and_their_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().to_owned(), 100);
    let mut two = Lines::begin("en", &archive);
    let begun = two.until("is to move").await;
    assert!(begun.contains("Game 1: Ana plays X and begins, Bia plays O.\n"));
    for absent in ["you", "Your", "Connected", "code", "room", "Host"] {
        assert!(!begun.contains(absent), "{begun}");
    }
    two.says("5", "Bia is to move, with O.").await;
    two.says("takeback", "Ana is to move, with X.").await;
    for cell in ["5", "7", "3", "1", "9"] {
        two.says(cell, "is to move").await;
    }
    let end = two
        .says("4", "Type rematch for another game, or quit.")
        .await;
    assert!(end.contains("Bia made a line and wins.\n"), "{end}");
    assert!(end.contains("To see this game again: oxo replay "), "{end}");
    assert_eq!(archive.entries().unwrap().len(), 1);
}

#[tokio::test]
async fn a_draw_in_lines_asks_for_confirmation_once() {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().to_owned(), 100);
    let mut two = Lines::begin("pt-BR", &archive);
    two.until("É a vez de Ana, com X.").await;
    two.says("5", "É a vez de Bia, com O.").await;
    assert!(
        two.line("velha")
            .contains("Os dois concordam com o empate?")
    );
    assert!(two.line("recusar").contains("É a vez de Bia"));
    assert_eq!(two.line("aceitar"), "Não há proposta para responder.");
    two.line("empate");
    two.says("aceitar", "Placar: Ana 0, Bia 0, velhas 1.").await;
    assert_eq!(archive.entries().unwrap().len(), 1);
    let kept = archive::store::read_file(&archive.entries().unwrap()[0].path).unwrap();
    assert_eq!(kept.saved().seat, None, "it is of both");
    for other in ["dizer olá", "quem", "remover"] {
        assert_eq!(two.line(other), "Isso é só para partidas pela rede.");
    }
    two.says("revanche", "Partida 2: Bia joga com X e começa")
        .await;
    assert_eq!(two.line("abandonar"), "Obrigado por jogar!");
    assert_eq!(two.console.exit(), Some(Exit::Fine));
}

#[tokio::test]
async fn the_screen_sits_down_here_without_a_server_and_goes_back_to_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = Rc::new(Catalogue::for_language("en"));
    let mut controller = SessionController::new(SessionContext {
        text: Rc::clone(&text),
        // Nobody listens there.
        address: address::parse("ws://127.0.0.1:1").unwrap(),
        name: "Ana".to_owned(),
        key: "the key of this process".to_owned(),
        seats: SeatStore::new(folder.path().join("seats")),
        in_use: None,
        persists: false,
        recorder: Box::new(move || recorder(&text, None)),
    });
    controller.go(Intent::Local(two())).unwrap();
    let room = loop {
        match controller.next().await {
            Update::Snapshot(room) => break room,
            Update::End(end) => panic!("{end:?}"),
            update => drop(controller.observe(&update)),
        }
    };
    assert_eq!((room.me(), room.seat), (None, Some(Seat::Host)));
    assert!(controller.open().is_empty(), "no seat is stored");
    controller.detach();
    loop {
        match controller.next().await {
            // Looked for until it is there.
            Update::LinkLost { .. } => break,
            Update::LinkUp(_) | Update::End(_) => panic!("that is the table still"),
            _ => {}
        }
    }
}
