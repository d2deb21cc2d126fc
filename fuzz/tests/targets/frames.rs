//! The frames of a WebSocket, read by the server and by a second reader that
//! follows RFC 6455 word by word.

use std::future::poll_fn;

use bolero::{TypeGenerator, check};
use connection::{
    socket::{FrameReader, Incoming},
    stream::Stream,
};
use protocol::{Limits, close};
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    runtime,
};

use crate::INPUTS;

/// A frame as somebody may send it.
#[derive(Debug, TypeGenerator)]
struct Sent {
    first: FirstByte,
    masked: Masked,
    /// Whether the length takes more bytes than it needs.
    long_form: u8,
    payload: Payload,
}

#[derive(Debug, TypeGenerator)]
enum FirstByte {
    Text,
    Fragment,
    Middle,
    Last,
    Close,
    Ping,
    Any(u8),
}

#[derive(Debug, TypeGenerator)]
enum Masked {
    With([u8; 4]),
    Again([u8; 4]),
    Not(u8),
}

#[derive(Debug, TypeGenerator)]
enum Payload {
    Text(String),
    Bytes(Vec<u8>),
    Close(u16, String),
    Long(u16),
}

impl Sent {
    fn first(&self) -> u8 {
        match self.first {
            FirstByte::Text => 0x81,
            FirstByte::Fragment => 0x01,
            FirstByte::Middle => 0x00,
            FirstByte::Last => 0x80,
            FirstByte::Close => 0x88,
            FirstByte::Ping => 0x89,
            FirstByte::Any(byte) => byte,
        }
    }

    /// Nothing for a frame without a mask; that is rare, or little would be read.
    fn mask(&self) -> Option<[u8; 4]> {
        match self.masked {
            Masked::With(mask) | Masked::Again(mask) => Some(mask),
            Masked::Not(rare) => (rare > 32).then_some([0; 4]),
        }
    }

    fn payload(&self) -> Vec<u8> {
        match &self.payload {
            Payload::Text(text) => text.clone().into_bytes(),
            Payload::Bytes(bytes) => bytes.clone(),
            Payload::Close(code, reason) => [&code.to_be_bytes(), reason.as_bytes()].concat(),
            Payload::Long(length) => vec![b'x'; usize::from(*length) % 6_000],
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut payload = self.payload();
        let bit = if self.mask().is_some() { 0x80 } else { 0 };
        let mut bytes = vec![self.first()];
        match (payload.len(), self.long_form) {
            (short @ 0..=125, 16..) => bytes.push(bit | short as u8),
            (middle @ ..=0xFFFF, 8..) => {
                bytes.push(bit | 126);
                bytes.extend_from_slice(&(middle as u16).to_be_bytes());
            }
            (long, _) => {
                bytes.push(bit | 127);
                bytes.extend_from_slice(&(long as u64).to_be_bytes());
            }
        }
        if let Some(mask) = self.mask() {
            bytes.extend_from_slice(&mask);
            let masked = payload.iter_mut().zip(mask.iter().cycle());
            masked.for_each(|(byte, mask)| *byte ^= mask);
        }
        bytes.extend(payload);
        bytes
    }
}

/// A reader's result.
#[derive(Debug, PartialEq)]
enum Read {
    Text(String),
    Binary(Vec<u8>),
    Ping(Vec<u8>),
    Pong(Vec<u8>),
    Close(u16),
    Broken(u16),
}

/// Verdict of RFC 6455 on these frames, up to the first that ends the connection.
fn expected(frames: &[Sent], limit: usize) -> Vec<Read> {
    let mut read = Vec::new();
    let mut message: Option<(u8, Vec<u8>)> = None;
    for frame in frames {
        match next(frame, &mut message, limit) {
            Ok(None) => {}
            Ok(Some(Read::Close(code))) => {
                read.push(Read::Close(code));
                break;
            }
            Ok(Some(one)) => read.push(one),
            Err(code) => {
                read.push(Read::Broken(code));
                break;
            }
        }
    }
    read
}

/// The message one frame completes, or the code with which it ends the connection.
fn next(
    frame: &Sent,
    message: &mut Option<(u8, Vec<u8>)>,
    limit: usize,
) -> Result<Option<Read>, u16> {
    let (first, payload) = (frame.first(), frame.payload());
    let (is_final, opcode) = (first & 0x80 != 0, first & 0x0F);
    // The kind and the size stand in front, so they are looked at first.
    if matches!(opcode, 0x3..=0x7 | 0xB..) {
        return Err(close::PROTOCOL);
    }
    if payload.len() > limit {
        return Err(close::TOO_BIG);
    }
    if frame.mask().is_none() || first & 0x70 != 0 {
        return Err(close::PROTOCOL);
    }
    if opcode >= 0x8 {
        if !is_final || payload.len() > 125 {
            return Err(close::PROTOCOL);
        }
        return control(opcode, payload).map(Some);
    }
    let (kind, so_far) = match (opcode, message.take()) {
        (0, Some((kind, so_far))) => (kind, [so_far, payload].concat()),
        (1 | 2, None) => (opcode, payload),
        _ => return Err(close::PROTOCOL),
    };
    if so_far.len() > limit {
        return Err(close::TOO_BIG);
    }
    if !is_final {
        // A text is looked at as it comes, up to a character that is cut.
        let cut = |why: &std::str::Utf8Error| why.error_len().is_none();
        if kind == 1 && str::from_utf8(&so_far).is_err_and(|why| !cut(&why)) {
            return Err(close::NOT_UTF8);
        }
        *message = Some((kind, so_far));
        return Ok(None);
    }
    match kind {
        1 => String::from_utf8(so_far)
            .map(|text| Some(Read::Text(text)))
            .map_err(|_| close::NOT_UTF8),
        _ => Ok(Some(Read::Binary(so_far))),
    }
}

fn control(opcode: u8, payload: Vec<u8>) -> Result<Read, u16> {
    match (opcode, payload.as_slice()) {
        (0x8, []) => Ok(Read::Close(close::NORMAL)),
        (0x8, [_]) => Err(close::PROTOCOL),
        (0x8, [high, low, reason @ ..]) => {
            str::from_utf8(reason).map_err(|_| close::NOT_UTF8)?;
            let code = u16::from_be_bytes([*high, *low]);
            Ok(Read::Close(match code {
                1000..=1003 | 1007..=1013 | 3000..=4999 => code,
                _ => close::PROTOCOL,
            }))
        }
        (0x9, _) => Ok(Read::Ping(payload)),
        (0xA, _) => Ok(Read::Pong(payload)),
        _ => Err(close::PROTOCOL),
    }
}

/// The server's reads: `n` bytes with the handshake, the rest behind it.
async fn read(bytes: &[u8], early: usize, limits: &Limits) -> Vec<Read> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = listener.local_addr().unwrap();
    let (client, accepted) = tokio::join!(TcpStream::connect(to), listener.accept());
    let (mut client, (accepted, _)) = (client.unwrap(), accepted.unwrap());
    let (early, later) = bytes.split_at(early.min(bytes.len()));
    let (socket, _writer) = Stream::Plain(accepted).into_split();
    let mut reader = FrameReader::new(socket, early.to_vec(), limits);
    let sends = async {
        // The server may have seen enough.
        let _ = client.write_all(later).await;
        let _ = client.shutdown().await;
    };
    let reads = async {
        let mut read = Vec::new();
        loop {
            read.push(match poll_fn(|cx| reader.poll_next(cx)).await {
                Incoming::Text(text) => Read::Text(text.to_string()),
                Incoming::Binary(bytes) => Read::Binary(bytes.to_vec()),
                Incoming::Ping(payload) => Read::Ping(payload.to_vec()),
                Incoming::Pong(payload) => Read::Pong(payload.to_vec()),
                Incoming::Close(code) => Read::Close(code),
                Incoming::Broken(code) => Read::Broken(code),
                // Twelve frames are not that many fragments.
                Incoming::Flood => panic!("a flood"),
                Incoming::Closed => return read,
            });
            if matches!(read.last(), Some(Read::Close(_) | Read::Broken(_))) {
                return read;
            }
        }
    };
    tokio::join!(sends, reads).1
}

#[test]
fn frames_are_read_as_the_standard_has_them() {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let limits = Limits::default();
    let limit = usize::try_from(limits.message_bytes).unwrap();
    check!()
        .with_iterations(INPUTS)
        .with_type::<(Vec<Sent>, u16)>()
        .for_each(|(frames, early)| {
            let frames = &frames[..frames.len().min(12)];
            let bytes: Vec<u8> = frames.iter().flat_map(Sent::bytes).collect();
            let read = runtime.block_on(read(&bytes, usize::from(*early), &limits));
            assert_eq!(read, expected(frames, limit));
        });
}
