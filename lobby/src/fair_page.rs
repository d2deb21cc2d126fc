//! A page of a list that one owner cannot fill while there are others.

use std::{collections::HashMap, hash::Hash};

/// At most a page of things: each owner's first `share` before any owner's others, in the order of
/// the list.
pub(super) fn fair_page<K: Eq + Hash, T>(
    things: impl Iterator<Item = (K, T)>,
    most: usize,
    share: usize,
) -> Vec<T> {
    let mut listed: HashMap<K, usize> = HashMap::new();
    let (mut within, mut beyond) = (Vec::new(), Vec::new());
    for (at, (owner, thing)) in things.enumerate() {
        let own = listed.entry(owner).or_default();
        *own += 1;
        match *own <= share {
            true => within.push((at, thing)),
            false if beyond.len() < most => beyond.push((at, thing)),
            false => {}
        }
        if within.len() == most {
            break;
        }
    }
    beyond.truncate(most - within.len());
    within.append(&mut beyond);
    within.sort_by_key(|(at, _)| *at);
    within.into_iter().map(|(_, thing)| thing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(owners: &str) -> String {
        fair_page(owners.chars().map(|owner| (owner, owner)), 5, 2)
            .into_iter()
            .collect()
    }

    #[test]
    fn one_owner_fills_only_what_others_leave() {
        assert_eq!(page("aaaaaaaaa"), "aaaaa");
        assert_eq!(page("aaaaaaaab"), "aaaab");
        assert_eq!(page("aaaaabbbbbcc"), "aabbc");
        assert_eq!(page("abab"), "abab");
        assert_eq!(page(""), "");
    }
}
