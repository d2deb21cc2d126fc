//! Unit tests of `level`.

use super::Level;

#[test]
fn a_level_is_a_number_from_one_to_five() {
    for number in 0..=u8::MAX {
        let level = Level::new(number);
        assert_eq!(level.is_some(), (1..=5).contains(&number));
        assert!(level.is_none_or(|level| level.number() == number));
        assert_eq!(serde_json::from_str(&number.to_string()).ok(), level);
    }
    assert_eq!(Level::new(5), Some(Level::TOP));
}
