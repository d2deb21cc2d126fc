//! A cache with a fixed number of places: what is newer takes the place of
//! what is older. Which place is nobody's to choose.

use std::hash::{BuildHasher, RandomState};

use bytes::Bytes;

use crate::sync::{Mutex, lock};

/// Contents by their names.
#[derive(Debug)]
pub struct Cache {
    places: Vec<Mutex<Option<(String, Bytes)>>>,
    hasher: RandomState,
}

impl Cache {
    /// An empty one.
    #[must_use]
    pub fn new(places: usize) -> Cache {
        Cache {
            places: (0..places).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
        }
    }

    /// What is kept under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Bytes> {
        let place = lock(self.place(name)?);
        let (kept, content) = place.as_ref()?;
        (kept == name).then(|| content.clone())
    }

    /// Keeps something under a name.
    pub fn put(&self, name: String, content: Bytes) {
        if let Some(place) = self.place(&name) {
            *lock(place) = Some((name, content));
        }
    }

    fn place(&self, name: &str) -> Option<&Mutex<Option<(String, Bytes)>>> {
        let hash = self.hasher.hash_one(name);
        let place = hash.checked_rem(self.places.len() as u64)?;
        self.places.get(usize::try_from(place).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_back_what_was_put_and_never_grows() {
        let cache = Cache::new(4);
        for name in 0..100 {
            let name = name.to_string();
            assert_eq!(cache.get(&name), None);
            cache.put(name.clone(), Bytes::from(name.clone()));
            assert_eq!(cache.get(&name), Some(Bytes::from(name)));
        }
        let kept = (0..100).filter(|name| cache.get(&name.to_string()).is_some());
        assert!((1..=4).contains(&kept.count()));
        assert_eq!(Cache::new(0).get("a"), None);
    }
}
