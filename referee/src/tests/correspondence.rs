//! Correspondence: nobody is waited for and nobody lost, and the room ends by its own deadlines.

use super::room::check;

/// Three days, and fourteen.
const TURN: &str = "259200000";
const WAIT: &str = "1209600000";

/// The same rows with the times that stand in them by name.
fn check_days(rows: &[(&str, &str, &str)]) {
    let times = |text: &str| text.replace("TURN", TURN).replace("WAIT", WAIT);
    let rows: Vec<_> = rows
        .iter()
        .map(|(script, step, expected)| (times(script), times(step), times(expected)))
        .collect();
    let rows: Vec<_> = rows
        .iter()
        .map(|(script, step, expected)| (script.as_str(), step.as_str(), expected.as_str()))
        .collect();
    check(&rows);
}

#[test]
fn every_move_has_its_days_even_the_first() {
    check_days(&[
        (
            "3 days, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,clocks:{host:TURN,guest:TURN},turn:{seat:host,due_ms:+TURN,limit:first_move}; (seated guest)",
        ),
        ("3 days |", "+259199999", ""),
        (
            "3 days |",
            "+TURN",
            "finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host},empty_until_ms:+WAIT",
        ),
        (
            "3 days | 4",
            "+TURN",
            "finished game:1,over:{result:aborted,by:guest,reason:no_first_move,next_first:host},empty_until_ms:+WAIT",
        ),
        (
            "3 days | 4 0, +5000",
            "8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+TURN}",
        ),
        ("3 days | 4 0", "+259199999", ""),
        (
            "3 days | 4 0",
            "+TURN",
            "finished game:1,clocks:{host:0,guest:TURN},over:{result:won,winner:guest,reason:flag,next_first:guest},score:{host:0,guest:1,draws:0},empty_until_ms:+WAIT",
        ),
    ]);
}

#[test]
fn nobody_counts_as_lost_in_a_correspondence_game() {
    check_days(&[
        ("3 days | guest away, host away", "+100000", ""),
        (
            "3 days | 4 0 8, guest away, +100000",
            "host claim win",
            "!opponent_present",
        ),
        ("3 days | 4 0 8, guest away, +100000", "guest back", ""),
        ("3 days | 4 0 2 1 6, guest away, host away", "+130000", ""),
    ]);
}

#[test]
fn a_room_waits_for_a_guest_and_for_the_next_game() {
    check_days(&[
        ("3 days, alone |", "+1209599999", ""),
        ("3 days, alone |", "+WAIT", "ended reason:empty"),
        (
            "3 days, alone | +5000",
            "deadline",
            "[+1209595000 +1209595000,+1209595000]",
        ),
        ("3 days |", "deadline", "[+TURN +TURN,+TURN]"),
        (
            "3 days | +5000",
            "host remove",
            "removed room:9222-2222 => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host},empty_until_ms:+WAIT; removed seat:guest,empty_until_ms:+WAIT; (freed seat:guest); (code code:9222-2222)",
        ),
        (
            "3 days | host remove, +5000",
            "join Cia",
            "guest => joined seat:guest,player:{name:Cia}; started game:2,x:host,clocks:{host:TURN,guest:TURN},turn:{seat:host,due_ms:+TURN,limit:first_move}; (seated guest)",
        ),
        (
            "3 days | 4 0 2 1",
            "6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0},empty_until_ms:+WAIT",
        ),
        (
            "3 days | 4 0 2 1 6, +5000",
            "deadline",
            "[+1209595000 +1209595000,+1209595000]",
        ),
        ("3 days | 4 0 2 1 6", "+WAIT", "ended reason:empty"),
        (
            "3 days | 4 0 2 1 6, host rematch, +5000, guest accept 1",
            "deadline",
            "[+TURN +TURN,+TURN]",
        ),
        (
            "3 days | 4 0 2 1 6",
            "guest leave",
            "left => left seat:guest,empty_until_ms:+WAIT; (freed seat:guest)",
        ),
    ]);
}

#[test]
fn an_offer_stays_open_until_the_opponent_moves() {
    check_days(&[
        (
            "3 days | 4 0",
            "host draw",
            "offered offer:1 => offered offer:{id:1,by:host,kind:draw,deadline_ms:+518400000}",
        ),
        (
            "3 days | 4 0",
            "guest draw",
            "offered offer:1 => offered offer:{id:1,by:guest,kind:draw,deadline_ms:+518400000}",
        ),
        (
            "3 days | 4 0, host draw",
            "8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+TURN}",
        ),
        (
            "3 days | 4 0, host draw, 8, +100000",
            "1",
            "moved => moved game:1,ply:3,cell:1,turn:{seat:host,due_ms:+TURN},lapsed_offer:1",
        ),
        (
            "3 days | 4 0, guest takeback 1",
            "8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+TURN},lapsed_offer:1",
        ),
        (
            "3 days | 4 0, host restart",
            "8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+TURN}",
        ),
        (
            "3 days | 4 0, host restart, 8",
            "1",
            "moved => moved game:1,ply:3,cell:1,turn:{seat:host,due_ms:+TURN},lapsed_offer:1",
        ),
        (
            "3 days | 4 0, host draw, 8",
            "+TURN",
            "finished game:1,clocks:{host:TURN,guest:0},over:{result:won,winner:host,reason:flag,next_first:guest},score:{host:1,guest:0,draws:0},empty_until_ms:+WAIT,lapsed_offer:1",
        ),
        (
            "3 days | 4 0 2 1 6",
            "host rematch",
            "offered offer:1 => offered offer:{id:1,by:host,kind:rematch,deadline_ms:+WAIT}",
        ),
        (
            "3 days | 4 0 2 1 6, host rematch",
            "+WAIT",
            "offer_closed offer:1,reason:expired,by:host,again_ms:+10000; ended reason:empty",
        ),
        // Without days to answer it is as ever.
        (
            "4 0, host restart, 8",
            "1",
            "moved => moved game:1,ply:3,cell:1,turn:{seat:host,due_ms:+900000}",
        ),
    ]);
}

#[test]
fn leaving_a_correspondence_game_resigns_or_aborts_it() {
    check_days(&[
        (
            "3 days | 4 0",
            "guest leave",
            "left => finished game:1,over:{result:won,winner:host,reason:resigned,next_first:guest},score:{host:1,guest:0,draws:0},empty_until_ms:+WAIT; left seat:guest,empty_until_ms:+WAIT; (freed seat:guest)",
        ),
        (
            "3 days | 4",
            "guest leave",
            "left => finished game:1,over:{result:aborted,by:guest,reason:called_off,next_first:host},empty_until_ms:+WAIT; left seat:guest,empty_until_ms:+WAIT; (freed seat:guest)",
        ),
        (
            "3 days | 4 0",
            "host leave",
            "left => finished game:1,over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0},empty_until_ms:+WAIT; left seat:host,empty_until_ms:+WAIT; (freed seat:host)",
        ),
        (
            "3 days | 4 0, host leave",
            "guest leave",
            "left => left seat:guest,empty_until_ms:+WAIT; ended reason:left; (freed seat:guest)",
        ),
    ]);
}

#[test]
fn an_outage_moves_the_deadlines_and_loses_nobody() {
    check_days(&[
        (
            "3 days | 4 0, +1000",
            "outage 7200000",
            "away lost_ms:7200000,closes_ms:+630719999000,turn:{seat:host,due_ms:+259199000,since_ms:-1000}",
        ),
        (
            "3 days | 4 0 2 1 6, host rematch, +1000",
            "outage 7200000",
            "away lost_ms:7200000,closes_ms:+630719999000,offer:{id:1,by:host,kind:rematch,deadline_ms:+1209599000},empty_until_ms:+1209599000",
        ),
        (
            "3 days, alone |",
            "outage 7200000",
            "away lost_ms:7200000,closes_ms:+630720000000,empty_until_ms:+WAIT",
        ),
    ]);
}

#[test]
fn a_computer_does_not_play_for_days() {
    check(&[(
        "3 days, alone |",
        "host computer 3",
        "!bad_field {field:computer,detail:cannot play where the clock counts days}",
    )]);
}
