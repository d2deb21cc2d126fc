//! The one way out of a connection: frames are put in whole, and leave as the
//! socket takes them. It is filled only when it is empty, so it never holds
//! more than one round of frames. Frames of a server are not
//! masked (RFC 6455 section 5.1): a short header and the payload.

use std::{cell::RefCell, io};

use crate::{
    carry_note::{CarryNote, NOTE},
    stream::StreamWriter,
};

/// The opcodes of RFC 6455 section 5.2 that a server sends here.
const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
/// Set on every frame: none of ours is a fragment.
const FINAL: u8 = 0x80;

/// A buffer that grew beyond this, for a snapshot, is not kept for the next.
const SPARE: usize = 16 << 10;

thread_local! {
    /// The buffer of whichever connection is written to: most writes are taken
    /// at once, and an idle connection keeps none.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Frames on their way.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    bytes: Vec<u8>,
    /// Bytes of it that the stream has taken.
    taken: usize,
    /// Whether the stream keeps some of that, encrypted, until its socket takes it.
    held: bool,
}

impl FrameBuffer {
    /// A text frame.
    pub fn text(&mut self, text: &str) {
        self.frame(TEXT, text.as_bytes());
    }

    /// A ping that will be answered with the same payload.
    pub fn ping(&mut self, payload: &[u8]) {
        self.frame(PING, payload);
    }

    /// The answer to a ping.
    pub fn pong(&mut self, payload: &[u8]) {
        self.frame(PONG, payload);
    }

    /// The last frame, with its code.
    pub fn close(&mut self, code: u16) {
        self.frame(CLOSE, &code.to_be_bytes());
    }

    /// A note for the node that carries the connection.
    pub fn note(&mut self, note: &CarryNote) {
        self.frame(NOTE, &note.payload());
    }

    /// Whether nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.taken == self.bytes.len() && !self.held
    }

    /// Bytes that have not left.
    pub fn waiting(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Number of bytes put in until now, for [`FrameBuffer::take_back`].
    pub fn mark(&self) -> usize {
        self.bytes.len()
    }

    /// Takes back the frames that were put in since, before any has left.
    pub fn take_back(&mut self, mark: usize) {
        self.bytes.truncate(mark);
    }

    fn frame(&mut self, opcode: u8, payload: &[u8]) {
        if self.bytes.capacity() == 0 {
            self.bytes = BUFFER.take();
        }
        self.bytes.push(FINAL | opcode);
        // RFC 6455 section 5.2: seven bits, or 126 and two bytes, or 127 and eight.
        match payload.len() {
            short @ 0..=125 => self.bytes.push(short as u8),
            middle @ 126..=0xFFFF => {
                self.bytes.push(126);
                self.bytes.extend_from_slice(&(middle as u16).to_be_bytes());
            }
            long => {
                self.bytes.push(127);
                self.bytes.extend_from_slice(&(long as u64).to_be_bytes());
            }
        }
        self.bytes.extend_from_slice(payload);
    }

    /// Hands the stream as many bytes as it takes without waiting.
    ///
    /// # Errors
    /// When the connection is gone.
    pub fn flush(&mut self, stream: &StreamWriter) -> io::Result<()> {
        while self.taken < self.bytes.len() {
            match stream.try_write(&self.bytes[self.taken..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => self.taken += written,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(e) => return Err(e),
            }
        }
        self.held = !stream.try_flush()?;
        if self.held {
            return Ok(());
        }
        self.taken = 0;
        self.bytes.clear();
        let buffer = std::mem::take(&mut self.bytes);
        if (1..=SPARE).contains(&buffer.capacity()) {
            BUFFER.set(buffer);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
