//! Replay of a finished game: its steps, and their pictures.

use frontend::text_board::Charset;

use super::*;
use crate::{
    sample::games::{WILD, played, reviewed, won},
    tui::tests::shot,
};

fn english() -> Rc<Catalogue> {
    Rc::new(Catalogue::for_language("en"))
}

fn viewer() -> Viewer {
    Viewer::new(english(), Game::check(won(1)).unwrap(), PACE)
}

fn shown(viewer: &Viewer, size: (u16, u16), charset: Charset) -> String {
    shot(size, charset, |canvas| viewer.draw(canvas, canvas.area()))
}

fn press(viewer: &mut Viewer, code: KeyCode, now: Instant) -> ViewerAction {
    viewer.key(code.into(), now)
}

#[test]
fn keys_and_clicks_step_through_the_moves() {
    let (mut viewer, now) = (viewer(), Instant::now());
    for (code, at) in [
        (KeyCode::Left, 0),
        (KeyCode::Right, 1),
        (KeyCode::Char('l'), 2),
        (KeyCode::Char('h'), 1),
        (KeyCode::End, 5),
        (KeyCode::Right, 5),
        (KeyCode::Home, 0),
    ] {
        assert_eq!(press(&mut viewer, code, now), ViewerAction::None);
        assert_eq!(viewer.steps.at(), at, "{code}");
    }
    viewer.look_at(3, now);
    viewer.look_at(77, now);
    assert_eq!(viewer.steps.at(), 3);
    assert_eq!(
        press(&mut viewer, KeyCode::Char('q'), now),
        ViewerAction::Close
    );
    let escaped = press(&mut viewer, KeyCode::Esc, now);
    assert_eq!(escaped, ViewerAction::Close);
}

#[test]
fn a_replay_plays_a_move_a_second_until_a_key_or_the_end() {
    let (mut viewer, now) = (viewer(), Instant::now());
    let later = |seconds| now + Duration::from_secs(seconds);
    press(&mut viewer, KeyCode::Char('p'), now);
    assert_eq!(viewer.deadline(), Some(later(1)));
    viewer.tick(now);
    assert_eq!(viewer.steps.at(), 0, "not yet");
    viewer.tick(later(1));
    assert_eq!((viewer.steps.at(), viewer.deadline()), (1, Some(later(2))));
    press(&mut viewer, KeyCode::Char(' '), later(1));
    assert_eq!((viewer.steps.at(), viewer.deadline()), (1, None));
    press(&mut viewer, KeyCode::Char(' '), later(1));
    (2..=5).for_each(|second| viewer.tick(later(second)));
    assert_eq!((viewer.steps.at(), viewer.deadline()), (5, None));
}

#[test]
fn moves_and_the_end_are_drawn_as_recorded() {
    let (mut viewer, now) = (viewer(), Instant::now());
    for (size, name) in [((40, 16), "40"), ((80, 24), "80"), ((120, 40), "120")] {
        press(&mut viewer, KeyCode::Home, now);
        press(&mut viewer, KeyCode::Right, now);
        press(&mut viewer, KeyCode::Right, now);
        insta::assert_snapshot!(format!("move_{name}"), shown(&viewer, size, Charset::Box));
        press(&mut viewer, KeyCode::End, now);
        insta::assert_snapshot!(format!("end_{name}"), shown(&viewer, size, Charset::Box));
    }
    let ascii = shown(&viewer, (80, 24), Charset::Ascii);
    assert!(ascii.is_ascii(), "{ascii}");
    insta::assert_snapshot!("ascii", ascii);
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let now = Instant::now();
    for mut viewer in [viewer(), lost_by_o(true)] {
        for code in [KeyCode::Home, KeyCode::Right, KeyCode::End] {
            press(&mut viewer, code, now);
            for width in (0..24).chain((24..130).step_by(7)) {
                for height in 0..45 {
                    shown(&viewer, (width, height), Charset::Box);
                }
            }
        }
    }
}

/// A game in which O threw the draw away, looked at by the computer or not.
fn lost_by_o(exact: bool) -> Viewer {
    let cells = WILD;
    let mut viewer = Viewer::new(english(), Game::check(played(&cells)).unwrap(), PACE);
    assert_eq!(viewer.question().cells, cells);
    let mut found = reviewed(&cells);
    found.review.exact = exact;
    if !exact {
        found.worth.fill(None);
    }
    viewer.reviewed(Some(found));
    viewer
}

#[test]
fn a_review_is_drawn_as_recorded() {
    let (mut viewer, now) = (lost_by_o(true), Instant::now());
    for (size, name) in [((40, 16), "40"), ((80, 24), "80"), ((120, 40), "120")] {
        viewer.look_at(2, now);
        insta::assert_snapshot!(format!("review_{name}"), shown(&viewer, size, Charset::Box));
        press(&mut viewer, KeyCode::End, now);
        insta::assert_snapshot!(
            format!("review_end_{name}"),
            shown(&viewer, size, Charset::Box)
        );
    }
    let ascii = shown(&viewer, (80, 24), Charset::Ascii);
    assert!(ascii.is_ascii(), "{ascii}");
    let opinion = shown(&lost_by_o(false), (80, 24), Charset::Box);
    assert!(opinion.contains("is the computer's opinion"), "{opinion}");
}

#[test]
fn a_review_is_asked_for_once_and_said_to_be_on_its_way() {
    let (mut viewer, now) = (viewer(), Instant::now());
    let asked = |viewer: &Viewer| shown(viewer, (80, 24), Charset::Box);
    assert!(asked(&viewer).contains("v review"));
    assert_eq!(
        press(&mut viewer, KeyCode::Char('v'), now),
        ViewerAction::Review
    );
    assert!(!viewer.waits(), "nobody has asked yet");
    viewer.question();
    assert!(viewer.waits());
    let thinking = asked(&viewer);
    assert!(thinking.contains("The computer is reviewing"), "{thinking}");
    assert!(!thinking.contains("v review"), "{thinking}");
    assert_eq!(
        press(&mut viewer, KeyCode::Char('v'), now),
        ViewerAction::None
    );
    viewer.reviewed(None);
    assert!(asked(&viewer).contains("v review"), "it may be asked again");
}

#[test]
fn the_board_stays_where_it_is_once_the_review_is_there() {
    let (mut viewer, now) = (lost_by_o(true), Instant::now());
    let tops: Vec<Option<usize>> = (0..=7)
        .map(|number| {
            viewer.look_at(number, now);
            let shown = shown(&viewer, (80, 24), Charset::Box);
            shown.lines().position(|line| line.contains('┌'))
        })
        .collect();
    assert!(tops.iter().all(|top| *top == tops[0]), "{tops:?}");
}
