//! Unit tests of `reply`.

use super::*;

#[test]
fn replies_have_the_shape_of_the_contract() {
    let done = Reply {
        id: 7,
        answer: Answer::Ok(Accepted::Moved { seq: 18 }),
    };
    assert_eq!(
        serde_json::to_string(&done).unwrap(),
        r#"{"id":7,"ok":{"type":"moved","seq":18}}"#
    );
    let refused = Refused {
        why: Refusal::CellTaken { cell: 4 },
        seq: Some(17),
    };
    let refused = Reply {
        id: 7,
        answer: Answer::Error(refused),
    };
    let text = serde_json::to_string(&refused).unwrap();
    assert_eq!(
        text,
        r#"{"id":7,"error":{"code":"cell_taken","params":{"cell":4},"seq":17}}"#
    );
    assert_eq!(serde_json::from_str::<Reply>(&text).unwrap(), refused);
}
