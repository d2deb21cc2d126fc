//! Obstacles to keeping anything at the moment: the answer of a disk, a quota or a limit to a
//! write, without saying that anything is damaged.

use std::io;

use strum::{IntoStaticStr, VariantArray};

/// Something that stands in the way of writing, and can be taken out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Obstacle {
    /// `ENOSPC`
    DiskFull,
    /// `EDQUOT`
    Quota,
    /// `EFBIG`: the file would be larger than the process or the file system allows.
    FileSize,
    /// `EROFS`
    ReadOnly,
    /// `EACCES`, `EPERM`
    Denied,
    /// `EMFILE`, `ENFILE`
    OpenFiles,
    /// `ENOMEM`
    Memory,
    /// `EBUSY`, `EAGAIN`, `EINTR`, `ETXTBSY`: somebody else is using it.
    Busy,
}

/// `ENFILE` and `EMFILE`, which are the same on Linux, macOS and the BSDs, and have no kind in the
/// standard library.
#[cfg(unix)]
const OPEN_FILES: [i32; 2] = [23, 24];
/// `ERROR_TOO_MANY_OPEN_FILES`
#[cfg(not(unix))]
const OPEN_FILES: [i32; 1] = [4];

impl Obstacle {
    /// Each of them.
    pub const ALL: &[Obstacle] = Obstacle::VARIANTS;

    /// The obstacle that an error of the system names; nothing for other errors.
    pub fn of(why: &io::Error) -> Option<Obstacle> {
        if why
            .raw_os_error()
            .is_some_and(|code| OPEN_FILES.contains(&code))
        {
            return Some(Obstacle::OpenFiles);
        }
        Some(match why.kind() {
            io::ErrorKind::StorageFull => Obstacle::DiskFull,
            io::ErrorKind::QuotaExceeded => Obstacle::Quota,
            io::ErrorKind::FileTooLarge => Obstacle::FileSize,
            io::ErrorKind::ReadOnlyFilesystem => Obstacle::ReadOnly,
            io::ErrorKind::PermissionDenied => Obstacle::Denied,
            io::ErrorKind::OutOfMemory => Obstacle::Memory,
            io::ErrorKind::ResourceBusy
            | io::ErrorKind::ExecutableFileBusy
            | io::ErrorKind::WouldBlock
            | io::ErrorKind::Interrupted => Obstacle::Busy,
            _ => return None,
        })
    }

    /// Its name in figures and records.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
