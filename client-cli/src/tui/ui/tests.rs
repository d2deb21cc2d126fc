//! The interface's reaction to input from the person and from the session.

mod computer;
mod invited;
mod seats;
mod sharing;

use std::rc::Rc;

use crossterm::event::{Event as Input, KeyCode};
use oxo_client::{
    session::{Ask, AskKind, End, LinkLoss, ReplySource, Room, Update},
    transport::{LinkError, Unreachable},
};
use protocol::{
    Accepted, Answer, Refusal, RoomCode, Rules, Seat, Settings,
    reply::{Entered, Refused},
    request::Body,
    settings::ClockSetting,
};
use ratatui::{buffer::Buffer, layout::Rect};
use tokio::time::Instant;

use super::*;
use crate::{
    sample::{self, games::reviewed},
    tui::tests::{lines, settings},
};

const CODE: fn() -> RoomCode = || RoomCode::from_bits(77);

fn begun(first: Option<Intent>) -> Ui {
    Ui::new(UiOptions {
        text: Rc::new(Catalogue::for_language("en")),
        ui_settings: settings("mono"),
        name: Some("Ana".to_owned()),
        address: oxo_client::address::parse("example.org").unwrap(),
        choices: Settings::default(),
        first,
        shown: None,
        in_use: None,
        meanwhile: None,
        keeps_games: true,
        servers: Vec::new(),
    })
}

/// An interface at a table.
fn seated(room: Room) -> Ui {
    let mut ui = begun(None);
    ui.update(&Update::Snapshot(room), Instant::now());
    ui
}

fn press(ui: &mut Ui, code: KeyCode) -> Vec<UiEffect> {
    ui.event(&Input::Key(code.into()), Instant::now())
}

fn screen(ui: &Ui) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    // Click targets play no part here.
    let _ = ui.draw(&mut buffer, Instant::now());
    lines(&buffer)
}

fn refused(id: u64, why: Refusal) -> Update {
    Update::Reply {
        id,
        answer: Answer::Error(Refused { why, seq: None }),
        source: ReplySource::Frame,
    }
}

fn lost(ui: &mut Ui) {
    let why = LinkLoss::Broken;
    let retry_in = Duration::from_secs(3);
    ui.update(&Update::LinkLost { why, retry_in }, Instant::now());
}

#[test]
fn a_command_goes_straight_to_its_table() {
    let mut ui = begun(Some(Intent::Join(CODE())));
    ui.seats(vec![]);
    // What the link leads to is looked at before one sits down.
    assert!(matches!(&ui.begin()[..], [UiEffect::LookUpRoom(_, code)] if *code == CODE()));
    assert!(ui.begin().is_empty(), "once");
    ui.update(&refused(GO, Refusal::NoSuchRoom), Instant::now());
    let over = ui.over.as_ref().expect("nothing is left to do");
    assert_eq!(over.exit, Exit::Failed);
    assert!(
        over.lines[0].starts_with("There is no such room"),
        "{over:?}"
    );
}

#[test]
fn an_open_seat_is_offered_before_the_first_intent() {
    let mut ui = begun(Some(Intent::Join(CODE())));
    ui.seats(vec![sample::own_seat(5)]);
    assert!(ui.begin().is_empty());
    assert!(screen(&ui).contains("You still have a seat in room"));
    assert!(press(&mut ui, KeyCode::Char('x')).is_empty());
    let effects = press(&mut ui, KeyCode::Char('y'));
    assert!(
        matches!(&effects[..], [UiEffect::Go(Intent::Resume(_))]),
        "{effects:?}"
    );
    // It is gone by now: then the first intent.
    let effects = ui.update(&refused(GO, Refusal::NoSuchRoom), Instant::now());
    assert!(
        matches!(&effects[..], [UiEffect::LookUpRoom(..)]),
        "{effects:?}"
    );
    assert!(ui.over.is_none());
}

#[test]
fn a_server_that_is_not_there_ends_a_command_but_not_the_start_screen() {
    let end = || {
        Update::End(End::Link(LinkError::Unreachable(
            Unreachable::ConnectionRefused,
        )))
    };
    let mut ui = begun(Some(Intent::Watch(CODE())));
    ui.begin();
    ui.update(&end(), Instant::now());
    assert!(ui.over.as_ref().unwrap().lines[0].starts_with("Nothing answers at"));
    let mut ui = begun(None);
    ui.update(&end(), Instant::now());
    assert!(ui.over.is_none());
    assert!(
        crate::tui::link_line::sentence(&ui.text, &ui.client, &ui.address, Instant::now())
            .unwrap()
            .starts_with("Nothing answers")
    );
}

#[test]
fn a_move_under_way_is_not_sent_twice() {
    let mut ui = seated(sample::playing());
    let [UiEffect::Ask(ask)] = &press(&mut ui, KeyCode::Char('5'))[..] else {
        panic!("no move")
    };
    assert!(press(&mut ui, KeyCode::Char('7')).is_empty());
    assert!(screen(&ui).contains("still on its way"), "{}", screen(&ui));
    // Lost on its way, it can be made again.
    let dropped = Update::Dropped {
        id: ask.id.unwrap(),
    };
    ui.update(&dropped, Instant::now());
    assert_eq!(press(&mut ui, KeyCode::Char('5')).len(), 1);
    // Once the room has it, it is not under way any more.
    let room = sample::after(Rules::CLASSIC, &[4], ClockSetting::None);
    ui.update(&Update::Snapshot(room), Instant::now());
    assert_eq!(ui.client.pending_move(), None);
}

#[test]
fn a_slow_disk_is_distinguished_from_a_lost_connection() {
    let mut ui = seated(sample::playing());
    let saving = protocol::frame::Saving {
        id: 7,
        waited_ms: 1_004,
    };
    ui.update(&Update::Saving(saving), Instant::now());
    assert!(screen(&ui).contains("The server is saving."));
    assert_eq!(press(&mut ui, KeyCode::Char('7')).len(), 1);
    ui.update(&Update::Saved, Instant::now());
    assert!(!screen(&ui).contains("The server is saving."));
}

fn lost_by(ui: &mut Ui, why: LinkLoss) -> String {
    let retry_in = Duration::from_secs(3);
    ui.update(&Update::LinkLost { why, retry_in }, Instant::now());
    screen(ui)
}

#[test]
fn a_lost_link_shows_its_reason_and_disables_the_table() {
    let mut room = sample::playing();
    room.now.links.host.rtt_ms = Some(56);
    let mut ui = seated(room);
    let shown = screen(&ui);
    assert!(
        shown.contains("56 ms") && shown.contains("Enter play"),
        "{shown}"
    );
    let shown = lost_by(&mut ui, LinkLoss::Silent);
    assert!(
        shown.contains("No answer from the server; trying again."),
        "{shown}"
    );
    assert!(shown.contains("Your seat is kept."), "{shown}");
    for gone in ["56 ms", "online", "Enter play", "Your turn", "claim"] {
        assert!(!shown.contains(gone), "{gone}: {shown}");
    }
    let refused = || LinkLoss::Connect(LinkError::Unreachable(Unreachable::ConnectionRefused));
    let down = "The server is down; no clock runs until it is back.";
    assert!(lost_by(&mut ui, refused()).contains(down));
    // That is not forgotten when the machine goes, too.
    assert!(
        lost_by(
            &mut ui,
            LinkLoss::Connect(LinkError::Unreachable(Unreachable::Timeout))
        )
        .contains(down)
    );
}

#[test]
fn no_clock_runs_while_the_server_does_not() {
    let clock = ClockSetting::total(60_000, 0);
    let mut ui = seated(sample::after(Rules::CLASSIC, &[4, 0], clock));
    let (now, later) = (Instant::now(), Duration::from_secs(30));
    let bye = protocol::frame::Bye {
        reason: protocol::frame::Reason::Restarting,
        retry_in_ms: Some(1),
        address: None,
    };
    let shown = lost_by(&mut ui, LinkLoss::Bye(bye));
    assert!(
        shown.contains("The server is restarting; no clock runs"),
        "{shown}"
    );
    let clock = &ui.live_table().unwrap().room.clock;
    assert!(clock.now_ms(now + later) - clock.now_ms(now) < 1_000);
}

#[test]
fn a_clock_of_days_runs_on_while_the_server_does_not() {
    let room = sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::correspondence(3));
    let now = Instant::now();
    let mut ui = seated(room.clone());
    let refused = || LinkLoss::Connect(LinkError::Unreachable(Unreachable::ConnectionRefused));
    let away = "The server is not there at the moment. Trying again.";
    assert!(lost_by(&mut ui, refused()).contains(away));
    let clock = &ui.live_table().unwrap().room.clock;
    let later = now + Duration::from_secs(30);
    assert!(clock.now_ms(later) - clock.now_ms(now) >= 29_000);
    // What was announced does not stop it either; that there is no answer is true of any clock.
    let mut ui = seated(room);
    ui.client.notice.closing = true;
    assert!(lost_by(&mut ui, refused()).contains(away));
    assert!(lost_by(&mut seated(sample::playing()), refused()).contains("no clock runs"));
    let mut ui = seated(sample::after(
        Rules::CLASSIC,
        &[],
        ClockSetting::correspondence(1),
    ));
    assert!(lost_by(&mut ui, LinkLoss::Silent).contains("No answer from the server"));
}

#[test]
fn a_lost_connection_is_one_line_and_moves_wait_for_it() {
    let mut ui = seated(sample::playing());
    lost(&mut ui);
    let shown = screen(&ui);
    assert!(
        shown.contains("Connection lost; trying again.") && shown.contains("Your seat is kept."),
        "{shown}"
    );
    assert!(press(&mut ui, KeyCode::Char('7')).is_empty());
    assert!(screen(&ui).contains("nothing was sent"));
    assert!(matches!(
        press(&mut ui, KeyCode::Enter)[..],
        [UiEffect::Retry]
    ));
    let entered = Entered {
        room: CODE(),
        seat: Seat::Host,
        n: 0,
        last: None,
        url: String::new(),
    };
    ui.update(&Update::Seated(entered), Instant::now());
    assert!(!screen(&ui).contains("Connection lost"));
    assert_eq!(press(&mut ui, KeyCode::Char('7')).len(), 1);
}

#[test]
fn a_player_who_took_the_seat_elsewhere_may_come_back_here() {
    let mut ui = seated(sample::playing());
    ui.update(&Update::End(End::Superseded), Instant::now());
    let shown = screen(&ui);
    assert!(
        shown.contains("You are now playing on another device"),
        "{shown}"
    );
    let effects = press(&mut ui, KeyCode::Enter);
    assert!(matches!(effects[..], [UiEffect::Retry]), "{effects:?}");
    let mut ui = seated(sample::playing());
    ui.update(&Update::End(End::Superseded), Instant::now());
    assert!(matches!(
        press(&mut ui, KeyCode::Char('q'))[..],
        [UiEffect::Detach]
    ));
    assert!(ui.table.is_none());
}

#[test]
fn a_seat_given_up_leads_to_the_start_screen_on_a_new_connection() {
    let mut ui = seated(sample::playing());
    press(&mut ui, KeyCode::Char('q'));
    let effects = press(&mut ui, KeyCode::Char('g'));
    let [
        UiEffect::Ask(Ask {
            id: Some(id),
            what: AskKind::Seat(_),
        }),
    ] = effects[..]
    else {
        panic!("{effects:?}")
    };
    let answer = Answer::Ok(Accepted::Left { seq: 9 });
    let source = ReplySource::Frame;
    let effects = ui.update(&Update::Reply { id, answer, source }, Instant::now());
    assert!(matches!(effects[..], [UiEffect::Detach]));
    assert!(ui.table.is_none());
}

#[test]
fn the_rooms_are_asked_for_while_they_are_looked_at() {
    let now = Instant::now();
    let mut ui = begun(None);
    assert_eq!(ui.deadline(now), None, "not before there is a connection");
    ui.client.link = LinkPhase::Up;
    assert_eq!(ui.deadline(now), Some(now));
    let effects = ui.tick(now);
    let [
        UiEffect::Ask(Ask {
            id: Some(id),
            what: AskKind::Other(Body::Rooms(_)),
        }),
    ] = effects[..]
    else {
        panic!("{effects:?}")
    };
    assert!(ui.tick(now).is_empty(), "the answer is not there yet");
    let answer = Answer::Ok(Accepted::Rooms {
        rooms: vec![],
        next: None,
        waiting: vec![],
        online: Some(1),
    });
    let source = ReplySource::Frame;
    ui.update(&Update::Reply { id, answer, source }, now);
    let due = ui.deadline(now).unwrap();
    assert!(due > now);
    assert_eq!(ui.tick(due).len(), 1);
    ui.update(&Update::Snapshot(sample::playing()), now);
    assert!(ui.tick(due + (due - now)).is_empty(), "not from the table");
}

#[test]
fn a_room_that_has_ended_stays_on_the_screen() {
    let mut ui = seated(sample::playing());
    let ended = protocol::Event::Ended {
        reason: protocol::event::RoomEnd::Operator,
        over: None,
    };
    let (frame, before, room) = sample::happens(&sample::playing(), ended);
    let update = Update::Event {
        frame,
        before,
        room,
    };
    ui.update(&update, Instant::now());
    assert!(ui.client.room.is_none());
    assert!(screen(&ui).contains("The room is closed: the operator"));
    ui.update(&Update::End(End::Superseded), Instant::now());
    assert!(screen(&ui).contains("Beatriz"), "{}", screen(&ui));
}

#[test]
fn an_overlay_takes_the_keys() {
    let mut ui = seated(sample::playing());
    press(&mut ui, KeyCode::Char('?'));
    assert!(screen(&ui).contains("Keys at the table"));
    assert!(press(&mut ui, KeyCode::Char('7')).is_empty());
    press(&mut ui, KeyCode::Esc);
    press(&mut ui, KeyCode::Char('o'));
    assert!(screen(&ui).contains("bell: on"));
    assert!(matches!(
        press(&mut ui, KeyCode::Char('1'))[..],
        [UiEffect::Remember(..)]
    ));
    assert!(screen(&ui).contains("bell: off"));
    press(&mut ui, KeyCode::Esc);
    assert_eq!(press(&mut ui, KeyCode::Char('7')).len(), 1);
}

#[test]
fn a_finished_game_is_reviewed_at_the_table_until_the_next_one_begins() {
    let mut ui = seated(sample::playing());
    assert!(press(&mut ui, KeyCode::Char('v')).is_empty(), "it goes on");
    let mut ui = seated(sample::won());
    assert!(screen(&ui).contains("v review"));
    let effects = press(&mut ui, KeyCode::Char('v'));
    let [UiEffect::Review(game)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(game.cells.len() >= 5);
    assert!(ui.awaits_review());
    assert!(screen(&ui).contains("The computer is reviewing"));
    ui.reviewed(Some(reviewed(&game.cells)));
    assert!(screen(&ui).contains("Proved:"));
    press(&mut ui, KeyCode::Esc);
    assert!(ui.table.is_some() && screen(&ui).contains("v review"));
    // Leaving ends the wait, and a new game is not looked away from.
    press(&mut ui, KeyCode::Char('v'));
    press(&mut ui, KeyCode::Char('q'));
    assert!(!ui.awaits_review());
    press(&mut ui, KeyCode::Char('v'));
    ui.update(&Update::Snapshot(sample::playing()), Instant::now());
    assert!(!ui.awaits_review() && screen(&ui).contains("Your turn"));
}

#[test]
fn another_language_is_spoken_at_once_wherever_one_is() {
    let mut ui = seated(sample::playing());
    lost(&mut ui);
    press(&mut ui, KeyCode::Char('7'));
    assert!(screen(&ui).contains("nothing was sent"));
    press(&mut ui, KeyCode::Char('o'));
    let effects = press(&mut ui, KeyCode::Char('6'));
    let [UiEffect::Remember("language", tag)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(tag.as_str(), Some("pt-BR"));
    assert!(screen(&ui).contains("idioma: português (Brasil)"));
    press(&mut ui, KeyCode::Esc);
    let shown = screen(&ui);
    assert!(shown.contains("A conexão caiu;"), "{shown}");
    assert!(!shown.contains("nothing was sent"), "{shown}");
    // A session that was over before, too.
    ui.update(&Update::End(End::Superseded), Instant::now());
    press(&mut ui, KeyCode::Char('o'));
    press(&mut ui, KeyCode::Char('6'));
    press(&mut ui, KeyCode::Esc);
    // The second cell of a wide letter is a blank.
    let shown = screen(&ui).replace(' ', "");
    assert!(shown.contains("你现在在另一台设备"), "{shown}");
}

#[test]
fn a_screen_that_is_too_small_says_so_and_none_panics() {
    let mut room = sample::after(
        Rules::new(19, 19, 5).unwrap(),
        &[3, 60, 7],
        ClockSetting::None,
    );
    room.now.spectators = u32::MAX;
    for ui in [seated(room), seated(sample::waiting()), begun(None)] {
        for (width, height) in [
            (0, 0),
            (1, 1),
            (39, 16),
            (40, 15),
            (40, 16),
            (64, 16),
            (200, 60),
        ] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            let _ = ui.draw(&mut buffer, Instant::now());
        }
    }
}
