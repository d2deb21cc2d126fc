//! Unit tests of reading records.

pub mod sample;

use serde_json::{Value, json};

use super::*;
use sample::games::{json_of, won};

fn read(value: &Value) -> Result<SavedGame, SavedGameError> {
    SavedGame::parse(value.to_string().as_bytes())
}

#[test]
fn a_copy_reads_back_with_its_seat_and_as_a_plain_record() {
    let value = json_of(&won(1));
    assert_eq!(value["format"], "oxo.game.v1");
    assert_eq!(read(&value).unwrap().seat, Some(Seat::Host));
    let plain: Record = serde_json::from_value(value).unwrap();
    assert_eq!(plain.game, won(1).record.game);
}

#[test]
fn a_servers_record_is_read_with_its_events() {
    let mut value = json_of(&won(1));
    value["events"] = json!([{"type": "event", "seq": 1}]);
    value["later"] = json!(true);
    let saved = read(&value).unwrap();
    assert_eq!(saved.record.events.len(), 1);
    // And is written again as it came.
    assert_eq!(json_of(&saved)["events"], value["events"]);
}

#[test]
fn a_text_that_is_no_record_is_refused_with_the_reason() {
    let mut later = json_of(&won(1));
    later["format"] = json!("oxo.game.v2");
    assert_eq!(
        read(&later).unwrap_err(),
        SavedGameError::Newer("oxo.game.v2".into())
    );
    let mut cut = json_of(&won(1));
    cut.as_object_mut().unwrap().remove("room");
    for value in [json!({}), json!([1]), json!({"format": "png"}), cut] {
        assert_eq!(
            read(&value).unwrap_err(),
            SavedGameError::NotARecord,
            "{value}"
        );
    }
    let deep = "[".repeat(100_000);
    assert_eq!(
        SavedGame::parse(deep.as_bytes()).unwrap_err(),
        SavedGameError::NotARecord
    );
    let long = vec![b' '; MOST_BYTES + 1];
    assert_eq!(
        SavedGame::parse(&long).unwrap_err(),
        SavedGameError::TooLarge
    );
}

#[test]
fn a_record_of_the_first_programs_is_recognised() {
    let mut value = json_of(&won(1));
    let over = value["game"]["over"].as_object_mut().unwrap();
    let how = over.remove("reason").unwrap();
    over.insert("how".to_owned(), how);
    let former = SavedGame::parse(value.to_string().as_bytes());
    assert_eq!(former.unwrap_err(), SavedGameError::Former);
}
