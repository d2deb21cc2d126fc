//! One port: what a plain request gets, and how a WebSocket begins.

mod accept;
mod assets;
pub(crate) mod document;
mod games;
mod head;
mod pages;
mod qr;
mod refusal;
mod response;
mod upgrade;
mod visit;

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use hyper::{
    Method, Request, Response, StatusCode,
    body::Incoming,
    header::{HeaderValue, VARY},
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use self::response::{HttpBody, plain};
use crate::{
    admission::{AddressGroup, Crowded, VisitGuard},
    clock::Clock,
    state::ServerState,
};

/// Serves one accepted stream until it becomes a WebSocket or ends. Its client
/// has `hello_ms` for the first request and, from each answer on, for the next.
pub async fn serve(state: Arc<ServerState>, stream: TcpStream, from: IpAddr) {
    let visit = match state.visits.enter(source(&state, from)) {
        Ok(visit) => visit,
        Err(why) => return Box::pin(refusal::send(&state, stream, why)).await,
    };
    let end_ms = state.clock.now_ms() + state.limits.hello_ms;
    let mut shutdown = state.shutdown.clone();
    let arrived = tokio::select! {
        arrived = head::arrived(&stream) => arrived,
        // The request may have come while the server was busy with others.
        () = state.clock.sleep_until(end_ms) => head::is_there(&stream),
        () = visit.ended() => head::is_there(&stream),
        _ = shutdown.wait_for(|stop| *stop) => false,
    };
    if arrived {
        // On the heap from here on: whoever sends half a request costs no buffers.
        Box::pin(converse(&state, stream, from, &visit)).await;
    }
}

/// Answers the requests of a stream.
async fn converse(state: &Arc<ServerState>, stream: TcpStream, from: IpAddr, visit: &VisitGuard) {
    let mut shutdown = state.shutdown.clone();
    let since_ms = AtomicU64::new(state.clock.now_ms());
    let service = service_fn(|request| {
        visit.answering();
        let since_ms = &since_ms;
        async move {
            let response = answer(state, request, from).await;
            since_ms.store(state.clock.now_ms(), Relaxed);
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
        () = silence(&state.clock, &since_ms, state.limits.hello_ms) => {}
        () = visit.ended() => {}
        _ = shutdown.wait_for(|stop| *stop) => {}
    }
}

/// As whose a stream counts. A trusted proxy is not one visitor; whom it speaks
/// for is known once the headers are read.
fn source(state: &ServerState, from: IpAddr) -> Option<AddressGroup> {
    let proxies = &state.options.trusted_proxy;
    let trusted = proxies.iter().any(|net| net.contains(&from));
    (!trusted).then(|| AddressGroup::from(from))
}

/// What a stream is told for which there is no file.
pub fn full() -> Vec<u8> {
    refusal::response(Crowded::Server)
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

async fn answer(
    state: &Arc<ServerState>,
    request: Request<Incoming>,
    from: IpAddr,
) -> Response<HttpBody> {
    let Some(path) = request
        .uri()
        .path()
        .strip_prefix(state.options.base_path.as_str())
    else {
        return pages::not_found(state);
    };
    if (request.method(), path) == (&Method::GET, "/ws") {
        return upgrade::upgrade(state, request, from);
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let Some(status) = document::status(path).filter(|_| reads) else {
        return other(state, path, &request, from).await;
    };
    let mut response = match document::wanted(request.headers()) {
        true => document::answer(state, status),
        false => other(state, path, &request, from).await,
    };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept"));
    response
}

/// Everything but the document and the WebSocket.
async fn other(
    state: &ServerState,
    path: &str,
    request: &Request<Incoming>,
    from: IpAddr,
) -> Response<HttpBody> {
    if let Some(game) = path.strip_prefix("/games/") {
        return games::answer(state, game, request, from).await;
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "only GET and HEAD are answered here",
        );
    }
    if let Some(file) = path.strip_prefix("/a/") {
        return assets::answer(file, request.headers());
    }
    match path {
        "/qr.svg" => {
            let query = request.uri().query().unwrap_or_default();
            qr::answer(&state.options.base_path, query)
        }
        path => pages::page(state, path),
    }
}
