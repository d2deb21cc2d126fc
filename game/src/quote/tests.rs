//! Unit tests of `quote`.

use super::{LONGEST, excerpt};

#[test]
fn short_text_is_kept_and_long_text_is_cut_between_characters() {
    let full = "é".repeat(LONGEST);
    assert_eq!(excerpt(&full), full);
    assert_eq!(excerpt(&format!("{full}é")), format!("{full}…"));
    assert_eq!(excerpt(""), "");
}
