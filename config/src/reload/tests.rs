use super::*;

fn reloader(read: ServerOptions) -> Reloader {
    Reloader::new(ServerOptions::default(), Box::new(move || Ok(read.clone())))
}

#[test]
fn a_reload_changes_what_it_can_and_names_the_rest() {
    let mut read = ServerOptions {
        server_name: "Ours".into(),
        worker_threads: Some(7),
        ..ServerOptions::default()
    };
    read.limits.rooms = 5;
    let reloader = reloader(read);
    let live = LiveOptions::new(ServerOptions::default());
    let (read, found) = reloader.read().unwrap();
    live.reload(&read);
    assert_eq!(found.changed, ["server_name"]);
    assert_eq!(found.restart, ["worker_threads", "rooms"]);
    assert_eq!(live.server_name, "Ours");
    assert_eq!(live.worker_threads, None);
    assert_eq!(live.limits, ServerOptions::default().limits);
    // What needs a restart is named until there was one.
    let (_, again) = reloader.read().unwrap();
    assert_eq!((again.changed, again.restart), (vec![], found.restart));
}

#[test]
fn a_configuration_that_cannot_be_read_changes_nothing() {
    let wrong = || Err("it is wrong".to_owned());
    let reloader = Reloader::new(ServerOptions::default(), Box::new(wrong));
    assert_eq!(reloader.read().unwrap_err(), "it is wrong");
}
