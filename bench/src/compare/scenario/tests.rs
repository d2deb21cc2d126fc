use super::*;

#[test]
fn a_scenario_is_told_in_words_with_what_was_chosen() {
    let extent = Extent {
        rooms: 200,
        window: Duration::from_secs(5),
    };
    let told = |scenario: Scenario| (scenario.describe(extent), scenario.files(extent));
    let usual = ("200 rooms in closed loop".into(), 500);
    assert_eq!(told(Scenario::Play(None)), usual);
    let many = ("5,000 rooms in closed loop".into(), 10_100);
    assert_eq!(told(Scenario::Play(Some(5_000))), many);
    let paced = ("2,000 moves/s in 200 rooms".into(), 500);
    assert_eq!(told(Scenario::Paced(2_000)), paced);
    assert_eq!(grouped(1_002_003), "1,002,003");
}
