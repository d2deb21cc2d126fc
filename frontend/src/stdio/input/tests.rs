//! Unit tests of `input`.

use super::*;

#[test]
fn lines_are_read_whole_and_bounded() {
    let long = "x".repeat(2 * LINE_BYTES);
    let text = format!("one\r\n\n{long}\nlast");
    let mut input = std::io::Cursor::new(text);
    assert_eq!(read_line(&mut input).unwrap(), "one");
    assert_eq!(read_line(&mut input).unwrap(), "");
    assert_eq!(read_line(&mut input).unwrap().len(), LINE_BYTES);
    assert_eq!(read_line(&mut input).unwrap(), "last");
    assert_eq!(read_line(&mut input), None);
}
