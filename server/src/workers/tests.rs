//! Tests of `workers`.

use super::*;

#[test]
fn connections_go_to_each_thread_in_turn_and_the_threads_end() {
    let workers = Workers::start(3).unwrap();
    let ids: Vec<_> = (0..6).map(|_| workers.next().map(Handle::id)).collect();
    assert!(ids[0].is_none() && ids[1] != ids[2]);
    assert_eq!(ids[..3], ids[3..]);
    let (said, heard) = std::sync::mpsc::sync_channel(1);
    let there = workers.next().or_else(|| workers.next()).unwrap();
    there.spawn(async move { said.send(std::thread::current().id()) });
    assert_ne!(heard.recv().unwrap(), std::thread::current().id());
    drop(workers);
}
