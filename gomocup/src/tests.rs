//! Tests of the session.

use super::*;

/// Sends lines and plays the first empty cell wherever a move is due; the answers.
fn converse(lines: &[&str]) -> Vec<String> {
    let mut session = GomocupSession::new(5);
    let mut answers = Vec::new();
    for line in lines {
        let reply = match session.receive(line) {
            GomocupReply::Think { board, .. } => {
                let cell = board.legal_cells().next().unwrap();
                session.play(cell)
            }
            reply => reply,
        };
        match reply {
            GomocupReply::Line(line) => answers.push(line),
            GomocupReply::Nothing => {}
            other => panic!("{other:?}"),
        }
    }
    answers
}

fn time_after(lines: &[&str]) -> Duration {
    let mut session = GomocupSession::new(5);
    for line in [&["START 15"], lines].concat() {
        session.receive(line);
    }
    match session.receive("BEGIN") {
        GomocupReply::Think { time, .. } => time,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_is_played_from_its_beginning() {
    let answers = converse(&[
        "START 15",
        "begin",
        "TURN 1,0",
        "TAKEBACK 2,0",
        "TAKEBACK 1,0",
        "TURN 7,7",
        "RESTART",
        "TURN 0,0",
    ]);
    assert_eq!(
        answers,
        ["OK", "0,0", "2,0", "OK", "OK", "1,0", "OK", "1,0"]
    );
}

#[test]
fn a_position_is_set_up_for_either_side() {
    for (marks, to_move) in [
        (&["7,7,1", "8,7,2"][..], game::Mark::X),
        (&["7,7,2"], game::Mark::O),
    ] {
        let mut session = GomocupSession::new(5);
        session.receive("RECTSTART 15,12");
        session.receive("BOARD");
        for mark in marks {
            assert_eq!(session.receive(mark), GomocupReply::Nothing);
        }
        let GomocupReply::Think { board, .. } = session.receive("DONE") else {
            panic!("no move is due");
        };
        assert_eq!(board.to_move(), to_move);
        assert_eq!((board.rules().width(), board.rules().height()), (15, 12));
        assert_eq!(board.moves()[0], 7 * 15 + 7);
    }
}

#[test]
fn an_impossible_command_gets_an_error_and_the_session_goes_on() {
    for lines in [
        &["BEGIN"][..],
        &["TURN 1,1"],
        &["RESTART"],
        &["START 20"],
        &["START many"],
        &["RECTSTART 15"],
        &["START 15", "TURN 15,0"],
        &["START 15", "TURN 1"],
        &["START 15", "TAKEBACK 1,1"],
        &["START 15", "BOARD", "1,1,3", "DONE"],
        &["START 15", "BOARD", "1,1", "DONE"],
        &["START 15", "BOARD", "1,1,1", "DONE"],
        &["START 15", "BOARD", "1,1,1", "1,1,2", "DONE"],
    ] {
        let mut answers = converse(lines);
        let last = answers.pop().unwrap();
        assert!(last.starts_with("ERROR "), "{lines:?}: {last}");
    }
    let answers = converse(&["START 15", "TURN 15,0", "TURN 0,0", "GO", "", "INFO rule 4"]);
    let expected = [
        "OK",
        "ERROR \"15,0\" is not on the board",
        "1,0",
        "UNKNOWN command",
        "MESSAGE rule 4 is not played",
    ];
    assert_eq!(answers, expected);
    assert_eq!(GomocupSession::new(5).receive("END"), GomocupReply::End);
}

#[test]
fn the_manager_says_whether_a_longer_line_wins() {
    let mut session = GomocupSession::new(5);
    for (line, wanted) in [
        ("INFO rule 1", LineRule::AtLeast),
        ("START 15", LineRule::Exactly),
        ("TURN 0,0", LineRule::Exactly),
        ("INFO rule 2", LineRule::AtLeast),
        ("RESTART", LineRule::AtLeast),
    ] {
        let reply = session.receive(line);
        assert!(!matches!(&reply, GomocupReply::Line(text) if text != "OK"));
        let rule = session
            .board
            .as_ref()
            .map(|board| board.rules().line_rule());
        assert_eq!(rule.unwrap_or_default(), wanted, "{line}");
    }
}

#[test]
fn a_move_takes_at_most_the_turns_time_and_a_share_of_the_matchs() {
    let ms = Duration::from_millis;
    assert_eq!(time_after(&[]), USUAL_TIME);
    assert_eq!(
        time_after(&["INFO timeout_turn 500", "INFO rule 0"]),
        ms(500)
    );
    assert_eq!(time_after(&["INFO timeout_turn 0"]), ms(0));
    let left = [
        "INFO timeout_turn 500",
        "INFO timeout_match 90000",
        "INFO time_left 2000",
    ];
    assert_eq!(time_after(&left), ms(100));
    assert_eq!(time_after(&["INFO time_left -5"]), ms(0));
    assert_eq!(
        time_after(&["INFO timeout_match 0", "INFO timeout_turn x"]),
        USUAL_TIME
    );
}
