//! A room's spectators: those who are written to here, those to whom other nodes write, and the feeds of these nodes.

use std::{
    collections::BTreeMap,
    ops::Bound::{Excluded, Unbounded},
    sync::{Arc, Weak},
};

use admission::AddressGroup;
use protocol::RoomCode;

use crate::handle::{ConnectionHandle, EventSink};

/// The spectators of a room, by numbers in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct RoomAudience {
    /// Those who are written to here.
    heard: BTreeMap<u64, Listener>,
    /// Spectators to whom the node writes that carries them.
    carried: BTreeMap<u64, Arc<ConnectionHandle>>,
    /// Number of feeds among those who are written to.
    feeds: usize,
    /// The number of the one who came last.
    last: u64,
    /// The code by which those who are carried were told to watch, as far as that is known.
    code: Option<RoomCode>,
}

/// A spectator or a feed that is written to here.
#[derive(Debug)]
struct Listener {
    handle: Arc<ConnectionHandle>,
    /// The handle's, at hand: to write to a thousand without a look at each
    /// handle is measurably cheaper.
    sink: Option<Weak<dyn EventSink>>,
    is_feed: bool,
}

impl RoomAudience {
    /// Lets a spectator in, known by a number from now on.
    pub fn admit(&mut self, handle: Arc<ConnectionHandle>) -> u64 {
        if handle.carried_by.is_none() {
            return self.listen(handle, false);
        }
        self.last += 1;
        self.carried.insert(self.last, handle);
        self.last
    }

    /// Lets a feed in, which is no spectator.
    pub fn admit_feed(&mut self, handle: Arc<ConnectionHandle>) -> u64 {
        self.feeds += 1;
        self.listen(handle, true)
    }

    fn listen(&mut self, handle: Arc<ConnectionHandle>, is_feed: bool) -> u64 {
        self.last += 1;
        let sink = handle.sink();
        let listener = Listener {
            handle,
            sink,
            is_feed,
        };
        self.heard.insert(self.last, listener);
        self.last
    }

    /// The spectator or the feed of that number is gone.
    pub fn remove(&mut self, number: u64) {
        match self.heard.remove(&number) {
            Some(gone) => self.feeds -= usize::from(gone.is_feed),
            None => drop(self.carried.remove(&number)),
        }
    }

    /// Number of spectators.
    pub fn len(&self) -> usize {
        self.heard.len() - self.feeds + self.carried.len()
    }

    /// Number of spectators from that address.
    pub fn from(&self, source: Option<AddressGroup>) -> usize {
        let heard = self.heard.values().filter(|it| !it.is_feed);
        let handles = heard.map(|it| &it.handle).chain(self.carried.values());
        handles.filter(|handle| handle.source == source).count()
    }

    /// The spectator who has watched for longest.
    pub fn first(&self) -> Option<&ConnectionHandle> {
        let mut heard = self.heard.iter();
        let heard = heard.find(|(_, it)| !it.is_feed);
        let heard = heard.map(|(number, it)| (number, &it.handle));
        let carried = self.carried.first_key_value();
        let both = heard.into_iter().chain(carried);
        let (_, first) = both.min_by_key(|(number, _)| **number)?;
        Some(first)
    }

    /// Whether anybody is written to here.
    pub fn is_heard(&self) -> bool {
        !self.heard.is_empty()
    }

    /// Whether other nodes write to anybody.
    pub fn is_carried(&self) -> bool {
        !self.carried.is_empty()
    }

    /// Wakes those who are carried for news that concerns each of them: an end of the room, or another code.
    pub fn wake_carried(&mut self, code: Option<RoomCode>, has_ended: bool) {
        if std::mem::replace(&mut self.code, code) == code && !has_ended {
            return;
        }
        for handle in self.carried.values() {
            handle.wake();
        }
    }

    /// The sinks of at most `count` who are written to, from behind that number.
    pub fn sinks_after(
        &self,
        number: Option<u64>,
        count: usize,
    ) -> Vec<(u64, Option<Arc<dyn EventSink>>)> {
        let from = number.map_or(Unbounded, Excluded);
        let after = self.heard.range((from, Unbounded)).take(count);
        let sink = |it: &Listener| it.sink.as_ref().and_then(Weak::upgrade);
        after.map(|(number, it)| (*number, sink(it))).collect()
    }

    /// The spectator or feed of that number, if written to here.
    pub fn heard(&self, number: u64) -> Option<&ConnectionHandle> {
        Some(&self.heard.get(&number)?.handle)
    }
}
