//! One port: what a plain request gets, and how a WebSocket begins.

mod accept;
mod assets;
pub(crate) mod document;
mod endpoints;
pub mod forwarded;
mod games;
mod headers;
mod host;
mod pages;
mod payment;
mod qr;
mod response;
mod router;
pub mod upgrade;
pub mod visit;

pub use endpoints::{ENDPOINTS, Endpoint};

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use self::visit::{Visit, is_trusted};
use crate::{
    admission::{AddressGroup, Admission, Cost, Crowded},
    clock::Clock,
    state::ServerState,
};

/// Serves one accepted stream until it becomes a WebSocket or ends. The limit
/// for `hello` counts from here, so that a silent stranger is shown out, and
/// anew from each answer: a browser comes back with the next request.
pub async fn serve(state: Arc<ServerState>, stream: TcpStream, from: IpAddr) {
    let hello_ms = state.limits.hello_ms;
    let clock = state.clock.clone();
    let mut shutdown = state.shutdown.clone();
    let admission = match admit(&state, from) {
        Ok(admission) => Mutex::new(admission),
        Err(why) => return turn_away(&stream, &why.to_string()),
    };
    charge(&state, from);
    let since_ms = AtomicU64::new(state.clock.now_ms());
    let service = service_fn(|request| {
        let visit = Visit {
            from,
            since_ms: since_ms.load(Relaxed),
            admission: &admission,
        };
        let (state, since_ms) = (Arc::clone(&state), &since_ms);
        async move {
            let response = router::answer(&state, request, visit).await;
            since_ms.store(state.clock.now_ms(), Relaxed);
            Ok::<_, Infallible>(response)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // A stranger who breaks off or breaks HTTP is no concern of ours.
        _ = connection => {}
        () = silence(&clock, &since_ms, hello_ms) => {}
        _ = shutdown.wait_for(|stop| *stop) => {}
    }
}

/// Counts a stream among those of its address. A trusted proxy is not counted
/// as one visitor; whom it speaks for is known once the headers are read.
fn admit(state: &ServerState, from: IpAddr) -> Result<Option<Admission>, Crowded> {
    match is_trusted(from, &state.options) {
        true => Ok(None),
        false => state.limiter.admit(AddressGroup::from(from)).map(Some),
    }
}

/// Has an address pay for a connection. It is here already, so that only what
/// is asked over it can be refused.
fn charge(state: &ServerState, from: IpAddr) {
    if !is_trusted(from, &state.options) {
        let source = AddressGroup::from(from);
        let _ = state
            .budgets
            .pay(source, Cost::CONNECTION, state.clock.now_ms());
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

/// Says in one line why there is no room, without waiting for the request.
fn turn_away(stream: &TcpStream, why: &str) {
    let length = why.len() + 1;
    let response = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\nretry-after: 10\r\nconnection: close\r\n\r\n{why}\n"
    );
    // The connection ends here whether the line could be sent or not.
    let _ = stream.try_write(response.as_bytes());
}
