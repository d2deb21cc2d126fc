use archive::{SavedGame, replay::Game};
use game::LineRule;
use protocol::{
    Accepted, Answer, Cell, Command, Computer, Event, Frame, Limits, Mark, OpeningChoice,
    OpeningRule, OpeningStage, Refusal, Request, RoomCode, Rules, Seat, Secret, Settings, View,
    event::{EndReason, GameResult, OfferKind},
    ids::BySeat,
    request::{Body, Choose, InGame, MakeOffer, Move, SeatComputer, SeatRequest, SetName},
    settings::{Alternate, ClockSetting, First, Opens},
};
use referee::computer::ComputerAct;

use super::{Hotseat, HotseatPlayers, TableOptions, table::HotseatRoom};

const START_MS: u64 = 1_795_229_000_000;

/// A table, its client, and all that it sent: folded, and held to the
/// contract.
struct HotseatClient {
    table: HotseatRoom,
    now_ms: u64,
    n: u64,
    room: Option<RoomCode>,
    view: View,
}

fn options(computer: Option<u8>) -> TableOptions {
    let names = BySeat {
        host: Some("Ana".to_owned()),
        guest: Some("Bia".to_owned()),
    };
    let level = computer.and_then(game::Level::new);
    TableOptions {
        settings: Settings {
            first: First::Host,
            ..Settings::default()
        },
        computer: level.map(|level| Computer {
            level,
            centre: false,
        }),
        hotseat: Hotseat {
            pair: level.is_none().then_some(HotseatPlayers { names }),
            keeps_games: true,
        },
    }
}

impl HotseatClient {
    fn open(options: &TableOptions) -> HotseatClient {
        let mut client = HotseatClient {
            table: HotseatRoom::new(options.hotseat.clone(), Some("Ana".to_owned()), || 7),
            now_ms: START_MS,
            n: 0,
            room: None,
            view: View::default(),
        };
        let secret = Secret::draw().unwrap();
        let created = client.request(options.body(secret));
        assert!(matches!(created, Some(Answer::Ok(Accepted::Created(_)))));
        client
    }

    fn pair() -> HotseatClient {
        HotseatClient::open(&options(None))
    }

    fn request(&mut self, body: Body) -> Option<Answer> {
        let frames = self.table.request(Request { id: 3, body }, self.now_ms);
        self.take(frames)
    }

    /// Folds the frames; the answer is the last of them.
    fn take(&mut self, frames: Vec<Frame>) -> Option<Answer> {
        let mut answer = None;
        for frame in frames {
            match frame {
                Frame::Room(room) => {
                    self.room = Some(room.room);
                    self.view = room.view;
                }
                Frame::Event(it) => {
                    assert_eq!(it.seq, self.view.seq + 1, "no gap");
                    assert!(answer.is_none() || it.seq == 3, "the reply comes last");
                    self.view.fold(it.seq, it.at_ms, &it.event);
                }
                Frame::Reply(reply) => answer = Some(reply.answer),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(&self.view, self.table.view(), "the fold of what was told");
        answer
    }

    fn command(&mut self, command: Command) -> Result<Accepted, Refusal> {
        self.n += 1;
        let n = self.n;
        let room = self.room.unwrap();
        let answer = self.request(Body::Seat(SeatRequest { room, n, command }));
        match answer.unwrap() {
            Answer::Ok(done) => Ok(done),
            Answer::Error(refused) => {
                self.n -= 1;
                Err(refused.why)
            }
        }
    }

    fn play(&mut self, cell: Cell) -> Result<Accepted, Refusal> {
        let game = self.view.game.as_ref().unwrap();
        let ply = u32::try_from(game.moves.len()).unwrap();
        let game = game.number;
        self.command(Command::Move(Move { game, ply, cell }))
    }

    fn choose(&mut self, choice: OpeningChoice) -> Result<Accepted, Refusal> {
        let game = self.game();
        let ply = u32::try_from(self.marks()).unwrap();
        self.command(Command::Choose(Choose { game, ply, choice }))
    }

    fn offer(&mut self, kind: OfferKind, ply: Option<u32>) -> Result<Accepted, Refusal> {
        let game = self.game();
        self.command(Command::Offer(MakeOffer { game, kind, ply }))
    }

    fn game(&self) -> u32 {
        self.view.game.as_ref().map_or(0, |game| game.number)
    }

    fn resign(&mut self) -> Result<Accepted, Refusal> {
        let game = self.game();
        self.command(Command::Resign(InGame { game }))
    }

    fn abort(&mut self) -> Result<Accepted, Refusal> {
        let game = self.game();
        self.command(Command::Abort(InGame { game }))
    }

    fn marks(&self) -> usize {
        self.view.game.as_ref().unwrap().moves.len()
    }

    fn ending(&self) -> (EndReason, Option<Seat>) {
        let over = self.view.game.as_ref().unwrap().over.unwrap();
        (over.reason, over.winner)
    }

    fn later(&mut self, ms: u64) {
        self.now_ms += ms;
        let frames = self.table.due(self.now_ms);
        self.take(frames);
    }
}

fn with_opening(computer: Option<u8>, opening: OpeningRule) -> HotseatClient {
    let mut options = options(computer);
    options.settings.opening = opening;
    options.settings.rules = "5x5x4".parse().unwrap();
    HotseatClient::open(&options)
}

#[test]
fn two_at_one_terminal_place_and_choose_and_their_game_reads_back() {
    let mut client = with_opening(None, OpeningRule::Swap2);
    for cell in [0, 1, 2] {
        client.play(cell).unwrap();
    }
    assert_eq!(client.play(3), Err(Refusal::NotYourTurn), "a choice is due");
    client.choose(OpeningChoice::X).unwrap();
    client.play(3).unwrap();
    let game = client.view.game.clone().unwrap();
    assert_eq!(
        (game.x, game.turn.unwrap().seat),
        (Seat::Guest, Seat::Guest)
    );
    client.resign().unwrap();
    let mut room = crate::sample::room(client.view.clone());
    room.seat = Some(Seat::Host);
    let kept = Game::check(SavedGame::of(&room).unwrap()).unwrap();
    assert_eq!(kept.length(), 4);
    let sgf = sentences::sgf(&kept.saved().record, "2026-11-21", |seat| seat.to_string());
    assert!(sgf.contains("RU[4 in a row, swap2]"), "{sgf}");
    assert!(sgf.contains(";B[ca]C[guest takes X]"), "{sgf}");
}

#[test]
fn a_computer_at_this_terminal_chooses_in_an_opening() {
    let mut client = with_opening(Some(5), OpeningRule::Pie);
    client.play(12).unwrap();
    let turn = client.table.thinking().unwrap();
    assert_eq!(turn.stage, Some(OpeningStage::PlaceOrChoose));
    client.now_ms += Limits::default().computer_move_ms;
    let act = ComputerAct::Choose(OpeningChoice::X);
    let chosen = client.table.found(turn, act, client.now_ms);
    client.take(chosen);
    assert_eq!(client.view.mark_of(Seat::Host), Some(Mark::O));
    client.play(6).unwrap();
}

#[test]
fn the_mark_that_opens_is_drawn_first_and_its_game_reads_back() {
    let mut options = options(None);
    options.settings.opens = Opens::O;
    let mut client = HotseatClient::open(&options);
    for cell in [4, 0, 6, 8, 2] {
        client.play(cell).unwrap();
    }
    let game = client.view.game.clone().unwrap();
    let marks: Vec<Mark> = game.moves.iter().map(|played| played.mark).collect();
    assert_eq!(marks, [Mark::O, Mark::X, Mark::O, Mark::X, Mark::O]);
    assert_eq!(game.x, Seat::Guest);
    assert_eq!(client.ending(), (EndReason::Line, Some(Seat::Host)));
    let mut room = crate::sample::room(client.view.clone());
    room.seat = Some(Seat::Host);
    let saved = SavedGame::of(&room).unwrap();
    let kept = Game::check(saved).unwrap();
    assert_eq!((kept.mover(1), kept.mark(1)), (Seat::Host, Mark::O));
    assert_eq!((kept.mover(2), kept.mark(2)), (Seat::Guest, Mark::X));
    // A move is taken back by who made it: nobody offers it to themselves.
    client.offer(OfferKind::Rematch, None).unwrap();
    client.play(4).unwrap();
    client.offer(OfferKind::Takeback, Some(0)).unwrap();
    assert_eq!(client.marks(), 0);
}

#[test]
fn two_play_by_turns_over_one_link() {
    let mut client = HotseatClient::pair();
    let name = |seat: Seat| {
        client.view.seats[seat]
            .as_ref()
            .unwrap()
            .player
            .name
            .clone()
    };
    assert_eq!(
        Seat::BOTH.map(name),
        ["Ana", "Bia"].map(|it| Some(it.to_owned()))
    );
    for cell in [4, 0, 6, 8, 2] {
        client.play(cell).unwrap();
    }
    assert_eq!(client.ending(), (EndReason::Line, Some(Seat::Host)));
    assert!(
        client
            .view
            .game
            .as_ref()
            .unwrap()
            .over
            .unwrap()
            .id
            .is_some()
    );
    client.offer(OfferKind::Rematch, None).unwrap();
    let game = client.view.running().unwrap();
    assert_eq!((game.number, game.x), (2, Seat::Guest), "by turns");
    assert_eq!(client.view.offer, None);
}

#[test]
fn players_called_by_their_marks_keep_them() {
    let mut options = options(None);
    options.settings.alternate = Alternate::Fixed;
    let mut client = HotseatClient::open(&options);
    for _ in 0..3 {
        assert_eq!(client.view.running().unwrap().x, Seat::Host);
        client.play(4).unwrap();
        client.resign().unwrap();
        client.offer(OfferKind::Rematch, None).unwrap();
    }
    assert_eq!(client.view.score.host, 3, "whoever is to move gives up");
}

#[test]
fn an_offer_between_two_at_one_terminal_is_done_at_once() {
    let mut client = HotseatClient::pair();
    client.play(4).unwrap();
    client.play(0).unwrap();
    client.offer(OfferKind::Takeback, Some(1)).unwrap();
    assert_eq!(client.marks(), 1);
    let turn = client.view.running().unwrap().turn.unwrap();
    assert_eq!(
        turn.seat,
        Seat::Guest,
        "whose move was taken back is to move"
    );
    let most = client.offer(OfferKind::Takeback, Some(1));
    assert_eq!(most, Err(Refusal::BadTakeback { ply: 1 }));
    client.offer(OfferKind::Restart, None).unwrap();
    assert_eq!(
        (client.marks(), client.view.running().unwrap().number),
        (0, 2)
    );
    client.play(4).unwrap();
    client.offer(OfferKind::Draw, None).unwrap();
    assert_eq!(client.ending(), (EndReason::Agreed, None));
    assert_eq!(client.view.score.draws, 1);
}

#[test]
fn a_command_sent_twice_happens_once() {
    let mut client = HotseatClient::pair();
    let first = client.play(4).unwrap();
    client.n = 0;
    let (game, ply, cell) = (1, 1, 0);
    let again = client.command(Command::Move(Move { game, ply, cell }));
    assert_eq!((again, client.marks()), (Ok(first), 1));
    client.n = 5;
    let expected = 2;
    assert_eq!(client.play(0), Err(Refusal::OutOfOrder { expected }));
    client.n = 1;
    assert_eq!(client.play(4), Err(Refusal::CellTaken { cell: 4 }));
    client.play(0).unwrap();
}

#[test]
fn only_a_clock_limits_the_time_for_a_move() {
    let mut client = HotseatClient::pair();
    client.later(40 * 86_400_000);
    client.play(4).unwrap();
    client.later(40 * 86_400_000);
    assert_eq!(client.marks(), 1);

    let mut options = options(None);
    options.settings.clock = ClockSetting::per_move(5_000);
    let mut client = HotseatClient::open(&options);
    client.play(4).unwrap();
    client.play(0).unwrap();
    client.later(4_999);
    assert!(client.view.running().is_some());
    let due = referee::next_deadline(&client.view);
    assert_eq!(due, Some(client.now_ms + 1));
    client.later(1);
    assert_eq!(client.ending(), (EndReason::Flag, Some(Seat::Guest)));
}

#[test]
fn the_computer_moves_when_its_time_has_come() {
    let mut client = HotseatClient::open(&options(Some(5)));
    client.play(0).unwrap();
    let turn = client.table.thinking().unwrap();
    let pause = Limits::default().computer_move_ms;
    assert_eq!(
        (turn.seat, turn.moves_ms),
        (Seat::Guest, client.now_ms + pause)
    );
    client.now_ms += pause;
    let moved = client
        .table
        .found(turn, ComputerAct::Mark(4), client.now_ms);
    client.take(moved);
    assert_eq!((client.marks(), client.table.thinking()), (2, None));
    let late = client
        .table
        .found(turn, ComputerAct::Mark(5), client.now_ms);
    assert!(late.is_empty(), "that turn is over");
    assert_eq!(client.play(4), Err(Refusal::CellTaken { cell: 4 }));
}

#[test]
fn the_computer_accepts_and_is_replaced_by_another() {
    let mut client = HotseatClient::open(&options(Some(1)));
    client.play(0).unwrap();
    client.offer(OfferKind::Takeback, Some(0)).unwrap();
    assert_eq!(client.marks(), 0);
    let level = game::Level::TOP;
    let centre = true;
    let other = Computer { level, centre };
    let seat = Command::SeatComputer(SeatComputer { computer: other });
    assert_eq!(client.command(seat.clone()), Err(Refusal::GameRunning));
    client.resign().unwrap();
    client.command(seat).unwrap();
    assert_eq!(client.view.computer(Seat::Guest), Some(other));
    assert!(client.view.running().is_some());
    client.command(Command::Leave).unwrap();
    assert!(client.view.ended.is_some());
    assert_eq!(client.play(0), Err(Refusal::NotInRoom));
}

#[test]
fn a_hint_is_for_ones_own_turn_against_the_computer() {
    assert_eq!(HotseatClient::pair().table.may_hint(), Err(Refusal::NoHint));
    let mut client = HotseatClient::open(&options(Some(3)));
    assert_eq!(client.table.may_hint(), Ok(()));
    client.play(0).unwrap();
    assert_eq!(client.table.may_hint(), Err(Refusal::NoHint));
    client.resign().unwrap();
    assert_eq!(client.table.may_hint(), Err(Refusal::NoGame));
}

#[test]
fn leaving_a_hot_seat_room_ends_it_for_both() {
    let mut client = HotseatClient::pair();
    client.play(4).unwrap();
    client.play(0).unwrap();
    client.command(Command::Leave).unwrap();
    assert_eq!(client.ending(), (EndReason::CalledOff, None));
    assert!(client.view.ended.is_some());
}

#[test]
fn requests_that_need_a_server_are_refused_and_names_are_not() {
    let mut client = HotseatClient::open(&options(Some(3)));
    let refused = |answer| match answer {
        Some(Answer::Error(refused)) => refused.why,
        other => panic!("{other:?}"),
    };
    let got = "rooms".to_owned();
    let rooms = client.request(Body::Rooms(protocol::request::Rooms::default()));
    assert_eq!(refused(rooms), Refusal::UnknownType { got });
    let secret = Secret::draw().unwrap();
    let again = client.request(options(None).body(secret));
    assert!(matches!(refused(again), Refusal::AlreadySeated { .. }));
    let name = |name: &str| {
        Body::SetName(SetName {
            name: name.to_owned(),
        })
    };
    assert_eq!(
        refused(client.request(name("Eva"))),
        Refusal::NameDuringGame
    );
    client.abort().unwrap();
    client.request(name("Eva"));
    let host = client.view.seats.host.as_ref().unwrap();
    assert_eq!(host.player.name.as_deref(), Some("Eva"));
}

/// Whatever is asked, in whatever order: the frames are those of the contract
/// ([`HotseatClient::take`] holds them to it), and a game in misère knows who lost.
#[test]
fn any_two_hundred_requests_leave_a_table_that_can_be_folded() {
    for seed in 0..20_u64 {
        let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut options = options(None);
        options.settings.rules = Rules::CLASSIC.with(LineRule::Loses);
        options.settings.clock = ClockSetting::per_move(9_000);
        let mut client = HotseatClient::open(&options);
        for _ in 0..200 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let small = u32::try_from(bits % 9).unwrap();
            let _ = match bits >> 60 {
                0 => client.offer(OfferKind::Takeback, Some(small)),
                1 => client.offer(OfferKind::Draw, None),
                2 => client.offer(OfferKind::Restart, None),
                3 | 4 => client.offer(OfferKind::Rematch, None),
                5 => client.resign(),
                6 => client.abort(),
                _ => client.play(Cell::try_from(small).unwrap()),
            };
            client.later(bits >> 32 & 0xfff);
            let over = client.view.game.as_ref().and_then(|game| game.over);
            if let Some(over) = over.filter(|over| over.reason == EndReason::Line) {
                let loser = client
                    .view
                    .game
                    .as_ref()
                    .unwrap()
                    .moves
                    .last()
                    .unwrap()
                    .mark;
                let winner = client.view.mark_of(over.winner.unwrap());
                assert_eq!(
                    (over.result, winner),
                    (GameResult::Won, Some(loser.other()))
                );
            }
        }
    }
}

#[test]
fn a_room_begins_before_its_first_game() {
    let options = options(None);
    let mut table = HotseatRoom::new(options.hotseat.clone(), None, || 7);
    let body = options.body(Secret::draw().unwrap());
    let frames = table.request(Request { id: 9, body }, START_MS);
    let [
        Frame::Reply(reply),
        Frame::Room(room),
        Frame::Event(started),
    ] = &frames[..]
    else {
        panic!("{frames:?}");
    };
    assert_eq!((reply.id, room.seq, started.seq), (9, 2, 3));
    assert!(room.view.game.is_none() && room.view.seats.guest.is_some());
    assert!(matches!(started.event, Event::Started { game: 1, .. }));
}
