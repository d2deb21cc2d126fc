//! Unit tests of `refusal`.

use super::*;

#[test]
fn a_refusal_is_a_code_with_parameters() {
    let text = serde_json::to_string(&Refusal::CellTaken { cell: 4 }).unwrap();
    assert_eq!(text, r#"{"code":"cell_taken","params":{"cell":4}}"#);
    let text = serde_json::to_string(&Refusal::NotYourTurn).unwrap();
    assert_eq!(text, r#"{"code":"not_your_turn"}"#);
    assert_eq!(Refusal::NotYourTurn.code(), "not_your_turn");
}
