//! One port: what a plain request gets, and how a WebSocket begins.
//!
//! Knows nothing of rooms or messages.

mod games;
mod pages;
mod upgrade;

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex},
};

use hyper::{
    Method, Request, Response, StatusCode,
    body::Incoming,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue},
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::{
    connection::addresses::{Admission, Source},
    hub::Hub,
};

/// What is sent back: always whole and short.
type Body = http_body_util::Full<bytes::Bytes>;

/// Serves one accepted stream until it becomes a WebSocket or ends. The limit
/// for `hello` counts from here, so that a silent stranger is shown out.
pub async fn serve(hub: Arc<Hub>, stream: TcpStream, from: IpAddr) {
    let accepted_ms = hub.clock.now_ms();
    let deadline_ms = accepted_ms + hub.limits.hello_ms;
    let clock = hub.clock.clone();
    let mut shutdown = hub.shutdown.clone();
    let trusted = hub
        .options
        .trusted_proxies
        .iter()
        .any(|net| net.contains(&from));
    // A trusted proxy is not counted as one visitor; whom it speaks for is
    // known once the headers are read.
    let admission = match trusted {
        true => None,
        false => match hub.sources.admit(Source::from(from)) {
            Ok(admission) => Some(admission),
            Err(why) => return turn_away(&stream, &why.to_string()),
        },
    };
    let admission = Mutex::new(admission);
    let service = service_fn(|request| {
        let visit = Visit {
            from,
            accepted_ms,
            admission: &admission,
        };
        let hub = Arc::clone(&hub);
        async move { Ok::<_, Infallible>(answer(&hub, request, visit).await) }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // A stranger who breaks off or breaks HTTP is no concern of ours.
        _ = connection => {}
        () = clock.sleep_until(deadline_ms) => {}
        _ = shutdown.wait_for(|stop| *stop) => {}
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

/// An accepted stream, as far as its upgrade has to know it.
struct Visit<'a> {
    from: IpAddr,
    accepted_ms: u64,
    /// Its place among the connections of its address; nothing for a proxy.
    admission: &'a Mutex<Option<Admission>>,
}

async fn answer(hub: &Arc<Hub>, request: Request<Incoming>, visit: Visit<'_>) -> Response<Body> {
    let Some(path) = request
        .uri()
        .path()
        .strip_prefix(hub.options.base_path.as_str())
    else {
        return pages::not_found(hub);
    };
    if let Some(game) = path.strip_prefix("/games/") {
        return games::answer(hub, game, &request, visit.from).await;
    }
    match (request.method(), path) {
        (&Method::GET, "/ws") => upgrade::upgrade(hub, request, &visit),
        (&Method::GET | &Method::HEAD, path) => pages::page(hub, path),
        _ => plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "only GET and HEAD are answered here",
        ),
    }
}

/// A sentence.
fn plain(status: StatusCode, text: &str) -> Response<Body> {
    response(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

fn response(status: StatusCode, kind: &'static str, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        "x-content-type-options",
        HeaderValue::from_static("nosniff"),
    );
    response
}
