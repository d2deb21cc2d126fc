//! The halves of a stream: those of a socket, or those of a stream that another node carries.

use std::{
    io,
    task::{Context, Poll},
};

use link::{CarriedReader, CarriedWriter};

use super::socket_halves::{SocketReader, SocketWriter};

/// Most reads from a socket that is to be closed.
const DISCARDED_READS: usize = 16;

/// The reading half.
#[derive(Debug)]
pub enum StreamReader {
    /// Of a socket.
    Socket(SocketReader),
    /// Inside a link. On the heap, so that those of sockets are no larger for it.
    Carried(Box<CarriedReader>),
}

/// The writing half, which any task may write to; dropping it ends the stream in order.
#[derive(Debug)]
pub enum StreamWriter {
    /// Of a socket.
    Socket(SocketWriter),
    /// Inside a link.
    Carried(Box<CarriedWriter>),
}

impl StreamReader {
    /// Reads what there is; 0 at the end. Cancellation-safe.
    pub fn poll_read(&mut self, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        match self {
            StreamReader::Socket(socket) => socket.poll_read(cx, into),
            StreamReader::Carried(carried) => carried.poll_read(cx, into),
        }
    }

    /// Whether something has arrived that was not read. Only for the task that reads.
    #[must_use]
    pub fn has_unread(&mut self) -> bool {
        match self {
            StreamReader::Socket(socket) => socket.has_unread(),
            StreamReader::Carried(carried) => carried.has_unread(),
        }
    }

    /// Drops bytes that arrived and were not read, up to a bound: to close a socket with bytes unread resets the
    /// connection, and the last bytes written to it are lost. The node that carries a stream closes its socket.
    pub fn discard(&self, buffer: &mut [u8]) {
        if let StreamReader::Socket(socket) = self {
            for _ in 0..DISCARDED_READS {
                if !socket.discard(buffer) {
                    break;
                }
            }
        }
    }
}

impl StreamWriter {
    /// Hands over as much as is taken without waiting, and says how much that was. It may be kept until
    /// [`StreamWriter::try_flush`].
    ///
    /// # Errors
    /// `WouldBlock` when nothing is taken; else the stream is gone.
    pub fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            StreamWriter::Socket(socket) => socket.try_write(bytes),
            StreamWriter::Carried(carried) => carried.try_write(bytes),
        }
    }

    /// Whether everything that was handed over has left.
    ///
    /// # Errors
    /// When the stream is gone.
    pub fn try_flush(&self) -> io::Result<bool> {
        match self {
            StreamWriter::Socket(socket) => socket.try_flush(),
            StreamWriter::Carried(_) => Ok(true),
        }
    }

    /// Waits until more is taken.
    pub fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            StreamWriter::Socket(socket) => socket.poll_write_ready(cx),
            StreamWriter::Carried(carried) => carried.poll_write_ready(cx),
        }
    }

    /// Whether another node has the socket.
    pub fn is_carried(&self) -> bool {
        matches!(self, StreamWriter::Carried(_))
    }

    /// Ends this half: the other side reads the bytes sent, and then the end.
    pub fn finish(&self) {
        match self {
            StreamWriter::Socket(socket) => socket.finish(),
            StreamWriter::Carried(carried) => carried.finish(),
        }
    }
}
