//! Plain requests above the budget of an address: what they are answered, who
//! else notices, and how long a client that goes on has to wait.

use std::net::Ipv4Addr;

use admission::Cost;
use config::{JournalKind, ServerOptions};
use protocol::Limits;
use server::http::ENDPOINTS;
use tests::{
    Raw, TestServer,
    raw::{status_and_body, upgrade},
    server::roomy,
    soon,
};
use tokio::{sync::mpsc, task::JoinHandle};

const OTHER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Microseconds of work at once, and hardly more later.
fn burst(work_burst_us: u64) -> Limits {
    Limits {
        work_us_per_s: 1,
        work_burst_us,
        ..roomy()
    }
}

fn get(path: &str, lines: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: box:1952\r\n{lines}\r\n")
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

/// The seconds after which an answer asks to come back.
fn retry_after(answer: &str) -> u64 {
    let line = answer
        .lines()
        .find_map(|line| line.strip_prefix("retry-after: "));
    line.expect("a time to come back").parse().unwrap()
}

/// Asks over a connection that stays open.
async fn ask(raw: &mut Raw, path: &str) -> String {
    raw.say(&get(path, "")).await;
    raw.answer().await
}

/// Asks for the same thing again and again, without waiting for answers, and
/// tells the status of each.
async fn pipeline(server: &TestServer, path: &str, to: mpsc::Sender<String>) -> JoinHandle<()> {
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    raw.say(&get(path, "").repeat(1_000)).await;
    tokio::spawn(async move {
        loop {
            let answer = raw.answer().await;
            if to.send(answer).await.is_err() {
                return;
            }
        }
    })
}

/// Takes this many answers: the number served, and the number refused.
async fn take(answers: &mut mpsc::Receiver<String>, count: usize) -> (usize, usize) {
    let (mut served, mut refused) = (0, 0);
    for _ in 0..count {
        let answer = soon("an answer", answers.recv()).await.unwrap();
        match status(&answer) {
            200 => served += 1,
            429 => {
                refused += 1;
                assert!(retry_after(&answer) >= 1, "{answer}");
                let (_, body) = status_and_body(&answer);
                assert!(body.contains("try again in"), "{body}");
            }
            _ => panic!("{answer}"),
        }
    }
    (served, refused)
}

#[tokio::test]
async fn a_pipelining_client_reads_every_refusal_and_then_has_to_wait() {
    const BURST: u32 = 20_000;
    let cost = Cost::TEXT.0;
    let server = TestServer::with_limits(Limits {
        work_us_per_s: u64::from(10 * cost),
        ..burst(BURST.into())
    })
    .await;
    let (to, mut answers) = mpsc::channel(1);
    let path = "/qr.svg?url=http://box:1952/r/K7QX-4MTR";
    let one = pipeline(&server, path, to.clone()).await;
    let two = pipeline(&server, path, to).await;
    let drawn = 2 * Cost::CONNECTION.0 + Cost::QR_CODE.0;
    let served = ((BURST - drawn) / cost) as usize;
    assert_eq!(take(&mut answers, served + 100).await, (served, 100));
    // Somebody else is served at once.
    let mut other = Raw::connect_from(OTHER, server.node.facts.bound()).await;
    assert_eq!(status(&ask(&mut other, path).await), 200);
    // Then as much as comes in a second, and a few refusals at once.
    for _ in 0..3 {
        server.advance(1_000);
        assert_eq!(take(&mut answers, 30).await, (10, 20));
    }
    drop(answers);
    server.stop().await;
    one.abort();
    two.abort();
}

#[tokio::test]
async fn a_refused_connection_goes_on_after_the_retry_time() {
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 20,
        work_burst_us: 200,
        ..roomy()
    })
    .await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    let refused = loop {
        let answer = ask(&mut raw, "/info").await;
        if status(&answer) == 429 {
            break answer;
        }
    };
    assert!(refused.contains("cache-control: no-store"), "{refused}");
    server.advance(1_000 * retry_after(&refused));
    assert_eq!(status(&ask(&mut raw, "/info").await), 200);
    server.stop().await;
}

#[tokio::test]
async fn a_request_with_a_body_is_answered_and_not_reset() {
    let server = TestServer::memory().await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    for length in [0, 10, 60_000] {
        let body = "x".repeat(length);
        raw.say(&format!(
            "POST /info HTTP/1.1\r\nhost: box:1952\r\ncontent-length: {length}\r\n\r\n{body}"
        ))
        .await;
        let answer = raw.answer().await;
        assert_eq!(status(&answer), 405, "{answer}");
        assert!(answer.contains("allow: GET, HEAD\r\n"), "{answer}");
    }
    assert_eq!(status(&ask(&mut raw, "/info").await), 200);
    server.stop().await;
}

/// Wherever somebody asks, it is paid for: what is not, stays unnoticed here
/// for longer than the budget lasts.
#[tokio::test]
async fn every_endpoint_costs_and_is_refused_above_the_budget() {
    for endpoint in ENDPOINTS {
        let server = TestServer::with_limits(burst(5_000)).await;
        let mut raw = Raw::connect(server.node.facts.bound()).await;
        let path = endpoint.example.replace("{host}", "box:1952");
        let most = 5_000 / endpoint.cost.0;
        let mut asked = 0;
        loop {
            let request = match endpoint.path {
                "/ws" => upgrade(&path, ""),
                _ => get(&path, ""),
            };
            raw.say(&request).await;
            match status(&raw.answer().await) {
                429 => break,
                101 => raw = Raw::connect(server.node.facts.bound()).await,
                _ => {}
            }
            asked += 1;
            assert!(asked <= most, "{} was asked {asked} times", endpoint.path);
        }
        assert!(asked > 0, "{}", endpoint.path);
        // Everything else is paid from the same budget.
        let left = endpoint.cost.0 / Cost::TEXT.0;
        for _ in 0..left {
            ask(&mut raw, "/").await;
        }
        assert_eq!(status(&ask(&mut raw, "/").await), 429, "{}", endpoint.path);
        server.stop().await;
    }
}

#[tokio::test]
async fn connections_that_ask_nothing_cost_too() {
    let server = TestServer::with_limits(burst(1_000)).await;
    let mut idle = Vec::new();
    for _ in 0..1_000 / Cost::CONNECTION.0 {
        idle.push(Raw::connect(server.node.facts.bound()).await);
    }
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    assert_eq!(status(&ask(&mut raw, "/").await), 429);
    server.stop().await;
}

/// A server that trusts every proxy on this machine about the visitor.
async fn behind_a_proxy(limits: Limits) -> TestServer {
    TestServer::start(ServerOptions {
        journal: JournalKind::Memory,
        trusted_proxy: vec!["127.0.0.0/8".parse().unwrap()],
        limits,
        ..ServerOptions::default()
    })
    .await
}

/// Asks on behalf of a visitor until that is refused, up to a maximum of times.
async fn drink(raw: &mut Raw, visitor: &str, most: usize) -> usize {
    for asked in 0..most {
        raw.say(&get("/info", &format!("x-forwarded-for: {visitor}\r\n")))
            .await;
        if status(&raw.answer().await) == 429 {
            return asked;
        }
    }
    most
}

#[tokio::test]
async fn behind_a_proxy_each_request_is_paid_by_its_visitor() {
    let server = behind_a_proxy(burst(u64::from(10 * Cost::TEXT.0))).await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    for visitor in ["198.51.100.1", "198.51.100.2", "2001:db8::1"] {
        assert_eq!(drink(&mut raw, visitor, 100).await, 10, "{visitor}");
    }
    assert_eq!(drink(&mut raw, "198.51.100.1", 100).await, 0);
    server.stop().await;
}

#[tokio::test]
async fn a_56_prefix_has_eight_times_the_budget_and_a_48_prefix_sixty_four_times() {
    let server = behind_a_proxy(burst(u64::from(5 * Cost::TEXT.0))).await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    let mut of_48 = 0;
    for subnet in 0..10 {
        let mut of_56 = 0;
        for net in 0..9 {
            let visitor = format!("2001:db8:0:{subnet:x}{net:02x}::1");
            of_56 += drink(&mut raw, &visitor, 100).await;
        }
        assert!(of_56 == 40 || subnet >= 8, "{of_56} of /56 {subnet}");
        of_48 += of_56;
    }
    assert_eq!(of_48, 5 * 64);
    assert_eq!(drink(&mut raw, "2001:db8:1::1", 100).await, 5);
    server.stop().await;
}
