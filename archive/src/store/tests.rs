//! Unit tests of `store`.

use super::*;
use crate::sample::games::won;

const END_MS: u64 = 1_795_229_000_000;

fn archive() -> (tempfile::TempDir, GameArchive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().join("games"), 100);
    (folder, archive)
}

fn handles(archive: &GameArchive) -> Vec<String> {
    let entries = archive.entries().unwrap();
    entries.iter().map(|e| e.handle().to_owned()).collect()
}

fn with_id(number: u32, bits: u128) -> SavedGame {
    let mut saved = won(number);
    saved.record.id = Some(GameId::from_bits(bits));
    saved
}

#[test]
fn a_game_is_kept_once_and_read_back() {
    let (_folder, archive) = archive();
    assert!(archive.entries().unwrap().is_empty());
    archive.keep(&won(1), END_MS).unwrap();
    // Seen again in a snapshot, later.
    archive.keep(&won(1), END_MS + 90_000).unwrap();
    archive.keep(&won(2), END_MS + 60_000).unwrap();
    let room = won(1).record.room.to_string();
    assert_eq!(
        handles(&archive),
        [format!("{room}-2"), format!("{room}-1")]
    );
    let entry = archive.entries().unwrap().remove(0);
    let game = read_file(&entry.path).unwrap();
    assert_eq!(game.saved().record.game, won(2).record.game);
    let names = fs::read_dir(archive.folder()).unwrap();
    assert_eq!(names.count(), 2, "nothing is left beside");
}

#[test]
fn the_newest_are_kept_when_there_are_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().join("games"), 3);
    let room = won(1).record.room;
    for number in [1, 4, 2, 5, 3] {
        let ended_ms = END_MS + u64::from(number) * 1_000;
        archive.keep(&won(number), ended_ms).unwrap();
    }
    let kept = [5, 4, 3].map(|number| format!("{room}-{number}"));
    assert_eq!(handles(&archive), kept);
}

#[test]
fn a_broken_file_of_the_same_name_does_not_stand_for_the_game() {
    let (_folder, archive) = archive();
    archive.keep(&won(1), END_MS).unwrap();
    let path = archive.entries().unwrap().remove(0).path;
    fs::write(&path, "{").unwrap();
    assert!(matches!(
        read_file(&path),
        Err(ReadFailure::Invalid(SavedGameError::NotARecord))
    ));
    archive.keep(&won(1), END_MS).unwrap();
    assert!(read_file(&path).is_ok());
}

#[test]
fn the_same_room_code_of_another_server_is_another_game() {
    let (_folder, archive) = archive();
    archive.keep(&won(1), END_MS).unwrap();
    let mut other = won(1);
    other.record.game.started_ms += 1;
    archive.keep(&other, END_MS + 60_000).unwrap();
    assert_eq!(archive.entries().unwrap().len(), 2);
}

#[test]
fn a_game_is_found_by_an_unambiguous_beginning() {
    let (_folder, archive) = archive();
    for number in [1, 10] {
        archive.keep(&won(number), END_MS).unwrap();
    }
    let (one, two) = (with_id(3, 1), with_id(4, 1 + (1 << 60)));
    archive.keep(&one, END_MS + 5_000).unwrap();
    archive.keep(&two, END_MS + 6_000).unwrap();
    let room = won(1).record.room.to_string();
    let found = |typed: &str| match archive.find(typed).unwrap() {
        ArchiveMatch::None => "none".to_owned(),
        ArchiveMatch::One(entry) => entry.handle().to_owned(),
        ArchiveMatch::Several(names) => names.len().to_string(),
    };
    assert_eq!(
        found(&format!("{room}-1").to_lowercase()),
        format!("{room}-1")
    );
    assert_eq!(found(&format!("{room}-10")), format!("{room}-10"));
    assert_eq!(found(&room), "2");
    assert_eq!(found("3"), "2", "both ids begin so");
    let id = GameId::from_bits(1).to_string();
    assert_eq!(found(&id[..20].to_uppercase()), id);
    let stamp = stamp(END_MS + 6_000);
    assert_eq!(found(&stamp), GameId::from_bits(1 + (1 << 60)).to_string());
    assert_eq!(found("x"), "none");
    assert_eq!(found(" "), "none");
}

fn key() -> GameKey {
    GameKey {
        secret: Secret::draw().unwrap(),
        server: Some("wss://oxo.example".to_owned()),
    }
}

#[test]
fn a_key_of_an_earlier_version_has_no_server() {
    let (_folder, archive) = archive();
    let id = GameId::from_bits(9);
    let secret = Secret::draw().unwrap();
    private_folder(&archive.folder().join("keys")).unwrap();
    fs::write(archive.key_path(id), secret.reveal()).unwrap();
    let server = None;
    assert_eq!(archive.keys(id), [GameKey { secret, server }]);
}

#[test]
fn the_keys_of_both_seats_are_kept_apart_from_the_copy() {
    let (_folder, archive) = archive();
    let id = GameId::from_bits(9);
    let (one, other) = (key(), key());
    archive.keep(&with_id(1, 9), END_MS).unwrap();
    for key in [&one, &other, &one] {
        archive.keep_key(id, key).unwrap();
    }
    assert_eq!(archive.keys(id), [one.clone(), other]);
    let entries = archive.entries().unwrap();
    assert_eq!(entries.len(), 1, "a key is no copy");
    let copy = fs::read_to_string(&entries[0].path).unwrap();
    assert!(!copy.contains(one.secret.reveal()));
    archive.forget_keys(id);
    assert!(archive.keys(id).is_empty());
}

#[cfg(unix)]
#[test]
fn copies_and_keys_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, archive) = archive();
    let id = GameId::from_bits(9);
    archive.keep(&with_id(1, 9), END_MS).unwrap();
    archive.keep_key(id, &key()).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(archive.folder()), 0o700);
    assert_eq!(mode(&archive.folder().join("keys")), 0o700);
    assert_eq!(mode(&archive.entries().unwrap()[0].path), 0o600);
    assert_eq!(mode(&archive.key_path(id)), 0o600);
}

#[test]
fn a_truncated_key_harms_no_other_and_a_failed_copy_leaves_no_partial_file() {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().join("games"), 100);
    let id = GameId::from_bits(3);
    let key = key();
    private_folder(&archive.folder().join("keys")).unwrap();
    fs::write(archive.key_path(id), "half-a-secret-that-a-full-disk-le").unwrap();
    archive.keep_key(id, &key).unwrap();
    assert_eq!(archive.keys(id).last(), Some(&key));

    let kept = || {
        let names = fs::read_dir(archive.folder()).unwrap();
        names
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .count()
    };
    // A directory in the place of the copy: written beside, it cannot be renamed.
    let saved = won(1);
    let name = format!("{}-{}.json", stamp(5), handle_of(&saved));
    fs::create_dir(archive.folder().join(name)).unwrap();
    assert!(archive.keep(&saved, 5).is_err());
    assert_eq!(kept(), 0);
}
