//! Keys at the table and what they ask for; what calls the person.

mod pair;
pub(super) mod shots;

use std::rc::Rc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use oxo_client::{
    clock::ServerClock,
    session::{Ask, AskKind, Update},
    state::LinkPhase,
};
use protocol::{
    Command, Event, OpeningChoice, OpeningRule, OpeningStage, Player, Rules, Seat,
    event::{Offer, OfferKind, Score},
    opening::MadeChoice,
    request::{AnswerOffer, Choose, InGame, MakeOffer, Move},
    settings::ClockSetting,
};
use tokio::time::Instant;

use super::{question::LOCK, *};
use crate::{
    sample,
    tui::{
        tests::{settings, shot},
        ui_settings::UiSettings,
    },
};
use game::notation::Layout;

pub(super) struct Ana {
    pub(super) page: TablePage,
    pub(super) client: ClientState,
    ui_settings: UiSettings,
    pub(super) now: Instant,
}

pub(super) fn at(room: Room) -> Ana {
    at_in("en", room, settings("default"))
}

/// At a table in a language.
fn at_in(tag: &str, mut room: Room, ui_settings: UiSettings) -> Ana {
    let (mut client, now) = (ClientState::default(), Instant::now());
    room.clock = ServerClock::set(sample::NOW_MS, now);
    client.take(&Update::Snapshot(room), now);
    let text = Rc::new(Catalogue::for_language(tag));
    Ana {
        page: TablePage::new(text, &client, now).unwrap(),
        client,
        ui_settings,
        now,
    }
}

/// The command that a key led to, if any.
fn command_of(action: TableAction) -> Option<Command> {
    match action {
        TableAction::Effects(effects) => effects.into_iter().find_map(|effect| match effect {
            UiEffect::Ask(Ask {
                what: AskKind::Seat(command),
                ..
            }) => Some(command),
            _ => None,
        }),
        other => panic!("{other:?}"),
    }
}

impl Ana {
    pub(super) fn table(&self) -> LiveTable<'_> {
        LiveTable::new(&self.page, &self.client).unwrap()
    }

    pub(super) fn table_mut(&mut self) -> LiveTable<'_, &mut TablePage> {
        LiveTable::new(&mut self.page, &self.client).unwrap()
    }

    pub(super) fn press(&mut self, code: KeyCode) -> TableAction {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        let (keys, now) = (self.ui_settings.keys, self.now);
        self.table_mut().key(key, keys, now)
    }

    pub(super) fn asks(&mut self, code: KeyCode) -> Option<Command> {
        command_of(self.press(code))
    }

    pub(super) fn said(&self) -> &str {
        self.page.said.as_ref().map_or("", |(said, _)| said)
    }

    pub(super) fn happens(&mut self, event: Event) -> Vec<UiEffect> {
        let (frame, before, after) = sample::happens(self.table().room, event);
        self.client.room = Some(after);
        let now = self.now;
        self.table_mut().event(&frame, &before, now)
    }

    fn shot(&self, size: (u16, u16)) -> String {
        shot(size, self.ui_settings.charset, |canvas| {
            draw(canvas, &self.table(), &self.ui_settings, None, self.now);
        })
    }
}

pub(super) fn c(letter: char) -> KeyCode {
    KeyCode::Char(letter)
}

fn plays(cell: Cell, ply: u32) -> Option<Command> {
    Some(Command::Move(Move { game: 4, ply, cell }))
}

#[test]
fn a_digit_plays_its_cell_in_either_layout() {
    assert_eq!(at(sample::playing()).asks(c('7')), plays(0, 0));
    let mut phone = at(sample::playing());
    phone.ui_settings.keys = Layout::Phone;
    assert_eq!(phone.asks(c('7')), plays(6, 0));
    let large = sample::after(Rules::new(7, 6, 4).unwrap(), &[], ClockSetting::None);
    assert_eq!(at(large).asks(c('7')), None);
}

#[test]
fn arrows_and_vi_keys_lead_to_a_cell_and_stop_at_the_edge() {
    let mut ana = at(sample::playing());
    for code in [KeyCode::Up, KeyCode::Left, KeyCode::Left, c('k'), c('h')] {
        assert_eq!(ana.asks(code), None);
    }
    assert_eq!(ana.asks(KeyCode::Enter), plays(0, 0));
    let mut ana = at(sample::playing());
    for code in [c('j'), c('l'), KeyCode::Down, KeyCode::Right] {
        assert_eq!(ana.asks(code), None);
    }
    assert_eq!(ana.asks(c(' ')), plays(8, 0));
}

/// A game in whose opening it is for Ana to choose.
fn choosing(stage: OpeningStage) -> Room {
    let rules = Rules::new(5, 5, 4).unwrap();
    let mut room = sample::after(rules, &[12, 0], ClockSetting::None);
    let view = std::sync::Arc::make_mut(&mut room.view);
    view.settings.opening = OpeningRule::Swap2;
    view.game.as_mut().unwrap().opening = Some(stage);
    room
}

#[test]
fn in_an_opening_a_letter_takes_a_mark_or_places_two_more() {
    let chooses = |choice| {
        let (game, ply) = (4, 2);
        Some(Command::Choose(Choose { game, ply, choice }))
    };
    let mut ana = at(choosing(OpeningStage::ChooseOrPlaceTwo));
    let said = speech::opening_turn(ana.table().scene()).unwrap();
    assert!(said.starts_with("Take X or O, or place two more."));
    assert_eq!(ana.asks(KeyCode::Enter), None, "no mark before that");
    assert_eq!(ana.said(), said);
    for (letter, choice) in [
        ('x', OpeningChoice::X),
        ('o', OpeningChoice::O),
        ('m', OpeningChoice::PlaceTwo),
    ] {
        let mut ana = at(choosing(OpeningStage::ChooseOrPlaceTwo));
        assert_eq!(ana.asks(c(letter)), chooses(choice), "{letter}");
    }
    let mut ana = at(choosing(OpeningStage::PlaceOrChoose));
    assert_eq!(ana.asks(c('m')), None);
    assert_eq!(ana.asks(c('x')), chooses(OpeningChoice::X));
}

#[test]
fn an_opening_says_how_many_marks_are_left_to_place() {
    let said = |choices: Vec<MadeChoice>| {
        let mut room = choosing(OpeningStage::Place);
        let view = std::sync::Arc::make_mut(&mut room.view);
        view.game.as_mut().unwrap().choices = choices;
        speech::opening_turn(at(room).table().scene()).unwrap()
    };
    assert_eq!(
        said(Vec::new()),
        "Your turn: place X. Afterwards your opponent chooses a mark."
    );
    let two = MadeChoice {
        ply: 2,
        by: Seat::Host,
        choice: OpeningChoice::PlaceTwo,
        clocks: None,
    };
    assert_eq!(
        said(vec![two]),
        "Your turn: place X (2 to go). Your opponent chooses next."
    );
}

#[test]
fn a_click_is_a_move() {
    let mut ana = at(sample::playing());
    let clicked = ana.table_mut().click(4);
    assert_eq!(command_of(clicked), plays(4, 0));
    let moved = sample::moved(&ana.table().room.view, 4, None, vec![]);
    ana.happens(moved);
    assert_eq!(ana.said(), "You: X on b2.");
}

#[test]
fn an_impossible_move_is_explained_and_not_sent() {
    let mut ana = at(sample::after(Rules::CLASSIC, &[4], ClockSetting::None));
    assert_eq!(ana.asks(c('7')), None);
    assert_eq!(ana.said(), "It is not your turn: Beatriz is to move.");
    let mut ana = at(sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None));
    assert_eq!(ana.asks(c('7')), None);
    assert_eq!(ana.said(), "a3 is taken. Choose a free cell.");
    ana.client.link = LinkPhase::Connecting;
    assert_eq!(ana.asks(c('9')), None);
    assert!(
        ana.said().starts_with("There is no connection"),
        "{}",
        ana.said()
    );
    assert_eq!(at(sample::won()).asks(c('9')), None);
}

#[test]
fn looking_back_is_not_ended_by_a_move_but_by_escape_and_end() {
    let mut ana = at(sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None));
    ana.press(KeyCode::PageUp);
    assert_eq!(ana.page.back, Some(1));
    // Now the arrows step as well.
    ana.press(KeyCode::Left);
    assert_eq!(ana.page.back, Some(0));
    ana.press(KeyCode::Left);
    assert_eq!(ana.page.back, Some(0));
    let moved = sample::moved(&ana.table().room.view, 8, None, vec![]);
    ana.happens(moved);
    assert_eq!(ana.page.back, Some(0), "a move does not end it");
    ana.press(KeyCode::Esc);
    assert_eq!(ana.page.back, None);
    ana.press(KeyCode::Home);
    ana.press(KeyCode::End);
    assert_eq!(ana.page.back, None);
    // While one plays, an arrow is the cursor's.
    ana.press(KeyCode::Left);
    assert_eq!(ana.page.back, None);
}

#[test]
fn a_spectator_can_look_back_and_do_nothing_else() {
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None);
    room.seat = None;
    let mut caio = at(room);
    for code in [
        c('7'),
        KeyCode::Enter,
        c('d'),
        c('g'),
        c('s'),
        c('r'),
        c('y'),
    ] {
        assert!(matches!(caio.press(code), TableAction::Effects(effects) if effects.is_empty()));
    }
    assert!(
        matches!(caio.table_mut().click(5), TableAction::Effects(effects) if effects.is_empty())
    );
    caio.press(KeyCode::Left);
    assert_eq!(caio.page.back, Some(1));
    assert!(matches!(caio.press(KeyCode::Tab), TableAction::NextRoom));
    assert!(matches!(caio.press(c('q')), TableAction::Start(effects) if effects.len() == 1));
}

#[test]
fn each_request_has_its_key() {
    let offer = |kind, ply| Some(Command::Offer(MakeOffer { game: 4, kind, ply }));
    let played = || {
        at(sample::after(
            Rules::CLASSIC,
            &[4, 0, 8, 6],
            ClockSetting::None,
        ))
    };
    assert_eq!(played().asks(c('d')), offer(OfferKind::Draw, None));
    assert_eq!(played().asks(c('r')), offer(OfferKind::Restart, None));
    assert_eq!(played().asks(c('t')), offer(OfferKind::Takeback, Some(2)));
    assert_eq!(
        at(sample::won()).asks(c('r')),
        offer(OfferKind::Rematch, None)
    );
    let mut ana = at(sample::playing());
    assert_eq!(ana.asks(c('t')), None);
    assert_eq!(ana.said(), "There is no move of yours to take back.");
}

#[test]
fn resigning_asks_for_confirmation() {
    let mut ana = at(sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None));
    assert_eq!(ana.asks(c('g')), None);
    assert_eq!(ana.asks(c('n')), None);
    assert_eq!(ana.asks(c('y')), None, "it was answered with no");
    ana.asks(c('g'));
    assert_eq!(ana.asks(c('y')), Some(Command::Resign(InGame { game: 4 })));
    let mut ana = at(sample::playing());
    ana.asks(c('g'));
    assert_eq!(
        ana.asks(c('y')),
        Some(Command::Abort(InGame { game: 4 })),
        "nobody has moved yet"
    );
}

#[test]
fn an_offer_is_answered_only_once_it_could_be_read() {
    let mut ana = at(sample::playing());
    let offer = Offer {
        id: 7,
        by: Seat::Guest,
        kind: OfferKind::Draw,
        ply: None,
        deadline_ms: sample::NOW_MS + 30_000,
    };
    ana.happens(Event::Offered { offer });
    let screen = ana.shot((80, 24));
    let told = screen.matches("Beatriz offers a draw.").count();
    assert_eq!(told, 1, "{screen}");
    assert_eq!(ana.asks(c('y')), None);
    ana.now += LOCK;
    assert_eq!(
        ana.asks(c('y')),
        Some(Command::Accept(AnswerOffer { offer: 7 }))
    );
    assert_eq!(
        ana.asks(c('n')),
        Some(Command::Decline(AnswerOffer { offer: 7 }))
    );
}

#[test]
fn leaving_the_table_keeps_the_seat_unless_it_is_given_up() {
    let mut ana = at(sample::playing());
    assert_eq!(ana.asks(c('q')), None);
    assert_eq!(ana.asks(c('7')), None, "a choice takes only its own keys");
    assert_eq!(ana.page.menu, Some(TableMenu::Going));
    assert_eq!(ana.asks(c('g')), Some(Command::Leave));
    ana.press(c('q'));
    assert!(
        matches!(ana.press(c('k')), TableAction::Start(effects) if matches!(effects[..], [UiEffect::Detach]))
    );
    ana.press(c('q'));
    assert!(
        matches!(ana.press(c('q')), TableAction::Effects(effects) if matches!(effects[..], [UiEffect::Quit]))
    );
}

/// Calls for the person's attention.
fn rings(effects: Vec<UiEffect>) -> Vec<String> {
    let words = effects.into_iter().map(|effect| match effect {
        UiEffect::Bell => "a bell".to_owned(),
        UiEffect::Ring(words) => words,
        other => panic!("{other:?}"),
    });
    words.collect()
}

#[test]
fn a_turn_notifies_the_desktop_in_a_correspondence_game_or_after_some_seconds() {
    let called = |clock, after_ms| {
        let mut ana = at(sample::after(Rules::CLASSIC, &[4], clock));
        let moved = sample::moved(&ana.table().room.view, 0, None, vec![]);
        let (mut frame, before, after) = sample::happens(ana.table().room, moved);
        frame.at_ms += after_ms;
        ana.client.room = Some(after);
        let now = ana.now;
        rings(ana.table_mut().event(&frame, &before, now))
    };
    let blitz = ClockSetting::total(60_000, 0);
    assert_eq!(called(blitz, 4_999), ["a bell"]);
    assert_eq!(called(blitz, 5_000), ["Your turn, you play X."]);
    let days = ClockSetting::correspondence(3);
    assert_eq!(called(days, 0), ["Your turn, you play X."]);
}

#[test]
fn the_bell_rings_for_what_others_do() {
    let mut ana = at(sample::after(Rules::CLASSIC, &[4], ClockSetting::None));
    let moved = sample::moved(&ana.table().room.view, 0, None, vec![]);
    assert_eq!(rings(ana.happens(moved)), ["a bell"]);
    let moved = sample::moved(&ana.table().room.view, 1, None, vec![]);
    assert_eq!(rings(ana.happens(moved)), [""; 0], "one's own move");
    let mut ana = at(sample::waiting());
    let joined = Event::Joined {
        seat: Seat::Guest,
        player: Player::named("Beatriz"),
        score: Score::default(),
        replaced: None,
        turn: None,
    };
    assert_eq!(rings(ana.happens(joined)), ["Beatriz sat down."]);
}

#[test]
fn a_table_is_redrawn_only_when_something_changes() {
    let now = Instant::now();
    assert_eq!(at(sample::won()).table().changes_in(now), None);
    assert_eq!(at(sample::waiting()).table().changes_in(now), None);
    let clock = ClockSetting::total(300_000, 0);
    let ana = at(sample::after(Rules::CLASSIC, &[4], clock));
    let wait = ana.table().changes_in(ana.now).unwrap();
    assert!(wait <= Duration::from_secs(1), "{wait:?}");
}
