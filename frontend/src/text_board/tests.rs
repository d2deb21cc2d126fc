//! Unit tests of `text_board`.

use protocol::{
    Event, Seat,
    event::{NextTurn, TurnLimit},
};

use super::*;

fn view(rules: Rules, cells: &[Cell], lines: Vec<Vec<Cell>>) -> View {
    let turn = |seat| NextTurn {
        seat,
        since_ms: None,
        due_ms: 0,
        limit: Some(TurnLimit::Idle),
        moves_ms: None,
    };
    let mut view = View::default();
    view.settings.rules = rules;
    let started = Event::Started {
        game: 1,
        x: Seat::Host,
        clocks: None,
        turn: turn(Seat::Host),
        opening: None,
    };
    view.fold(1, 0, &started);
    for (ply, cell) in (0..).zip(cells) {
        let moved = Event::Moved {
            game: 1,
            ply,
            cell: *cell,
            mark: None,
            credit_ms: 0,
            clock_ms: None,
            turn: Some(turn(Seat::BOTH[(ply as usize + 1) % 2])),
            lines: lines.clone(),
            no_open_lines: false,
            lapsed_offer: None,
            over: None,
            score: None,
            empty_until_ms: None,
            opening: None,
        };
        view.fold(u64::from(ply) + 2, 0, &moved);
    }
    view
}

fn drawn(view: &View, charset: Charset, digits: Option<Layout>) -> String {
    let lines = board(view, BoardStyle { charset, digits });
    lines.join("\n")
}

#[test]
fn classic_with_the_keypad_beside_it() {
    let view = view(Rules::CLASSIC, &[4, 0], vec![]);
    let expected = "
    a   b   c
  ┌───┬───┬───┐
3 │[O]│   │   │     · 8 9
  ├───┼───┼───┤
2 │   │ X │   │     4 · 6
  ├───┼───┼───┤
1 │   │   │   │     1 2 3
  └───┴───┴───┘";
    let got = drawn(&view, Charset::Box, Some(Layout::Keypad));
    assert_eq!(got, &expected[1..]);
}

#[test]
fn classic_won_in_ascii_with_the_telephone_beside_it() {
    let view = view(Rules::CLASSIC, &[0, 3, 1, 4, 2], vec![vec![0, 1, 2]]);
    let expected = "
    a   b   c
  +---+---+---+
3 |*X*|*X*|*X*|     . . .
  +---+---+---+
2 | O | O |   |     . . 6
  +---+---+---+
1 |   |   |   |     7 8 9
  +---+---+---+";
    let got = drawn(&view, Charset::Ascii, Some(Layout::Phone));
    assert_eq!(got, &expected[1..]);
}

#[test]
fn seven_by_six_has_no_digits() {
    let view = view(Rules::new(7, 6, 4).unwrap(), &[0, 41], vec![]);
    let expected = "
    a   b   c   d   e   f   g
  ┌───┬───┬───┬───┬───┬───┬───┐
6 │ X │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
5 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
4 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
2 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
1 │   │   │   │   │   │   │[O]│
  └───┴───┴───┴───┴───┴───┴───┘";
    let got = drawn(&view, Charset::Box, Some(Layout::Keypad));
    assert_eq!(got, &expected[1..]);
}

#[test]
fn fifteen_by_fifteen_fits_a_small_terminal() {
    let view = view(Rules::GOMOKU, &[112, 113], vec![]);
    let got = drawn(&view, Charset::Box, None);
    let lines: Vec<&str> = got.lines().collect();
    assert_eq!(lines.len(), 17);
    let letters = "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o";
    assert_eq!((lines[0], lines[16]), (letters, letters));
    assert_eq!(
        lines[8],
        " 8  ·  ·  ·  ·  ·  ·  ·  X [O] ·  ·  ·  ·  ·  ·  8"
    );
    assert!(lines.iter().all(|line| line.chars().count() < 80));
}

#[test]
fn a_hostile_view_draws_without_panic() {
    let view = view(Rules::CLASSIC, &[60_000], vec![vec![70]]);
    assert_eq!(
        board(
            &view,
            BoardStyle {
                charset: Charset::Box,
                digits: None
            }
        )
        .len(),
        8
    );
    assert!(
        board(
            &View::default(),
            BoardStyle {
                charset: Charset::Box,
                digits: None
            }
        )
        .is_empty()
    );
}
