//! Files that get the name under which they are looked for, for good.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

/// Gives a file that name.
///
/// # Errors
/// Those of the system; the file may have either name then.
pub fn put_in_place(part: &Path, to: &Path) -> io::Result<()> {
    fs::rename(part, to)?;
    sync_parent(to)
}

/// The same with a name that no file has; not at all where a power cut might take it back.
pub fn put_in_new_place(part: &Path, to: &Path) -> io::Result<()> {
    put_in_place(part, to).inspect_err(|_| drop(fs::remove_file(to)))
}

/// Makes sure of the entry of a file in its directory: a file that is durable
/// in a directory that is not would be lost with it.
pub fn sync_parent(of: &Path) -> io::Result<()> {
    let parent = of.parent().filter(|dir| !dir.as_os_str().is_empty());
    match cfg!(unix) {
        true => File::open(parent.unwrap_or(Path::new(".")))?.sync_all(),
        false => Ok(()),
    }
}
