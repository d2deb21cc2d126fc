//! A visitor's stream, plain or encrypted: one for HTTP, and its halves once it
//! is a WebSocket.

mod halves;
mod socket_halves;

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

pub use halves::{StreamReader, StreamWriter};
use socket_halves::split;

/// A stream as HTTP reads and writes it.
#[derive(Debug)]
pub enum Stream {
    /// As it comes.
    Plain(TcpStream),
    /// Behind a TLS handshake. On the heap, so that plain ones are no larger for it.
    Tls(Box<TlsStream<TcpStream>>),
}

impl Stream {
    /// Whether nobody on the way can read it.
    pub fn is_encrypted(&self) -> bool {
        matches!(self, Stream::Tls(_))
    }

    /// The half that one task reads, and the half that any task may write to.
    pub fn into_split(self) -> (StreamReader, StreamWriter) {
        let (reader, writer) = match self {
            Stream::Plain(tcp) => split(tcp, None),
            Stream::Tls(stream) => {
                let (tcp, session) = stream.into_inner();
                split(tcp, Some(session))
            }
        };
        (StreamReader::Socket(reader), StreamWriter::Socket(writer))
    }
}

/// Calls the same method of whichever stream it is.
macro_rules! of_either {
    ($stream:expr, $call:ident($($argument:expr),*)) => {
        match $stream.get_mut() {
            Stream::Plain(tcp) => Pin::new(tcp).$call($($argument),*),
            Stream::Tls(tls) => Pin::new(tls.as_mut()).$call($($argument),*),
        }
    };
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        of_either!(self, poll_read(cx, into))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        of_either!(self, poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        of_either!(self, poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Stream::Plain(tcp) => tcp.is_write_vectored(),
            Stream::Tls(tls) => tls.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        of_either!(self, poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        of_either!(self, poll_shutdown(cx))
    }
}

#[cfg(test)]
mod tests;
