//! From a request to a WebSocket (RFC 6455 section 4.2): who may, from where,
//! and the stream recovered underneath.

use std::sync::{Arc, Once};

use hyper::{
    HeaderMap, Request, Response, StatusCode,
    body::Incoming,
    header::{
        CONNECTION, HOST, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
        SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE,
    },
    upgrade::Upgraded,
};
use hyper_util::rt::TokioIo;
use protocol::SUBPROTOCOL;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::{
    refusal,
    response::{HttpBody, plain},
};
use crate::{
    admission::AddressGroup, config::ServerOptions, connection::Connection, state::ServerState,
};

/// A browser keeps this answer to itself, so the log has it too.
const FOREIGN: &str = "Pages of another origin may not use this server. If this was its own page, \
    which came through a proxy, start the server with --public-url and the address of the page, \
    or have the proxy hand on the Host header.";
/// Once is enough for the operator, and lets no stranger fill a disk.
static TOLD: Once = Once::new();

/// Answers a request for `/ws`, and serves the connection from there on.
pub(super) fn upgrade(
    state: &Arc<ServerState>,
    mut request: Request<Incoming>,
    source: AddressGroup,
) -> Response<HttpBody> {
    let headers = request.headers();
    let (accept, protocol) = match check(headers, &state.options) {
        Ok(checked) => checked,
        Err(refusal) => return *refusal,
    };
    let admission = match state.limiter.admit(source) {
        Ok(admission) => admission,
        Err(why) => return refusal::busy(why),
    };
    let upgraded = hyper::upgrade::on(&mut request);
    let state = Arc::clone(state);
    let registration = state.register(source, admission.is_in_doorway());
    tokio::spawn(async move {
        // A stranger who breaks off in between is no concern of ours.
        let Some((stream, already_read)) = upgraded.await.ok().and_then(recover) else {
            return;
        };
        let handle = Arc::clone(&registration.handle);
        let mut connection = Connection::new(state, handle, admission, stream, already_read);
        connection.run().await;
        drop(connection);
        drop(registration);
    });
    let mut response = Response::new(HttpBody::default());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    if protocol {
        headers.insert(
            SEC_WEBSOCKET_PROTOCOL,
            HeaderValue::from_static(SUBPROTOCOL),
        );
    }
    response
}

/// The stream under an upgraded connection, and what came with the handshake.
/// hyper's buffer, as large as its largest request, ends here.
fn recover(upgraded: Upgraded) -> Option<(TcpStream, Vec<u8>)> {
    let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

/// Whether the handshake is one of ours; with the key to answer, and whether
/// the subprotocol was asked for.
fn check(
    headers: &HeaderMap,
    options: &ServerOptions,
) -> Result<(HeaderValue, bool), Box<Response<HttpBody>>> {
    let refuse = |status, text: &str| Err(Box::new(plain(status, text)));
    if !has_word(headers, &UPGRADE, "websocket") || !has_word(headers, &CONNECTION, "upgrade") {
        return refuse(
            StatusCode::UPGRADE_REQUIRED,
            "This address speaks WebSocket; a browser or a terminal client connects to it, not a page load.",
        );
    }
    if headers
        .get(SEC_WEBSOCKET_VERSION)
        .is_none_or(|version| version != "13")
    {
        return refuse(
            StatusCode::UPGRADE_REQUIRED,
            "This server speaks WebSocket version 13.",
        );
    }
    if !origin_allowed(headers, options) {
        TOLD.call_once(|| tracing::warn!("a browser was refused: {FOREIGN}"));
        return refuse(StatusCode::FORBIDDEN, FOREIGN);
    }
    let asked = headers.contains_key(SEC_WEBSOCKET_PROTOCOL);
    if asked && !has_word(headers, &SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL) {
        return refuse(
            StatusCode::BAD_REQUEST,
            "This server speaks the subprotocol oxo.v1.",
        );
    }
    let key = headers
        .get(SEC_WEBSOCKET_KEY)
        .map(|key| derive_accept_key(key.as_bytes()));
    match key.and_then(|accept| HeaderValue::from_str(&accept).ok()) {
        Some(accept) => Ok((accept, asked)),
        None => refuse(
            StatusCode::BAD_REQUEST,
            "The header Sec-WebSocket-Key is missing.",
        ),
    }
}

fn has_word(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let values = headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|part| part.trim().eq_ignore_ascii_case(word))
}

/// A terminal sends no origin. A page may come from the host it asks, from
/// the public address, or from an origin that the operator allowed.
fn origin_allowed(headers: &HeaderMap, options: &ServerOptions) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let from_host = origin.split_once("://").map(|(_, rest)| rest);
    let same =
        host.is_some_and(|host| from_host.is_some_and(|from| from.eq_ignore_ascii_case(host)));
    let public = options
        .public_url
        .as_ref()
        .map(|url| url.origin().ascii_serialization());
    same || public.is_some_and(|public| public == origin)
        || options.origin.iter().any(|allowed| allowed == origin)
}

#[cfg(test)]
mod tests;
