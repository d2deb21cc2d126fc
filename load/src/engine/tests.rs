use super::*;

#[tokio::test]
async fn a_reconnect_storm_on_a_relay_is_refused_because_it_keeps_no_seats() {
    for wire in [Wire::BareRelay, Wire::EventRelay] {
        let target = LoadTarget::new(wire, ([127, 0, 0, 1], 9).into());
        let meter = ProcessMeter::new(None, None).unwrap();
        let why = storm(&target, &meter, Vec::new()).await.unwrap_err();
        assert!(why.to_string().contains("no seats"), "{why}");
    }
}
