//! A look at a database before SQLite opens it: SQLite deletes the write-ahead
//! log beside an empty file, and lays it over any other.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::{
    copy::beside,
    schema::{APPLICATION, FORMER_APPLICATION},
};

/// The first bytes of every database, and where the mark of its program is
/// (<https://www.sqlite.org/fileformat2.html#the_database_header>).
const MAGIC: &[u8] = b"SQLite format 3\0";
const APPLICATION_AT: usize = 68;
const BYTES: usize = 100;

/// The fault of a file beside a write-ahead log that cannot be its own: every
/// journal has its mark before it has such a log.
pub(super) fn fault(file: &Path) -> Option<&'static str> {
    if !beside(file, "-wal").exists() {
        return None;
    }
    match read(file) {
        Ok(header) if header.is_empty() => Some("is empty"),
        Ok(header) if !is_ours(&header) => Some("is not a journal of oxo-server, or is damaged"),
        // SQLite will say why it cannot be read.
        Ok(_) | Err(_) => None,
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut header = Vec::with_capacity(BYTES);
    File::open(file)?
        .take(BYTES as u64)
        .read_to_end(&mut header)?;
    Ok(header)
}

fn is_ours(header: &[u8]) -> bool {
    let mark = header
        .get(APPLICATION_AT..APPLICATION_AT + 4)
        .and_then(|bytes| <[u8; 4]>::try_from(bytes).ok())
        .map(|bytes| i64::from(u32::from_be_bytes(bytes)));
    header.starts_with(MAGIC) && matches!(mark, Some(APPLICATION | FORMER_APPLICATION))
}
