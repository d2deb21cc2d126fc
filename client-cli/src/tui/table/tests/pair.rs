//! Two at one terminal: what the screen shows and what keys do.

use std::sync::Arc;

use frontend::text_board::Charset;
use game::notation::Layout;
use oxo_client::{session::Room, transport::PlayMode};
use protocol::{
    Cell, Command, Rules, Seat,
    event::OfferKind,
    request::{InGame, MakeOffer, Move},
    settings::ClockSetting,
};
use sentences::Catalogue;

use super::{Ana, at_in, c};
use crate::{
    sample,
    tui::{
        canvas::Canvas,
        effect::UiEffect,
        overlay::{self, Overlay},
        table::TableAction,
        tests::{settings, shot},
        ui_settings::UiSettings,
    },
};

const SIZES: [(u16, u16); 2] = [(40, 16), (80, 24)];

/// The same room at one terminal, with the seat that is to move.
fn shared(mut room: Room) -> Room {
    room.mode = PlayMode::Hotseat;
    room.now.spectators = 0;
    let game = room.view.game.as_ref().unwrap();
    room.seat = game.turn.map(|turn| turn.seat).or(room.seat);
    room
}

fn after(cells: &[Cell]) -> Room {
    shared(sample::after(Rules::CLASSIC, cells, ClockSetting::None))
}

fn pair_settings() -> UiSettings {
    UiSettings {
        keys: Layout::Phone,
        ..settings("default")
    }
}

fn at(room: Room, tag: &str) -> Ana {
    at_in(tag, room, pair_settings())
}

fn shots(pair: &Ana, name: &str) {
    for size in SIZES {
        insta::assert_snapshot!(format!("{name}_{}", size.0), pair.shot(size));
    }
}

fn offers(kind: OfferKind, ply: Option<u32>) -> Option<Command> {
    Some(Command::Offer(MakeOffer { game: 4, kind, ply }))
}

#[test]
fn a_hot_seat_table_addresses_two_players_and_shows_no_network() {
    shots(&at(after(&[4]), "en"), "pair");
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None);
    for seat in Seat::BOTH {
        let view = Arc::make_mut(&mut room.view);
        view.seats[seat].as_mut().unwrap().player.name = None;
    }
    shots(&at(shared(room), "pt-BR"), "pair_pt");
    shots(&at(shared(sample::won()), "en"), "pair_won");
    let mut pair = at(after(&[4, 0]), "en");
    pair.press(c('g'));
    shots(&pair, "pair_resigns");
}

#[test]
fn a_table_against_the_local_computer_shows_no_network() {
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None);
    room.mode = PlayMode::Solo;
    room.now.spectators = 0;
    shots(&at(room, "en"), "alone");
}

#[test]
fn the_keys_play_for_the_side_to_move() {
    for (cells, ply) in [(&[][..], 0), (&[4], 1), (&[4, 0], 2)] {
        let cell = 8;
        let played = at(after(cells), "en").asks(c('9'));
        assert_eq!(played, Some(Command::Move(Move { game: 4, ply, cell })));
    }
}

#[test]
fn yes_is_the_key_of_the_language_and_y_everywhere() {
    let resigns = Some(Command::Resign(InGame { game: 4 }));
    for (tag, key) in [("pt-BR", 's'), ("pt-BR", 'y'), ("en", 'y'), ("zh-CN", 'y')] {
        let mut pair = at(after(&[4, 0]), tag);
        pair.press(c('g'));
        assert_eq!(pair.asks(c(key)), resigns, "{key} in {tag}");
    }
    let mut pair = at(after(&[4, 0]), "pt-BR");
    pair.press(c('g'));
    let shown = pair.shot((80, 24));
    assert!(shown.contains("s desistir"), "{shown}");
}

#[test]
fn an_agreement_needs_one_confirmation_and_a_harmless_action_none() {
    let mut pair = at(after(&[4, 0]), "en");
    assert_eq!(pair.asks(c('t')), offers(OfferKind::Takeback, Some(1)));
    assert_eq!(at(after(&[]), "en").asks(c('t')), None);
    for (letter, command) in [
        ('d', offers(OfferKind::Draw, None)),
        ('r', offers(OfferKind::Restart, None)),
        ('g', Some(Command::Resign(InGame { game: 4 }))),
    ] {
        assert_eq!(pair.asks(c(letter)), None, "{letter} is asked back");
        assert_eq!(pair.asks(c('n')), None);
        assert_eq!(pair.asks(c('y')), None, "it was said no to");
        pair.press(c(letter));
        assert_eq!(pair.asks(c('y')), command);
    }
    let mut over = at(shared(sample::won()), "en");
    assert_eq!(over.asks(c('r')), offers(OfferKind::Rematch, None));
    for letter in ['s', 'i', 'x', 'c'] {
        assert_eq!(pair.asks(c(letter)), None);
        assert_eq!(pair.page.menu, None, "{letter}");
    }
}

#[test]
fn leaving_in_the_middle_of_a_game_asks_for_confirmation() {
    let mut pair = at(after(&[4]), "en");
    assert!(matches!(pair.press(c('q')), TableAction::Effects(none) if none.is_empty()));
    let leaves = |doing| match doing {
        TableAction::Start(effects) => matches!(effects[..], [UiEffect::Detach]),
        _ => false,
    };
    assert!(leaves(pair.press(c('y'))));
    assert!(leaves(at(after(&[]), "en").press(c('q'))));
    let mut over = at(shared(sample::won()), "en");
    assert!(leaves(over.press(c('q'))));
    assert!(!over.table().room.keeps_seat());
}

#[test]
fn a_move_at_a_shared_terminal_rings_and_notifies_nobody() {
    let mut pair = at(after(&[]), "en");
    let moved = sample::moved(&pair.table().room.view, 4, None, vec![]);
    assert!(pair.happens(moved).is_empty());
    assert_eq!(pair.said(), "Ana: X on b2.");
    assert_eq!(pair.table().title(), "Beatriz is to move.");
}

#[test]
fn the_help_lists_only_available_keys() {
    let text = Catalogue::for_language("en");
    for (name, mode) in [("pair", PlayMode::Hotseat), ("alone", PlayMode::Solo)] {
        let shown = shot((80, 24), Charset::Box, |canvas: &mut Canvas<'_>| {
            overlay::draw(
                canvas,
                Overlay::Help(0),
                (&pair_settings(), &text),
                overlay::table_help(&text, canvas.charset, mode, "oxo local"),
            );
        });
        insta::assert_snapshot!(format!("help_{name}"), shown);
    }
}
