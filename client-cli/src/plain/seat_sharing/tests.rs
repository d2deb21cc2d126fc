//! Unit tests of `seat_sharing`: what each update leads to.

use std::time::Duration;

use oxo_client::session::{LinkLoss, ReplySource};
use protocol::{Answer, Seat};

use super::*;

const UNTIL_MS: u64 = 1_795_229_120_000;

fn address() -> Address {
    let parsed = oxo_client::address::parse("https://oxo.example");
    parsed.unwrap_or_else(|why| panic!("{why:?}"))
}

const TOKEN: &str = "EBESExQVFhcYGRobHB0eHw";
const SECRET: &str = "MDEyMzQ1Njc4OTo7PD0-Pw";

fn secret(text: &str) -> Secret {
    Secret::new(text).unwrap_or_else(|_| panic!("{text}"))
}

fn sharing<'a>(text: &'a Catalogue, address: &'a Address, order: SeatOrder) -> SeatSharing<'a> {
    let seat = OwnSeat {
        room: "K7QX-4MTR".parse().unwrap_or_else(|_| panic!("a code")),
        secret: secret(SECRET),
    };
    SeatSharing::new(text, address, seat, order)
}

fn up(features: &[&str]) -> Update {
    let welcome = serde_json::json!({
        "version": 1, "features": features, "server": {"name": "oxo", "version": "0"},
        "limits": protocol::Limits::default(), "at_ms": UNTIL_MS - 120_000, "addresses": [],
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
    });
    Update::LinkUp(Box::new(
        serde_json::from_value(welcome).unwrap_or_else(|why| panic!("{why}")),
    ))
}

fn reply(accepted: Accepted) -> Update {
    Update::Reply {
        id: 1,
        answer: Answer::Ok(accepted),
        source: ReplySource::Frame,
    }
}

fn entered(url: &str) -> Entered {
    Entered {
        room: "K7QX-4MTR".parse().unwrap_or_else(|_| panic!("a code")),
        seat: Seat::Host,
        n: 0,
        last: None,
        url: url.to_owned(),
    }
}

fn shared() -> Accepted {
    Accepted::SeatShared {
        until_ms: UNTIL_MS,
        devices: 1,
    }
}

fn over(step: Option<SharingStep>) -> SharingEnd {
    match step {
        Some(SharingStep::Over(end)) => end,
        step => panic!("{step:?}"),
    }
}

#[tokio::test]
async fn a_seat_is_resumed_once_then_shared_then_taken() {
    let (text, address, now) = (Catalogue::for_language("en"), address(), Instant::now());
    let mut run = sharing(&text, &address, SeatOrder::Share(secret(TOKEN)));
    let step = run.take(&up(&[room_sharing::DEVICES]), now);
    let Some(SharingStep::Ask(Body::Resume(resume))) = step else {
        panic!("{step:?}")
    };
    assert_eq!((resume.secret.reveal(), resume.yields), (SECRET, false));
    let resumed = Accepted::Resumed(entered("https://oxo.example/r/K7QX-4MTR"));
    let step = run.take(&reply(resumed), now);
    let Some(SharingStep::Ask(Body::ShareSeat(share))) = step else {
        panic!("{step:?}")
    };
    assert_eq!(share.token.reveal(), TOKEN);
    assert_eq!(run.deadline(), None);
    let step = run.take(&reply(shared()), now);
    assert!(matches!(
        step,
        Some(SharingStep::Shared { until_ms: UNTIL_MS })
    ));
    let link = format!("https://oxo.example/r/K7QX-4MTR#take={TOKEN}");
    assert_eq!(run.link(), Some(link));
    let good = Duration::from_secs(120) + GRACE;
    assert_eq!(run.deadline(), Some(now + good));

    // The connection was lost meanwhile: the session comes back by itself.
    let lost = Update::LinkLost {
        why: LinkLoss::Broken,
        retry_in: Duration::ZERO,
    };
    assert!(run.take(&lost, now).is_none());
    assert!(matches!(run.timed_out(), SharingEnd::Failed(_)));
    assert!(run.take(&up(&[room_sharing::DEVICES]), now).is_none());
    assert_eq!(run.timed_out(), SharingEnd::Timeout);
    let end = run.take(&Update::End(End::Superseded), now);
    assert_eq!(over(end), SharingEnd::Taken);
}

#[tokio::test]
async fn the_other_devices_are_removed_and_counted() {
    let (text, address, now) = (Catalogue::for_language("en"), address(), Instant::now());
    let mut run = sharing(&text, &address, SeatOrder::RemoveOthers);
    run.take(&up(&[room_sharing::DEVICES]), now);
    let step = run.take(&reply(Accepted::Resumed(entered(""))), now);
    assert!(matches!(step, Some(SharingStep::Ask(Body::UnshareSeat))));
    assert_eq!(run.link(), None);
    let end = run.take(&reply(Accepted::SeatUnshared { devices: 3 }), now);
    assert_eq!(over(end), SharingEnd::Removed { devices: 3 });
}

#[tokio::test]
async fn each_obstacle_to_sharing_a_seat_is_reported() {
    let (text, address, now) = (Catalogue::for_language("en"), address(), Instant::now());
    let start = || sharing(&text, &address, SeatOrder::Share(secret(TOKEN)));
    // A server that does not know it is not asked, or it would take the seat for nothing.
    let end = over(start().take(&up(&["computer"]), now));
    assert_eq!(end, SharingEnd::Failed(say!(text, SEAT_UNSUPPORTED)));

    let mut run = start();
    run.take(&up(&[room_sharing::DEVICES]), now);
    let refused = |why| Update::Reply {
        id: 1,
        answer: Answer::refused(why),
        source: ReplySource::Frame,
    };
    let gone = over(run.take(&refused(Refusal::NoSuchRoom), now));
    assert_eq!(gone, SharingEnd::Gone);
    run.take(&reply(Accepted::Resumed(entered(""))), now);
    let link = run.link().unwrap_or_default();
    assert!(link.starts_with("https://oxo.example/r/K7QX-4MTR#take="));
    let end = over(run.take(&refused(Refusal::TooManyDevices), now));
    assert_eq!(
        end,
        SharingEnd::Failed(say!(text, REFUSAL_TOO_MANY_DEVICES))
    );
    // Before it was shared nobody can have taken it: it is played elsewhere.
    let end = over(run.take(&Update::End(End::Superseded), now));
    assert_eq!(end, SharingEnd::Failed(say!(text, LINK_SUPERSEDED)));
}

#[test]
fn the_token_stands_in_no_debug_output() {
    let order = SeatOrder::Share(secret(TOKEN));
    assert!(!format!("{order:?}").contains(TOKEN), "{order:?}");
}
