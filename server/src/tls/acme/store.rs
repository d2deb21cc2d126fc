//! What is kept of an authority: the account and the certificate, in files that
//! only the server's user may read.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    path::PathBuf,
};

const ACCOUNT: &str = "account.json";
/// The key and the chain in one file, so that they are replaced together.
const CERTIFICATE: &str = "certificate.pem";

/// The directory of an authority.
#[derive(Debug)]
pub(super) struct AcmeStore(PathBuf);

impl AcmeStore {
    pub fn new(folder: PathBuf) -> AcmeStore {
        AcmeStore(folder)
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
        builder.create(&self.0).map_err(|why| {
            format!(
                "certificates cannot be kept in {} ({why}); --data takes a directory that the server's user may write to",
                self.0.display()
            )
        })
    }

    pub fn account(&self) -> Option<Vec<u8>> {
        fs::read(self.0.join(ACCOUNT)).ok()
    }

    pub fn forget_account(&self) {
        // One that is still there is not read well again either, which is said then.
        let _ = fs::remove_file(self.0.join(ACCOUNT));
    }

    pub fn certificate(&self) -> Option<Vec<u8>> {
        fs::read(self.0.join(CERTIFICATE)).ok()
    }

    pub fn keep_account(&self, text: &str) -> Result<(), String> {
        self.keep(ACCOUNT, text)
    }

    pub fn keep_certificate(&self, text: &str) -> Result<(), String> {
        self.keep(CERTIFICATE, text)
    }

    fn keep(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.0.join(name);
        let kept = self.write(&path, text);
        kept.map_err(|why| format!("{} cannot be written ({why})", path.display()))
    }

    /// Whole or not at all: written beside, then renamed.
    fn write(&self, path: &PathBuf, text: &str) -> io::Result<()> {
        let beside = path.with_extension("new");
        let mut open = OpenOptions::new();
        open.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
        let mut file = open.open(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    }
}
