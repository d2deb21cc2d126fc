//! One port: the answers to plain requests, and the beginning of a WebSocket.

mod accept;
mod assets;
mod audience;
mod bearer;
mod document;
mod embed;
mod encryption;
mod endpoints;
mod first_screen;
pub mod forwarded;
mod framed;
mod games;
mod head;
mod headers;
mod host;
mod invitation;
mod markup;
mod pages;
mod payment;
mod preview;
mod qr;
mod refusal;
mod response;
mod room_list;
mod router;
pub mod scrape;
mod site;
mod template;
pub mod upgrade;
pub mod visit;

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use admission::{Cost, Guesser, VisitGuard};
use clock::Clock;
use hyper::{body::Body, service::service_fn};
use hyper_util::rt::TokioIo;
use node::Node;
use protocol::refusal::LimitOf;
use tokio::net::TcpStream;

use self::visit::{Arrival, source};

pub use endpoints::{ENDPOINTS, Endpoint};
pub use site::Site;

/// Serves one accepted stream until it becomes a WebSocket or ends. Its client
/// has `hello_ms` for the first request and, from each answer on, for the next.
pub async fn serve(site: Arc<Site>, stream: TcpStream, from: IpAddr) {
    let node = &site.node;
    // Also where there is no place for it: to refuse it takes as long.
    charge(node, from);
    let visit = match node.visits.enter(source(node, from)) {
        Ok(visit) => visit,
        Err(why) => return Box::pin(refusal::send(node, stream, why)).await,
    };
    let end_ms = node.clock.now_ms() + node.limits.hello_ms;
    let mut shutdown = node.shutdown.clone();
    let arrived = tokio::select! {
        arrived = head::arrived(&stream) => arrived,
        // The request may have come while the server was busy with others.
        () = node.clock.sleep_until(end_ms) => head::is_there(&stream),
        () = visit.ended() => head::is_there(&stream),
        _ = shutdown.wait_for(|stop| *stop) => false,
    };
    if arrived {
        // On the heap from here on: a client that sends half a request costs no buffers.
        Box::pin(converse(&site, stream, from, &visit)).await;
    }
}

/// Answers the requests of a stream.
async fn converse(site: &Site, stream: TcpStream, from: IpAddr, visit: &VisitGuard) {
    let node = &site.node;
    let Some(stream) = encryption::begin(node, stream, from, visit).await else {
        return;
    };
    let arrival = &Arrival {
        from,
        guesser: Guesser::new(),
        is_encrypted: stream.is_encrypted(),
        visit,
    };
    let mut shutdown = node.shutdown.clone();
    let since_ms = AtomicU64::new(node.clock.now_ms());
    let service = service_fn(|request| {
        let since_ms = &since_ms;
        async move {
            // All of it has come. In a cluster its answer may wait for a node to take over.
            if Body::is_end_stream(request.body()) {
                since_ms.store(node.clock.now_ms(), Relaxed);
            }
            let response = router::answer(site, request, arrival).await;
            since_ms.store(node.clock.now_ms(), Relaxed);
            visit.answered();
            Ok::<_, Infallible>(response)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .max_buf_size(head::MOST)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // A stranger who breaks off or breaks HTTP is no concern of ours.
        _ = connection => {}
        () = silence(&node.clock, &since_ms, node.limits.hello_ms) => {}
        () = visit.ended() => {}
        _ = shutdown.wait_for(|stop| *stop) => {}
    }
}

/// Answer to a stream for which there is no file descriptor.
pub fn full() -> Vec<u8> {
    refusal::response(LimitOf::Server)
}

/// Has an address pay for a connection. It is here already, so that only what
/// is asked over it can be refused.
fn charge(node: &Node, from: IpAddr) {
    if let Some(source) = source(node, from) {
        let now_ms = node.clock.now_ms();
        let _ = node.budgets.pay(source, Cost::CONNECTION, now_ms);
    }
}

/// Waits until `limit_ms` have passed since an instant that moves on meanwhile.
async fn silence(clock: &Clock, since_ms: &AtomicU64, limit_ms: u64) {
    loop {
        let end_ms = since_ms.load(Relaxed) + limit_ms;
        if clock.now_ms() >= end_ms {
            return;
        }
        clock.sleep_until(end_ms).await;
    }
}
