//! Offers: refused, made, crossed, answered, lapsed and expired.

use super::room::check;

#[test]
fn an_offer_that_does_not_fit_the_game_is_refused() {
    check(&[
        ("4 0 2 1 6", "host draw", "!no_game"),
        ("4 0 2 1 6", "host restart", "!no_game"),
        ("4 0 2 1 6", "host takeback 1", "!no_game"),
        ("", "host rematch", "!game_running"),
        ("", "host draw of 2", "!stale {game:1,ply:0}"),
        ("", "host restart of 0", "!stale {game:1,ply:0}"),
        ("4 0", "host takeback 1 of 2", "!stale {game:1,ply:2}"),
        ("4 0 2 1 6", "host rematch of 2", "!stale {game:1,ply:5}"),
        ("4 0 2 1 6", "host rematch of 0", "!stale {game:1,ply:5}"),
        ("", "host takeback 0", "!bad_takeback {ply:0}"),
        ("4 0", "host takeback 2", "!bad_takeback {ply:2}"),
        ("4 0", "host takeback 9", "!bad_takeback {ply:2}"),
        ("4 0", "host takeback", "!bad_takeback {ply:2}"),
        ("alone |", "host rematch", "!no_opponent"),
        ("4 0 2 1 6, guest leave", "host rematch", "!no_opponent"),
        ("host draw", "host draw", "!offer_open {offer:1}"),
        (
            "4 0, host takeback 1",
            "guest draw",
            "!offer_open {offer:1}",
        ),
        (
            "4 0, host takeback 1",
            "guest takeback 0",
            "!offer_open {offer:1}",
        ),
        ("host draw", "guest restart", "!offer_open {offer:1}"),
        (
            "4 0, host takeback 1",
            "host takeback 1",
            "!offer_open {offer:1}",
        ),
        ("4 0 2 1 6, host leave", "guest rematch", "!no_opponent"),
    ]);
}

#[test]
fn an_offer_is_open_for_half_a_minute() {
    check(&[
        (
            "",
            "host draw",
            "offered offer:1 => offered offer:{id:1,by:host,kind:draw,deadline_ms:+30000}",
        ),
        (
            "4 0",
            "guest takeback 1",
            "offered offer:1 => offered offer:{id:1,by:guest,kind:takeback,ply:1,deadline_ms:+30000}",
        ),
        (
            "4 0, host draw, guest decline 1",
            "guest restart",
            "offered offer:2 => offered offer:{id:2,by:guest,kind:restart,deadline_ms:+30000}",
        ),
        (
            "4 0 2 1 6",
            "guest rematch",
            "offered offer:1 => offered offer:{id:1,by:guest,kind:rematch,deadline_ms:+30000}",
        ),
        ("host draw", "+29999", ""),
        (
            "host draw",
            "+30000",
            "offer_closed offer:1,reason:expired,by:host,again_ms:+10000",
        ),
        (
            "host draw, +30000, +9999",
            "host draw",
            "!offer_cooldown {again_ms:+1}",
        ),
        (
            "host draw, +30000, +10000",
            "host draw",
            "offered offer:2 => offered offer:{id:2,by:host,kind:draw,deadline_ms:+30000}",
        ),
        (
            "host draw, +30000",
            "guest draw",
            "offered offer:2 => offered offer:{id:2,by:guest,kind:draw,deadline_ms:+30000}",
        ),
    ]);
}

#[test]
fn only_the_opponent_answers_the_open_offer() {
    check(&[
        ("", "host accept 1", "!no_such_offer"),
        ("", "host decline 1", "!no_such_offer"),
        ("host draw", "guest accept 2", "!no_such_offer"),
        ("host draw", "guest decline 0", "!no_such_offer"),
        ("host draw", "host accept 1", "!own_offer"),
        ("host draw", "host decline 1", "!own_offer"),
        (
            "host draw, guest accept 1",
            "guest accept 1",
            "!no_such_offer",
        ),
        ("host draw, +30000", "guest accept 1", "!no_such_offer"),
        (
            "host draw",
            "guest accept 1",
            "accepted => finished game:1,over:{result:drawn,reason:agreed,next_first:guest},score:{host:0,guest:0,draws:1},lapsed_offer:1",
        ),
        (
            "host draw",
            "guest draw",
            "accepted => finished game:1,over:{result:drawn,reason:agreed,next_first:guest},score:{host:0,guest:0,draws:1},lapsed_offer:1",
        ),
        (
            "4 0, host takeback 1",
            "guest takeback 1",
            "accepted => taken_back game:1,ply:1,by:host,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "4 0 2 1 6, host rematch",
            "guest rematch",
            "accepted => started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "host draw",
            "guest decline 1",
            "declined => offer_closed offer:1,reason:declined,by:host,again_ms:+10000",
        ),
        (
            "host draw, guest decline 1, +9999",
            "host restart",
            "!offer_cooldown {again_ms:+1}",
        ),
        (
            "host draw, guest decline 1, +10000",
            "host draw",
            "offered offer:2 => …",
        ),
        (
            "host draw, guest decline 1",
            "guest draw",
            "offered offer:2 => …",
        ),
    ]);
}

#[test]
fn an_offer_lapses_by_a_move_that_answers_it() {
    check(&[
        ("host draw", "host 4", "moved => …"),
        ("host draw, 4", "guest accept 1", "accepted => …"),
        (
            "host draw, 4",
            "guest 0",
            "moved => moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+900000,limit:idle},lapsed_offer:1",
        ),
        ("host draw, 4 0", "guest accept 1", "!no_such_offer"),
        ("host draw, 4 0", "host draw", "offered offer:2 => …"),
        ("guest draw", "host 4", "…lapsed_offer:1…"),
        ("guest draw, 4", "guest draw", "offered offer:2 => …"),
        (
            "4 0, host takeback 0, 8",
            "guest accept 1",
            "!no_such_offer",
        ),
        (
            "4 0, host takeback 0",
            "host 8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+900000},lapsed_offer:1",
        ),
        ("4 0, guest takeback 0", "host 8", "…lapsed_offer:1…"),
        (
            "host restart, 4 0 2 1",
            "guest accept 1",
            "accepted => …reason:restarted…",
        ),
        (
            "host restart, 4 0 2 1",
            "host 6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],lapsed_offer:1,over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        ("guest restart, 4 0 2 1", "host 6", "…lapsed_offer:1…"),
        (
            "4 0, host draw",
            "guest resign",
            "resigned => finished game:1,over:{result:won,winner:host,reason:resigned,next_first:guest},score:{host:1,guest:0,draws:0},lapsed_offer:1",
        ),
        (
            "4 0 2 1 6, guest rematch, guest leave",
            "host accept 1",
            "!no_such_offer",
        ),
    ]);
}

#[test]
fn a_takeback_restores_moves_turn_and_clocks() {
    check(&[
        (
            "4 0, guest takeback 1",
            "host accept 1",
            "accepted => taken_back game:1,ply:1,by:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "4 0 8, guest takeback 2",
            "host accept 1",
            "accepted => taken_back game:1,ply:2,by:guest,turn:{seat:host,due_ms:+900000}",
        ),
        (
            "60000+1000 | 4 0, +5000, 1, +5000, 7, +5000, 3, +700, host takeback 0",
            "guest accept 1",
            "accepted => taken_back game:1,ply:0,by:host,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "60000+1000 | 4 0, +5000, 1, +5000, 7, +5000, 3, +700, host takeback 1",
            "guest accept 1",
            "accepted => taken_back game:1,ply:1,by:host,clocks:{host:60000,guest:60000},turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "60000+1000 | 4 0, +5000, 1, +5000, 7, +5000, 3, +700, host takeback 2",
            "guest accept 1",
            "accepted => taken_back game:1,ply:2,by:host,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000}",
        ),
        (
            "60000+1000 | 4 0, +5000, 1, +5000, 7, +5000, 3, +700, host takeback 4",
            "guest accept 1",
            "accepted => taken_back game:1,ply:4,by:host,clocks:{host:56000,guest:56000},turn:{seat:host,due_ms:+56000}",
        ),
        (
            "60000+0 | 4 0, guest takeback 1",
            "host accept 1",
            "accepted => taken_back game:1,ply:1,by:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "4x1x3 | 1 2 0, host takeback 2",
            "guest accept 1",
            "accepted => taken_back game:1,ply:2,by:host,turn:{seat:host,due_ms:+900000},no_open_lines:true",
        ),
        (
            "4x1x3 | 1 2 0, host takeback 1",
            "guest accept 1",
            "accepted => taken_back game:1,ply:1,by:host,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "4 0, host takeback 0, guest accept 1",
            "host 8 at 2",
            "!stale {game:1,ply:0}",
        ),
        (
            "4 0, host takeback 0, guest accept 1",
            "host 4",
            "moved => …",
        ),
    ]);
}

#[test]
fn a_rematch_and_a_restart_begin_the_next_game() {
    check(&[
        (
            "4 0 2 1 6, guest rematch",
            "host accept 1",
            "accepted => started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "fixed | 4 0 2 1 6, guest rematch",
            "host accept 1",
            "accepted => started game:2,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "4 0 8, guest restart",
            "host accept 1",
            "accepted => finished game:1,over:{result:aborted,reason:restarted,next_first:host},lapsed_offer:1; started game:2,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "60000+0 | 4 0, +1000, guest restart",
            "host accept 1",
            "accepted => finished game:1,clocks:{host:59000,guest:60000},over:{result:aborted,reason:restarted,next_first:host},lapsed_offer:1; started game:2,x:host,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "4 0 8, guest restart, guest leave",
            "host accept 1",
            "accepted => finished game:1,over:{result:aborted,reason:restarted,next_first:host},lapsed_offer:1; left seat:guest; (freed seat:guest)",
        ),
    ]);
}
