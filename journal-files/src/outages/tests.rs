//! Tests of `outages`.

use super::*;
use crate::schema;

fn outage(number: u64) -> Outage {
    Outage {
        from_ms: 10 * number,
        to_ms: 10 * number + 5,
    }
}

fn journal() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    schema::create(&connection).unwrap();
    connection
}

#[test]
fn outages_go_when_no_room_is_left_that_missed_them() {
    let journal = journal();
    assert_eq!(note(Some(outage(1)), 1, &journal).unwrap(), [outage(1)]);
    assert_eq!(note(Some(outage(2)), 0, &journal).unwrap(), []);
    assert_eq!(note(Some(outage(3)), 1, &journal).unwrap(), [outage(3)]);
}

#[test]
fn too_many_outages_are_merged_into_one_that_refunds_more() {
    let journal = journal();
    let most = MOST as u64;
    for number in 1..=most + 2 {
        note(Some(outage(number)), 1, &journal).unwrap();
    }
    let kept = note(None, 1, &journal).unwrap();
    assert_eq!(kept.len(), MOST);
    let merged = Outage {
        from_ms: outage(1).from_ms,
        to_ms: outage(3).to_ms,
    };
    assert_eq!((kept[0], kept[1]), (merged, outage(4)));
    assert_eq!(kept[MOST - 1], outage(most + 2));
}

#[test]
fn a_damaged_outage_refunds_more() {
    let journal = journal();
    for number in 1..=3 {
        note(Some(outage(number)), 1, &journal).unwrap();
    }
    let spoil = "UPDATE outage SET \"from\" = 0 WHERE id = 2";
    journal.execute(spoil, ()).unwrap();
    let between = Outage {
        from_ms: outage(1).to_ms,
        to_ms: outage(3).from_ms,
    };
    let all = note(None, 1, &journal).unwrap();
    assert_eq!(all, [outage(1), between, outage(3)]);
    // The last one, too: up to the one that is noted then.
    let spoil = "UPDATE outage SET \"to\" = 0 WHERE id = 3";
    journal.execute(spoil, ()).unwrap();
    let all = note(Some(outage(4)), 1, &journal).unwrap();
    let [until_then, nothing] =
        [(15, 40), (40, 40)].map(|(from_ms, to_ms)| Outage { from_ms, to_ms });
    assert_eq!(all, [outage(1), until_then, nothing, outage(4)]);
}
