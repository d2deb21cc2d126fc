//! Counter of a message's fragments, by the frame headers in the bytes read (RFC 6455 section 5.2). tungstenite puts
//! fragments together without telling, and an empty one costs its sender six bytes and makes no message longer.

/// Bytes of the longest message for which there may be one fragment more: 64 fragments for 4096.
const BYTES_A_FRAGMENT: u64 = 64;
/// Bytes of a mask.
const MASK: u64 = 4;

/// Position of the next byte in a frame, and the bytes before it.
#[derive(Debug)]
pub struct FragmentCounter {
    /// Fragments that a message may have.
    most: u64,
    next: Next,
    /// Bytes of mask and payload that are still to come.
    skip: u64,
    /// Fragments of the message that is not complete yet.
    count: u64,
}

#[derive(Debug, Default)]
enum Next {
    /// FIN and the opcode.
    #[default]
    Opcode,
    /// Whether there is a mask, and a short length.
    Length,
    /// The bytes left of a long length, and whether a mask follows it.
    LongLength { left: u8, mask: u64 },
}

impl FragmentCounter {
    /// For messages of at most `message_bytes` bytes.
    pub fn new(message_bytes: u64) -> FragmentCounter {
        FragmentCounter {
            most: message_bytes / BYTES_A_FRAGMENT,
            next: Next::default(),
            skip: 0,
            count: 0,
        }
    }

    /// Goes through further bytes. False once a message has too many fragments.
    pub fn read(&mut self, mut bytes: &[u8]) -> bool {
        while let Some((&byte, rest)) = bytes.split_first() {
            match &mut self.next {
                Next::Opcode if self.skip > 0 => {
                    let here = self.skip.min(bytes.len() as u64);
                    self.skip -= here;
                    // No more than there are bytes here.
                    bytes = bytes.get(here as usize..).unwrap_or_default();
                    continue;
                }
                Next::Opcode => {
                    self.next = Next::Length;
                    let (is_final, is_control) = (byte & 0x80 != 0, byte & 0x08 != 0);
                    if !is_final {
                        self.count += 1;
                        if self.count > self.most {
                            return false;
                        }
                    } else if !is_control {
                        self.count = 0;
                    }
                }
                Next::Length => {
                    let mask = if byte & 0x80 == 0 { 0 } else { MASK };
                    let long = |left| Next::LongLength { left, mask };
                    (self.next, self.skip) = match byte & 0x7f {
                        126 => (long(2), 0),
                        127 => (long(8), 0),
                        short => (Next::Opcode, u64::from(short) + mask),
                    };
                }
                Next::LongLength { left, mask } => {
                    self.skip = self.skip << 8 | u64::from(byte);
                    *left -= 1;
                    if *left == 0 {
                        self.skip = self.skip.saturating_add(*mask);
                        self.next = Next::Opcode;
                    }
                }
            }
            bytes = rest;
        }
        true
    }
}

#[cfg(test)]
mod tests;
