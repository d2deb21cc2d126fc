//! Unit tests of `gomocup`, with the session of the engine at the other end.

use game::Mark;
use gomocup::{GomocupReply, GomocupSession};
use protocol::{Player, settings::ClockSetting};

use super::*;
use crate::language::tests::position;

fn started(rules: Rules) -> BotMessage {
    BotMessage::Started {
        game: 1,
        rules,
        clock: ClockSetting::None,
        mark: Mark::X,
        opponent: Player::default(),
    }
}

fn question(rules: Rules, moves: &[Cell]) -> BotMessage {
    position(rules, moves).question(1_000)
}

/// Replies of a session to these lines but OK; the last is mostly the question.
fn said(session: &mut GomocupSession, text: &str) -> Vec<GomocupReply> {
    let none = [GomocupReply::Nothing, GomocupReply::Line("OK".into())];
    let replies = text.lines().map(|line| session.receive(line));
    replies.filter(|it| !none.contains(it)).collect()
}

/// The moves that a session is asked about.
fn asked(replies: &[GomocupReply]) -> Vec<Cell> {
    match replies {
        [GomocupReply::Think { board, time }] => {
            assert_eq!(time.as_millis(), 900);
            board.moves().to_vec()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_session_follows_a_game_a_takeback_and_the_next_game() {
    let rules = Rules::new(9, 7, 5).unwrap();
    let (mut game, mut session) = (GomocupGame::default(), GomocupSession::new(5));
    for _ in 0..2 {
        let text = game.text(&started(rules)).unwrap();
        assert!(text.starts_with("RECTSTART 9,7\n"), "{text}");
        assert_eq!(said(&mut session, &text), []);
        for (moves, word) in [
            (&[][..], "BEGIN"),
            (&[30, 4], "TURN 4,0"),
            // Two are taken back, and something else is played.
            (&[30, 5], "RECTSTART 9,7\n"),
            (&[30, 5, 6, 7], "TURN 7,0"),
        ] {
            let text = game.text(&question(rules, moves)).unwrap();
            assert!(text.contains(word), "{word}: {text}");
            assert_eq!(asked(&said(&mut session, &text)), moves);
            let asked_about = position(rules, moves);
            let free = if moves.len() == 2 { 6 } else { 30 };
            let free = if moves.len() == 4 { 62 } else { free };
            let GomocupReply::Line(line) = session.play(free) else {
                panic!("no line")
            };
            assert_eq!(game.answer(&asked_about, &line), Ok(free));
        }
    }
}

#[test]
fn an_answer_is_a_free_cell_and_remarks_are_none() {
    let place = position(Rules::GOMOKU, &[0]);
    let mut game = GomocupGame::default();
    assert_eq!(game.answer(&place, " 14,1 "), Ok(29));
    for line in ["0,0", "15,3"] {
        let not_free = NoMove::NotFree(line.to_owned());
        assert_eq!(game.answer(&place, line), Err(not_free));
    }
    for line in ["", "7", "ERROR I do not play this", "-1,2"] {
        let nonsense = NoMove::Nonsense(line.to_owned());
        assert_eq!(game.answer(&place, line), Err(nonsense));
    }
    for line in ["OK", "ok", "MESSAGE I win", "debug d 12", "UNKNOWN rule"] {
        assert_eq!(game.hear(line), GomocupLine::Remark, "{line}");
    }
    for line in ["7,7", "ERROR", "OKAY", ""] {
        assert_eq!(game.hear(line), GomocupLine::Answer, "{line}");
    }
    let play = GomocupLine::Suggestion("PLAY 3,4".into());
    assert_eq!(game.hear("SUGGEST 3,4"), play);
}

#[test]
fn a_program_that_does_not_start_refuses_the_board() {
    for (line, kind) in [
        ("ERROR size", GomocupLine::Refusal),
        ("UNKNOWN command", GomocupLine::Refusal),
        ("MESSAGE size", GomocupLine::Remark),
    ] {
        let mut game = GomocupGame::default();
        drop(game.text(&started(Rules::GOMOKU)));
        assert!(game.starts());
        assert_eq!(game.hear(line), kind, "{line}");
        assert_eq!(game.hear("OK"), GomocupLine::Remark);
        assert!(!game.starts());
    }
}

#[test]
fn a_square_board_is_started_as_one() {
    let text = GomocupGame::default().text(&started(Rules::GOMOKU));
    assert!(text.unwrap().starts_with("START 15\n"));
}
