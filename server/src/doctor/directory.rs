//! The data directory: its owner, whether it can be written, and the speed and size of its disk.

use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    path::Path,
    time::{Duration, Instant},
};

use config::{JournalKind, ServerOptions};
use journal::disk;
use journal_files::SqliteOptions;
use journal_sqlite::largest_file;
use sentences::in_words;

use super::finding::Finding;

const MIB: u64 = 1 << 20;
/// Number of times that the disk is asked to keep a few bytes.
const SYNCS: usize = 15;
/// Size of one such step of the journal, in bytes.
const STEP: usize = 4_096;
/// From here on every move is felt to be slow.
const SLOW: Duration = Duration::from_millis(50);
/// From here on players see that the server is saving.
const TOO_SLOW: Duration = Duration::from_secs(1);

const DIRECTORY: &str = "data directory";
const DISK: &str = "disk";

/// Looks at the data directory and its disk, if games are kept there.
pub(super) fn examine(options: &ServerOptions) -> Vec<Finding> {
    if options.journal == JournalKind::Memory {
        let says = "games are kept in memory only, and end with the server";
        return vec![Finding::note(DIRECTORY, says).with("--journal sqlite keeps them on disk")];
    }
    let dir = &options.data;
    let (there, finding) = match fs::metadata(dir) {
        Ok(found) if found.is_dir() => (dir.as_path(), own(dir, &found)),
        Ok(_) => {
            let says = format!("{} is not a directory", dir.display());
            return vec![Finding::wrong(DIRECTORY, says, "name another with --data")];
        }
        Err(_) => {
            let there = dir.ancestors().find(|above| above.is_dir());
            let there = there.unwrap_or(Path::new("."));
            let (dir, parent) = (dir.display(), there.display());
            let says = format!("{dir} is not there yet; the server makes it in {parent}");
            (there, Finding::ok(DIRECTORY, says))
        }
    };
    let mut found = vec![finding, space(options, there)];
    found.extend(limit_of_files(options, largest_file()));
    match sync_time(there) {
        Ok(time) => found.push(speed(time)),
        Err(why) => {
            let says = format!(
                "{} cannot be written: {}",
                there.display(),
                disk::said(&why)
            );
            let remedy = "run this as the user who runs the server, and give that user the directory (chown)";
            found.push(Finding::wrong(DIRECTORY, says, remedy));
        }
    }
    found
}

/// Its owner, and who else may look.
#[cfg(unix)]
fn own(dir: &Path, found: &Metadata) -> Finding {
    use std::os::unix::fs::MetadataExt;
    let (shown, me) = (dir.display(), rustix::process::geteuid().as_raw());
    let owner = found.uid();
    if owner != me {
        let says = format!("{shown} belongs to user {owner}, and this is user {me}");
        return Finding::note(DIRECTORY, says).with("run this as the user who runs the server");
    }
    match found.mode() & 0o007 {
        0 => Finding::ok(DIRECTORY, format!("{shown} is there and yours alone")),
        _ => {
            let says = format!("{shown} can be read by everybody on this machine");
            Finding::note(DIRECTORY, says).with(format!("chmod 700 {shown}"))
        }
    }
}

#[cfg(not(unix))]
fn own(dir: &Path, _: &Metadata) -> Finding {
    Finding::ok(DIRECTORY, format!("{} is there", dir.display()))
}

fn space(options: &ServerOptions, there: &Path) -> Finding {
    let disk = match (SqliteOptions::default().disk)(there) {
        Ok(disk) => disk,
        Err(why) => {
            let says = format!("its free space is not known: {}", in_words(&why));
            return Finding::note(DISK, says);
        }
    };
    let (free, all) = (disk.free_bytes / MIB, disk.bytes / MIB);
    let reserve = disk.reserve(options.free_disk_mb.saturating_mul(MIB)) / MIB;
    let says = format!("{free} of {all} MiB are free");
    if free < reserve {
        let says = format!("{says}; below {reserve} no rooms are opened");
        return Finding::wrong(DISK, says, "make room, or choose another --data directory");
    }
    let most = options.journal_mb;
    if free - reserve >= most {
        return Finding::ok(DISK, says);
    }
    let says = format!("{says}, less than the database may take ({most} MiB)");
    Finding::note(DISK, says).with(format!("--journal-mb {}", (free - reserve) / 2))
}

/// Check of the limit of file sizes against the database, which is one file.
fn limit_of_files(options: &ServerOptions, largest: Option<u64>) -> Option<Finding> {
    let (mib, most) = (largest? / MIB, options.journal_mb);
    let says = format!(
        "a file may have {mib} MiB at most (ulimit -f), less than the database may take ({most} MiB)"
    );
    let remedy = disk::remedy(disk::Obstacle::FileSize);
    (mib < most).then(|| Finding::note(DISK, says).with(remedy))
}

/// Time until a small write is safe, in the middle of several.
fn sync_time(dir: &Path) -> io::Result<Duration> {
    let path = dir.join(format!("oxo-doctor-{}", std::process::id()));
    let timed = File::create_new(&path).and_then(|mut file| {
        let mut times = Vec::with_capacity(SYNCS);
        for _ in 0..SYNCS {
            let begun = Instant::now();
            file.write_all(&[0; STEP])?;
            file.sync_data()?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        Ok(times[SYNCS / 2])
    });
    let _ = fs::remove_file(&path);
    timed
}

fn speed(time: Duration) -> Finding {
    let ms = time.as_secs_f64() * 1_000.0;
    let says = format!("a move takes {ms:.1} ms to be safe on it");
    let remedy = "each move waits that long; a local SSD takes a few ms or less";
    match time {
        time if time >= TOO_SLOW => Finding::wrong(DISK, says, remedy),
        time if time >= SLOW => Finding::note(DISK, says).with(remedy),
        _ => Finding::ok(DISK, says),
    }
}
