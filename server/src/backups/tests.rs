use tempfile::TempDir;

use super::*;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const BEGIN_MS: u64 = 1_795_229_000_123;

fn journal(dir: &Path) -> PathBuf {
    let data = dir.join("data");
    drop(journal_sqlite::SqliteJournal::open(&data, BEGIN_MS).unwrap());
    data
}

#[test]
fn a_backup_is_named_by_its_time_and_found_by_its_name() {
    assert_eq!(name(BEGIN_MS), "oxo-20261121T024320Z.db");
    let folder = TempDir::new().unwrap();
    let others = ["oxo-20261121T024320Z.db.part", "oxo-monday.db", UNVERIFIED];
    for file in [name(BEGIN_MS + DAY_MS), name(BEGIN_MS)]
        .iter()
        .map(String::as_str)
        .chain(others)
    {
        fs::write(folder.path().join(file), "").unwrap();
    }
    let found = taken_in(folder.path()).unwrap();
    let at: Vec<u64> = found.iter().map(|(at_ms, _)| *at_ms).collect();
    let begin_ms = BEGIN_MS / 1_000 * 1_000;
    assert_eq!(at, [begin_ms, begin_ms + DAY_MS]);
}

#[test]
fn the_oldest_go_once_there_is_a_new_one_and_strangers_files_stay() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (journal(folder.path()), folder.path().join("backups"));
    for day in 0..5 {
        let taken = take(&data, &dir, BEGIN_MS + day * DAY_MS, 3).unwrap();
        assert_eq!(taken.removed.unwrap(), usize::from(day >= 3));
        assert!(taken.bytes > 0 && taken.file.is_file());
        fs::write(dir.join("oxo-monday.db"), "mine").unwrap();
    }
    let left: Vec<u64> = taken_in(&dir).unwrap().iter().map(|it| it.0).collect();
    let second = |day: u64| (BEGIN_MS + day * DAY_MS) / 1_000 * 1_000;
    assert_eq!(left, [second(2), second(3), second(4)]);
    assert!(dir.join("oxo-monday.db").is_file());
    assert!(!dir.join(UNVERIFIED).exists());
}

#[test]
fn a_backup_is_taken_though_an_old_one_cannot_be_removed() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (journal(folder.path()), folder.path().join("backups"));
    // No file, and so not to be removed as one.
    fs::create_dir_all(dir.join(name(BEGIN_MS))).unwrap();
    for day in 1..4 {
        let taken = take(&data, &dir, BEGIN_MS + day * DAY_MS, 2).unwrap();
        assert!(taken.file.is_file());
        assert_eq!(taken.removed.is_err(), day >= 2);
    }
    assert_eq!(
        taken_in(&dir).unwrap().len(),
        3,
        "the others go nevertheless"
    );
}

#[test]
fn a_backup_that_fails_removes_nothing_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (journal(folder.path()), folder.path().join("backups"));
    take(&data, &dir, BEGIN_MS, 1).unwrap();
    fs::write(data.join("oxo.db"), "what a broken disk left").unwrap();
    let why = take(&data, &dir, BEGIN_MS + DAY_MS, 1).err().unwrap();
    assert!(why.to_string().contains("oxo.db"), "{why}");
    let names: Vec<_> = fs::read_dir(&dir).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    // What an attempt that was cut off left is in nobody's way.
    fs::remove_dir_all(&data).unwrap();
    let data = journal(folder.path());
    fs::write(dir.join(UNVERIFIED), "half of it").unwrap();
    take(&data, &dir, BEGIN_MS + DAY_MS, 1).unwrap();
    assert_eq!(taken_in(&dir).unwrap().len(), 1);
}
