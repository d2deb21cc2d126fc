//! Files that cannot be written, or read, for a while.

use tempfile::TempDir;

use super::*;

fn store() -> (TempDir, AcmeStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = AcmeStore::new(folder.path().join("tls"));
    store.open().unwrap();
    (folder, store)
}

/// A directory in the place of the file under which it is written.
fn obstruct(store: &AcmeStore) -> PathBuf {
    let obstacle = store.folder.join("certificate.new");
    fs::create_dir(&obstacle).unwrap();
    obstacle
}

#[test]
fn an_unwritable_certificate_is_used_and_written_once_possible() {
    let (_folder, store) = store();
    let obstacle = obstruct(&store);
    let why = store.keep(CERTIFICATE, "one".into()).unwrap_err();
    assert!(why.contains("certificate.pem cannot be written"), "{why}");
    assert_eq!(store.read(CERTIFICATE).unwrap().unwrap(), b"one");
    store.write_again();
    assert!(!store.unwritten.lock().is_empty(), "it is tried again");
    fs::remove_dir(obstacle).unwrap();
    store.write_again();
    assert!(store.unwritten.lock().is_empty());
    assert_eq!(fs::read(store.folder.join(CERTIFICATE)).unwrap(), b"one");
    assert_eq!(store.read(CERTIFICATE).unwrap().unwrap(), b"one");
}

#[test]
fn an_unwritten_file_does_not_overwrite_a_later_one() {
    let (_folder, store) = store();
    let obstacle = obstruct(&store);
    store.keep(CERTIFICATE, "one".into()).unwrap_err();
    fs::remove_dir(obstacle).unwrap();
    store.keep(CERTIFICATE, "two".into()).unwrap();
    store.write_again();
    assert_eq!(store.read(CERTIFICATE).unwrap().unwrap(), b"two");
}

#[test]
fn a_failed_write_leaves_no_partial_file() {
    let (_folder, store) = store();
    // A directory in the place of the file itself: written beside, it cannot be renamed.
    fs::create_dir(store.folder.join(ACCOUNT)).unwrap();
    store.keep(ACCOUNT, "one".into()).unwrap_err();
    assert!(!store.folder.join("account.new").exists());
}

#[test]
fn an_account_that_cannot_be_read_is_an_error_and_not_a_missing_one() {
    let (_folder, store) = store();
    assert_eq!(store.read(ACCOUNT), Ok(None));
    fs::create_dir(store.folder.join(ACCOUNT)).unwrap();
    let why = store.read(ACCOUNT).unwrap_err();
    assert!(why.contains("account.json cannot be read"), "{why}");
    store.forget(ACCOUNT);
}
