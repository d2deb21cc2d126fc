//! Whole deliveries to a push service on loopback.

pub(crate) mod browser;
mod receiver;

use std::time::Duration;

use self::{
    browser::TestBrowser,
    receiver::{PushReceiver, ReceivedPush},
};
use super::*;

const NOW_MS: u64 = 1_795_900_000_000;
/// Longer than any test.
const AGES: Duration = Duration::from_secs(3_600);

/// A message as the server sends it.
pub(crate) fn message() -> PushMessage {
    PushMessage {
        payload: b"It is your move".to_vec(),
        topic: "room-K7QX".to_owned(),
        ttl_s: 86_400,
        urgency: Urgency::High,
    }
}

/// Trusts that receiver, and connects to loopback.
fn sender_to(receiver: &PushReceiver, limit: Duration) -> PushSender {
    let networks = ["127.0.0.0/8", "::1/128"].map(|network| network.parse().unwrap());
    let connector = GuardedConnector::with_roots(networks.into(), receiver.roots.clone());
    PushSender::with_connector(connector, Some("mailto:host@example.org".into()), limit)
}

/// Outcome of a message that is answered so.
async fn outcome_of(receiver: &PushReceiver, answer: &str) -> PushOutcome {
    let sender = sender_to(receiver, AGES);
    let to = TestBrowser::new().at(&receiver.endpoint("127.0.0.1"));
    let answered = async {
        let mut received = receiver.receive().await;
        received.answer(answer).await;
        received
    };
    let message = message();
    let (outcome, _open) = tokio::join!(sender.send(&to, &message, NOW_MS), answered);
    outcome
}

fn unreachable(outcome: PushOutcome) -> String {
    match outcome {
        PushOutcome::Unreachable(why) => {
            assert!(!why.contains("secret"), "{why}");
            why
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_message_reaches_the_browser_with_the_headers_that_push_services_want() {
    let receiver = PushReceiver::new();
    let sender = sender_to(&receiver, AGES);
    let browser = TestBrowser::new();
    for name in ["127.0.0.1", "localhost"] {
        let to = browser.at(&receiver.endpoint(name));
        let answered = async {
            let mut received = receiver.receive().await;
            received.answer("201 Created\r\nLocation: /m/1").await;
            received
        };
        let message = message();
        let (outcome, received) = tokio::join!(sender.send(&to, &message, NOW_MS), answered);
        assert_eq!(outcome, PushOutcome::Accepted);
        check_request(&received, &to);
        assert_eq!(browser.open(&received.body), message.payload);
    }
    assert_eq!(sender.hosts(), 0);
}

fn check_request(received: &ReceivedPush, to: &Subscription) {
    assert_eq!(received.line, "POST /send/secret?of=1 HTTP/1.1");
    let authorization = vapid::authorization(to, Some("mailto:host@example.org"), NOW_MS);
    for (name, value) in [
        ("host", to.target.authority()),
        ("ttl", "86400"),
        ("urgency", "high"),
        ("topic", "room-K7QX"),
        ("content-encoding", "aes128gcm"),
        ("content-type", "application/octet-stream"),
        ("content-length", "614"),
        ("authorization", &authorization),
    ] {
        assert_eq!(received.headers[name], value, "{name}");
    }
    assert_eq!(received.headers.len(), 8, "{:?}", received.headers);
}

#[tokio::test]
async fn each_answer_has_its_outcome() {
    let receiver = PushReceiver::new();
    let later = |after_s| PushOutcome::Later { after_s };
    for (answer, expected) in [
        ("200 OK", PushOutcome::Accepted),
        ("202 Accepted", PushOutcome::Accepted),
        ("404 Not Found", PushOutcome::Gone),
        ("410 Gone", PushOutcome::Gone),
        ("400 Bad Request", PushOutcome::Refused(400)),
        ("403 Forbidden", PushOutcome::Refused(403)),
        ("413 Payload Too Large", PushOutcome::Refused(413)),
        ("429 Too Many Requests", later(None)),
        ("429 Slow\r\nRetry-After: 17", later(Some(17))),
        ("429 Slow\r\nRetry-After: -1", later(None)),
        ("503 Down\r\nRetry-After: 86401", later(Some(86_400))),
        (
            "503 Down\r\nRetry-After: 99999999999999999999",
            later(Some(86_400)),
        ),
        (
            "500 No\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT",
            later(None),
        ),
    ] {
        assert_eq!(outcome_of(&receiver, answer).await, expected, "{answer}");
    }
}

#[tokio::test]
async fn a_redirect_is_refused_and_not_followed() {
    let receiver = PushReceiver::new();
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = receiver.endpoint("localhost");
        let answer = format!("{status} Elsewhere\r\nLocation: {elsewhere}");
        let outcome = outcome_of(&receiver, &answer).await;
        assert_eq!(outcome, PushOutcome::Refused(status));
        assert!(!receiver.has_a_caller());
    }
}

#[tokio::test]
async fn a_service_that_never_answers_is_given_up_after_five_seconds() {
    let receiver = PushReceiver::new();
    let sender = sender_to(&receiver, sender::ATTEMPT);
    let to = TestBrowser::new().at(&receiver.endpoint("127.0.0.1"));
    let begun = async {
        let received = receiver.receive().await;
        // From here on time passes by itself while everybody waits.
        tokio::time::pause();
        (received, tokio::time::Instant::now())
    };
    let message = message();
    let (outcome, (_open, at)) = tokio::join!(sender.send(&to, &message, NOW_MS), begun);
    let took = at.elapsed();
    assert_eq!(unreachable(outcome), "no answer from 127.0.0.1 in time");
    // The runtime's timers are rounded up to whole milliseconds.
    assert!(took <= Duration::from_millis(5_001), "{took:?}");
    assert_eq!(sender.hosts(), 0);
}

#[tokio::test]
async fn a_head_without_end_is_not_read_to_it() {
    let receiver = PushReceiver::new();
    let sender = sender_to(&receiver, AGES);
    let to = TestBrowser::new().at(&receiver.endpoint("127.0.0.1"));
    let answered = async {
        let mut received = receiver.receive().await;
        let mut written = received.write("HTTP/1.1 201 Created\r\n").await;
        while written.is_ok() {
            written = received.write("X-More: and more\r\n").await;
        }
    };
    let message = message();
    let (outcome, ()) = tokio::join!(sender.send(&to, &message, NOW_MS), answered);
    unreachable(outcome);
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_is_refused() {
    let (receiver, other) = (PushReceiver::new(), PushReceiver::new());
    let sender = sender_to(&other, AGES);
    let to = TestBrowser::new().at(&receiver.endpoint("127.0.0.1"));
    let message = message();
    let sent = sender.send(&to, &message, NOW_MS);
    let (outcome, ()) = tokio::join!(sent, receiver.receive_none());
    let why = unreachable(outcome);
    assert!(why.contains("no TLS connection to 127.0.0.1"), "{why}");
}

#[tokio::test]
async fn loopback_is_not_connected_to_unless_the_operator_allows_it() {
    let receiver = PushReceiver::new();
    for networks in [vec![], vec!["10.0.0.0/8".parse().unwrap()]] {
        let connector = GuardedConnector::with_roots(networks, receiver.roots.clone());
        let sender = PushSender::with_connector(connector, None, sender::ATTEMPT);
        // The name is resolved to the same address.
        for name in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"] {
            let to = TestBrowser::new().at(&receiver.endpoint(name));
            let why = unreachable(sender.send(&to, &message(), NOW_MS).await);
            assert!(why.contains("may not be connected to"), "{why}");
            assert!(!receiver.has_a_caller());
        }
    }
}

#[tokio::test]
async fn two_messages_to_one_host_are_sent_one_after_the_other() {
    let receiver = PushReceiver::new();
    let sender = sender_to(&receiver, AGES);
    let to = TestBrowser::new().at(&receiver.endpoint("127.0.0.1"));
    let other = TestBrowser::new().at(&receiver.endpoint("localhost"));
    let message = message();
    let answered = async {
        let mut first = receiver.receive().await;
        // The first has been through two round trips: the second would have connected by now.
        let mut elsewhere = receiver.receive().await;
        assert_eq!(elsewhere.headers["host"], other.target.authority());
        assert!(!receiver.has_a_caller());
        first.answer("201 Created").await;
        let mut second = receiver.receive().await;
        assert_eq!(second.headers["host"], to.target.authority());
        second.answer("410 Gone").await;
        elsewhere.answer("201 Created").await;
    };
    let (first, second, elsewhere, ()) = tokio::join!(
        sender.send(&to, &message, NOW_MS),
        sender.send(&to, &message, NOW_MS),
        sender.send(&other, &message, NOW_MS),
        answered,
    );
    let outcomes = [first, second, elsewhere];
    assert_eq!(
        outcomes,
        [
            PushOutcome::Accepted,
            PushOutcome::Gone,
            PushOutcome::Accepted
        ]
    );
    assert_eq!(sender.hosts(), 0);
}
