//! The halves of a socket's stream. The writing one is used by whichever task has
//! something to send, so both share the TLS session behind a mutex, which is
//! held for one system call at most.

use std::{
    io::{self, IoSlice, Read, Write},
    net::Shutdown,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use parking_lot::Mutex;
use rustix::net::{RecvFlags, recv};
use rustls::ServerConnection;
use socket2::SockRef;
use tokio::{
    io::{AsyncRead, ReadBuf},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

/// Bytes that a session encrypts before the socket has taken them: one record.
const ENCRYPTED_AHEAD: usize = 16 << 10;

/// A session, shared by the halves of its stream.
type TlsSession = Arc<Mutex<ServerConnection>>;

/// The reading half.
#[derive(Debug)]
pub struct SocketReader {
    tcp: OwnedReadHalf,
    tls: Option<TlsSession>,
}

/// The writing half; dropping it ends the stream in order.
#[derive(Debug)]
pub struct SocketWriter {
    tcp: OwnedWriteHalf,
    tls: Option<TlsSession>,
}

pub(super) fn split(
    tcp: TcpStream,
    session: Option<ServerConnection>,
) -> (SocketReader, SocketWriter) {
    let tls = session.map(|mut session| {
        session.set_buffer_limit(Some(ENCRYPTED_AHEAD));
        Arc::new(Mutex::new(session))
    });
    let (read, write) = tcp.into_split();
    let reader = SocketReader {
        tcp: read,
        tls: tls.clone(),
    };
    (reader, SocketWriter { tcp: write, tls })
}

impl SocketReader {
    /// Reads what there is; 0 at the end. Cancellation-safe.
    pub fn poll_read(&mut self, cx: &mut Context<'_>, into: &mut [u8]) -> Poll<io::Result<usize>> {
        match &self.tls {
            None => poll_plain(&mut self.tcp, cx, into),
            Some(tls) => poll_decrypted(&mut tls.lock(), &mut self.tcp, cx, into),
        }
    }

    /// Whether something has arrived that was not read. The system is asked: on
    /// a busy thread the runtime does not know of it yet.
    pub fn has_unread(&self) -> bool {
        let tcp: &TcpStream = self.tcp.as_ref();
        let peeked = recv(tcp, &mut [0; 1], RecvFlags::PEEK | RecvFlags::DONTWAIT);
        let is_decrypted = |tls: &TlsSession| {
            let state = tls.lock().process_new_packets();
            state.is_ok_and(|state| state.plaintext_bytes_to_read() > 0)
        };
        peeked.is_ok_and(|(_, read)| read > 0) || self.tls.as_ref().is_some_and(is_decrypted)
    }

    /// Drops what has arrived, a buffer of it. Whether there may be more.
    pub fn discard(&self, buffer: &mut [u8]) -> bool {
        matches!(self.tcp.try_read(buffer), Ok(1..))
    }
}

fn poll_plain(
    tcp: &mut OwnedReadHalf,
    cx: &mut Context<'_>,
    into: &mut [u8],
) -> Poll<io::Result<usize>> {
    let mut into = ReadBuf::new(into);
    ready!(Pin::new(tcp).poll_read(cx, &mut into))?;
    Poll::Ready(Ok(into.filled().len()))
}

fn poll_decrypted(
    session: &mut ServerConnection,
    tcp: &mut OwnedReadHalf,
    cx: &mut Context<'_>,
    into: &mut [u8],
) -> Poll<io::Result<usize>> {
    loop {
        match session.reader().read(into) {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            read => return Poll::Ready(read),
        }
        match session.read_tls(&mut TlsInput { tcp, cx }) {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => return Poll::Pending,
            Err(why) => return Poll::Ready(Err(why)),
            Ok(_) => {}
        }
        let processed = session.process_new_packets();
        // An alert, or the answer to a new key. What the socket does not take
        // now leaves before the next frame.
        let _ = send(session, tcp.as_ref());
        if let Err(why) = processed {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, why)));
        }
    }
}

impl SocketWriter {
    /// Hands over as much as is taken without waiting, and says how much that was. A
    /// session may keep a record of it until [`SocketWriter::try_flush`].
    ///
    /// # Errors
    /// `WouldBlock` when nothing is taken; else the stream is gone.
    pub fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let Some(tls) = &self.tls else {
            return self.tcp.try_write(bytes);
        };
        let mut session = tls.lock();
        send(&mut session, self.tcp.as_ref())?;
        let written = session.writer().write(bytes)?;
        match send(&mut session, self.tcp.as_ref()) {
            Err(why) if why.kind() != io::ErrorKind::WouldBlock => Err(why),
            _ => Ok(written),
        }
    }

    /// Whether everything that was handed over has left.
    ///
    /// # Errors
    /// When the stream is gone.
    pub fn try_flush(&self) -> io::Result<bool> {
        let Some(tls) = &self.tls else {
            return Ok(true);
        };
        match send(&mut tls.lock(), self.tcp.as_ref()) {
            Ok(()) => Ok(true),
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => Ok(false),
            Err(why) => Err(why),
        }
    }

    /// Waits until more is taken.
    pub fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp.as_ref().poll_write_ready(cx)
    }

    /// Ends this half: the other side reads the bytes sent, and then the end.
    pub fn finish(&self) {
        self.say_the_end();
        // Of a stream that is gone already nothing is left to end.
        let _ = SockRef::from(self.tcp.as_ref()).shutdown(Shutdown::Write);
    }

    /// Without it a client could not tell the end from a cut (RFC 8446 section 6.1).
    fn say_the_end(&self) {
        if let Some(tls) = &self.tls {
            let mut session = tls.lock();
            session.send_close_notify();
            // Who takes nothing any more is not waited for.
            let _ = send(&mut session, self.tcp.as_ref());
        }
    }
}

impl Drop for SocketWriter {
    fn drop(&mut self) {
        self.say_the_end();
    }
}

/// Sends what a session has encrypted.
fn send(session: &mut ServerConnection, tcp: &TcpStream) -> io::Result<()> {
    while session.wants_write() {
        session.write_tls(&mut TlsOutput(tcp))?;
    }
    Ok(())
}

/// The bytes that arrive on a socket, for a session to read.
struct TlsInput<'a, 'b, 'c> {
    tcp: &'a mut OwnedReadHalf,
    cx: &'b mut Context<'c>,
}

impl Read for TlsInput<'_, '_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match poll_plain(self.tcp, self.cx, into) {
            Poll::Ready(read) => read,
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

/// A socket that takes as much as it can at once.
struct TlsOutput<'a>(&'a TcpStream);

impl Write for TlsOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, slices: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.try_write_vectored(slices)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
