//! Seats: taken, left, freed, and the names of their players.

use super::{
    room::{BEGIN_MS, Room, check, wire_text},
    script::newcomer,
};
use crate::{Draft, PrivateChange, open};

#[test]
fn the_first_free_seat_is_taken_and_the_second_begins_a_game() {
    check(&[
        (
            "alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "alone |",
            "join bot Bia",
            "guest => joined seat:guest,player:{name:Bia,bot:true}; started game:1,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        ("host resign, host leave", "join Cia", "…joined seat:host…"),
        ("", "join Cia", "!room_full {may_watch:true}"),
        ("unwatchable |", "join Cia", "!room_full {may_watch:false}"),
        ("alone | host leave", "join Cia", "!no_such_room"),
    ]);
}

#[test]
fn equal_names_and_guests_are_numbered() {
    check(&[
        ("alone |", "join Ana", "…player:{name:Ana 2}…"),
        ("alone |", "join ANA", "…player:{name:ANA 2}…"),
        ("alone |", "join nameless", "…player:{guest:2}…"),
        (
            "host resign, host leave",
            "join nameless",
            "…player:{guest:1}…",
        ),
        (
            "host resign, host leave",
            "join bia",
            "…player:{name:bia 2}…",
        ),
        ("", "host renamed Zoë", "!name_during_game"),
        (
            "host resign",
            "host renamed Zoë",
            "renamed seat:host,player:{name:Zoë}",
        ),
        (
            "host resign",
            "guest renamed ana",
            "renamed seat:guest,player:{name:ana 2}",
        ),
        (
            "host resign",
            "guest renamed",
            "renamed seat:guest,player:{guest:2}",
        ),
        (
            "host resign",
            "host renamed",
            "renamed seat:host,player:{guest:1}",
        ),
        ("host resign", "host renamed Ana", ""),
        ("alone |", "host renamed Ana", ""),
        ("alone |", "guest renamed Zoë", ""),
        (
            "alone | join bot Bia, host resign",
            "guest renamed Zoë",
            "renamed seat:guest,player:{name:Zoë,bot:true}",
        ),
    ]);
}

#[test]
fn a_seat_is_left_at_once_but_during_a_game_after_a_grace() {
    check(&[
        (
            "alone |",
            "host leave",
            "left => left seat:host,empty_until_ms:+120000; ended reason:left; (freed seat:host)",
        ),
        (
            "4 0 2 1 6",
            "guest leave",
            "left => left seat:guest; (freed seat:guest)",
        ),
        (
            "4 0 2 1 6, guest leave",
            "host leave",
            "left => left seat:host,empty_until_ms:+120000; ended reason:left; (freed seat:host)",
        ),
        (
            "4 0 8",
            "guest leave",
            "left => lost seat:guest,cause:left,deadline_ms:+10000",
        ),
        ("4 0 8, guest leave", "guest back", "returned seat:guest"),
        ("4 0 8, guest leave, guest back", "guest 2", "moved => …"),
        (
            "4 0 8, guest leave",
            "host leave",
            "left => lost seat:host,cause:left,deadline_ms:+10000; finished game:1,over:{result:aborted,reason:called_off,next_first:host},empty_until_ms:+120000; left seat:host,empty_until_ms:+120000; left seat:guest,empty_until_ms:+120000; ended reason:left; (freed seat:host); (freed seat:guest)",
        ),
        (
            "4 0 8, guest leave",
            "host resign",
            "resigned => finished game:1,over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0}; left seat:guest; (freed seat:guest)",
        ),
        (
            "4 0 2 1, guest leave",
            "host 6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}; left seat:guest; (freed seat:guest)",
        ),
        (
            "4 0 8, guest leave, guest back",
            "host resign",
            "…score:{host:0,guest:1,draws:0}",
        ),
        (
            "4 0 8, guest away, +3000",
            "host leave",
            "left => lost seat:host,cause:left,deadline_ms:+10000",
        ),
        (
            "4 0 8, guest away, +3000",
            "host resign",
            "resigned => finished game:1,over:{result:won,winner:guest,reason:resigned,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
    ]);
}

#[test]
fn a_guest_is_removed_before_the_first_move() {
    check(&[
        ("", "guest remove", "!not_host"),
        ("alone |", "host remove", "!no_opponent"),
        ("4 0", "host remove", "!guest_has_moved"),
        ("4 0 2 1 6", "host remove", "!guest_has_moved"),
        (
            "4",
            "host remove",
            "removed room:9222-2222 => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host}; removed seat:guest; (freed seat:guest); (code code:9222-2222)",
        ),
        (
            "host abort",
            "host remove",
            "removed room:9222-2222 => removed seat:guest; (freed seat:guest); (code code:9222-2222)",
        ),
        (
            "guest leave",
            "host remove",
            "removed room:9222-2222 => finished game:1,over:{result:aborted,by:host,reason:called_off,next_first:host}; left seat:guest; (freed seat:guest); (code code:9222-2222)",
        ),
        (
            "4 0, host takeback 1, guest accept 1",
            "host remove",
            "!guest_has_moved",
        ),
        (
            "host remove",
            "join Cia",
            "guest => joined seat:guest,player:{name:Cia}; started game:2,x:host,turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
    ]);
}

#[test]
fn a_room_is_opened_by_its_host() {
    let mut draft = Draft::new(std::sync::Arc::default(), BEGIN_MS);
    let (room, host) = (Room::of("alone |"), newcomer("Ana"));
    let code = protocol::RoomCode::from_bits(9);
    open(
        &mut draft,
        protocol::Settings::default(),
        code,
        &host,
        &room.limits,
    );
    let seated = PrivateChange::Seated {
        seat: protocol::Seat::Host,
        hash: host.hash,
    };
    assert_eq!(draft.private, [PrivateChange::Code { code }, seated]);
    let events: Vec<String> = draft
        .events
        .iter()
        .map(|event| wire_text(event, BEGIN_MS))
        .collect();
    assert_eq!(
        events,
        ["created settings:{},host:{name:Ana},closes_ms:+86400000"]
    );
}
