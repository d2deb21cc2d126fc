//! Computers: how they sit down, take over, answer and move, and what two of them do.

use super::room::{Room, check};
use crate::computer::{self, ComputerAct};

#[test]
fn a_computer_is_seated_opposite_and_begins_at_once() {
    check(&[
        (
            "alone |",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}}; started game:1,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "guest first, alone |",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}}; started game:1,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}",
        ),
        (
            "no computers, alone |",
            "host computer 3",
            "!too_many_computers {of:server}",
        ),
        (
            "4 0 2 1 6, guest leave",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}",
        ),
        (
            "4 0 2 1 6, host leave",
            "guest computer 3",
            "computer_seated => joined seat:host,player:{computer:{level:3}}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        ("computer 3 |", "host computer 1", "!game_running"),
        (
            "computer 3 | host resign",
            "host computer 1",
            "computer_seated => joined seat:guest,player:{computer:{level:1}}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}",
        ),
        ("", "host computer 3", "!opponent_present"),
        ("4 0 2 1 6", "host computer 3", "!opponent_present"),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn a_computer_replaces_a_player_after_the_grace() {
    check(&[
        (
            "4, guest away, +3000, +36999",
            "host computer 3",
            "!grace_running {deadline_ms:+1}",
        ),
        (
            "4, guest away, +3000, +37000",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:1},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; (freed seat:guest)",
        ),
        (
            "4 0, guest away, +3000, +37000",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:2},turn:{seat:host,due_ms:+860000,since_ms:-40000}; (freed seat:guest)",
        ),
        (
            "60000+0 | 4 0 8, guest away, +3000, +15000",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:3},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; (freed seat:guest)",
        ),
        (
            "4, guest leave, +10000",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:1},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; (freed seat:guest)",
        ),
        (
            "4, guest draw, guest leave, +10000",
            "host computer 3",
            "computer_seated => offer_closed offer:1,reason:expired,by:guest,again_ms:+0; joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:1},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; (freed seat:guest)",
        ),
        (
            "4, host draw, guest leave, +10000",
            "host computer 3",
            "computer_seated seq:7 => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:1},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; offer_closed offer:1,reason:declined,by:host,again_ms:+10000; (freed seat:guest)",
        ),
        (
            "4, host restart, guest leave, +10000",
            "host computer 3",
            "computer_seated seq:7 => joined seat:guest,player:{computer:{level:3}},replaced:{seat:guest,player:{name:Bia},ply:1},turn:{seat:guest,due_ms:+60000,moves_ms:+500}; finished game:1,over:{result:aborted,reason:restarted,next_first:host},lapsed_offer:1; started game:2,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}; (freed seat:guest)",
        ),
        (
            "4 0, host away, +3000, +40000",
            "guest computer 3",
            "computer_seated => joined seat:host,player:{computer:{level:3}},replaced:{seat:host,player:{name:Ana},ply:2},turn:{seat:host,due_ms:+900000,moves_ms:+500}; (freed seat:host)",
        ),
        (
            "4 0 2 1 6, guest away, +3000, +36999",
            "host computer 3",
            "!grace_running {deadline_ms:+1}",
        ),
        (
            "4 0 2 1 6, guest away, +3000, +37000",
            "host computer 3",
            "computer_seated => joined seat:guest,player:{computer:{level:3}}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}; (freed seat:guest)",
        ),
        (
            "4, guest away, +3000, +37000, host computer 3, engine 0, host resign",
            "host rematch",
            "offered seq:10,offer:1 => offered offer:{id:1,by:host,kind:rematch,deadline_ms:+30000}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}",
        ),
    ]);
}

#[test]
fn a_computer_answers_offers_at_once() {
    check(&[
        (
            "computer 3 | 4",
            "host draw",
            "offered seq:5,offer:1 => offered offer:{id:1,by:host,kind:draw,deadline_ms:+30000}; offer_closed offer:1,reason:declined,by:host,again_ms:+10000",
        ),
        (
            "computer 3, 4x1x3 | 1, engine 2",
            "host draw",
            "offered seq:6,offer:1 => offered offer:{id:1,by:host,kind:draw,deadline_ms:+30000}; finished game:1,over:{result:drawn,reason:agreed,next_first:guest},score:{host:0,guest:0,draws:1},lapsed_offer:1",
        ),
        (
            "computer 3 | 4, engine 0",
            "host takeback 0",
            "offered seq:6,offer:1 => offered offer:{id:1,by:host,kind:takeback,ply:0,deadline_ms:+30000}; taken_back game:1,ply:0,by:host,turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "computer 3 | 4",
            "host restart",
            "offered seq:5,offer:1 => offered offer:{id:1,by:host,kind:restart,deadline_ms:+30000}; finished game:1,over:{result:aborted,reason:restarted,next_first:host},lapsed_offer:1; started game:2,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}",
        ),
        (
            "computer 3 | host resign",
            "host rematch",
            "offered seq:5,offer:1 => offered offer:{id:1,by:host,kind:rematch,deadline_ms:+30000}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+500}",
        ),
    ]);
}

#[test]
fn a_computer_moves_half_a_second_after_its_turn_began() {
    check(&[
        (
            "computer 3 |",
            "host 4",
            "moved => moved game:1,ply:0,cell:4,turn:{seat:guest,due_ms:+60000,moves_ms:+500}",
        ),
        (
            "computer 3 | 4",
            "engine 0",
            "moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+900000,limit:idle}",
        ),
        (
            "computer 3 | 4, +500",
            "engine 0",
            "moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+900000,limit:idle}",
        ),
        (
            "computer 3 | 4, engine 0, 2, engine 1",
            "host 6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
    ]);
}

#[test]
fn a_computer_keeps_no_room_alive() {
    check(&[
        (
            "computer 3 | 4",
            "host leave",
            "left => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host}; left seat:host,empty_until_ms:+120000; ended reason:left; (freed seat:host)",
        ),
        (
            "computer 3 | host resign",
            "host leave",
            "left => left seat:host,empty_until_ms:+120000; ended reason:left; (freed seat:host)",
        ),
        (
            "computer 3 | host away",
            "+3000",
            "lost seat:host,cause:link,deadline_ms:+37000,empty_until_ms:+120000",
        ),
        (
            "computer 3 | 4, engine 0, host away, +3000",
            "+120000",
            "ended reason:empty,over:{result:aborted,reason:room_ended,next_first:host}",
        ),
        (
            "computer 3 | host away, +3000",
            "+57000",
            "finished game:1,over:{result:aborted,by:host,reason:no_first_move,next_first:host},empty_until_ms:+120000",
        ),
        ("computer 3 |", "guest back", ""),
        (
            "computer 3 | guest away",
            "+3000",
            "lost seat:guest,cause:link,deadline_ms:+37000",
        ),
    ]);
}

#[test]
fn a_move_found_for_a_turn_that_is_over_is_dropped() {
    let turn = |script| computer::thinking(Room::of(script).view()).unwrap();
    let first = turn("computer 3 | 4");
    let cases = [
        ("computer 3 | 4", 1),
        ("computer 3 | 4, engine 0", 0),
        ("computer 3 | 4, engine 0, 8", 0),
        ("computer 3 | 4, host restart, 4", 0),
        ("computer 3 | host abort", 0),
        ("guest first, computer 3 | engine 4", 0),
        ("exhibition | engine 4", 1),
        ("guest first, exhibition | engine 4", 0),
    ];
    for (script, moves) in cases {
        let mut room = Room::of(script);
        let seq = room.view().seq;
        room.take(|draft, context| computer::moved(draft, first, ComputerAct::Mark(8), context));
        assert_eq!(room.view().seq, seq + moves, "{script}");
    }
    let later = turn("computer 3 | 4, engine 0, 8");
    assert_eq!((later.game, later.ply), (1, 3));
    let mut room = Room::of("computer 3 | 4");
    room.take(|draft, context| computer::moved(draft, later, ComputerAct::Mark(8), context));
    assert_eq!(room.view().running().unwrap().moves.len(), 1);
}

#[test]
fn no_search_runs_where_no_computer_is_to_move() {
    for script in [
        "",
        "4",
        "computer 3 |",
        "computer 3 | host resign",
        "alone |",
    ] {
        assert_eq!(
            computer::thinking(Room::of(script).view()),
            None,
            "{script}"
        );
    }
    for (script, exhibition) in [
        ("exhibition |", true),
        ("computer 3 |", false),
        ("", false),
        ("alone |", false),
    ] {
        assert_eq!(
            computer::is_exhibition(Room::of(script).view()),
            exhibition,
            "{script}"
        );
    }
}

#[test]
fn two_computers_play_on_while_somebody_watches() {
    check(&[
        ("exhibition |", "+0", ""),
        (
            "exhibition |",
            "engine 4",
            "moved game:1,ply:0,cell:4,turn:{seat:guest,due_ms:+60000,moves_ms:+1500}",
        ),
        (
            "exhibition | engine 4, engine 0, engine 2, engine 1",
            "engine 6",
            "moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest,next_ms:+8000},score:{host:1,guest:0,draws:0}",
        ),
        (
            "exhibition | engine 4, engine 0, engine 2, engine 1, engine 6",
            "+7999",
            "",
        ),
        (
            "exhibition | engine 4, engine 0, engine 2, engine 1, engine 6",
            "+8000",
            "started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move,moves_ms:+1500}",
        ),
        ("exhibition | unwatched", "+119999", ""),
        (
            "exhibition | unwatched",
            "+120000",
            "ended reason:empty,over:{result:aborted,reason:room_ended,next_first:host,next_ms:+8000}",
        ),
        ("computer 3 | 4, engine 0, unwatched", "+120000", ""),
        ("4 0, unwatched", "+120000", ""),
    ]);
}

#[test]
fn a_computer_stands_while_nobody_is_connected() {
    check(&[
        // Its clock does not fall, and goes on where it stood.
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, stand, +500000",
            "deadline",
            "[-499600 -440100,+85899900]",
        ),
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, stand, +2000",
            "host back",
            "returned seat:host,turn:{seat:guest,due_ms:+59900,since_ms:-100,moves_ms:+400}",
        ),
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, stand, +500000, host back",
            "+59899",
            "",
        ),
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, stand, +500000, host back",
            "+59900",
            "…reason:flag…",
        ),
        // An outage meanwhile takes nothing of that.
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, host away, stand, +3000, +50000",
            "outage 5000",
            "away lost_ms:5000,closes_ms:+86346900,turn:{seat:guest,due_ms:+59900,since_ms:-100,moves_ms:+400},deadline_ms:+15000,empty_until_ms:+120000",
        ),
        // It had not missed its move.
        (
            "60000+0, computer 3 | 4, engine 0, 2, +100, stand, +300",
            "host back",
            "",
        ),
        // Without a clock its move is only late, however late it is.
        (
            "computer 3 | 4, engine 0, 2, stand, +1000000",
            "host back",
            "",
        ),
        ("computer 3 | 4, engine 0, 2", "+1000000", ""),
        ("computer 3 | 4, stand, +60000", "host back", ""),
        // A person's clock runs.
        (
            "60000+0, computer 3 | 4, engine 0, stand",
            "+60000",
            "…reason:flag…",
        ),
    ]);
}
