//! Clocks: when they run, what a move costs, and what is credited to the network.

use super::room::check;

#[test]
fn no_clock_runs_before_both_have_moved() {
    check(&[
        (
            "60000+2000, alone |",
            "join Bia",
            "guest => joined seat:guest,player:{name:Bia}; started game:1,x:host,clocks:{host:60000,guest:60000},turn:{seat:host,due_ms:+60000,limit:first_move}; (seated guest)",
        ),
        (
            "60000+2000 | +30000",
            "host 4",
            "moved => moved game:1,ply:0,cell:4,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | 4, +30000",
            "guest 0",
            "moved => moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+60000,limit:clock}",
        ),
        (
            "10000/move | 4, +30000",
            "guest 0",
            "moved => moved game:1,ply:1,cell:0,turn:{seat:host,due_ms:+10000,limit:clock}",
        ),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn a_move_costs_its_time_less_the_round_trip() {
    check(&[
        (
            "60000+2000 | 4 0, +5000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,clock_ms:57000,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | 4 0, +5000, 2, +1000",
            "guest 1",
            "moved => moved game:1,ply:3,cell:1,clock_ms:61000,turn:{seat:host,due_ms:+57000}",
        ),
        (
            "60000+0 | 4 0",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | 4 0, +2000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "10000/move | 4 0, +9999",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,turn:{seat:guest,due_ms:+10000}",
        ),
        (
            "10000/move | 4 0, wait 10000",
            "host 8",
            "!no_game => finished game:1,clocks:{host:0,guest:10000},over:{result:won,winner:guest,reason:flag,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "60000+2000 | host rtt 300, 4 0, +5000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,credit_ms:300,clock_ms:57300,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | host rtt 900, 4 0, +5000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,credit_ms:500,clock_ms:57500,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | host rtt 300, 4 0, +200",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,credit_ms:200,clock_ms:62000,turn:{seat:guest,due_ms:+60000}",
        ),
        (
            "60000+2000 | guest rtt 300, 4 0, +5000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,clock_ms:57000,turn:{seat:guest,due_ms:+60300}",
        ),
        (
            "host rtt 300, 4 0, +5000",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,turn:{seat:guest,due_ms:+900000}",
        ),
        (
            "60000+0 | host rtt 300, 4 0, +60100",
            "host 2",
            "moved => moved game:1,ply:2,cell:2,credit_ms:300,clock_ms:200,turn:{seat:guest,due_ms:+60000}",
        ),
    ]);
}

#[test]
fn a_flag_falls_after_the_clock_and_the_credit() {
    check(&[
        ("60000+2000 | 4 0", "+59999", ""),
        (
            "60000+2000 | 4 0",
            "+60000",
            "finished game:1,clocks:{host:0,guest:60000},over:{result:won,winner:guest,reason:flag,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        (
            "10000/move | 4 0 8",
            "+10000",
            "finished game:1,clocks:{host:10000,guest:0},over:{result:won,winner:host,reason:flag,next_first:guest},score:{host:1,guest:0,draws:0}",
        ),
        ("60000+0 | host rtt 200, 4 0", "+60199", ""),
        (
            "60000+0 | host rtt 200, 4 0",
            "+60200",
            "finished game:1,clocks:{host:0,guest:60000},over:{result:won,winner:guest,reason:flag,next_first:guest},score:{host:0,guest:1,draws:0}",
        ),
        ("60000+0 | host rtt 900, 4 0", "+60499", ""),
        ("60000+0 | host rtt 900, 4 0", "+60500", "…reason:flag…"),
        (
            "10000/move | 4 0, guest takeback 1",
            "+10000",
            "finished game:1,clocks:{host:0,guest:10000},over:{result:won,winner:guest,reason:flag,next_first:guest},score:{host:0,guest:1,draws:0},lapsed_offer:1",
        ),
        (
            "60000+0 | 4 0, host away, guest away, +3000",
            "+57000",
            "…reason:flag…",
        ),
    ]);
}
