//! Beginnings and ends of games: numbers, scores, ids, and who begins the next.

use protocol::event::{EndReason, RoomEnd};

use super::room::{Room, check};
use crate::{close, end_when_full};

#[test]
fn a_game_begins_as_the_settings_say() {
    check(&[
        (
            "alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "guest first, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "random first, random 0, alone |",
            "join Bia",
            "…x:host…seat:host…",
        ),
        (
            "random first, random 1, alone |",
            "join Bia",
            "…x:guest…seat:guest…",
        ),
        (
            "random first, random 2, alone |",
            "join Bia",
            "…x:host…seat:host…",
        ),
        (
            "random first, random 3, alone |",
            "join Bia",
            "…x:guest…seat:guest…",
        ),
        (
            "10000/move, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,clocks:{host:10000,guest:10000},turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
    ]);
}

#[test]
fn x_alternates_unless_fixed_and_an_aborted_game_counts_for_nothing() {
    check(&[
        (
            "4 0 2 1 6, host rematch, guest accept 1",
            "host resign",
            "resigned => finished game:2,over:{result:won,winner:guest,reason:resigned,next_first:host},score:{host:1,guest:1,draws:0}",
        ),
        ("fixed |", "host resign", "…next_first:host…"),
        ("fixed, guest first |", "host resign", "…next_first:guest…"),
        ("guest first |", "host resign", "…next_first:host…"),
        ("host draw", "guest accept 1", "…next_first:guest…"),
        ("", "host abort", "…next_first:host…"),
        ("guest first |", "host abort", "…next_first:guest…"),
        ("opens o |", "host abort", "…next_first:host…"),
        ("opens o |", "host resign", "…next_first:guest…"),
        (
            "host abort, host rematch",
            "guest accept 1",
            "…game:2,x:host…seat:host…",
        ),
    ]);
}

#[test]
fn the_score_is_kept_until_another_player_sits_down() {
    let history = "host resign, host rematch, guest accept 1, guest resign, host rematch, \
                   guest accept 2, host draw";
    check(&[
        (
            history,
            "guest accept 3",
            "…score:{host:1,guest:1,draws:1}…",
        ),
        (
            "host resign, guest leave",
            "join Cia",
            "guest => joined seat:guest,player:{name:Cia}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "host resign, host leave",
            "join Cia",
            "host => joined seat:host,player:{name:Cia}; started game:2,x:guest,turn:{seat:guest,due_ms:+60000,limit:first_move}; (seated host)",
        ),
        (
            "host resign, guest leave, join Cia",
            "guest resign",
            "…score:{host:1,guest:0,draws:0}",
        ),
    ]);
}

#[test]
fn a_game_that_is_kept_has_an_id() {
    check(&[
        (
            "keeps games, random 3 | 4 0",
            "host resign",
            "resigned => finished game:1,over:{result:won,winner:guest,reason:resigned,id:622222222222j322226ccc5x22,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        ("keeps games, random 3 | 4 0", "+900000", "…id:…"),
        (
            "keeps games, random 3 | 4 0 2 1",
            "host 6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,id:622222222222j322226ccc5x22,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        ("keeps games, random 3 |", "host resign", "…id:…"),
        ("keeps games, random 3 | 4", "host abort", "…id:…"),
        (
            "keeps games, random 3 |",
            "host abort",
            "aborted => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host}",
        ),
        (
            "keeps games, random 3, exhibition | engine 4, engine 0, engine 2, engine 1",
            "engine 6",
            "moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest,next_ms:+8000},score:{host:1,guest:0,draws:0}",
        ),
    ]);
}

#[test]
fn a_room_at_its_event_limit_ends_unless_a_game_is_running() {
    for (script, more, ends) in [
        ("4 0 2 1 6", 1, false),
        ("4 0 2 1 6", 0, true),
        ("4 0", 0, false),
    ] {
        let mut room = Room::of(script);
        room.limits.room_events = room.view().seq + more;
        let (draft, ()) = room.draft(end_when_full);
        let ended = ends.then_some(RoomEnd::Events);
        assert_eq!(draft.view().ended, ended, "{script} {more}");
    }
}

#[test]
fn the_operator_ends_a_room_once_with_its_game() {
    let mut room = Room::of("4 0");
    room.take(close);
    assert_eq!(room.view().ended, Some(RoomEnd::Operator));
    let over = room.view().game.as_ref().unwrap().over.unwrap();
    assert_eq!(over.reason, EndReason::RoomEnded);
    let seq = room.view().seq;
    assert_eq!(room.draft(close).0.view().seq, seq);
}

#[test]
fn a_game_that_never_ends_ends_with_its_room() {
    let mut room = Room::of("");
    room.limits.room_events = 0;
    for offer in 1..1_000 {
        let full = room.view().seq >= 1_000;
        let (draft, ()) = room.draft(end_when_full);
        assert_eq!(draft.view().ended, full.then_some(RoomEnd::Events));
        if full {
            let over = draft.view().game.as_ref().unwrap().over.unwrap();
            assert_eq!(over.reason, EndReason::RoomEnded);
            return;
        }
        for step in ["4", "host takeback 0", &format!("guest accept {offer}")] {
            let done = room.step(step);
            assert!(!done.starts_with('!'), "{step}: {done}");
        }
    }
    panic!("no end");
}
