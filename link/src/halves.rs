//! The halves of a stream inside a link.

use std::{
    io,
    task::{Context, Poll, ready},
};

use bytes::{Buf, Bytes};
use h2::{RecvStream, SendStream};
use parking_lot::Mutex;

use crate::counted;

/// The reading half. What is read makes room for more; dropping it has the other end stop.
#[derive(Debug)]
pub struct CarriedReader {
    body: RecvStream,
    rest: Bytes,
}

/// The writing half, which any task may write to. Dropping it ends the stream in order.
#[derive(Debug)]
pub struct CarriedWriter {
    stream: Mutex<SendStream<Bytes>>,
}

impl CarriedReader {
    pub(crate) fn new(body: RecvStream) -> CarriedReader {
        CarriedReader {
            body,
            rest: Bytes::new(),
        }
    }

    /// Waits until there is something to read; at the end there is nothing. Cancellation-safe.
    pub fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.rest.is_empty() {
            match ready!(self.body.poll_data(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                Some(Err(why)) => return Poll::Ready(Err(broken(why))),
                None => break,
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Bytes that have come and were not read.
    pub fn filled(&self) -> &[u8] {
        &self.rest
    }

    /// So much of it was read.
    pub fn consume(&mut self, read: usize) {
        self.rest.advance(read);
        // Of a stream that has ended nobody asks for more.
        let _ = self.body.flow_control().release_capacity(read);
    }

    /// Reads what there is; 0 at the end. Cancellation-safe.
    pub fn poll_read(&mut self, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_fill(cx))?;
        let read = self.rest.len().min(into.len());
        into[..read].copy_from_slice(&self.rest[..read]);
        self.consume(read);
        Poll::Ready(Ok(read))
    }

    /// Whether something has arrived that was not read. Only for the task that reads: it is not woken for it.
    #[must_use]
    pub fn has_unread(&mut self) -> bool {
        let mut nobody = Context::from_waker(std::task::Waker::noop());
        self.poll_fill(&mut nobody).is_ready() && !self.rest.is_empty()
    }
}

impl CarriedWriter {
    pub(crate) fn new(stream: SendStream<Bytes>) -> CarriedWriter {
        CarriedWriter {
            stream: Mutex::new(stream),
        }
    }

    /// Hands over as much as is taken without waiting, and says how much that was.
    ///
    /// # Errors
    /// `WouldBlock` when nothing is taken; else the stream is gone.
    pub fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let mut stream = self.stream.lock();
        stream.reserve_capacity(bytes.len());
        let taken = stream.capacity().min(bytes.len());
        if taken == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let piece = Bytes::copy_from_slice(&bytes[..taken]);
        stream.send_data(piece, false).map_err(broken)?;
        counted::frame();
        Ok(taken)
    }

    pub fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut stream = self.stream.lock();
        while stream.capacity() == 0 {
            match ready!(stream.poll_capacity(cx)) {
                Some(Ok(_)) => {}
                Some(Err(why)) => return Poll::Ready(Err(broken(why))),
                None => return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Waits until something is taken, and says how much of that number of bytes it would be.
    pub fn poll_reserve(&self, cx: &mut Context<'_>, bytes: usize) -> Poll<io::Result<usize>> {
        self.stream.lock().reserve_capacity(bytes);
        ready!(self.poll_write_ready(cx))?;
        Poll::Ready(Ok(self.stream.lock().capacity().min(bytes)))
    }

    /// Waits until the other end wants nothing more of this half, which it does before the stream's end as a rule. For the task
    /// that waits to write: it is the same waker.
    pub fn poll_ended(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let reset = ready!(self.stream.lock().poll_reset(cx));
        Poll::Ready(reset.map(drop).map_err(broken))
    }

    /// Ends this half: the other side reads the bytes sent, and then the end.
    pub fn finish(&self) {
        // Of a stream that has ended already nothing is left to end.
        let _ = self.stream.lock().send_data(Bytes::new(), true);
    }
}

impl Drop for CarriedWriter {
    fn drop(&mut self) {
        self.finish();
    }
}

pub(crate) fn broken(why: h2::Error) -> io::Error {
    match why.into_io() {
        Some(why) => why,
        None => io::ErrorKind::ConnectionReset.into(),
    }
}
