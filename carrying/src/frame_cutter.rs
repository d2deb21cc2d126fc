//! Splitter of a carried WebSocket's bytes into frames for the visitor and notes for the node that carries it. Frames of a
//! server are not masked (RFC 6455 section 5.1): a header of two to ten bytes and the payload.

use connection::carry_note::{CarryNote, NOTE};

/// Bytes of a header before its length begins.
const SHORT: usize = 2;
/// The longest header.
const LONGEST: usize = 10;

/// The frames of one stream.
#[derive(Debug, Default)]
pub struct FrameCutter {
    /// Bytes of the present frame that are still to come.
    left: u64,
    /// The beginning of a header, or of a note, that is not whole yet.
    begun: Vec<u8>,
}

/// Meaning of the beginning of a chunk.
#[derive(Debug, PartialEq, Eq)]
pub enum ChunkPart {
    /// Bytes for the spectator.
    Pass(usize),
    /// Bytes that are kept until more has come.
    Keep(usize),
    /// Bytes that complete the kept ones, which are for the spectator.
    Release(usize, Vec<u8>),
    /// Bytes that complete a note.
    Note(usize, CarryNote),
    /// A note that cannot be read: the other node is of another version.
    Unreadable,
}

/// A frame's header.
#[derive(Clone, Copy)]
struct Header {
    bytes: usize,
    payload: u64,
    is_note: bool,
}

impl Header {
    /// The header that these bytes begin with, if it is whole.
    fn of(bytes: &[u8]) -> Option<Header> {
        let (&first, &second) = (bytes.first()?, bytes.get(1)?);
        let (length, payload) = match second & 0x7F {
            126 => (2, None),
            127 => (8, None),
            short => (0, Some(u64::from(short))),
        };
        let extended = bytes.get(SHORT..SHORT + length)?;
        let extended = extended
            .iter()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Some(Header {
            bytes: SHORT + length,
            payload: payload.unwrap_or(extended),
            is_note: first & 0x0F == NOTE,
        })
    }

    /// The frame's length, of a note.
    fn note_bytes(self) -> usize {
        let payload = usize::try_from(self.payload).unwrap_or(usize::MAX);
        self.bytes + payload.min(CarryNote::MOST)
    }
}

/// The length of the header of the first frame of these bytes, and of the frame, if all of it is there.
pub fn first_frame(bytes: &[u8]) -> Option<(usize, usize)> {
    let header = Header::of(bytes)?;
    let payload = usize::try_from(header.payload).ok()?;
    let end = header.bytes.checked_add(payload)?;
    (end <= bytes.len()).then_some((header.bytes, end))
}

impl FrameCutter {
    /// Whether a frame of somebody else may be put in here.
    pub fn is_between_frames(&self) -> bool {
        self.left == 0 && self.begun.is_empty()
    }

    /// Cuts off the beginning of a chunk, which is not empty. What was cut off is not shown again.
    pub fn cut(&mut self, chunk: &[u8]) -> ChunkPart {
        if !self.begun.is_empty() {
            return self.complete(chunk);
        }
        let mut at = 0;
        loop {
            let here = (chunk.len() - at) as u64;
            let passed = self.left.min(here);
            self.left -= passed;
            at += usize::try_from(passed).unwrap_or(usize::MAX);
            if at == chunk.len() {
                return ChunkPart::Pass(at);
            }
            match Header::of(&chunk[at..]) {
                Some(header) if !header.is_note => {
                    self.left = header.payload;
                    at += header.bytes;
                }
                _ if at > 0 => return ChunkPart::Pass(at),
                _ => return self.complete(chunk),
            }
        }
    }

    /// Adds to the kept bytes as much as makes the frame whole.
    fn complete(&mut self, chunk: &[u8]) -> ChunkPart {
        for (at, byte) in chunk.iter().enumerate() {
            self.begun.push(*byte);
            let Some(header) = Header::of(&self.begun) else {
                continue;
            };
            let taken = at + 1;
            if !header.is_note {
                self.left = header.payload;
                return ChunkPart::Release(taken, std::mem::take(&mut self.begun));
            }
            if self.begun.len() == header.note_bytes() {
                let note = CarryNote::read(&self.begun[header.bytes..]);
                self.begun.clear();
                return note.map_or(ChunkPart::Unreadable, |note| ChunkPart::Note(taken, note));
            }
        }
        debug_assert!(self.begun.len() < LONGEST + CarryNote::MOST, "bounded");
        ChunkPart::Keep(chunk.len())
    }
}

#[cfg(test)]
mod tests {
    use connection::frame_buffer::FrameBuffer;
    use game::Rules;
    use protocol::request::ReviewGame;

    use super::*;

    /// The longest note.
    fn review() -> CarryNote {
        let rules = Rules::new(19, 19, 5).unwrap();
        CarryNote::Review {
            id: u64::MAX,
            game: ReviewGame {
                rules,
                moves: vec![360; 361],
            },
        }
    }

    #[test]
    fn the_longest_note_is_within_the_bound() {
        assert!(review().payload().len() <= CarryNote::MOST);
    }

    /// Bytes of a server's frames: texts of these lengths, with a note behind each second one.
    fn stream(lengths: &[usize]) -> (Vec<u8>, Vec<u8>, Vec<CarryNote>) {
        let (mut all, mut passed, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        for (number, length) in lengths.iter().enumerate() {
            let text = "x".repeat(*length);
            let mut frame = FrameBuffer::default();
            frame.text(&text);
            passed.extend_from_slice(frame.waiting());
            all.extend_from_slice(frame.waiting());
            if number % 2 == 1 {
                let note = match number % 4 {
                    1 => CarryNote::Hold(number as u64),
                    _ => review(),
                };
                let mut frame = FrameBuffer::default();
                frame.note(&note);
                all.extend_from_slice(frame.waiting());
                notes.push(note);
            }
        }
        (all, passed, notes)
    }

    #[test]
    fn notes_are_taken_out_however_the_bytes_arrive() {
        let lengths = [0, 1, 125, 126, 300, 70_000, 2, 65_535, 65_536, 9];
        let (all, passed, notes) = stream(&lengths);
        for size in [1, 2, 3, 7, 100, 1_000, all.len()] {
            let (mut cutter, mut got, mut found) = (FrameCutter::default(), Vec::new(), Vec::new());
            for mut chunk in all.chunks(size) {
                while !chunk.is_empty() {
                    let taken = match cutter.cut(chunk) {
                        ChunkPart::Pass(taken) => {
                            got.extend_from_slice(&chunk[..taken]);
                            taken
                        }
                        ChunkPart::Keep(taken) => taken,
                        ChunkPart::Release(taken, bytes) => {
                            got.extend(bytes);
                            taken
                        }
                        ChunkPart::Note(taken, note) => {
                            assert!(cutter.is_between_frames());
                            found.push(note);
                            taken
                        }
                        ChunkPart::Unreadable => panic!("a note that cannot be read"),
                    };
                    assert!(taken > 0);
                    chunk = &chunk[taken..];
                }
            }
            assert!(cutter.is_between_frames(), "at the end");
            assert!(got == passed, "in pieces of {size}");
            assert_eq!(found, notes, "in pieces of {size}");
        }
    }

    #[test]
    fn a_note_of_another_version_is_not_taken_for_one() {
        let mut cutter = FrameCutter::default();
        let frame = [0x80 | NOTE, 2, b'{', b'}'];
        assert_eq!(cutter.cut(&frame), ChunkPart::Unreadable);
    }
}
