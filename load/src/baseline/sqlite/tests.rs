use super::*;

#[test]
fn a_message_is_forwarded_only_after_it_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("frames");
    let store = FrameStore::open(&file).unwrap();
    let (said, heard) = sync_channel(1);
    store.store("one".into(), move || said.send(()).unwrap());
    heard.recv().unwrap();
    let count =
        |store: Connection| store.query_row("SELECT count(*) FROM frame", [], |row| row.get(0));
    assert_eq!(count(Connection::open(&file).unwrap()), Ok(1));
}
