//! Store of an authority's account and certificate, in files that only the
//! server's user may read.
//!
//! What cannot be written is kept in memory, and written once that is possible: an authority gives
//! few accounts and few certificates for one name.

use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use clock::Clock;
use journal::disk;
use journal::in_place::put_in_place;
use parking_lot::Mutex;

/// The account.
pub(super) const ACCOUNT: &str = "account.json";
/// The key and the chain in one file, so that they are replaced together.
pub(super) const CERTIFICATE: &str = "certificate.pem";
/// How soon what could not be written is tried again.
const RETRY_MS: u64 = 60_000;

/// The directory of an authority.
#[derive(Debug)]
pub(super) struct AcmeStore {
    folder: PathBuf,
    /// The contents that could not be written yet, by the names of the files.
    unwritten: Mutex<BTreeMap<&'static str, Vec<u8>>>,
}

impl AcmeStore {
    pub fn new(folder: PathBuf) -> AcmeStore {
        AcmeStore {
            folder,
            unwritten: Mutex::default(),
        }
    }

    /// Makes the directory.
    ///
    /// # Errors
    /// In a sentence, when that is not possible.
    pub fn open(&self) -> Result<(), String> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder).map_err(|why| {
            format!(
                "certificates cannot be kept in {} ({}); --data takes a directory that the server's user may write to",
                self.folder.display(),
                disk::said(&why)
            )
        })
    }

    /// Removes a file, so that another takes its place.
    pub fn forget(&self, name: &'static str) {
        self.unwritten.lock().remove(name);
        // One that is still there is not read well again either, which is said then.
        let _ = fs::remove_file(self.folder.join(name));
    }

    /// Writes what could not be written, every so often, until nothing is left; then waits for ever.
    pub async fn retry(&self, clock: &Clock) {
        loop {
            if self.unwritten.lock().is_empty() {
                return std::future::pending().await;
            }
            clock.sleep(RETRY_MS).await;
            self.write_again();
        }
    }

    fn write_again(&self) {
        self.unwritten.lock().retain(|name, text| {
            let written = self.write(name, text);
            if written.is_ok() {
                tracing::info!("{} is written now", self.folder.join(name).display());
            }
            written.is_err()
        });
    }

    /// The content of a file, if there is one.
    ///
    /// # Errors
    /// In a sentence, when it cannot be read: to make or obtain another would lose it.
    pub fn read(&self, name: &'static str) -> Result<Option<Vec<u8>>, String> {
        if let Some(text) = self.unwritten.lock().get(name) {
            return Ok(Some(text.clone()));
        }
        let path = self.folder.join(name);
        match fs::read(&path) {
            Ok(text) => Ok(Some(text)),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) => Err(format!("{} cannot be read ({why})", path.display())),
        }
    }

    /// Keeps the content of a file, in memory at least.
    ///
    /// # Errors
    /// In a sentence, when it could not be written yet.
    pub fn keep(&self, name: &'static str, text: String) -> Result<(), String> {
        let text = text.into_bytes();
        let written = self.write(name, &text);
        let mut unwritten = self.unwritten.lock();
        match written {
            Ok(()) => {
                unwritten.remove(name);
                Ok(())
            }
            Err(why) => {
                unwritten.insert(name, text);
                let path = self.folder.join(name);
                Err(format!(
                    "{} cannot be written ({})",
                    path.display(),
                    disk::said(&why)
                ))
            }
        }
    }

    /// Whole or not at all: written beside, then renamed.
    fn write(&self, name: &str, text: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        let beside = path.with_extension("new");
        let written = write_synced(&beside, text).and_then(|()| put_in_place(&beside, &path));
        if written.is_err() {
            // Half a file is of use to nobody, and takes room.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

fn write_synced(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut open = OpenOptions::new();
    open.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    let mut file = open.open(path)?;
    file.write_all(text)?;
    file.sync_all()
}

#[cfg(test)]
mod tests;
