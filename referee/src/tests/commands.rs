//! Resigning, aborting and claiming.

use super::room::check;

#[test]
fn either_side_resigns_at_any_time() {
    check(&[
        (
            "",
            "host resign",
            "resigned => finished game:1,over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "4",
            "host resign",
            "resigned => finished game:1,over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "4 0",
            "guest resign",
            "resigned => finished game:1,over:{result:won,winner:host,reason:resigned,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "10000/move | 4 0, +3000",
            "host resign",
            "resigned => finished game:1,clocks:{host:7000,guest:10000},over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        ("4 0 2 1 6", "host resign", "!no_game"),
        ("alone |", "host resign", "!no_game"),
        ("", "host resign of 2", "!stale {game:1,ply:0}"),
        ("4 0", "host resign of 0", "!stale {game:1,ply:2}"),
    ]);
}

#[test]
fn a_game_is_aborted_before_both_have_moved() {
    check(&[
        (
            "",
            "guest abort",
            "aborted => finished game:1,over:{result:aborted,by:guest,reason:called_off,next_first:host}",
        ),
        (
            "4",
            "host abort",
            "aborted => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host}",
        ),
        ("4 0", "host abort", "!too_late_to_abort"),
        ("4 0 8", "guest abort", "!too_late_to_abort"),
        ("4 0", "host abort of 2", "!stale {game:1,ply:2}"),
        ("4 0 2 1 6", "host abort", "!no_game"),
    ]);
}

#[test]
fn a_draw_is_claimed_once_no_line_is_open() {
    let blocked = "0 1 2 4 3 5 7 6";
    for side in ["host", "guest"] {
        check(&[(
            blocked,
            format!("{side} claim draw").as_str(),
            "claimed => finished game:1,over:{result:drawn,reason:no_open_lines,next_first:guest},score:{host:0,guest:0,draws:1}",
        )]);
    }
    let moves: Vec<&str> = blocked.split(' ').collect();
    for made in 0..moves.len() {
        let script = moves[..made].join(" ");
        check(&[(&script, "host claim draw", "!lines_open")]);
    }
    check(&[
        ("0 1 2 4 3 5 7 6", "guest claim win", "!opponent_present"),
        (
            "4x1x3 | 1 2, guest away, +3000",
            "host claim draw",
            "claimed => finished game:1,over:{result:drawn,reason:no_open_lines,next_first:guest},score:{host:0,guest:0,draws:1}",
        ),
        (
            "4x1x3 | 1 2 0, host takeback 2, guest accept 1",
            "host claim draw",
            "claimed => finished game:1,over:{result:drawn,reason:no_open_lines,next_first:guest},score:{host:0,guest:0,draws:1}",
        ),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn a_lost_players_game_is_claimed_after_the_grace() {
    check(&[
        ("4 0 8", "host claim win", "!opponent_present"),
        ("4 0 8", "host claim draw", "!lines_open"),
        (
            "4 0 8, guest away, +2999",
            "host claim win",
            "!opponent_present",
        ),
        (
            "4 0 8, guest away, +3000",
            "host claim win",
            "!grace_running {deadline_ms:+37000}",
        ),
        (
            "4 0 8, guest away, +3000, +36999",
            "host claim win",
            "!grace_running {deadline_ms:+1}",
        ),
        (
            "4 0 8, guest away, +3000, +36999",
            "host claim draw",
            "!grace_running {deadline_ms:+1}",
        ),
        (
            "4 0 8, guest away, +3000, +37000",
            "host claim win",
            "claimed => finished game:1,over:{result:won,winner:host,reason:claimed_win,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "4 0 8, guest away, +3000, +37000",
            "host claim draw",
            "claimed => finished game:1,over:{result:drawn,reason:claimed_draw,next_first:guest},score:{host:0,guest:0,draws:1}",
        ),
        (
            "4 0, host away, +3000, +40000",
            "guest claim win",
            "claimed => finished game:1,over:{result:won,winner:guest,reason:claimed_win,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "4 0 8, guest away, +3000, +37000",
            "host claim win of 2",
            "!stale {game:1,ply:3}",
        ),
        (
            "4 0, guest away, +3000, +1000",
            "host claim win",
            "!claim_on_your_turn",
        ),
        (
            "4 0, guest away, +3000, +37000",
            "host claim draw",
            "!claim_on_your_turn",
        ),
        (
            "4 0, guest away, +3000, +37000, 8",
            "host claim win",
            "claimed => …reason:claimed_win…",
        ),
        (
            "4 0 8, guest away, +3000, +37000, guest back",
            "host claim win",
            "!opponent_present",
        ),
        (
            "4 0 8, guest leave, +9999",
            "host claim win",
            "!grace_running {deadline_ms:+1}",
        ),
        (
            "4 0 8, guest leave, +10000",
            "host claim win",
            "claimed => finished game:1,over:{result:won,winner:host,reason:claimed_win,next_first:guest},score:{host:1,guest:0,draws:0}; left seat:guest; (freed seat:guest)",
        ),
        ("4 0 2 1 6", "host claim win", "!no_game"),
    ]);
}

#[test]
fn nothing_is_done_in_a_room_that_has_ended() {
    for step in [
        "4",
        "resign",
        "abort",
        "claim win",
        "leave",
        "draw",
        "rematch",
        "accept 1",
        "decline 1",
        "remove",
        "computer 1",
    ] {
        check(&[(
            "alone | host leave",
            format!("host {step}").as_str(),
            "!not_in_room",
        )]);
    }
}
