//! Moves: refused, made, and what they decide.

use super::room::{Room, check};

#[test]
fn a_move_is_refused_for_the_first_reason_that_holds() {
    check(&[
        ("alone |", "host 4", "!no_game"),
        ("4 0 2 1 6", "guest 5", "!no_game"),
        ("", "host 4 of 2", "!stale {game:1,ply:0}"),
        ("", "host 4 of 0", "!stale {game:1,ply:0}"),
        ("4 0", "host 9 at 0", "!stale {game:1,ply:2}"),
        ("4 0", "guest 5 at 3", "!stale {game:1,ply:2}"),
        ("", "guest 9", "!not_your_turn"),
        ("4", "host 0", "!not_your_turn"),
        ("", "host 9", "!cell_outside {cell:9,cells:9}"),
        ("4x1x3 |", "host 4", "!cell_outside {cell:4,cells:4}"),
        ("4", "guest 4", "!cell_taken {cell:4}"),
        (
            "4 0 2 1 6, host rematch, guest accept 1, 4 0",
            "guest 4 at 4 of 1",
            "!stale {game:2,ply:2}",
        ),
    ]);
}

#[test]
fn a_move_passes_the_turn() {
    check(&[
        (
            "",
            "host 4",
            "moved => moved game:1,ply:0,cell:4,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "4",
            "guest 0",
            "moved => moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+900000,limit:idle}",
        ),
        (
            "4 0",
            "host 8",
            "moved => moved game:1,ply:2,cell:8,turn:{seat:guest,due_ms:+900000}",
        ),
        (
            "guest first |",
            "guest 8",
            "moved => moved game:1,ply:0,cell:8,turn:{seat:host,due_ms:+60000}",
        ),
        (
            "4 0 2 1 6, host rematch, guest accept 1",
            "guest 4",
            "moved => moved game:2,ply:0,cell:4,turn:{seat:host,due_ms:+60000}",
        ),
    ]);
}

#[test]
fn a_line_ends_the_game() {
    check(&[
        (
            "4 0 2 1",
            "host 6",
            "moved => moved game:1,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "0 2 1 4 8",
            "guest 6",
            "moved => moved game:1,ply:5,cell:6,lines:[[2,4,6]],over:{result:won,winner:guest,reason:line,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "4 0 2 1 6, host rematch, guest accept 1, 4 0 2 1",
            "guest 6",
            "moved => moved game:2,ply:4,cell:6,lines:[[2,4,6]],over:{result:won,winner:guest,reason:line,next_first:host},score:{host:1,guest:1,draws:0}",
        ),
        (
            "0 3 1 4 5 6 8 7",
            "host 2",
            "moved => moved game:1,ply:8,cell:2,lines:[[0,1,2],[2,5,8]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "3x3x3-misere | 0 3 1 4",
            "host 2",
            "moved => moved game:1,ply:4,cell:2,lines:[[0,1,2]],over:{result:won,winner:guest,reason:line,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "3x3x3-misere | 0 2 1 4 8",
            "guest 6",
            "moved => moved game:1,ply:5,cell:6,lines:[[2,4,6]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "4x3x3-exact | 0 4 1 5 3 8",
            "host 2",
            "moved => moved game:1,ply:6,cell:2,turn:{seat:guest,due_ms:+900000}",
        ),
        (
            "5x1x3 | 0 1 3",
            "guest 2",
            "moved => moved game:1,ply:3,cell:2,turn:{seat:host,due_ms:+900000},no_open_lines:true",
        ),
    ]);
}

#[test]
fn a_full_board_is_a_draw_and_the_loss_of_all_lines_is_known_before() {
    check(&[
        (
            "0 1 2 4 3 5",
            "host 7",
            "moved => moved game:1,ply:6,cell:7,turn:{seat:guest,due_ms:+900000}",
        ),
        (
            "0 1 2 4 3 5 7",
            "guest 6",
            "moved => moved game:1,ply:7,cell:6,turn:{seat:host,due_ms:+900000},no_open_lines:true",
        ),
        (
            "0 1 2 4 3 5 7 6",
            "host 8",
            "moved => moved game:1,ply:8,cell:8,no_open_lines:true,over:{result:drawn,reason:full,next_first:guest},score:{host:0,guest:0,draws:1}",
        ),
        (
            "4x1x3 | 1",
            "guest 2",
            "moved => moved game:1,ply:1,cell:2,turn:{seat:host,due_ms:+900000,limit:idle},no_open_lines:true",
        ),
    ]);
}

#[test]
fn the_first_player_plays_o_where_o_opens() {
    check(&[
        (
            "opens o, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:guest,turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "opens o | 4 0 3 1",
            "host 5",
            "moved => moved game:1,ply:4,cell:5,lines:[[3,4,5]],over:{result:won,winner:host,reason:line,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        (
            "opens o | 4 0 3 1 5, host rematch",
            "guest accept 1",
            "accepted => started game:2,x:host,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
        (
            "opens o, guest first, fixed | 4 0 3 1 5, host rematch",
            "guest accept 1",
            "accepted => started game:2,x:host,turn:{seat:guest,due_ms:+60000,limit:first_move}",
        ),
    ]);
    let room = Room::of("opens o | 4 0 3 1 5");
    let marks = room
        .view()
        .game
        .as_ref()
        .unwrap()
        .moves
        .iter()
        .map(|played| played.mark.to_string());
    assert_eq!(marks.collect::<String>(), "OXOXO");
}
