//! Unit tests of `transposition`.

use super::{TableEntry, TranspositionTable};

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Worth(u32);

impl TableEntry for Worth {
    fn cost(&self) -> u32 {
        self.0
    }
}

#[test]
fn a_stored_entry_is_found_again_while_there_is_room() {
    let mut table = TranspositionTable::new(1 << 20, 1 << 20);
    assert_eq!(table.get(0), None);
    (0..10_000).for_each(|key| table.set(key, Worth(key as u32)));
    let found = (0..10_000).filter(|&key| table.get(key) == Some(Worth(key as u32)));
    assert!(found.count() > 9_000);
    assert_eq!(table.get(10_000), None);
}

#[test]
fn a_full_table_keeps_the_costliest_and_the_newest_entry() {
    let mut table = TranspositionTable::new(4, 4);
    (1..100).for_each(|key| table.set(key, Worth(1000 - key as u32)));
    let kept: Vec<u64> = (1..100).filter(|&key| table.get(key).is_some()).collect();
    assert!(kept.len() <= 4 && kept.contains(&99), "{kept:?}");
    assert!(kept.iter().any(|&key| key < 5), "{kept:?}");
}
