use protocol::refusal::LimitOf;

use super::*;
use crate::plan::AudiencePlan;

const PLAN: LoadPlan = LoadPlan {
    rooms: 100,
    drive: Drive::MovesPerSecond(500.0),
    ..LoadPlan::NOTHING
};

fn watched(spectators: u64) -> AudiencePlan {
    AudiencePlan {
        spectators,
        ..AudiencePlan::default()
    }
}

#[test]
fn a_small_load_is_within_the_defaults_and_a_large_one_names_the_flags() {
    let limits = Limits::default();
    assert_eq!(too_low(&limits, &PLAN, true), []);
    let large = LoadPlan {
        rooms: 5_700,
        audience: watched(5_001),
        drive: Drive::FlatOut,
        ..PLAN
    };
    let names: Vec<_> = too_low(&limits, &large, true);
    assert_eq!(
        names,
        [
            ("connections", 16_403),
            ("connections_per_address", 865),
            ("commands_per_s", 1_000_000),
            ("rooms_per_minute", 302),
            ("spectators", 5_001),
        ]
    );
}

#[test]
fn connections_from_another_machine_share_one_address() {
    let plan = LoadPlan { rooms: 130, ..PLAN };
    let raise = too_low(&Limits::default(), &plan, false);
    assert_eq!(
        raise,
        [("connections_per_address", 260), ("rooms_per_minute", 130)]
    );
}

#[test]
fn every_limit_in_the_advice_is_one_of_the_server() {
    let none = Limits::default();
    let mut zero = none;
    for (name, _) in Limits::NAMES {
        *zero.get_mut(name).unwrap() = 0;
    }
    let plan = LoadPlan {
        audience: watched(1),
        ..PLAN
    };
    assert_eq!(too_low(&zero, &plan, true).len(), 9);
}

#[test]
fn failures_say_which_flag_would_help() {
    let refused = |why| explain(&BenchError::from(RefusedByServer(why)));
    assert!(
        refused(Refusal::TooManyRooms {
            of: LimitOf::Server
        })
        .contains("--rooms")
    );
    assert!(refused(Refusal::TooFast { retry_in_ms: 1 }).contains("--commands-per-s"));
    let crowded = "your address has reached its limit of connections";
    assert!(turned_away(503, crowded).contains("--connections-per-address"));
    assert!(turned_away(503, "this server has").contains("raise its --connections ("));
    assert!(turned_away(404, "").contains("not an OXO server"));
    let nobody = io::Error::from(io::ErrorKind::ConnectionRefused);
    assert!(explain(&nobody.into()).contains("nobody listens"));
    let cut = tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake);
    assert_eq!(explain(&cut.into()), CUT);
}
