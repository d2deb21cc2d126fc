//! Wait for a request's head that does not read it: while it is not whole it stays in the system's buffer, and the
//! stream costs the server no memory of its own.

use std::{cell::RefCell, io};

use rustix::net::{RecvFlags, recv};
use tokio::{io::Interest, net::TcpStream};

/// Bytes of the largest head that is answered; a larger one is refused (431).
pub(super) const MOST: usize = 16 * 1024;

/// Most looks whether a head is whole. The largest comes in some 30
/// segments of the smallest usual size; byte by byte, each look costs more.
const LOOKS: u32 = 64;

/// The type of the record that begins TLS.
const TLS_HANDSHAKE: u8 = 22;

thread_local! {
    static PEEKED: RefCell<Vec<u8>> = RefCell::new(vec![0; MOST]);
}

/// Waits for a whole head, or for bytes that are certainly none. False when the
/// stream ends before, or sends it in crumbs.
pub(super) async fn arrived(stream: &TcpStream) -> bool {
    for _ in 0..LOOKS {
        let Ok(ready) = stream.ready(Interest::READABLE).await else {
            return false;
        };
        match stream.try_io(Interest::READABLE, || peek(stream)) {
            Ok(()) => return true,
            // Half a head is all that will ever come, and the stream stays ready.
            Err(_) if ready.is_read_closed() => return false,
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return false,
        }
    }
    false
}

/// Whether what has come begins a TLS handshake (RFC 8446 section 5.1).
pub(super) fn begins_tls(stream: &TcpStream) -> bool {
    let mut first = [0];
    recv(stream, &mut first, RecvFlags::PEEK).is_ok() && first == [TLS_HANDSHAKE]
}

/// Whether it is there already.
pub(super) fn is_there(stream: &TcpStream) -> bool {
    peek(stream).is_ok()
}

fn peek(stream: &TcpStream) -> io::Result<()> {
    PEEKED.with_borrow_mut(|buffer| {
        let (_, read) = recv(stream, &mut buffer[..], RecvFlags::PEEK)?;
        match &buffer[..read] {
            [] => Err(io::ErrorKind::UnexpectedEof.into()),
            head if head.len() == MOST || is_whole(head) => Ok(()),
            _ => Err(io::ErrorKind::WouldBlock.into()),
        }
    })
}

/// Whether an empty line ends it (RFC 9112 section 2.2: there may be others in
/// front, and a bare LF may end a line), or a whole record of TLS is there, or
/// it is certainly neither.
fn is_whole(head: &[u8]) -> bool {
    if let [TLS_HANDSHAKE, _, _, high, low, rest @ ..] = head {
        return rest.len() >= u16::from_be_bytes([*high, *low]).into();
    }
    let begins = |byte: &u8| !matches!(byte, b'\r' | b'\n');
    let Some(begin) = head.iter().position(begins) else {
        return false;
    };
    let head = &head[begin..];
    let is_http = head[0] == TLS_HANDSHAKE || !head[0].is_ascii_control() && head[0].is_ascii();
    let has = |end: &[u8]| head.windows(end.len()).any(|part| part == end);
    !is_http || has(b"\n\r\n") || has(b"\n\n")
}

#[cfg(test)]
mod tests;
