//! The checksum of a row: over each of its fields, with the boundaries between them.

/// A CRC-32 over fields and the boundaries between them. It is there to find
/// damage, not to keep anybody from forging.
#[derive(Default)]
pub(super) struct Checksum(crc32fast::Hasher);

impl Checksum {
    pub fn number(&mut self, number: i64) {
        self.0.update(&number.to_le_bytes());
    }

    pub fn optional(&mut self, number: Option<u64>) {
        self.0.update(&[u8::from(number.is_some())]);
        self.number(number.unwrap_or_default().cast_signed());
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub fn finish(self) -> u32 {
        self.0.finalize()
    }
}
