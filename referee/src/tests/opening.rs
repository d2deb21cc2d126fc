//! Openings: who places a mark, who chooses, and what follows from it.

use super::room::{Room, check};

const PIE: &str = "5x5x4, pie |";

fn after(settings: &str, steps: &str) -> Room {
    Room::of(&format!("{settings} {steps}"))
}

/// The marks on the board in order, who plays X, and who is to move.
fn outcome(settings: &str, steps: &str) -> String {
    let room = after(settings, steps);
    let game = room.view().game.as_ref().unwrap();
    let marks: String = game.moves.iter().map(|it| it.mark.to_string()).collect();
    let (x, turn) = (game.x, game.turn.map(|turn| turn.seat.to_string()));
    format!("{marks} x:{x} turn:{}", turn.unwrap_or_default())
}

#[test]
fn a_first_mark_is_placed_and_then_taken_over_or_not() {
    check(&[
        (
            "5x5x4, pie, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,turn:{seat:host,due_ms:+60000,limit:first_move},opening:place; (seated guest)",
        ),
        (
            PIE,
            "host 0",
            "moved => moved game:1,ply:0,cell:0,turn:{seat:guest,due_ms:+60000},opening:place_or_choose",
        ),
        (
            "5x5x4, pie | 0",
            "guest take X",
            "chosen => chosen game:1,choice:X,x:guest,turn:{seat:host,due_ms:+900000,limit:idle}",
        ),
        (
            "5x5x4, pie | 0",
            "guest take O",
            "chosen => chosen game:1,choice:O,turn:{seat:guest,due_ms:+900000,limit:idle}",
        ),
        (
            "5x5x4, pie | 0",
            "guest 12",
            "moved => chosen game:1,choice:O,turn:{seat:guest,due_ms:+900000,limit:idle}; moved game:1,ply:1,cell:12,turn:{seat:host,due_ms:+900000}",
        ),
        (
            "5x5x4, pie | 0, guest take X",
            "host 12",
            "moved => moved game:1,ply:1,cell:12,turn:{seat:guest,due_ms:+900000}",
        ),
    ]);
}

#[test]
fn taking_one_mark_leaves_the_other_to_the_opponent() {
    for (steps, wanted) in [
        ("0 12", "XO x:host turn:host"),
        ("0, guest take O, 12", "XO x:host turn:host"),
        ("0, guest take X", "X x:guest turn:host"),
        ("0, guest take X, 12", "XO x:guest turn:guest"),
        ("0, guest take X, 12 1", "XOX x:guest turn:host"),
    ] {
        assert_eq!(outcome(PIE, steps), wanted, "{steps}");
    }
    let opened_by_o = "5x5x4, pie, opens o |";
    assert_eq!(outcome(opened_by_o, "0"), "O x:guest turn:guest");
    assert_eq!(
        outcome(opened_by_o, "0, guest take O"),
        "O x:host turn:host"
    );
}

#[test]
fn three_marks_are_placed_and_a_mark_is_taken_or_two_more_are_placed() {
    let swap2 = "5x5x4, swap2 |";
    for (steps, wanted) in [
        ("0", "X x:host turn:host"),
        ("0 1 2", "XOX x:host turn:guest"),
        ("0 1 2, guest take O", "XOX x:host turn:guest"),
        ("0 1 2, guest take X", "XOX x:guest turn:host"),
        ("0 1 2, guest place two", "XOX x:host turn:guest"),
        ("0 1 2, guest place two, 3", "XOXO x:host turn:guest"),
        ("0 1 2, guest place two, 3 8", "XOXOX x:host turn:host"),
        (
            "0 1 2, guest place two, 3 8, host take X",
            "XOXOX x:host turn:guest",
        ),
        (
            "0 1 2, guest place two, 3 8, host take O",
            "XOXOX x:guest turn:host",
        ),
        (
            "0 1 2, guest place two, 3 8, host take O, 9",
            "XOXOXO x:guest turn:guest",
        ),
    ] {
        assert_eq!(outcome(swap2, steps), wanted, "{steps}");
    }
    check(&[
        (
            "5x5x4, swap2 | 0",
            "host 1",
            "moved => moved game:1,ply:1,cell:1,mark:O,turn:{seat:host,due_ms:+60000},opening:place",
        ),
        (
            "5x5x4, swap2 | 0 1",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,turn:{seat:guest,due_ms:+60000},opening:choose_or_place_two",
        ),
        (
            "5x5x4, swap2 | 0 1 2",
            "guest take O",
            "chosen => chosen game:1,choice:O,turn:{seat:guest,due_ms:+900000,limit:idle}",
        ),
        (
            "5x5x4, swap2 | 0 1 2",
            "guest place two",
            "chosen => chosen game:1,choice:place_two,turn:{seat:guest,due_ms:+900000,limit:idle},opening:place",
        ),
    ]);
}

#[test]
fn a_command_that_an_opening_does_not_allow_is_refused() {
    check(&[
        ("5x5x4 | 0", "guest take X", "!not_your_turn"),
        (PIE, "host take X", "!not_your_turn"),
        ("5x5x4, pie | 0", "host take X", "!not_your_turn"),
        (
            "5x5x4, pie | 0",
            "guest take X at 0",
            "!stale {game:1,ply:1}",
        ),
        (
            "5x5x4, pie | 0",
            "guest place two",
            "!bad_field {field:choice,detail:must be \\X\\ or \\O\\ here}",
        ),
        (
            "5x5x4, pie | 0, guest take X",
            "host take X",
            "!not_your_turn",
        ),
        ("5x5x4, swap2 | 0 1 2", "guest 3", "!not_your_turn"),
        ("5x5x4, swap2 | 0 1", "guest 3", "!not_your_turn"),
        (
            "5x5x4, swap2 | 0 1 2, guest place two, 3 8",
            "host 9",
            "!not_your_turn",
        ),
        (
            "5x5x4, swap2 | 0 1",
            "host takeback 1",
            "!bad_takeback {ply:2}",
        ),
        (
            "5x5x4, pie | 0, guest take X, 12",
            "host takeback 0",
            "!bad_takeback {ply:2}",
        ),
        ("alone |", "host take X", "!no_game"),
    ]);
}

#[test]
fn a_takeback_goes_back_no_further_than_the_choice() {
    check(&[(
        "5x5x4, pie, 60000+2000 | 0, guest take X, 12 1, host takeback 1",
        "guest accept 1",
        "accepted => taken_back game:1,ply:1,by:host,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000}",
    )]);
}

#[test]
fn clocks_run_for_the_seat_to_act_and_stay_with_the_player() {
    check(&[
        (
            "5x5x4, swap2, 60000+2000 | 0 1, +5000, 2, +4000",
            "guest take X",
            "chosen => chosen game:1,choice:X,x:guest,turn:{seat:host,due_ms:+60000,limit:clock}",
        ),
        (
            "5x5x4, swap2, 60000+2000 | 0 1, +5000, 2, +4000, guest take X, +1000, 3, guest takeback 3",
            "host accept 1",
            "accepted => taken_back game:1,ply:3,by:guest,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000}",
        ),
        (
            "5x5x4, swap2, 60000+2000 | 0 1, +5000, 2, +4000, guest take X, +1000, 3, +500, 4, guest takeback 3",
            "host accept 1",
            "accepted => taken_back game:1,ply:3,by:guest,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000}",
        ),
    ]);
}

#[test]
fn the_seats_open_in_turns_whichever_mark_was_taken() {
    for (steps, first) in [
        ("0, guest take X, host resign", "guest"),
        ("0 12, host resign", "guest"),
        (
            "0, guest take X, 12, host resign, host rematch, guest accept 1, 0, host take X, host resign",
            "host",
        ),
    ] {
        let room = after(PIE, steps);
        let over = room.view().game.as_ref().unwrap().over.unwrap();
        assert_eq!(over.next_first.to_string(), first, "{steps}");
    }
}

#[test]
fn a_computer_places_and_chooses() {
    check(&[
        (
            "5x5x4, pie, computer 3 | 0",
            "engine X",
            "chosen game:1,choice:X,x:guest,turn:{seat:host,due_ms:+900000,limit:idle}",
        ),
        (
            "5x5x4, pie, computer 3 | 0, engine O",
            "engine 12",
            "moved game:1,ply:1,cell:12,turn:{seat:host,due_ms:+900000}",
        ),
        (
            "5x5x4, swap2, guest first, computer 3 | engine 0, engine 1",
            "engine 2",
            "moved game:1,ply:2,cell:2,turn:{seat:host,due_ms:+60000},opening:choose_or_place_two",
        ),
    ]);
}

#[test]
fn a_player_who_has_seen_a_choice_cannot_abort_and_one_who_has_not_acted_can() {
    let aborted = |by: &str| {
        format!(
            "aborted => finished game:1,over:{{result:aborted,by:{by},reason:called_off,next_first:host}}"
        )
    };
    let (host, guest) = (aborted("host"), aborted("guest"));
    check(&[
        ("5x5x4, pie | 0", "host abort", &host),
        ("5x5x4, pie | 0", "guest abort", &guest),
        (
            "5x5x4, pie | 0, guest take X",
            "host abort",
            "!too_late_to_abort",
        ),
        ("5x5x4, swap2 | 0 1 2", "guest abort", &guest),
        (
            "5x5x4, swap2 | 0 1 2, guest place two",
            "host abort",
            "!too_late_to_abort",
        ),
    ]);
}

#[test]
fn an_offer_is_answered_by_a_choice() {
    check(&[(
        "5x5x4, pie | 0, host draw",
        "guest take X",
        "chosen => chosen game:1,choice:X,x:guest,turn:{seat:host,due_ms:+900000,limit:idle},lapsed_offer:1",
    )]);
}
