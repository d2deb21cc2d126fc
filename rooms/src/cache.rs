//! A cache with a fixed number of places: newer entries take the places of
//! older ones. Which place is nobody's to choose.

use std::hash::{BuildHasher, Hash, RandomState};

use parking_lot::Mutex;

/// Values by their keys.
#[derive(Debug)]
pub struct Cache<K, V> {
    places: Vec<Mutex<Option<(K, V)>>>,
    hasher: RandomState,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// An empty one.
    pub fn new(places: usize) -> Cache<K, V> {
        Cache {
            places: (0..places).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
        }
    }

    /// The value under a key.
    pub fn get(&self, key: &K) -> Option<V> {
        let place = self.place(key)?.lock();
        let (kept, value) = place.as_ref()?;
        (kept == key).then(|| value.clone())
    }

    /// Keeps something under a key.
    pub fn put(&self, key: K, value: V) {
        if let Some(place) = self.place(&key) {
            *place.lock() = Some((key, value));
        }
    }

    fn place(&self, key: &K) -> Option<&Mutex<Option<(K, V)>>> {
        let hash = self.hasher.hash_one(key);
        let place = hash.checked_rem(self.places.len() as u64)?;
        self.places.get(usize::try_from(place).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_returns_what_was_put_and_never_grows() {
        let cache = Cache::new(4);
        for name in 0..100 {
            assert_eq!(cache.get(&name), None);
            cache.put(name, name.to_string());
            assert_eq!(cache.get(&name), Some(name.to_string()));
        }
        let kept = (0..100).filter(|name| cache.get(name).is_some());
        assert!((1..=4).contains(&kept.count()));
        assert_eq!(Cache::<i32, ()>::new(0).get(&1), None);
    }

    /// Number of entries of one owner that are kept.
    fn kept(cache: &Cache<(u32, u32), ()>, who: u32) -> usize {
        let all = (0..MANY).filter(|number| cache.get(&(who, *number)).is_some());
        all.count()
    }

    const PLACES: usize = 64;
    /// Enough that each place is put to for sure.
    const MANY: u32 = 10_000;

    #[test]
    fn a_cache_filled_by_one_address_or_fifty_takes_entries_of_others() {
        for name in [
            "pictures of boards",
            "QR codes that are kept",
            "codes of rooms that have ended",
        ] {
            let cache = Cache::new(PLACES);
            let put = |who, number| cache.put((who, number), ());
            (0..MANY).for_each(|number| put(1, number));
            assert_eq!(kept(&cache, 1), PLACES, "{}: one address", name);
            put(99, 0);
            assert_eq!(kept(&cache, 99), 1, "{}: beside one", name);
            for number in 0..MANY {
                put(2 + number % 50, number);
            }
            let of_fifty: usize = (2..52).map(|who| kept(&cache, who)).sum();
            assert_eq!(of_fifty, PLACES, "{}: fifty", name);
            put(99, 0);
            assert_eq!(kept(&cache, 99), 1, "{}: beside fifty", name);
            assert_eq!(kept(&cache, 1), 0, "{}: newer ones have it", name);
            put(1, 0);
            assert_eq!(kept(&cache, 1), 1, "{}: back", name);
        }
    }
}
