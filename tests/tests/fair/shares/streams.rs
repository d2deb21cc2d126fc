//! HTTP streams for which there is no place.

use std::{
    iter,
    net::{IpAddr, Ipv4Addr},
};

use admission::{AddressGroup, VisitGuard};
use protocol::Limits;
use tests::{Raw, TestServer, soon};
use tokio::{io::AsyncReadExt, net::TcpStream};

use super::{GREEDY, NEWCOMER, one_of, row};

/// Every place that there is, with a request that is being answered.
fn fill(server: &TestServer) -> Vec<VisitGuard> {
    let visits = &server.node.visits;
    let busy = iter::from_fn(|| visits.enter(None).ok().inspect(VisitGuard::answering));
    let busy: Vec<_> = busy.collect();
    assert_eq!(busy.len() as u64, server.node.capacity.visits);
    busy
}

/// A stream that its client leaves open, and whether it was answered that there is no room.
async fn refused(server: &TestServer, from: Ipv4Addr) -> (TcpStream, bool) {
    let mut raw = Raw::connect_from(from, server.node.facts.bound()).await;
    raw.say("GET / HTTP/1.1\r\nhost: box\r\n\r\n").await;
    let mut stream = raw.into_stream();
    let mut read = [0; 16];
    let is_told = soon("an answer", stream.read_exact(&mut read)).await;
    let is_told = is_told.is_ok() && read.starts_with(b"HTTP/1.1 503");
    (stream, is_told)
}

/// Streams of these addresses that hold the last places among the refusals: a newcomer gets no sentence.
async fn hold_the_last(server: &TestServer, from: impl Fn(u8) -> Ipv4Addr) -> Vec<TcpStream> {
    const LAST: u8 = 5;
    let others = u32::try_from(server.node.capacity.refusals).unwrap() - u32::from(LAST);
    soon("a newcomer without a sentence", async {
        loop {
            // Again, where a slow machine has let a second pass meanwhile.
            let Ok(_others) = server.node.refusals.try_acquire_many(others) else {
                tokio::task::yield_now().await;
                continue;
            };
            let mut held = Vec::new();
            for number in 0..LAST {
                let (stream, is_told) = refused(server, from(number)).await;
                held.extend(is_told.then_some(stream));
            }
            let (_, is_told) = refused(server, NEWCOMER).await;
            if held.len() == usize::from(LAST) && !is_told {
                return held;
            }
        }
    })
    .await
}

#[tokio::test]
async fn one_address_and_fifty_hold_each_refusal_for_a_second() {
    let row = row("HTTP streams that are refused");
    let server = TestServer::with_limits(Limits::default()).await;
    let busy = fill(&server);
    let all = u32::try_from(server.node.capacity.refusals).unwrap();
    for from in [|_| GREEDY, one_of] {
        let held = hold_the_last(&server, from).await;
        let (_, is_told) = refused(&server, NEWCOMER).await;
        assert!(is_told, "{}: once others have gone", row.name);
        // They come back though their clients leave them open.
        let back = soon("their end", server.node.refusals.acquire_many(all)).await;
        assert!(back.is_ok(), "{}", row.name);
        drop(held);
    }
    // It is paid for like one that has a place.
    let greedy = AddressGroup::from(IpAddr::from(GREEDY)).network();
    let spent = server.node.budgets.spent(server.now_ms());
    let paid = spent.iter().any(|it| it.network == greedy && it.work > 0.0);
    assert!(paid, "{}: {spent:?}", row.name);
    drop(busy);
    let mut raw = Raw::connect_from(GREEDY, server.node.facts.bound()).await;
    raw.say("GET / HTTP/1.1\r\nhost: box:1952\r\n\r\n").await;
    assert!(raw.head().await.starts_with("HTTP/1.1 200"), "{}", row.name);
    server.stop().await;
}
