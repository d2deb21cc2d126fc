//! Unit tests of `frame`.

use super::*;

#[test]
fn an_unknown_event_is_counted_and_an_unknown_frame_ignored() {
    let text = r#"{"type":"danced","steps":3,"room":"K7QX-4MTR","seq":3,"at_ms":5}"#;
    let Frame::Event(frame) = serde_json::from_str(text).unwrap() else {
        panic!()
    };
    let mut view = View::default();
    view.fold(frame.seq, frame.at_ms, &frame.event);
    assert_eq!(
        view,
        View {
            seq: 3,
            at_ms: 5,
            ..View::default()
        }
    );
    assert_eq!(
        serde_json::from_str::<Frame>(r#"{"type":"dance","a":1}"#).unwrap(),
        Frame::Unknown
    );
}

#[test]
fn a_reply_frame_has_the_shape_of_the_contract() {
    let text = r#"{"type":"reply","id":7,"ok":{"type":"moved","seq":18}}"#;
    let frame: Frame = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&frame).unwrap(), text);
    let text = r#"{"type":"error","code":"bad_message","params":{"detail":"x"}}"#;
    let frame: Frame = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&frame).unwrap(), text);
}
