//! Driver of the shim between a server process and its disk (`shim.c` says what it does), which also cuts the power.

use std::{
    ffi::OsStr,
    fs::{self, File},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use rustix::io::Errno;

/// Bytes of the control file.
const CONTROL: u64 = 64;

/// Faults that a test can give the disk. The number is the word's place.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Word {
    /// Writes fail with this error, half done, while it is not 0.
    Write = 0,
    /// fsync fails with this error while it is not 0.
    Sync = 1,
    /// Milliseconds that each fsync takes longer.
    SlowMs = 2,
    /// ftruncate fails with this error while it is not 0.
    Truncate = 3,
    /// open for writing fails with this error while it is not 0; any open where too many are.
    Open = 4,
    /// rename fails with this error while it is not 0.
    Rename = 5,
    /// mkdir fails with this error while it is not 0.
    MakeDirectory = 6,
}

/// Counters of the shim. The number is the word's place.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub enum Counter {
    /// Syncs that were asked for.
    Syncs = 8,
    /// Writes that were refused.
    WritesRefused = 9,
    /// Syncs that were refused.
    SyncsRefused = 10,
    /// Truncations that were refused.
    TruncationsRefused = 11,
    /// Opens that were refused.
    OpensRefused = 12,
    /// Renames that were refused.
    RenamesRefused = 13,
    /// Directories that were refused.
    DirectoriesRefused = 14,
}

/// The shim for one data directory; it can be used by one process after another.
#[derive(Debug)]
pub struct Shim {
    data: PathBuf,
    control: File,
    environment: Vec<(String, String)>,
}

impl Shim {
    /// A shim that looks at `data`, which has to be there, and is controlled
    /// by a file made in `place`, which lies outside. `keeps_synced` makes it
    /// keep the copies that [`Shim::power_cut`] needs.
    pub fn new(data: &Path, place: &Path, keeps_synced: bool) -> Shim {
        let data = data.canonicalize().expect("a data directory");
        let path = place.join("shim.control");
        let control = File::create_new(&path)
            .and_then(|_| File::options().read(true).write(true).open(&path));
        let control = control.expect("a control file");
        control
            .set_len(CONTROL)
            .expect("a control file of its size");
        let text = |path: &Path| path.to_str().expect("a path in UTF-8").to_owned();
        let mut environment = vec![
            ("LD_PRELOAD".to_owned(), text(compiled())),
            ("OXO_SHIM_DIR".to_owned(), text(&data)),
            ("OXO_SHIM_CONTROL".to_owned(), text(&path)),
        ];
        if keeps_synced {
            environment.push(("OXO_SHIM_SYNCED".to_owned(), "1".to_owned()));
        }
        Shim {
            data,
            control,
            environment,
        }
    }

    /// The variables that put it in front of a server process.
    pub fn environment(&self) -> impl Iterator<Item = (&str, &str)> {
        self.environment
            .iter()
            .map(|(k, v)| (k.as_str(), v.as_str()))
    }

    /// Lets something fail with an error of the system from now on, also in processes that are
    /// started later.
    pub fn refuse(&self, word: Word, errno: Errno) {
        self.set(word, errno.raw_os_error().unsigned_abs());
    }

    /// Lets everything be done again.
    pub fn allow_all(&self) {
        for word in [
            Word::Write,
            Word::Sync,
            Word::Truncate,
            Word::Open,
            Word::Rename,
            Word::MakeDirectory,
        ] {
            self.set(word, 0);
        }
    }

    /// Sets a word; it holds from the next write or fsync on, also for
    /// processes that are started later.
    pub fn set(&self, word: Word, value: u32) {
        self.control
            .write_all_at(&value.to_ne_bytes(), 4 * word as u64)
            .expect("a control file that can be written");
    }

    /// Reads a counter. It counts on from one process to the next.
    pub fn count(&self, counter: Counter) -> u32 {
        let mut bytes = [0; 4];
        self.control
            .read_exact_at(&mut bytes, 4 * counter as u64)
            .expect("a control file that can be read");
        u32::from_ne_bytes(bytes)
    }

    /// Reduces the data directory to its synced content, as a power cut would.
    /// The server has to be dead, and to have listened once before.
    pub fn power_cut(&self) {
        for name in ["oxo.db", "oxo.db-wal"] {
            let file = self.data.join(name);
            let synced = self.data.join(format!("{name}.synced"));
            // The copy stays: it is also the synced content when power is back.
            if synced.exists() {
                fs::copy(&synced, &file).expect("a copy that can be brought back");
            } else {
                remove(&file);
            }
        }
        for entry in fs::read_dir(&self.data).expect("a data directory") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let kept = ["oxo.db", "oxo.db-wal", "oxo.lock"].contains(&name)
                || ["oxo.db.synced", "oxo.db-wal.synced"].contains(&name);
            if !kept {
                remove(&path);
            }
        }
    }
}

fn remove(path: &Path) {
    if path.exists() {
        fs::remove_file(path).expect("a file that can be removed");
    }
}

/// The shared object, compiled once a process.
fn compiled() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
        fs::create_dir_all(place).expect("a folder for what is compiled");
        // Renamed into its place: another run of the suite may be using it.
        let (part, whole) = (
            place.join(format!("shim.{}.so", std::process::id())),
            place.join("shim.so"),
        );
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/durability/shim.c");
        let status = Command::new("cc")
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .args([part.as_os_str(), source.as_ref()])
            .status()
            .expect("a C compiler called cc");
        assert!(status.success(), "the shim does not compile");
        fs::rename(&part, &whole).expect("a place for the shim");
        whole
    })
}

/// Writes blocks of 4 KiB to a file from its beginning, as the server does its
/// writing; whether that went well.
fn written(shim: &Shim, file: &Path, blocks: u32, sync: &str) -> bool {
    let status = Command::new("dd")
        .envs(shim.environment())
        .args(["if=/dev/zero", "bs=4096", "status=none"])
        .args([format!("count={blocks}"), format!("conv={sync}")])
        .arg(format!("of={}", file.display()))
        .stderr(std::process::Stdio::null())
        .status();
    status.expect("a program called dd").success()
}

#[test]
fn the_disk_fails_on_command() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let shim = Shim::new(&data, folder.path(), false);
    let file = data.join("file");
    assert!(written(&shim, &file, 1, "fsync"));
    assert_eq!(shim.count(Counter::Syncs), 1);
    shim.refuse(Word::Write, Errno::NOSPC);
    assert!(!written(&shim, &file, 1, "fsync"));
    assert_eq!(shim.count(Counter::WritesRefused), 1);
    assert!(written(&shim, &folder.path().join("elsewhere"), 1, "fsync"));
    shim.allow_all();
    shim.refuse(Word::Sync, Errno::IO);
    assert!(!written(&shim, &file, 1, "fsync"));
    assert_eq!(shim.count(Counter::SyncsRefused), 1);
    shim.allow_all();
    assert!(written(&shim, &file, 1, "fsync"));
}

#[test]
fn a_power_cut_leaves_what_was_synced() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let shim = Shim::new(&data, folder.path(), true);
    let (file, log) = (data.join("oxo.db"), data.join("oxo.db-wal"));
    let length = |path: &Path| fs::metadata(path).ok().map(|data| data.len());
    assert!(written(&shim, &file, 1, "notrunc,fsync"));
    assert!(written(&shim, &file, 3, "notrunc"));
    assert!(written(&shim, &log, 1, "notrunc"));
    assert_eq!((length(&file), length(&log)), (Some(3 * 4096), Some(4096)));
    shim.power_cut();
    assert_eq!((length(&file), length(&log)), (Some(4096), None));
    // And the restored content is the initial content.
    shim.power_cut();
    assert_eq!(length(&file), Some(4096));
}
