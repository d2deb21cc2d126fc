//! The two halves of a WebSocket: tungstenite reads and checks frames, the
//! outbox writes them. Nothing else ever writes, so no frame is cut in two.
//!
//! Knows nothing of what frames say. Frames of a server are not masked
//! (RFC 6455 section 5.1), so a frame is a short header and its payload.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use futures::StreamExt;
use protocol::Limits;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message,
        error::CapacityError,
        protocol::{Role, WebSocketConfig},
    },
};

use protocol::close;

/// tungstenite zero-fills its buffer before every read and keeps it as long as
/// the connection lives; our frames are small.
const READ_BUFFER: usize = 512;

/// The reading half.
pub struct Reader {
    frames: WebSocketStream<Tap>,
    /// After a frame that broke the protocol the rest is read and dropped:
    /// unread bytes would reset the connection before the close was seen.
    broken: bool,
}

/// What was read.
pub enum Incoming {
    /// A text frame.
    Text(tokio_tungstenite::tungstenite::Utf8Bytes),
    /// A ping, with what its pong has to carry.
    Ping(bytes::Bytes),
    /// A pong, with what its ping carried.
    Pong(bytes::Bytes),
    /// The other side closes.
    Closed,
    /// The other side broke the protocol and is to be closed with this code.
    Broken(u16),
}

/// Gives tungstenite the reading half alone. What it would write by itself
/// (pongs, close frames) the outbox writes in its own time.
struct Tap(OwnedReadHalf);

impl AsyncRead for Tap {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Tap {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Poll::Ready(Ok(buf.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Splits an upgraded stream. `already_read` came with the handshake.
pub async fn split(
    stream: TcpStream,
    already_read: Vec<u8>,
    limits: &Limits,
) -> (Reader, OwnedWriteHalf) {
    let (read, write) = stream.into_split();
    let most = usize::try_from(limits.message_bytes).ok();
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(most)
        .max_frame_size(most);
    let tap = Tap(read);
    let stream =
        WebSocketStream::from_partially_read(tap, already_read, Role::Server, Some(config)).await;
    let reader = Reader {
        frames: stream,
        broken: false,
    };
    (reader, write)
}

impl Reader {
    /// The next frame. Can be dropped and called again without losing any.
    pub async fn next(&mut self) -> Incoming {
        if self.broken {
            return self.drain().await;
        }
        loop {
            return match self.frames.next().await {
                Some(Ok(Message::Text(text))) => Incoming::Text(text),
                Some(Ok(Message::Binary(_))) => Incoming::Broken(close::BINARY),
                Some(Ok(Message::Ping(payload))) => Incoming::Ping(payload),
                Some(Ok(Message::Pong(payload))) => Incoming::Pong(payload),
                Some(Ok(Message::Close(_))) | None => Incoming::Closed,
                // Never handed out by a read.
                Some(Ok(Message::Frame(_))) => continue,
                Some(Err(error)) => {
                    self.broken = true;
                    broken(&error)
                }
            };
        }
    }

    /// Reads and drops until the other side closes.
    async fn drain(&mut self) -> Incoming {
        let mut dropped = [0; READ_BUFFER];
        while let Ok(1..) = self.frames.get_mut().0.read(&mut dropped).await {}
        Incoming::Closed
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
