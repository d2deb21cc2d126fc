//! Effects of keys and clicks on the start screen.

use frontend::intent::OpponentSearch;
use game::LineRule;

use super::*;

#[test]
fn each_menu_entry_opens_its_page() {
    let seat = own_seat(77);
    for (letter, intent) in [
        ('1', Intent::Resume(seat.clone())),
        ('a', Intent::Play(OpponentSearch::default())),
        ('F', Intent::New(Settings::default())),
    ] {
        let mut start = start();
        start.seats(vec![seat.clone()], &SeatPoll::default());
        assert_eq!(went(&press(&mut start, KeyCode::Char(letter))), &intent);
        assert!(
            press(&mut start, KeyCode::Enter).is_empty(),
            "one thing at a time"
        );
    }
    let mut start = start();
    start.seats(vec![seat.clone()], &SeatPoll::default());
    assert_eq!(
        went(&press(&mut start, KeyCode::Enter)),
        &Intent::Resume(seat)
    );
    start.idle();
    assert!(matches!(
        press(&mut start, KeyCode::Char('q'))[..],
        [UiEffect::Quit]
    ));
    assert!(matches!(
        press(&mut start, KeyCode::Char('r'))[..],
        [UiEffect::Retry]
    ));
    let held = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::CONTROL);
    assert!(start.key(held).is_empty());
}

#[test]
fn the_selection_stays_on_its_entry_when_lists_change() {
    let mut start = start();
    press(&mut start, KeyCode::Down);
    start.seats(vec![own_seat(1), own_seat(2)], &SeatPoll::default());
    assert!(matches!(
        went(&press(&mut start, KeyCode::Enter)),
        Intent::New(_)
    ));
    start.idle();
    start.rooms(only(rooms()));
    press(&mut start, KeyCode::Tab);
    press(&mut start, KeyCode::Down);
    let chosen = rooms()[1].room;
    start.rooms(only(rooms().into_iter().rev().collect()));
    assert_eq!(
        went(&press(&mut start, KeyCode::Enter)),
        &Intent::Watch(chosen)
    );
    start.idle();
    start.rooms(only(Vec::new()));
    assert!(press(&mut start, KeyCode::Enter).is_empty());
}

#[test]
fn a_room_is_joined_or_watched_or_refused() {
    let mut start = start();
    let closed = Listed {
        watchable: false,
        ..listed(9, &["Ana", "Bob"])
    };
    start.rooms(only(vec![closed, listed(1, &["Ana"])]));
    press(&mut start, KeyCode::Right);
    assert!(press(&mut start, KeyCode::Enter).is_empty());
    assert!(start.said.is_some());
    press(&mut start, KeyCode::End);
    assert_eq!(start.said, None, "until the next key");
    let open = listed(1, &[]).room;
    assert_eq!(
        went(&press(&mut start, KeyCode::Enter)),
        &Intent::Join(open)
    );
}

#[test]
fn escape_cancels_a_ticket_and_detaches_from_a_waiting_room() {
    let mut start = start();
    press(&mut start, KeyCode::Char('a'));
    assert!(!start.wants_rooms());
    assert!(press(&mut start, KeyCode::Down).is_empty());
    let effects = press(&mut start, KeyCode::Esc);
    let cancels = |effects: &[UiEffect]| {
        matches!(
            effects,
            [UiEffect::Ask(Ask {
                what: AskKind::Other(Body::Cancel),
                ..
            })]
        )
    };
    assert!(cancels(&effects), "{effects:?}");
    assert!(start.wants_rooms());
    start.queued();
    assert!(cancels(&press(&mut start, KeyCode::Esc)));
    press(&mut start, KeyCode::Char('f'));
    assert!(matches!(
        press(&mut start, KeyCode::Esc)[..],
        [UiEffect::Detach]
    ));
}

#[test]
fn a_name_is_asked_for_once_and_kept() {
    let mut start = StartPage::new(
        english(),
        None,
        Settings::default(),
        menu_of_servers(),
        true,
    );
    let long = "x".repeat(30);
    assert!(types(&mut start, &long).is_empty());
    assert!(start.said.as_deref().unwrap().contains("too long"));
    start.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    let effects = press(&mut start, KeyCode::Enter);
    assert!(
        matches!(&effects[..], [UiEffect::Rename(name)] if name.is_empty()),
        "{effects:?}"
    );
    press(&mut start, KeyCode::Char('n'));
    let effects = types(&mut start, " Ana  Lima ");
    assert!(
        matches!(&effects[..], [UiEffect::Rename(name)] if name == "Ana Lima"),
        "{effects:?}"
    );
    press(&mut start, KeyCode::Char('n'));
    assert!(
        press(&mut start, KeyCode::Enter).is_empty(),
        "the same name"
    );
}

#[test]
fn a_friend_is_joined_by_code_or_by_link() {
    let room: RoomCode = "K7QX-4MTR".parse().unwrap();
    for (typed, server) in [
        ("k7qx4mtr", "ws://example.org:1952"),
        (
            "http://example.org:1952/r/K7QX-4MTR\n",
            "ws://example.org:1952",
        ),
        ("https://other.example/r/K7QX-4MTR", "wss://other.example"),
    ] {
        let mut start = start();
        press(&mut start, KeyCode::Char('c'));
        let effects = types(&mut start, typed);
        let [UiEffect::LookUpRoom(address, code)] = &effects[..] else {
            panic!("{typed}: {effects:?}");
        };
        assert_eq!((address.to_string().as_str(), *code), (server, room));
    }
    let mut start = start();
    press(&mut start, KeyCode::Char('c'));
    assert!(types(&mut start, "https://other.example/").is_empty());
    assert!(start.said.is_some());
    assert!(press(&mut start, KeyCode::Esc).is_empty());
    assert!(matches!(start.view, StartView::Menu));
}

#[test]
fn a_link_pasted_on_any_list_is_followed() {
    let game = "22222222222222222222222222";
    for letter in ['l', 'w', 'o', 'g', 'p'] {
        let mut start = start();
        press(&mut start, KeyCode::Char(letter));
        let effects = start.paste("https://other.example/r/K7QX-4MTR\n");
        let [UiEffect::LookUpRoom(address, _)] = &effects[..] else {
            panic!("{letter}: {effects:?}");
        };
        assert_eq!(address.to_string(), "wss://other.example");
        let effects = start.paste(&format!(" https://other.example/oxo/games/{game}"));
        let [UiEffect::Fetch(address, id)] = &effects[..] else {
            panic!("{letter}: {effects:?}");
        };
        assert_eq!(address.to_string(), "wss://other.example/oxo");
        assert_eq!(id.to_string(), game);
        assert!(start.said.is_some(), "that it is looked up");
        assert!(matches!(
            start.paste("k7qx 4mtr")[..],
            [UiEffect::LookUpRoom(..)]
        ));
        let token = "EBESExQVFhcYGRobHB0eHw";
        let shared = format!("https://other.example/r/K7QX-4MTR#take={token}");
        let effects = start.paste(&shared);
        let [UiEffect::OfferSeat(address, room, read)] = &effects[..] else {
            panic!("{letter}: {effects:?}");
        };
        assert_eq!(address.to_string(), "wss://other.example");
        assert_eq!(
            (room.to_string().as_str(), read.reveal()),
            ("K7QX-4MTR", token)
        );
        assert!(start.paste("Good morning!").is_empty());
        let said = start.said.take().unwrap();
        assert!(said.contains("Good morning!"), "{said}");
    }
    // What one is on the way to is not left by a slip.
    let mut start = start();
    press(&mut start, KeyCode::Char('a'));
    assert!(start.paste("https://other.example/r/K7QX-4MTR").is_empty());
}

#[test]
fn choices_wrap_around_and_other_values_are_typed() {
    let mut start = start();
    press(&mut start, KeyCode::Char('o'));
    press(&mut start, KeyCode::Left);
    assert_eq!(start.draft.room.rules, Rules::GOMOKU);
    press(&mut start, KeyCode::Right);
    assert_eq!(start.draft.room.rules, Rules::CLASSIC);
    press(&mut start, KeyCode::Enter);
    assert!(types(&mut start, "2x2x2").is_empty());
    assert!(start.said.is_some());
    start.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    types(&mut start, "5x5x4");
    assert_eq!(start.draft.room.rules, Rules::new(5, 5, 4).unwrap());
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Char(' '));
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Enter);
    types(&mut start, "90s");
    for _ in 3..ROOM.len() {
        press(&mut start, KeyCode::Down);
        press(&mut start, KeyCode::Char(' '));
    }
    press(&mut start, KeyCode::Esc);
    let effects = press(&mut start, KeyCode::Char('f'));
    let Intent::New(chosen) = went(&effects) else {
        panic!("{effects:?}");
    };
    assert_eq!(
        chosen.rules,
        Rules::new(5, 5, 4).unwrap().with(LineRule::Exactly)
    );
    assert_eq!(chosen.clock, ClockSetting::per_move(90_000));
    assert_eq!(chosen.first, First::Host);
    assert_eq!(chosen.opens, Opens::O);
    assert_eq!(chosen.alternate, Alternate::Fixed);
    assert_eq!(chosen.watching, Watching::Open);
    assert!(chosen.listed);
}

#[test]
fn every_room_setting_steps_forward_and_back() {
    for line in ROOM {
        let mut draft = start().draft;
        let chosen = |draft: &StartChoices| (draft.room, draft.search());
        let (usual, said) = (chosen(&draft), (line.value)(&english(), &draft));
        (line.change)(&mut draft, lines::StepDirection::Forward);
        assert_ne!(chosen(&draft), usual, "{}", (line.label)(&english()));
        assert_ne!((line.value)(&english(), &draft), said);
        (line.change)(&mut draft, lines::StepDirection::Back);
        assert_eq!(chosen(&draft), usual);
    }
}

#[test]
fn saved_games_are_listed_and_opened() {
    let mut start = start();
    assert!(matches!(
        press(&mut start, KeyCode::Char('g'))[..],
        [UiEffect::ListGames]
    ));
    assert!(press(&mut start, KeyCode::Enter).is_empty());
    start.games(kept());
    press(&mut start, KeyCode::Down);
    let effects = press(&mut start, KeyCode::Enter);
    let [UiEffect::OpenGame(game)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(game.saved().record.game.number, 29);
    assert!(!start.wants_rooms());
}

/// Effect of a click on the first place where a text is drawn.
fn click(start: &mut StartPage, size: (u16, u16), word: &str) -> Vec<UiEffect> {
    let lines = shown(start, size, Charset::Ascii, None);
    let found = lines.lines().enumerate();
    let mut found = found.filter_map(|(y, line)| line.find(word).map(|x| (x, y)));
    let (x, y) = found
        .next()
        .unwrap_or_else(|| panic!("no {word} in {lines}"));
    let theme = Theme::named("mono").unwrap();
    let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, size.0, size.1));
    let mut canvas = Canvas::new(&mut buffer, &theme, Charset::Ascii);
    start.draw(&mut canvas, Rect::new(0, 0, size.0, size.1), None, None);
    let at = |at: usize| u16::try_from(at).unwrap();
    match canvas.targets().at(at(x), at(y)) {
        Some(ClickTarget::Key(code)) => press(start, code),
        Some(ClickTarget::Item(number)) => start.click(number),
        _ => Vec::new(),
    }
}

#[test]
fn every_line_can_be_clicked() {
    for size in SIZES {
        let mut start = start();
        start.rooms(only(vec![
            listed(1, &["Eve"]),
            listed(2, &["Carl", "Dora"]),
        ]));
        start.games(kept());
        let effects = click(&mut start, size, "Saved games");
        assert!(matches!(effects[..], [UiEffect::ListGames]), "{effects:?}");
        click(&mut start, size, "Esc");
        click(&mut start, size, "Choices");
        click(&mut start, size, "In the list");
        assert!(start.draft.room.listed);
        click(&mut start, size, "back");
        click(&mut start, size, "Watch a game");
        let watched = listed(2, &[]).room;
        assert_eq!(
            went(&click(&mut start, size, "Carl")),
            &Intent::Watch(watched)
        );
        click(&mut start, size, "Esc");
        press(&mut start, KeyCode::Esc);
        press(&mut start, KeyCode::End);
        assert!(matches!(
            click(&mut start, size, "Quit")[..],
            [UiEffect::Quit]
        ));
        let (_, mut start) = pages()
            .into_iter()
            .find(|(name, _)| *name == "games")
            .unwrap();
        let effects = click(&mut start, size, "2026-11-21 03:0");
        assert!(
            matches!(effects[..], [UiEffect::OpenGame(_)]),
            "{effects:?}"
        );
    }
}

#[test]
fn a_game_against_the_computer_has_the_chosen_options() {
    let computer = |level, centre| Computer {
        level: Level::new(level).unwrap(),
        centre,
    };
    let mut start = start();
    assert!(press(&mut start, KeyCode::Char('p')).is_empty());
    assert!(start.wants_rooms());
    let usual = Settings {
        first: First::Host,
        ..Settings::default()
    };
    let intent = Intent::Computer(usual, computer(3, false));
    assert_eq!(went(&press(&mut start, KeyCode::Enter)), &intent);
    start.idle();
    // Level, who begins, the centre; the board of the choices.
    press(&mut start, KeyCode::Char('5'));
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Right);
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Char(' '));
    let chosen = Settings {
        first: First::Guest,
        ..usual
    };
    let intent = Intent::Computer(chosen, computer(5, true));
    assert_eq!(went(&press(&mut start, KeyCode::Enter)), &intent);
    start.idle();
    // A board without a centre cell has no such line.
    press(&mut start, KeyCode::Up);
    press(&mut start, KeyCode::Right);
    let chosen = Settings {
        rules: Rules::new(4, 4, 3).unwrap(),
        ..chosen
    };
    let intent = Intent::Computer(chosen, computer(5, false));
    assert_eq!(went(&press(&mut start, KeyCode::Enter)), &intent);
    start.idle();
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Left);
    let computers = BySeat {
        host: computer(5, false),
        guest: computer(4, false),
    };
    let intent = Intent::Exhibit(chosen.rules, computers);
    assert_eq!(went(&press(&mut start, KeyCode::Enter)), &intent);
}

#[test]
fn an_exhibition_can_be_watched_and_a_waiting_player_can_play_the_computer() {
    let room = RoomCode::from_bits(5);
    let mut start = start();
    assert!(press(&mut start, KeyCode::Char('t')).is_empty());
    start.exhibition(Some(room));
    assert_eq!(
        went(&press(&mut start, KeyCode::Char('t'))),
        &Intent::Watch(room)
    );
    start.idle();
    start.queued();
    let effects = press(&mut start, KeyCode::Char('p'));
    assert!(matches!(went(&effects), Intent::Computer(..)));
}

fn answers(effects: &[UiEffect]) -> &TicketAnswer {
    match went(effects) {
        Intent::Answer(answer) => answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_key_plays_a_waiting_player() {
    let mut start = start();
    start.rooms(with_seekers(Vec::new()));
    assert!(start.menu()[0].label.contains("Bob"));
    let effects = press(&mut start, KeyCode::Enter);
    let answer = answers(&effects);
    assert_eq!(answer.ticket, TicketId::from_bits(1));
    // Bob's search decides on the game.
    assert!(answer.boards.is_any());
    start.idle();
    // Cai would play anything, so the choice made here decides.
    start.draft.room.rules = Rules::CLASSIC.with(LineRule::Loses);
    press(&mut start, KeyCode::Tab);
    press(&mut start, KeyCode::Down);
    let effects = press(&mut start, KeyCode::Enter);
    let answer = answers(&effects);
    assert_eq!(answer.ticket, TicketId::from_bits(2));
    assert_eq!(
        answer.boards,
        Choice::OneOf(vec![Rules::CLASSIC.with(LineRule::Loses)])
    );
}

#[test]
fn a_key_never_acts_on_a_line_that_has_just_moved() {
    let mut start = start();
    start.rooms(only(Vec::new()));
    press(&mut start, KeyCode::Down);
    press(&mut start, KeyCode::Up);
    start.rooms(with_seekers(Vec::new()));
    let effects = press(&mut start, KeyCode::Enter);
    assert!(matches!(went(&effects), Intent::Play(_)), "{effects:?}");
    start.idle();
    // Who was chosen and has gone is not followed by the next who waits.
    press(&mut start, KeyCode::Up);
    let mut list = with_seekers(Vec::new());
    list.waiting.remove(0);
    start.rooms(list);
    let effects = press(&mut start, KeyCode::Enter);
    assert!(matches!(went(&effects), Intent::Play(_)), "{effects:?}");
}

#[test]
fn a_waiting_player_may_play_another_who_waits() {
    let mut start = start();
    start.rooms(with_seekers(Vec::new()));
    press(&mut start, KeyCode::Char('a'));
    assert!(
        press(&mut start, KeyCode::Enter).is_empty(),
        "not asked yet"
    );
    start.queued();
    assert!(start.wants_rooms());
    press(&mut start, KeyCode::Down);
    let effects = press(&mut start, KeyCode::Enter);
    let [UiEffect::Ask(cancel), rest @ ..] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(matches!(cancel.what, AskKind::Other(Body::Cancel)));
    assert_eq!(answers(rest).ticket, TicketId::from_bits(2));
}

#[test]
fn the_live_line_never_says_that_nobody_is_there_when_somebody_is() {
    let nobody = "Nobody is waiting";
    let mut start = start();
    let shown = |start: &StartPage, size| shown(start, size, Charset::Box, None);
    for size in SIZES {
        assert!(!shown(&start, size).contains(nobody), "before it is known");
    }
    start.rooms(with_seekers(Vec::new()));
    for size in SIZES {
        let screen = shown(&start, size);
        assert!(!screen.contains(nobody), "{screen}");
        assert!(screen.contains("Bob and 1 other are waiting"), "{screen}");
    }
    start.rooms(only(vec![listed(1, &["Eve"])]));
    let screen = shown(&start, SIZES[1]);
    assert!(
        screen.contains("Eve is waiting to play. 7 online."),
        "{screen}"
    );
    start.rooms(only(Vec::new()));
    for size in SIZES {
        assert!(shown(&start, size).contains(nobody));
    }
}
