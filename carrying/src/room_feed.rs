//! A room's events as they come from the node that decides, for all spectators of that room here.

use std::{
    collections::{HashMap, VecDeque},
    future::poll_fn,
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use bytes::Bytes;
use link::{CarriedReader, CarriedWriter};
use parking_lot::Mutex;
use protocol::RoomCode;
use serde::Deserialize;
use tokio::{sync::watch, task::AbortHandle, time::sleep};

use super::frame_cutter::first_frame;

/// Frames that are kept for spectators who are a little behind; one further behind gets a snapshot.
const TAIL: usize = 256;
/// Time that a spectator whose feed has ended waits for the reason.
const WORD_OF_END: Duration = Duration::from_secs(1);
/// The most bytes of a spectator's next write.
const WRITE: usize = 16 << 10;

/// The stream of a feed.
type FeedHalves = (CarriedReader, CarriedWriter);

/// The feeds of a link, as long as somebody watches.
#[derive(Debug, Default)]
pub struct RoomFeeds(Mutex<HashMap<RoomCode, Weak<RoomFeed>>>);

impl RoomFeeds {
    /// A place behind event `seq` of a room, in the feed that there is or in one that `open` opens.
    pub fn behind(
        &self,
        room: RoomCode,
        seq: u64,
        open: impl Future<Output = Option<FeedHalves>> + Send + 'static,
    ) -> FeedPosition {
        let mut feeds = self.0.lock();
        let known = feeds.get(&room).and_then(Weak::upgrade);
        if let Some(feed) = known.filter(|feed| !feed.has_ended()) {
            return feed.behind(room, seq);
        }
        let feed = RoomFeed::begin(seq, open);
        feeds.retain(|_, feed| feed.strong_count() > 0);
        feeds.insert(room, Arc::downgrade(&feed));
        feed.behind(room, seq)
    }
}

/// The latest frames of a room.
#[derive(Debug)]
pub struct RoomFeed {
    tail: Mutex<FeedTail>,
    changed: watch::Sender<()>,
    /// Task that reads it, which ends with it.
    task: OnceLock<AbortHandle>,
}

#[derive(Debug, Default)]
struct FeedTail {
    frames: VecDeque<FeedFrame>,
    /// Number of those dropped at the front.
    dropped: u64,
    /// The last event that there was, or the one behind which the feed begins.
    reached: u64,
    has_ended: bool,
}

#[derive(Debug)]
struct FeedFrame {
    /// The event's number, if it is one.
    seq: Option<u64>,
    bytes: Bytes,
}

/// A spectator's place in a feed.
#[derive(Debug)]
pub struct FeedPosition {
    feed: Arc<RoomFeed>,
    changed: watch::Receiver<()>,
    /// The room.
    pub room: RoomCode,
    /// The event behind which it began.
    pub began: u64,
    /// Whether a feed that has ended was waited for.
    has_waited: bool,
    /// The number of the next frame.
    next: u64,
    /// The last event that the spectator has.
    pub seq: u64,
}

/// Reading of a feed, for a spectator.
#[derive(Debug, PartialEq, Eq)]
pub enum FeedRead {
    /// These frames.
    Frames(Vec<u8>),
    /// Nothing at the moment.
    Nothing,
    /// Nothing any more. As a rule the spectator is told why.
    Ended,
    /// It has not, any more or ever, what comes next for this one.
    Lost,
}

/// The part of an event that its order needs.
#[derive(Deserialize)]
struct Numbered {
    #[serde(default)]
    seq: Option<u64>,
}

impl RoomFeed {
    /// One that is read from what this opens.
    pub fn begin(
        after: u64,
        open: impl Future<Output = Option<FeedHalves>> + Send + 'static,
    ) -> Arc<RoomFeed> {
        let feed = Arc::new(RoomFeed {
            tail: Mutex::new(FeedTail {
                reached: after,
                ..FeedTail::default()
            }),
            changed: watch::Sender::new(()),
            task: OnceLock::new(),
        });
        let into = Arc::downgrade(&feed);
        let reading = tokio::spawn(async move {
            // Its other half is held: dropped, it would be the end.
            if let Some((from, _to)) = open.await {
                read(from, &into).await;
            }
            if let Some(feed) = into.upgrade() {
                feed.end();
            }
        });
        feed.task.get_or_init(|| reading.abort_handle());
        feed
    }

    /// Whether nothing comes any more.
    pub fn has_ended(&self) -> bool {
        self.tail.lock().has_ended
    }

    /// A place behind event `seq`.
    #[must_use]
    pub fn behind(self: Arc<Self>, room: RoomCode, seq: u64) -> FeedPosition {
        let next = {
            let tail = self.tail.lock();
            let known = |frame: &FeedFrame| frame.seq.is_some_and(|it| it <= seq);
            let last = tail.frames.iter().rposition(known);
            tail.dropped + last.map_or(0, |last| last as u64 + 1)
        };
        FeedPosition {
            changed: self.changed.subscribe(),
            feed: self,
            room,
            began: seq,
            has_waited: false,
            next,
            seq,
        }
    }

    /// Takes a frame, whose payload begins there.
    fn push(&self, frame: &[u8], payload: usize) {
        let numbered = serde_json::from_slice(&frame[payload..]);
        let frame = FeedFrame {
            seq: numbered.ok().and_then(|it: Numbered| it.seq),
            bytes: Bytes::copy_from_slice(frame),
        };
        {
            let mut tail = self.tail.lock();
            tail.reached = frame.seq.unwrap_or(tail.reached);
            tail.frames.push_back(frame);
            if tail.frames.len() > TAIL {
                tail.frames.pop_front();
                tail.dropped += 1;
            }
        }
        self.changed.send_replace(());
    }

    fn end(&self) {
        self.tail.lock().has_ended = true;
        self.changed.send_replace(());
    }
}

impl Drop for RoomFeed {
    fn drop(&mut self) {
        if let Some(task) = self.task.get() {
            task.abort();
        }
    }
}

/// Reads frames to their end, or until nobody watches.
async fn read(mut from: CarriedReader, into: &Weak<RoomFeed>) {
    let mut kept = Vec::new();
    while poll_fn(|cx| from.poll_fill(cx)).await.is_ok() && !from.filled().is_empty() {
        kept.extend_from_slice(from.filled());
        from.consume(from.filled().len());
        while let Some((payload, end)) = first_frame(&kept) {
            let Some(feed) = into.upgrade() else {
                return;
            };
            feed.push(&kept[..end], payload);
            kept.drain(..end);
        }
    }
}

impl FeedPosition {
    /// The next events for the spectator, in order and without a gap.
    pub fn read(&mut self) -> FeedRead {
        let tail = self.feed.tail.lock();
        let Some(begin) = self.next.checked_sub(tail.dropped) else {
            return FeedRead::Lost;
        };
        let begin = usize::try_from(begin).unwrap_or(usize::MAX);
        let mut write = Vec::new();
        for frame in tail.frames.iter().skip(begin) {
            match frame.seq {
                Some(seq) if seq <= self.seq => {}
                Some(seq) if seq > self.seq + 1 => return FeedRead::Lost,
                seq => {
                    self.seq = seq.unwrap_or(self.seq);
                    write.extend_from_slice(&frame.bytes);
                }
            }
            self.next += 1;
            if write.len() >= WRITE {
                break;
            }
        }
        match tail.has_ended {
            _ if !write.is_empty() => FeedRead::Frames(write),
            // The feed began, or went on, without what comes next for this one.
            _ if self.seq < tail.reached => FeedRead::Lost,
            true if self.has_waited => FeedRead::Lost,
            true => FeedRead::Ended,
            false => FeedRead::Nothing,
        }
    }

    /// Waits until it is worth reading again. Cancellation-safe.
    pub async fn changed(&mut self) {
        if self.feed.has_ended() {
            sleep(WORD_OF_END).await;
            self.has_waited = true;
            return;
        }
        // The sender is the feed's, which this holds.
        let _ = self.changed.changed().await;
    }

    /// Whether the spectator has everything up to that event.
    pub fn has(&self, seq: u64) -> bool {
        self.seq >= seq
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> RoomCode {
        RoomCode::from_bits(7)
    }

    fn feed() -> Arc<RoomFeed> {
        RoomFeed::begin(0, std::future::pending())
    }

    fn event(seq: u64) -> String {
        format!(r#"{{"type":"event","seq":{seq}}}"#)
    }

    fn push(feed: &RoomFeed, texts: &[String]) {
        texts.iter().for_each(|text| feed.push(text.as_bytes(), 0));
    }

    fn frames(texts: &[String]) -> FeedRead {
        FeedRead::Frames(texts.concat().into_bytes())
    }

    #[tokio::test]
    async fn a_spectator_gets_each_frame_behind_its_snapshot_once_with_the_states_between() {
        let feed = feed();
        let now = r#"{"type":"now"}"#.to_owned();
        push(&feed, &[event(4), now.clone(), event(5), now.clone()]);
        let mut early = Arc::clone(&feed).behind(room(), 4);
        let mut late = Arc::clone(&feed).behind(room(), 6);
        assert_eq!(early.read(), frames(&[now.clone(), event(5), now.clone()]));
        assert_eq!(early.read(), FeedRead::Nothing);
        push(&feed, &[event(6), event(7)]);
        early.changed().await;
        assert_eq!(early.read(), frames(&[event(6), event(7)]));
        // Its snapshot was newer than the feed.
        assert_eq!(late.read(), frames(&[now, event(7)]));
        assert!(early.has(7) && late.has(7) && !late.has(8));
    }

    #[tokio::test]
    async fn a_reader_that_misses_an_event_is_lost() {
        let feed = feed();
        let mut slow = Arc::clone(&feed).behind(room(), 0);
        let mut before = Arc::clone(&feed).behind(room(), 7);
        let texts: Vec<String> = (1..=TAIL as u64 + 1).map(event).collect();
        push(&feed, &texts);
        assert_eq!(slow.read(), FeedRead::Lost);
        let mut gap = Arc::clone(&feed).behind(room(), TAIL as u64 + 1);
        push(&feed, &[event(TAIL as u64 + 3)]);
        assert_eq!(gap.read(), FeedRead::Lost);
        assert_eq!(before.read(), FeedRead::Lost);
        // And so is everybody once the feed has ended, after what it had.
        let mut last = Arc::clone(&feed).behind(room(), TAIL as u64 + 2);
        feed.end();
        assert_eq!(last.read(), frames(&[event(TAIL as u64 + 3)]));
        assert_eq!(last.read(), FeedRead::Ended);
        last.changed().await;
        assert_eq!(last.read(), FeedRead::Lost);
        assert!(feed.has_ended());
        // One that attaches behind less than the feed began with.
        let feed = RoomFeed::begin(10, std::future::pending());
        let mut early = Arc::clone(&feed).behind(room(), 5);
        assert_eq!(early.read(), FeedRead::Lost);
        assert_eq!(feed.behind(room(), 10).read(), FeedRead::Nothing);
    }
}
