//! Deadlines: what happens by itself, in which order, and when the room is looked at next.

use std::sync::Arc;

use protocol::event::RoomEnd;

use super::room::{BEGIN_MS, Room, check};
use crate::{Draft, next_deadline};

#[test]
fn first_moves_have_a_minute_and_others_a_quarter_of_an_hour() {
    check(&[
        ("", "+59999", ""),
        (
            "",
            "+60000",
            "finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host}",
        ),
        ("4", "+59999", ""),
        (
            "4",
            "+60000",
            "finished game:1,over:{result:aborted,by:guest,reason:no_first_move,next_first:host}",
        ),
        ("10000/move |", "+60000", "…reason:no_first_move…"),
        ("4 0", "+899999", ""),
        (
            "4 0",
            "+900000",
            "finished game:1,over:{result:won,winner:guest,reason:idle,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "4 0 8",
            "+900000",
            "finished game:1,over:{result:won,winner:host,reason:idle,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "4 0, guest away, +3000",
            "+897000",
            "finished game:1,over:{result:aborted,by:host,reason:idle,next_first:host}",
        ),
        (
            "4 0, host away, +3000",
            "+897000",
            "…result:won,winner:guest,reason:idle…",
        ),
    ]);
}

#[test]
fn a_player_without_a_connection_is_lost_after_three_seconds() {
    check(&[
        ("guest away", "+2999", ""),
        (
            "guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+37000",
        ),
        ("guest away, +3000", "+1", ""),
        (
            "host away, guest away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000; lost seat:guest,cause:link,deadline_ms:+37000",
        ),
        ("alone | guest away", "+3000", ""),
        (
            "alone | host away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000,empty_until_ms:+120000",
        ),
        (
            "4 0 2 1 6, host away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000",
        ),
        (
            "4 0 2 1 6, host away, guest away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000; lost seat:guest,cause:link,deadline_ms:+37000,empty_until_ms:+120000",
        ),
        ("guest away, +3000", "guest back", "returned seat:guest"),
        ("", "guest back", ""),
        ("alone |", "guest back", ""),
        ("guest leave, guest away", "+3000", ""),
    ]);
}

#[test]
fn the_grace_is_a_quarter_of_a_short_clock_within_bounds() {
    check(&[
        (
            "20000/move | guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+7000",
        ),
        (
            "100000/move | guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+22000",
        ),
        (
            "3600000/move | guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+37000",
        ),
        (
            "100000+9000 | guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+22000",
        ),
        (
            "20000+0 | host away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+7000",
        ),
        (
            "900000+0 | host away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000",
        ),
        ("20000/move | 4 0", "guest leave", "…deadline_ms:+10000"),
        ("100000/move | 4 0", "guest leave", "…deadline_ms:+10000"),
    ]);
}

#[test]
fn an_empty_room_ends_after_two_minutes_and_any_after_a_day() {
    check(&[
        ("alone | host away, +3000", "+119999", ""),
        ("alone | host away, +3000", "+120000", "ended reason:empty"),
        (
            "4 0 2 1 6, host away, guest away, +3000",
            "+120000",
            "ended reason:empty",
        ),
        (
            "4 0 2 1 6, host away, guest away, +3000, host back",
            "+120000",
            "",
        ),
        (
            "host away, guest away, +3000",
            "+57000",
            "finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host},empty_until_ms:+120000",
        ),
        (
            "host away, guest away, +3000, +57000",
            "+120000",
            "ended reason:empty",
        ),
        ("alone |", "+86399999", ""),
        ("alone |", "+86400000", "ended reason:age"),
        ("4 0 2 1 6", "+86400000", "ended reason:age"),
        (
            "3600000/move | 4 0 8",
            "+86400000",
            "finished game:1,clocks:{host:3600000,guest:0},over:{result:won,winner:host,reason:flag,next_first:guest},score:{host:1,guest:0,draws:0}; ended reason:age",
        ),
    ]);
}

#[test]
fn several_deadlines_at_once_are_applied_in_order() {
    check(&[
        (
            "host draw, guest away",
            "+60000",
            "lost seat:guest,cause:link,deadline_ms:-20000; offer_closed offer:1,reason:expired,by:host,again_ms:+10000; finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host}",
        ),
        (
            "host draw, guest away",
            "+90000000",
            "lost seat:guest,cause:link,deadline_ms:-89960000; offer_closed offer:1,reason:expired,by:host,again_ms:+10000; finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host}; ended reason:age",
        ),
    ]);
}

#[test]
fn nothing_is_due_before_a_room_is_opened_and_after_its_end() {
    check(&[("alone | host leave", "+90000000", "")]);
    let mut unopened = Room::of("");
    unopened.state = Arc::default();
    assert_eq!(unopened.step("+90000000"), "");
    assert_eq!(unopened.step("deadline"), "[null null,null]");
}

#[test]
fn the_time_of_a_room_never_runs_backwards() {
    let room = Room::of("+5000, 4");
    let draft = Draft::new(room.state, BEGIN_MS);
    assert_eq!(draft.at_ms(), BEGIN_MS + 5_000);
}

#[test]
fn every_state_has_a_deadline_and_every_room_ends() {
    for script in [
        "",
        "4",
        "4 0",
        "60000+0 | 4 0",
        "4 0 2 1 6",
        "alone |",
        "computer 3 |",
    ] {
        let mut room = Room::of(script);
        room.step("host away");
        room.step("guest away");
        let mut steps = 0;
        while let Some(deadline) = next_deadline(room.view()) {
            let lost_ms = room.now_ms + room.limits.lost_after_ms;
            room.now_ms = deadline.min(lost_ms).max(room.now_ms + 1);
            room.step("+0");
            steps += 1;
            assert!(steps < 1_000, "{script}: the room does not end");
        }
        assert_eq!(room.view().ended, Some(RoomEnd::Empty), "{script}");
    }
}

#[test]
fn the_next_deadline_is_the_nearest() {
    check(&[
        ("", "deadline", "[+60000 +60000,+60000]"),
        ("4 0", "deadline", "[+900000 +900000,+900000]"),
        ("60000+0 | 4 0", "deadline", "[+60000 +60000,+60000]"),
        ("host draw", "deadline", "[+30000 +30000,+30000]"),
        ("4 0 2 1 6", "deadline", "[+86400000 +86400000,+86400000]"),
        ("alone |", "deadline", "[+86400000 +86400000,+86400000]"),
        (
            "alone | host away, +3000",
            "deadline",
            "[+120000 +120000,+120000]",
        ),
        ("alone | host leave", "deadline", "[null null,null]"),
        ("computer 3 |", "deadline", "[+60000 +60000,+60000]"),
        ("computer 3 | 4", "deadline", "[+500 +86400000,+86400000]"),
        ("exhibition |", "deadline", "[+1500 +86400000,+86400000]"),
        (
            "60000+0, computer 3 | 4, engine 0, 2",
            "deadline",
            "[+500 +60000,+86400000]",
        ),
        (
            "exhibition | engine 4, engine 0, engine 2, engine 1, engine 6",
            "deadline",
            "[+8000 +8000,+8000]",
        ),
    ]);
}

#[test]
fn an_outage_is_refunded() {
    check(&[
        (
            "",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86400000,turn:{seat:host,due_ms:+60000},deadline_ms:+40000",
        ),
        (
            "4 0 2 1 6",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86400000,deadline_ms:+40000,empty_until_ms:+120000",
        ),
        (
            "60000+0 | 4 0, +4000",
            "outage 1000000",
            "away lost_ms:1000000,closes_ms:+86396000,turn:{seat:host,due_ms:+56000,since_ms:-4000},deadline_ms:+15000",
        ),
        (
            "60000+0 | 4 0, +4000, outage 1000000",
            "+56000",
            "…reason:flag…",
        ),
        (
            "4 0, host draw, +1000",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86399000,turn:{seat:host,due_ms:+899000,since_ms:-1000},offer:{id:1,by:host,kind:draw,deadline_ms:+29000},deadline_ms:+40000",
        ),
        (
            "computer 3 | 4, +100",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86399900,turn:{seat:guest,due_ms:+59900,since_ms:-100,moves_ms:+400},deadline_ms:+40000,empty_until_ms:+120000",
        ),
        (
            "exhibition |",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86400000,turn:{seat:host,due_ms:+60000,moves_ms:+1500},deadline_ms:+40000",
        ),
        (
            "exhibition | engine 4, engine 0, engine 2, engine 1, engine 6",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86400000,deadline_ms:+40000",
        ),
        ("4 0, outage 5000", "host back", "returned seat:host"),
        ("alone | outage 5000", "+120000", "ended reason:empty"),
    ]);
}
