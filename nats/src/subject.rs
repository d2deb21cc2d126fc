//! Subjects of a room's messages: the subject of its log, what is republished of it, and the requests for its writer.

use cluster::RoomKey;

/// Fixed for ever: it is part of every subject. Streams are mapped to shards, so their number can grow.
pub(crate) const SHARDS: u64 = 64;

/// The subjects that the streams keep, and those that they republish to.
pub(crate) const KEPT: &str = "oxo.room.>";
pub(crate) const REPUBLISHED: &str = "oxo.live.>";

/// A room's key is a hash, so any bits do.
fn shard(room: RoomKey) -> u64 {
    room.0 % SHARDS
}

/// The number of a room's stream.
pub(crate) fn stream(room: RoomKey, streams: u64) -> u64 {
    shard(room) % streams
}

/// The name of a stream.
pub(crate) fn stream_name(stream: u64) -> String {
    format!("OXO_ROOMS_{stream}")
}

/// The subjects that a stream keeps.
pub(crate) fn kept_by(stream: u64, streams: u64) -> Vec<String> {
    let shards = (0..SHARDS).filter(|shard| shard % streams == stream);
    shards.map(|shard| format!("oxo.room.{shard}.*")).collect()
}

/// The subject of a room's log.
pub(crate) fn log(room: RoomKey) -> String {
    format!("oxo.room.{}.{:016x}", shard(room), room.0)
}

/// The subject to which a room's records are republished.
pub(crate) fn republished(room: RoomKey) -> String {
    format!("oxo.live.{}.{:016x}", shard(room), room.0)
}

/// The subject of requests for a room's writer. Only the room's writer listens there.
pub(crate) fn ask(room: RoomKey) -> String {
    format!("oxo.ask.{}.{:016x}", shard(room), room.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_is_kept_by_the_stream_that_is_asked_for_it() {
        for streams in [1, 4, 5, 64] {
            for key in (0..300).chain([u64::MAX]) {
                let room = RoomKey(key);
                let subject = log(room);
                let keeping: Vec<u64> = (0..streams)
                    .filter(|stream| {
                        let mut kept = kept_by(*stream, streams).into_iter();
                        kept.any(|kept| subject.starts_with(kept.trim_end_matches('*')))
                    })
                    .collect();
                assert_eq!(keeping, [stream(room, streams)], "{subject} of {streams}");
            }
        }
    }
}
