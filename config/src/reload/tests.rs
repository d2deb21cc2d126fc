use super::*;

#[test]
fn a_reload_changes_what_it_can_and_names_the_rest() {
    let mut read = ServerOptions {
        server_name: "Ours".into(),
        worker_threads: Some(7),
        ..ServerOptions::default()
    };
    read.limits.rooms = 5;
    let live = LiveOptions::new(ServerOptions::default());
    let found = live.reload(&read);
    assert_eq!(found.changed, ["server_name"]);
    assert_eq!(found.restart, ["worker_threads", "rooms"]);
    assert_eq!(live.server_name, "Ours");
    assert_eq!(live.worker_threads, None);
    assert_eq!(live.limits, ServerOptions::default().limits);
    // What needs a restart is named until there was one.
    let again = live.reload(&read);
    assert_eq!((again.changed, again.restart), (vec![], found.restart));
}
