//! Counters of this process's links: writes to sockets, and the pieces of streams in them.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

static FRAMES: AtomicU64 = AtomicU64::new(0);
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Bytes and frames the links of this process have sent since its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkFigures {
    /// Pieces of streams.
    pub frames: u64,
    /// Writes to sockets, with whatever was there to be sent; what a link says of itself, such as pings, among it.
    pub writes: u64,
}

impl LinkFigures {
    /// Those of now.
    pub fn now() -> LinkFigures {
        LinkFigures {
            frames: FRAMES.load(Relaxed),
            writes: WRITES.load(Relaxed),
        }
    }
}

/// Counts a piece of a stream that is sent.
pub(crate) fn frame() {
    FRAMES.fetch_add(1, Relaxed);
}

/// Counts a write, if it was one.
fn written(result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
    if let Poll::Ready(Ok(_)) = result {
        WRITES.fetch_add(1, Relaxed);
    }
    result
}

/// The socket of a link, whose writes are counted.
pub(crate) struct CountedSocket(pub TcpStream);

impl AsyncRead for CountedSocket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl AsyncWrite for CountedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        written(Pin::new(&mut self.0).poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        written(Pin::new(&mut self.0).poll_write_vectored(cx, pieces))
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
