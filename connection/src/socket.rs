//! The reading half of a WebSocket: tungstenite checks frames and puts
//! messages together; its own output is dropped, for the
//! writer alone writes, so no frame is cut in two. Bytes are read into a buffer that all
//! connections of a thread share, and only then given to tungstenite: a
//! buffer of its own would be zero-filled before every read, and a connection
//! that is idle would keep it.

use std::{
    cell::RefCell,
    io,
    task::{Context, Poll, ready},
};

use protocol::{Limits, close};
use tokio_tungstenite::tungstenite::{
    Error, Message, Utf8Bytes,
    error::CapacityError,
    protocol::{Role, WebSocketConfig, WebSocketContext},
};

use super::fragments::FragmentCounter;
use crate::stream::StreamReader;

/// Most bytes of one read.
const READ: usize = 4096;
/// Bytes that are still read once the connection has to end.
const READ_AFTER_END: usize = 256 * 1024;
/// Size of tungstenite's buffer for a connection: more than a command needs.
const KEPT: usize = 256;

thread_local! {
    static BUFFER: RefCell<[u8; READ]> = const { RefCell::new([0; READ]) };
}

/// The reading half.
pub struct FrameReader {
    socket: StreamReader,
    frames: WebSocketContext,
    /// Bytes that came together with a message and have not been looked at.
    rest: Vec<u8>,
    fragments: FragmentCounter,
    /// Whether `rest` came with the handshake and has too many fragments.
    is_flood: bool,
    /// Bytes that may still be read, once the connection has to end.
    left: Option<usize>,
    /// After a frame that broke the protocol the rest is read and dropped:
    /// unread bytes would reset the connection before the close was seen.
    broken: bool,
}

/// The result of a read.
pub enum Incoming {
    /// A text frame.
    Text(Utf8Bytes),
    /// A ping, with what its pong has to carry.
    Ping(bytes::Bytes),
    /// A pong, with what its ping carried.
    Pong(bytes::Bytes),
    /// A binary frame.
    Binary(bytes::Bytes),
    /// A close frame, with the code that answers it.
    Close(u16),
    /// The connection has ended.
    Closed,
    /// The other side sent a message in too many fragments.
    Flood,
    /// The other side broke the protocol and is to be closed with this code.
    Broken(u16),
}

/// Bytes on their way to tungstenite. What it writes (pongs, close frames)
/// goes nowhere: the writer sends those in its own time.
struct Feed<'a>(&'a [u8]);

impl io::Read for Feed<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.is_empty() {
            true => Err(io::ErrorKind::WouldBlock.into()),
            false => self.0.read(into),
        }
    }
}

impl io::Write for Feed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl FrameReader {
    /// Reads from an upgraded stream. `rest` came with the handshake.
    pub fn new(socket: StreamReader, rest: Vec<u8>, limits: &Limits) -> FrameReader {
        let most = usize::try_from(limits.message_bytes).ok();
        let config = WebSocketConfig::default()
            .read_buffer_size(KEPT)
            .write_buffer_size(0)
            .max_write_buffer_size(64 * 1024)
            .max_message_size(most)
            .max_frame_size(most);
        let mut fragments = FragmentCounter::new(limits.message_bytes);
        let is_flood = !fragments.read(&rest);
        FrameReader {
            socket,
            frames: WebSocketContext::new(Role::Server, Some(config)),
            rest,
            fragments,
            is_flood,
            left: None,
            broken: false,
        }
    }

    /// Whether bytes are here that have not been looked at.
    pub fn has_more(&self) -> bool {
        !self.rest.is_empty()
    }

    /// From here on bytes read are dropped, and no frame in them is looked for.
    pub fn stop_parsing(&mut self) {
        self.broken = true;
        self.rest = Vec::new();
    }

    /// From here on only so much is read that the other side gets to see why
    /// the connection ends.
    pub fn begin_end(&mut self) {
        self.left.get_or_insert(READ_AFTER_END);
    }

    /// The next message. Cancellation-safe.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        if self.broken {
            return self.poll_drain(cx);
        }
        if std::mem::take(&mut self.is_flood) {
            self.broken = true;
            return Poll::Ready(Incoming::Flood);
        }
        let rest = std::mem::take(&mut self.rest);
        if let Some(incoming) = self.take(&rest) {
            return Poll::Ready(incoming);
        }
        BUFFER.with_borrow_mut(|buffer| {
            loop {
                let read = match ready!(self.poll_read(cx, buffer)) {
                    Ok(read @ 1..) => read,
                    Ok(0) | Err(_) => return Poll::Ready(Incoming::Closed),
                };
                if !self.fragments.read(&buffer[..read]) {
                    self.broken = true;
                    return Poll::Ready(Incoming::Flood);
                }
                if let Some(incoming) = self.take(&buffer[..read]) {
                    return Poll::Ready(incoming);
                }
            }
        })
    }

    /// Whether bytes have arrived that nobody has looked at.
    pub fn has_unread(&mut self) -> bool {
        !self.rest.is_empty() || self.socket.has_unread()
    }

    fn poll_read(&mut self, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        let most = self.left.unwrap_or(READ).min(READ);
        if most == 0 {
            return Poll::Ready(Ok(0));
        }
        let read = ready!(self.socket.poll_read(cx, &mut into[..most]))?;
        self.left = self.left.map(|left| left - read);
        Poll::Ready(Ok(read))
    }

    /// The first message that these bytes complete; what follows it is kept.
    fn take(&mut self, bytes: &[u8]) -> Option<Incoming> {
        let mut feed = Feed(bytes);
        let incoming = loop {
            break match self.frames.read(&mut feed) {
                Ok(Message::Text(text)) => Incoming::Text(text),
                Ok(Message::Binary(bytes)) => Incoming::Binary(bytes),
                Ok(Message::Ping(payload)) => Incoming::Ping(payload),
                Ok(Message::Pong(payload)) => Incoming::Pong(payload),
                // In place of a code that may not be sent (RFC 6455 section
                // 7.4), tungstenite has put that of a protocol error.
                Ok(Message::Close(frame)) => {
                    Incoming::Close(frame.map_or(close::NORMAL, |frame| frame.code.into()))
                }
                // Never handed out by a read.
                Ok(Message::Frame(_)) => continue,
                Err(Error::Io(why)) if why.kind() == io::ErrorKind::WouldBlock => return None,
                Err(why) => {
                    self.broken = true;
                    broken(&why)
                }
            };
        };
        self.rest.extend_from_slice(feed.0);
        Some(incoming)
    }

    /// Whether the boundaries of frames are lost.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Drops what has come and was not read.
    pub fn discard(&mut self) {
        BUFFER.with_borrow_mut(|buffer| self.socket.discard(buffer));
    }

    /// Reads and drops until the other side closes.
    fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<Incoming> {
        BUFFER.with_borrow_mut(|buffer| {
            while let Ok(1..) = ready!(self.poll_read(cx, buffer)) {}
            Poll::Ready(Incoming::Closed)
        })
    }
}

fn broken(error: &Error) -> Incoming {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => Incoming::Broken(close::TOO_BIG),
        Error::Utf8(_) => Incoming::Broken(close::NOT_UTF8),
        Error::Protocol(_) => Incoming::Broken(close::PROTOCOL),
        _ => Incoming::Closed,
    }
}

#[cfg(test)]
mod tests;
