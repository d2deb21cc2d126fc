use super::*;

fn record(made_with: &str, counts: &[(&str, f64)]) -> GateRecord {
    GateRecord {
        made_with: made_with.into(),
        counts: counts
            .iter()
            .map(|(name, count)| ((*name).into(), *count))
            .collect(),
    }
}

#[test]
fn a_count_may_be_as_far_from_the_record_as_its_repetitions() {
    let was = record(
        "one",
        &[
            ("instructions a command, memory", 20_000.0),
            ("bytes of `moved`", 155.0),
        ],
    );
    let now = |toolchain, instructions, bytes| {
        let counts = [
            ("instructions a command, memory", instructions),
            ("bytes of `moved`", bytes),
        ];
        record(toolchain, &counts).differences(&was)
    };
    assert!(now("one", 20_290.0, 155.0).is_empty());
    assert_eq!(
        now("one", 19_600.0, 155.0),
        ["instructions a command, memory is 19600.0, not 20000.0 (-2.0 %)"]
    );
    assert_eq!(now("one", 20_000.0, 155.1).len(), 1);
    assert!(now("two", 21_900.0, 155.0).is_empty());
    assert_eq!(now("two", 22_100.0, 155.0).len(), 2);
}

#[test]
fn counts_that_come_or_go_are_differences() {
    let [one, two] = [record("x", &[("a", 1.0)]), record("x", &[("b", 1.0)])];
    assert_eq!(
        one.differences(&two),
        ["b was not counted", "a is 1.0, and not in the record"]
    );
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    let written = record("x", &[("a", 1.5), ("b", 3.0)]);
    written.write(&file).unwrap();
    assert_eq!(GateRecord::read(&file).unwrap(), written);
}
