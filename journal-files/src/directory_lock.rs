//! The lock of a data directory.

use std::{
    fs::{File, TryLockError},
    path::Path,
};

/// Right to use a data directory, which one journal has at a time. The system
/// takes it back however the process ends.
#[derive(Debug)]
pub(super) struct DirectoryLock(File);

impl DirectoryLock {
    /// # Errors
    /// When another journal holds it, or it cannot be locked at all.
    pub fn take(dir: &Path) -> Result<DirectoryLock, TryLockError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(dir.join("oxo.lock"))
            .map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(DirectoryLock(file))
    }
}

impl Drop for DirectoryLock {
    /// A process that was just forked holds a copy of the descriptor until it
    /// executes its program; closing ours alone would leave the lock with it.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_descriptor_does_not_keep_the_lock() {
        let dir = tempfile::tempdir().unwrap();
        let lock = DirectoryLock::take(dir.path()).unwrap();
        assert!(matches!(
            DirectoryLock::take(dir.path()),
            Err(TryLockError::WouldBlock)
        ));
        let copy = lock.0.try_clone().unwrap();
        drop(lock);
        DirectoryLock::take(dir.path()).unwrap();
        drop(copy);
    }
}
