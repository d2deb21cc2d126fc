use protocol::{Command, request::SeatRequest};

use super::*;

#[test]
fn seats_commands_and_other_requests_have_names_of_their_own() {
    let metrics = Metrics::new();
    let names: Vec<_> = metrics
        .requests()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(&names[..2], ["hello", "quick_match"]);
    assert_eq!(&names[OTHERS - 1..OTHERS + 2], ["ping", "move", "choose"]);
    assert!(!names.contains(&"seat"));
    let room = "K7QX4MTR".parse().unwrap();
    metrics.requested(&Body::Seat(SeatRequest {
        room,
        n: 1,
        command: Command::RemoveGuest,
    }));
    metrics.requested(&Body::Cancel);
    metrics.requested(&Body::Cancel);
    let counted: Vec<_> = metrics
        .requests()
        .into_iter()
        .filter(|it| it.1 > 0)
        .collect();
    assert_eq!(counted, [("cancel", 2), ("remove_guest", 1)]);
}

#[test]
fn a_scrape_sees_what_every_thread_counted() {
    let metrics = Metrics::new();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                metrics.refused(&Refusal::NoGame);
                metrics.command_took(70);
            });
        }
    });
    let refused = metrics.refusals().into_iter().filter(|it| it.1 > 0);
    assert_eq!(refused.collect::<Vec<_>>(), [("no_game", 20)]);
    let took = metrics.commands();
    assert_eq!((took.count(), took.sum), (20, 0.0014));
}
