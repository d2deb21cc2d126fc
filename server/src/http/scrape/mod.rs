//! `/metrics`: figures for Prometheus, at a listener of their own or, for who
//! shows the token, at the public port.

mod exposition;
mod families;
#[cfg(target_os = "linux")]
mod process;

use std::{convert::Infallible, sync::Arc, task::Context, time::Duration};

use hyper::{Request, Response, StatusCode, body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use node::Node;
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};

use super::{
    bearer::{shown, unauthorized},
    head,
    response::{HttpBody, plain, response},
};
use crate::few::serve_few;

/// Scrapes at one time at the listener of their own; others wait.
const SCRAPES: usize = 8;
/// Longest life of a stream there.
const STREAM: Duration = Duration::from_secs(60);

/// Answers scrapes at a listener of their own, until dropped.
pub async fn serve(node: Arc<Node>, listener: TcpListener) {
    let accept = |cx: &mut Context<'_>| listener.poll_accept(cx).map_ok(|(stream, _)| stream);
    serve_few(SCRAPES, accept, |stream| {
        let node = Arc::clone(&node);
        async move {
            // A client that breaks off asks again.
            let _ = timeout(STREAM, converse(node, stream)).await;
        }
    })
    .await;
}

async fn converse(node: Arc<Node>, stream: TcpStream) -> hyper::Result<()> {
    let service = service_fn(|request: Request<Incoming>| {
        let node = Arc::clone(&node);
        async move {
            Ok::<_, Infallible>(match request.uri().path() {
                "/metrics" if request.method() == "GET" => figures(&node).await,
                "/metrics" => plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here"),
                _ => plain(StatusCode::NOT_FOUND, "the figures are at /metrics"),
            })
        }
    });
    hyper::server::conn::http1::Builder::new()
        .max_buf_size(head::MOST)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

/// Answers at the public port; nothing where no token was set, so that nothing is there.
pub(super) async fn answer(
    node: &Arc<Node>,
    request: &Request<Incoming>,
) -> Option<Response<HttpBody>> {
    let token = node.options.metrics_token.as_ref()?;
    if shown(request.headers()).is_some_and(|shown| token.is(shown)) {
        return Some(figures(node).await);
    }
    Some(unauthorized(
        "Show the token that the server was started with: Authorization: Bearer TOKEN",
    ))
}

/// The figures. Put together where that delays no game.
async fn figures(node: &Arc<Node>) -> Response<HttpBody> {
    let node = Arc::clone(node);
    match tokio::task::spawn_blocking(move || families::exposition(&node)).await {
        Ok(text) => response(StatusCode::OK, exposition::CONTENT_TYPE, text),
        Err(_) => plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the figures could not be read",
        ),
    }
}
