//! Feed of a room's events to another node, which writes them to the spectators whom it carries.

use std::{future::poll_fn, sync::Arc, task::Poll};

use protocol::RoomCode;
use rooms::handle::ConnectionHandle;

use crate::{
    service::Service,
    stream::{StreamReader, StreamWriter},
    writer::{ConnectionWriter, RoomPosition, WriteOutcome},
};

/// Writes what comes after event `after`, until the room ends or has another code, the other node does not keep up or closes
/// the stream, or the service stops.
pub async fn feed(
    service: Arc<Service>,
    room: RoomCode,
    after: u64,
    (mut reader, writer): (StreamReader, StreamWriter),
) {
    let handle = Arc::new(ConnectionHandle::new(0, service.clock.now_ms()));
    let writer = ConnectionWriter::new(writer, &handle);
    let Some(place) = service.rooms.feed(room, &handle) else {
        return;
    };
    let room = RoomPosition::new(Arc::clone(&place.room), None, room, Some(after));
    writer.enter(room.with_latest_now());
    let write = async {
        let mut is_over = false;
        while let Ok(outcome) = writer.pump(|| None) {
            match outcome {
                WriteOutcome::LeaveRoom(_) => {
                    is_over = true;
                    writer.leave();
                    continue;
                }
                WriteOutcome::Idle if is_over => return,
                // Whoever needs a snapshot asks for one by itself.
                WriteOutcome::Unsure => return,
                WriteOutcome::Idle | WriteOutcome::Blocked => {}
            }
            let goes_on = poll_fn(|cx| {
                let is_blocked = outcome == WriteOutcome::Blocked;
                if is_blocked && writer.stream.poll_write_ready(cx).is_ready() {
                    return Poll::Ready(true);
                }
                if handle.poll_woken(cx).is_ready() {
                    return Poll::Ready(true);
                }
                // The other node says nothing on it but that it ends.
                reader.poll_read(cx, &mut [0; 1]).map(|_| false)
            });
            if !goes_on.await {
                return;
            }
            writer.begin();
        }
    };
    tokio::select! {
        () = write => {}
        () = service.stopped() => {}
    }
}
