//! Files for this user's eyes only, never seen half written.

use std::{
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

use protocol::text::json_line;
use serde::Serialize;

/// A file opened with this is private to the user if it is created.
#[cfg(unix)]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

/// A file opened with this is private to the user if it is created.
#[cfg(not(unix))]
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Makes a folder that only the user may look into.
pub(crate) fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a value as JSON. People look into such files and pass them on, so that what servers said
/// stands in them harmless.
pub(crate) fn write_json(path: &Path, beside: &Path, value: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_string(value)?;
    write(path, beside, json_line(&json).as_bytes())
}

/// Written beside and renamed, so that no half file is ever read. A file that is replaced keeps
/// its permissions; where that fails it stays as it was, and nothing is left beside it.
pub fn write(path: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = write_beside(path, beside, bytes).and_then(|()| fs::rename(beside, path));
    if written.is_err() {
        let _ = fs::remove_file(beside);
    }
    written
}

fn write_beside(path: &Path, beside: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file =
        private(OpenOptions::new().write(true).create(true).truncate(true)).open(beside)?;
    if let Ok(found) = fs::metadata(path) {
        file.set_permissions(found.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Reads to the end, or one byte more than `most`, whatever the input is.
pub(crate) fn read_bounded(input: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(most).unwrap_or(u64::MAX);
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
