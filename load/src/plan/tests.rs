use super::*;

#[test]
fn connections_and_rooms_are_those_of_all_parts() {
    let watched = AudiencePlan {
        spectators: 50,
        ..AudiencePlan::default()
    };
    let plan = LoadPlan {
        rooms: 100,
        audience: watched,
        idle: 7,
        ..LoadPlan::NOTHING
    };
    assert_eq!((plan.connections(), plan.all_rooms()), (260, 105));
    let plan = LoadPlan {
        audience: AudiencePlan::default(),
        ..plan
    };
    assert_eq!((plan.connections(), plan.all_rooms()), (208, 104));
}
