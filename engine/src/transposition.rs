//! Transposition table: results of positions, kept for when they come again by other
//! moves (Greenblatt, Eastlake and Crocker, 1967).
//!
//! Of two places for a position one goes to the costliest entry and the other to the
//! newest (Breuker, Uiterwijk and van den Herik, *Replacement schemes for transposition tables*,
//! 1994: TwoBig).

/// An entry to keep, with its cost, in no unit.
pub(crate) trait TableEntry: Copy + Default {
    fn cost(&self) -> u32;
}

/// Pairs of places in a new table.
const FIRST: usize = 1 << 10;

/// Entries by the number of their position. Once it is as large as it may be, it forgets.
pub(crate) struct TranspositionTable<E> {
    places: Vec<[(u64, E); 2]>,
    filled: usize,
    /// Pairs of places, at most.
    most: usize,
}

impl<E: TableEntry> TranspositionTable<E> {
    /// With room for about `entries`, and at most `most`.
    pub(crate) fn new(entries: u64, most: usize) -> TranspositionTable<E> {
        let entries = usize::try_from(entries).unwrap_or(most).clamp(4, most);
        let most = (entries / 2).next_power_of_two();
        TranspositionTable {
            places: vec![Default::default(); most.min(FIRST)],
            filled: 0,
            most,
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<E> {
        let pair = &self.places[self.place(key)];
        let found = pair.iter().find(|(known, _)| *known == !key);
        found.map(|(_, entry)| *entry)
    }

    pub(crate) fn set(&mut self, key: u64, entry: E) {
        if self.filled >= self.places.len() && self.places.len() < self.most {
            self.grow();
        }
        self.insert(!key, entry);
    }

    fn grow(&mut self) {
        let pairs = vec![Default::default(); 2 * self.places.len()];
        self.filled = 0;
        for (known, entry) in std::mem::replace(&mut self.places, pairs).into_flattened() {
            if known != 0 {
                self.insert(known, entry);
            }
        }
    }

    /// Keys are kept negated: 0 is that of no position that is ever looked up twice.
    fn insert(&mut self, known: u64, entry: E) {
        let place = self.place(!known);
        let [big, new] = &mut self.places[place];
        self.filled += usize::from(big.0 == 0);
        if big.0 == known || big.1.cost() <= entry.cost() {
            if big.0 != known {
                *new = *big;
            }
            *big = (known, entry);
        } else {
            *new = (known, entry);
        }
    }

    /// The number is mixed first, for a board read in base three is anything but spread out.
    fn place(&self, key: u64) -> usize {
        let mixed = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.places.len() - 1)
    }
}

#[cfg(test)]
mod tests;
