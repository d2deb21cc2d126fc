//! Bytes to and from a server without a client between: requests written by
//! hand, and a WebSocket whose owner sends and never reads.

use std::{
    net::{Ipv4Addr, SocketAddr},
    os::fd::OwnedFd,
    path::Path,
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream, UnixStream},
    time::timeout,
};

use crate::soon;

/// Bytes that the kernel keeps for a reader that does not read.
const SMALL_BUFFER: u32 = 4096;
/// Time for a write before it counts as not taken: longer than a busy
/// machine keeps a server from reading.
const NOT_TAKEN: Duration = Duration::from_secs(2);

/// A connection that sends exactly the given bytes.
pub struct Raw {
    stream: TcpStream,
}

impl Raw {
    /// Connects, with as small a buffer for what comes as the system allows.
    ///
    /// # Panics
    /// When nobody listens.
    pub async fn connect(to: SocketAddr) -> Raw {
        Raw::connect_from(Ipv4Addr::LOCALHOST, to).await
    }

    /// The same from another address of this machine: loopback has many.
    ///
    /// # Panics
    /// When nobody listens.
    pub async fn connect_from(from: Ipv4Addr, to: SocketAddr) -> Raw {
        let socket = TcpSocket::new_v4().expect("a socket");
        let from = SocketAddr::from((from, 0));
        socket.bind(from).expect("a free port");
        socket
            .set_recv_buffer_size(SMALL_BUFFER)
            .expect("a small buffer");
        let stream = soon("a connection", socket.connect(to))
            .await
            .expect("somebody who listens");
        Raw { stream }
    }

    /// Connects to a Unix socket. The stream is used like one of TCP: the calls are the same.
    ///
    /// # Panics
    /// When nobody listens.
    pub async fn connect_unix(path: &Path) -> Raw {
        let stream = soon("a connection", UnixStream::connect(path)).await;
        let stream = stream.and_then(UnixStream::into_std);
        let stream = OwnedFd::from(stream.expect("somebody who listens"));
        let stream = TcpStream::from_std(stream.into()).expect("a stream");
        Raw { stream }
    }

    /// Connects and becomes a WebSocket.
    ///
    /// # Panics
    /// When the server does not switch.
    pub async fn websocket(to: SocketAddr) -> Raw {
        let mut raw = Raw::connect(to).await;
        raw.say(&upgrade("/ws", "")).await;
        let head = raw.head().await;
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        raw
    }

    /// Writes a text as it is; a server that has closed is noticed by the
    /// next read.
    pub async fn say(&mut self, text: &str) {
        let _ = soon("a write", self.stream.write_all(text.as_bytes())).await;
    }

    /// Writes a masked frame; false when the other side does not take it.
    pub async fn frame(&mut self, opcode: u8, payload: &[u8]) -> bool {
        self.send(&masked(opcode, payload)).await
    }

    /// Writes bytes; false when the other side does not take them.
    pub async fn send(&mut self, bytes: &[u8]) -> bool {
        let write = self.stream.write_all(bytes);
        matches!(timeout(NOT_TAKEN, write).await, Ok(Ok(())))
    }

    /// Writes a text frame; false when the other side does not take it.
    pub async fn text(&mut self, text: &str) -> bool {
        self.frame(0x1, text.as_bytes()).await
    }

    /// Reads to the end of the headers and no further.
    ///
    /// # Panics
    /// When the server closes before.
    pub async fn head(&mut self) -> String {
        self.up_to("\r\n\r\n").await
    }

    /// Reads to the end of a line and no further.
    ///
    /// # Panics
    /// When the server closes before.
    pub async fn line(&mut self) -> String {
        self.up_to("\n").await
    }

    async fn up_to(&mut self, end: &str) -> String {
        let mut read = Vec::new();
        while !read.ends_with(end.as_bytes()) {
            let byte = soon("a line", self.stream.read_u8()).await;
            read.push(byte.expect("a whole line"));
        }
        String::from_utf8_lossy(&read).into_owned()
    }

    /// Writes several frames in one piece.
    pub async fn frames(&mut self, frames: &[(u8, &[u8])]) {
        let bytes: Vec<u8> = frames.iter().flat_map(|it| masked(it.0, it.1)).collect();
        let _ = soon("a write", self.stream.write_all(&bytes)).await;
    }

    /// Reads one frame of a server: its first byte and its payload.
    ///
    /// # Panics
    /// When the server closes before.
    pub async fn read_frame(&mut self) -> (u8, Vec<u8>) {
        let stream = &mut self.stream;
        let frame = async {
            let first = stream.read_u8().await?;
            let length = match stream.read_u8().await? {
                126 => usize::from(stream.read_u16().await?),
                127 => usize::try_from(stream.read_u64().await?).expect("a length"),
                short => short.into(),
            };
            let mut payload = vec![0; length];
            stream.read_exact(&mut payload).await?;
            std::io::Result::Ok((first, payload))
        };
        soon("a frame", frame).await.expect("a whole frame")
    }

    /// Reads one answer to a plain request, headers in front.
    ///
    /// # Panics
    /// When the server closes before.
    pub async fn answer(&mut self) -> String {
        let head = self.head().await;
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let length = lines
            .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .find_map(|(_, length)| length.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        let read = soon("a body", self.stream.read_exact(&mut body)).await;
        read.expect("a whole body");
        head + &String::from_utf8_lossy(&body)
    }

    /// Reads until the server closes, and returns what it said.
    pub async fn rest(&mut self) -> String {
        String::from_utf8_lossy(&self.bytes().await).into_owned()
    }

    /// The same when it is no text.
    pub async fn bytes(&mut self) -> Vec<u8> {
        // A reset ends a connection too.
        self.to_the_end().await.unwrap_or_else(|(rest, _)| rest)
    }

    /// Reads until the server closes.
    ///
    /// # Errors
    /// When a reset ends the connection, with what came before it.
    pub async fn to_the_end(&mut self) -> Result<Vec<u8>, (Vec<u8>, std::io::Error)> {
        let mut rest = Vec::new();
        match soon("the end", self.stream.read_to_end(&mut rest)).await {
            Ok(_) => Ok(rest),
            Err(why) => Err((rest, why)),
        }
    }

    /// The stream, for a client to take over.
    #[must_use]
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }
}

/// A frame as a client sends it, masked with zeros (RFC 6455 section 5.3).
///
/// # Panics
/// When it is too long.
pub fn masked(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | opcode];
    match u8::try_from(payload.len()) {
        Ok(short @ 0..=125) => bytes.push(0x80 | short),
        _ => {
            let length = u16::try_from(payload.len()).expect("a payload of less than 64 KiB");
            bytes.push(0x80 | 126);
            bytes.extend_from_slice(&length.to_be_bytes());
        }
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(payload);
    bytes
}

/// The request that turns a connection into a WebSocket, with further header
/// lines, each ended by `\r\n`.
pub fn upgrade(path: &str, lines: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nhost: localhost:1952\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
    )
}

/// Asks for a page over a connection of its own; the whole answer, headers
/// in front.
pub async fn request(to: SocketAddr, method: &str, path: &str) -> String {
    request_with(to, method, path, "").await
}

/// The same with further header lines, each ended by `\r\n`.
pub async fn request_with(to: SocketAddr, method: &str, path: &str, lines: &str) -> String {
    let bytes = request_bytes(to, method, path, lines).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same when the answer is no text.
pub async fn request_bytes(to: SocketAddr, method: &str, path: &str, lines: &str) -> Vec<u8> {
    let mut raw = Raw::connect(to).await;
    raw.say(&format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost:1952\r\nconnection: close\r\n{lines}\r\n"
    ))
    .await;
    raw.bytes().await
}

/// The first line and the body of an answer.
pub fn status_and_body(answer: &str) -> (&str, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    (head.lines().next().unwrap_or_default(), body)
}
