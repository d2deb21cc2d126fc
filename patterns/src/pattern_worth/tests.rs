//! Unit tests of `pattern_worth`.

use super::*;

#[test]
fn each_set_of_patterns_and_the_turn_have_a_value() {
    let sets = sets();
    assert!(sets.is_sorted() && sets.iter().all(|set| set.is_sorted()));
    for bytes in [FIVE, FOUR] {
        assert_eq!(bytes.len(), 2 * (2 * sets.len() + 1));
    }
}

#[test]
fn the_order_of_directions_makes_no_difference() {
    use LinePattern::{Four, One, OpenThree, Two};
    let worth = PatternWorth::of(5);
    let value = worth.value([One, Two, OpenThree, Four]);
    assert_eq!(worth.value([Four, One, Two, OpenThree]), value);
    // Who is to move wins by it, which the search finds without asking; the other side is about to.
    assert!(value[1] > 300, "{value:?}");
}
