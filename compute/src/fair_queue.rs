//! A round-robin queue: its owners take turns, however many items each has in it.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

/// Things by their owner, each owner's in the order in which they came.
#[derive(Debug)]
pub(super) struct FairQueue<K, T> {
    by_owner: HashMap<K, VecDeque<T>>,
    /// Owners who have something, the next one first.
    turns: VecDeque<K>,
    len: usize,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> FairQueue<K, T> {
        FairQueue {
            by_owner: HashMap::new(),
            turns: VecDeque::new(),
            len: 0,
        }
    }
}

impl<K: Copy + Eq + Hash, T> FairQueue<K, T> {
    pub fn push(&mut self, owner: K, thing: T) {
        let own = self.by_owner.entry(owner).or_default();
        if own.is_empty() {
            self.turns.push_back(owner);
        }
        own.push_back(thing);
        self.len += 1;
    }

    /// The first thing of the owner whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let owner = self.turns.pop_front()?;
        let own = self.by_owner.get_mut(&owner)?;
        let thing = own.pop_front()?;
        match own.is_empty() {
            true => drop(self.by_owner.remove(&owner)),
            false => self.turns.push_back(owner),
        }
        self.len -= 1;
        Some(thing)
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of items of an owner.
    pub fn len_of(&self, owner: K) -> usize {
        self.by_owner.get(&owner).map_or(0, VecDeque::len)
    }

    /// Drops the things of an owner that are not wanted any more.
    pub fn drop_of(&mut self, owner: K, is_unwanted: impl Fn(&T) -> bool) {
        let Some(own) = self.by_owner.get_mut(&owner) else {
            return;
        };
        let before = own.len();
        own.retain(|thing| !is_unwanted(thing));
        self.len -= before - own.len();
        if own.is_empty() {
            self.by_owner.remove(&owner);
            self.turns.retain(|turn| *turn != owner);
        }
    }

    /// Number of items that wait behind an owner that is served now: its own, and the next one of each other.
    pub fn behind(&self, owner: K) -> usize {
        let own = self.len_of(owner);
        own + self.turns.len() - usize::from(own > 0)
    }

    pub fn clear(&mut self) {
        *self = FairQueue::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_take_turns_and_each_keeps_its_order() {
        let mut queue = FairQueue::default();
        for thing in 0..5 {
            queue.push("many", thing);
        }
        queue.push("few", 10);
        queue.push("others", 20);
        assert_eq!(
            (queue.len(), queue.len_of("many"), queue.len_of("none")),
            (7, 5, 0)
        );
        assert_eq!(
            (
                queue.behind("many"),
                queue.behind("few"),
                queue.behind("none")
            ),
            (7, 3, 3)
        );
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 20, 1, 2, 3, 4]);
        assert_eq!(queue.len(), 0);
        assert!(queue.by_owner.is_empty());
    }

    #[test]
    fn dropped_items_take_no_turn() {
        let mut queue = FairQueue::default();
        for thing in 0..4 {
            queue.push("one", thing);
            queue.push("other", 10 + thing);
        }
        queue.drop_of("one", |thing| *thing != 2);
        queue.drop_of("other", |_| true);
        queue.drop_of("none", |_| true);
        assert_eq!((queue.len(), queue.len_of("one")), (1, 1));
        queue.push("other", 20);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [2, 20]);
        assert_eq!(queue.len(), 0);
    }
}
