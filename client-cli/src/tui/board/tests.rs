//! Drawings of every size of board and area; what must hold at all of them is asserted.

use ratatui::{buffer::Buffer, style::Modifier};

use super::*;
use crate::tui::{canvas::ClickMap, tests::lines, theme::Theme};

const AREAS: [(u16, u16); 6] = [(40, 11), (40, 16), (50, 20), (80, 24), (84, 36), (120, 40)];

fn picture(rules: Rules) -> BoardScene<'static> {
    BoardScene {
        rules,
        ..BoardScene::default()
    }
}

fn painted(area: Rect, charset: Charset, picture: &BoardScene<'_>) -> (Buffer, ClickMap) {
    let theme = Theme::named("mono").unwrap();
    let mut buffer = Buffer::empty(Rect::new(0, 0, area.right() + 3, area.bottom() + 3));
    let mut canvas = Canvas::new(&mut buffer, &theme, charset);
    draw(&mut canvas, area, picture);
    let targets = canvas.targets();
    (buffer, targets)
}

fn drawn((width, height): (u16, u16), charset: Charset, picture: &BoardScene<'_>) -> String {
    let area = Rect::new(0, 0, width, height);
    lines(&painted(area, charset, picture).0)
}

/// Marks in turn, X first.
fn played(rules: Rules, names: &str) -> Vec<(Cell, Mark)> {
    let cells = names
        .split(' ')
        .map(|name| notation::parse(rules, name).unwrap());
    cells.zip(Mark::BOTH.into_iter().cycle()).collect()
}

/// A game of each of the sizes that people play most, in its middle and won.
fn games() -> [(&'static str, Rules, &'static str, &'static str); 4] {
    let rules = |w, h, l| Rules::new(w, h, l).unwrap();
    [
        ("3x3", rules(3, 3, 3), "b2 a3 c1", "b2 a3 c1 c3 b3 a2 b1"),
        (
            "7x6",
            rules(7, 6, 4),
            "d1 d2 e1 c1 e2",
            "d1 d2 e1 e2 f1 f2 g1",
        ),
        (
            "15x15",
            rules(15, 15, 5),
            "h8 i8 h9 g7 h10",
            "h8 i8 h9 g7 h10 h7 h11 g11 h12",
        ),
        (
            "19x19",
            rules(19, 19, 5),
            "k10 j9 l10 a1",
            "k10 j9 l10 a1 m10 s19 n10 a19 o10",
        ),
    ]
}

/// The middle of a game, with everything that can be special at once.
fn show_middle(rules: Rules, names: &str, show: impl FnOnce(&BoardScene<'_>)) {
    let moves = played(rules, names);
    let cell = |name| notation::parse(rules, name).ok();
    show(&BoardScene {
        moves: &moves,
        cursor: cell("b1"),
        pending: cell("c2").map(|cell| (cell, Mark::O)),
        digits: Some(Layout::Keypad),
        ..picture(rules)
    });
}

fn show_won(rules: Rules, names: &str, show: impl FnOnce(&BoardScene<'_>)) {
    let moves = played(rules, names);
    let board = moves
        .iter()
        .try_fold(game::Board::new(rules), |board, (cell, _)| {
            board.play(*cell)
        })
        .unwrap();
    let game::Outcome::Won { lines, .. } = board.outcome() else {
        panic!("nobody won: {names}");
    };
    show(&BoardScene {
        moves: &moves,
        lines,
        ..picture(rules)
    });
}

#[test]
fn boards_are_drawn_in_areas_of_every_size() {
    for (name, rules, middle, won) in games() {
        for area in AREAS {
            let mut all = Vec::new();
            let mut take = |picture: &BoardScene<'_>| all.push(drawn(area, Charset::Box, picture));
            take(&picture(rules));
            show_middle(rules, middle, &mut take);
            show_won(rules, won, &mut take);
            let name = format!("{name}_{}x{}", area.0, area.1);
            insta::assert_snapshot!(name, all.join("\n\n"));
        }
    }
}

#[test]
fn boards_are_drawn_in_ascii() {
    for (name, rules, middle, won) in games() {
        let mut all = Vec::new();
        for area in [(40, 11), (50, 20), (84, 36)] {
            let mut take =
                |picture: &BoardScene<'_>| all.push(drawn(area, Charset::Ascii, picture));
            show_middle(rules, middle, &mut take);
            show_won(rules, won, &mut take);
        }
        assert!(all.concat().is_ascii());
        insta::assert_snapshot!(format!("{name}_ascii"), all.join("\n\n"));
    }
}

#[test]
fn highlighted_cells_show_without_colours_at_every_size() {
    let rules = Rules::CLASSIC;
    let lines = [vec![4]];
    let plain = BoardScene {
        moves: &[(4, Mark::X), (0, Mark::O)],
        ..picture(rules)
    };
    let sent = (4, Mark::X);
    let kinds = [
        picture(rules),
        plain,
        BoardScene {
            moves: &[(0, Mark::O), (4, Mark::X)],
            ..picture(rules)
        },
        BoardScene {
            lines: &lines,
            ..plain
        },
        BoardScene {
            cursor: Some(4),
            ..plain
        },
        BoardScene {
            cursor: Some(4),
            ..picture(rules)
        },
        BoardScene {
            pending: Some(sent),
            ..picture(rules)
        },
        BoardScene {
            moves: &[(4, Mark::O)],
            ..picture(rules)
        },
    ];
    for charset in [Charset::Box, Charset::Ascii] {
        for area in [
            (8, 4),
            (11, 4),
            (15, 8),
            (20, 12),
            (24, 14),
            (50, 20),
            (84, 36),
        ] {
            let all: Vec<String> = kinds
                .iter()
                .map(|kind| drawn(area, charset, kind))
                .collect();
            for (at, one) in all.iter().enumerate() {
                for other in &all[at + 1..] {
                    assert_ne!(one, other);
                }
            }
        }
    }
}

#[test]
fn no_board_leaves_its_area_and_every_cell_is_where_it_is_noted() {
    let moves = [(0, Mark::X), (60_000, Mark::X), (7, Mark::O)];
    let lines = [vec![0, 999]];
    for (width, height) in (1..=19).flat_map(|w| (1..=19).map(move |h| (w, h))) {
        let Ok(rules) = Rules::new(width, height, 3) else {
            continue;
        };
        // Other areas for other boards, so that all of both are seen soon.
        let step = 1 + usize::from(width + height) % 5;
        for columns in (0..=130).step_by(step + 8) {
            for rows in (usize::from(width) % 4..=45).step_by(step + 3) {
                let area = Rect::new(2, 1, columns, u16::try_from(rows).unwrap());
                let all = BoardScene {
                    moves: &moves,
                    lines: &lines,
                    cursor: Some(u16::from(width) * u16::from(height / 2)),
                    pending: Some((3, Mark::O)),
                    ..picture(rules)
                };
                check(rules, area, &all);
            }
        }
    }
}

fn check(rules: Rules, area: Rect, picture: &BoardScene<'_>) {
    let (buffer, targets) = painted(area, Charset::Box, picture);
    let taken = size(rules, area.as_size());
    assert!(taken.width <= area.width && taken.height <= area.height);
    for position in buffer.area.positions() {
        let outside = !area.contains(position);
        let symbol = buffer.cell(position).unwrap().symbol();
        assert!(
            !outside || symbol == " ",
            "{symbol} at {position} of {area}"
        );
    }
    let plan = BoardLayout::new(rules, area, picture.cursor.or(picture.last()));
    assert_eq!(plan.whole.as_size(), taken);
    for (cell, inside) in plan.cells(rules) {
        let (x, y) = (inside.x + inside.width / 2, inside.y + inside.height / 2);
        assert!(area.contains((x, y).into()));
        assert_eq!(targets.at(x, y), Some(ClickTarget::Cell(cell)));
        if picture.square(cell).mark.is_none() && !plan.step.has_lines() {
            assert_eq!(buffer.cell((x, y)).unwrap().symbol(), "·");
        }
    }
    let cursor = picture.cursor.and_then(|cell| plan.shown(rules, cell));
    let room = !plan.columns.is_empty();
    assert!(cursor.is_some() == room, "the cursor is in sight");
}

#[test]
fn a_cursor_off_the_board_is_not_drawn() {
    for cursor in [9, 60_000] {
        let wild = BoardScene {
            cursor: Some(cursor),
            moves: &[(cursor, Mark::O)],
            pending: Some((cursor, Mark::X)),
            ..picture(Rules::CLASSIC)
        };
        let plain = picture(Rules::CLASSIC);
        for (width, height) in [(3, 2), (20, 9), (80, 24)] {
            let area = Rect::new(0, 0, width, height);
            let got = painted(area, Charset::Box, &wild);
            assert_eq!(got, painted(area, Charset::Box, &plain));
        }
    }
}

#[test]
fn highlighted_cells_differ_in_weight_as_well() {
    let won = [vec![1]];
    let picture = BoardScene {
        moves: &[(0, Mark::X), (1, Mark::X)],
        lines: &won,
        cursor: Some(8),
        pending: Some((2, Mark::O)),
        ..picture(Rules::CLASSIC)
    };
    for (width, height) in [(12, 4), (50, 20)] {
        let area = Rect::new(0, 0, width, height);
        let (buffer, _) = painted(area, Charset::Box, &picture);
        let plan = BoardLayout::new(picture.rules, area, picture.cursor);
        let weight = |column: u8| {
            let inside = plan.cell(column, 0);
            let row = inside.y + inside.height / 2;
            let mut row = (inside.x..inside.right()).filter_map(|x| buffer.cell((x, row)));
            row.find(|cell| cell.symbol() != " ").unwrap().modifier
        };
        assert_eq!(weight(0), Modifier::BOLD);
        assert_eq!(weight(1), Modifier::BOLD | Modifier::REVERSED);
        assert_eq!(weight(2), Modifier::DIM);
        let letter = |column: u8| {
            let x = plan.cell(column, 0).x + plan.step.x.inner / 2;
            buffer.cell((x, plan.whole.y)).unwrap().modifier
        };
        assert_eq!((letter(0), letter(2)), (Modifier::DIM, Modifier::BOLD));
    }
}
