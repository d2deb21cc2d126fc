//! Upgrade of a request to a WebSocket (RFC 6455 section 4.2): who may, from where, and the stream recovered
//! underneath.

use std::sync::{Arc, Once};

use admission::{AddressGroup, Payer};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use carrying::{
    decider_link::{ADDRESS_FULL, DeciderLink, SERVER_FULL},
    downstream::Reviewer,
};
use config::ServerOptions;
use connection::{Connection, service::Service, stream::Stream};
use hyper::{
    HeaderMap, Request, Response, StatusCode, Version,
    body::Incoming,
    header::{
        CONNECTION, HOST, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
        SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE,
    },
    upgrade::Upgraded,
};
use hyper_util::rt::TokioIo;
use link::StreamError;
use node::{Node, ServiceRoute};
use nodes::carry::carry;
use protocol::{SUBPROTOCOL, refusal::LimitOf};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::{
    headers::{single, texts},
    refusal,
    response::{HttpBody, plain, with},
};

/// A browser keeps this answer to itself, so the log has it too.
const FOREIGN: &str = "Pages of another origin may not use this server. If this was its own page, \
    which came through a proxy, start the server with --public-url and the address of the page, \
    or have the proxy hand on the Host header.";
const NO_UPGRADE: &str = "This address speaks WebSocket; a browser or a terminal client connects to \
    it, not a page load.";
const OLD_HTTP: &str = "A WebSocket begins with HTTP/1.1, and this request came by HTTP/1.0. Behind \
    nginx, set proxy_http_version 1.1.";
/// Of the WebSocket, as RFC 6455 has it.
const VERSION: &str = "13";
const KEY_BYTES: usize = 16;
/// Once is enough for the operator, and lets no stranger fill a disk.
static WARNED_ONCE: Once = Once::new();

/// Answers a request for `/ws`, and serves the connection from there on, or carries it to the node that does.
pub(super) async fn upgrade(
    node: &Arc<Node>,
    mut request: Request<Incoming>,
    source: AddressGroup,
) -> Response<HttpBody> {
    let until = node.patience();
    loop {
        match node.route_until(until).await {
            Some(ServiceRoute::Local(service)) => {
                return serve_here(node, service, request, source);
            }
            Some(ServiceRoute::Remote(link)) => {
                let carried = carry_there(node, Arc::clone(&link), &mut request, source).await;
                match carried {
                    Some(response) => return response,
                    None if Instant::now() < until => node.route_changes(&link).await,
                    None => return refusal::no_service(),
                }
            }
            None => return refusal::no_service(),
        }
    }
}

fn serve_here(
    node: &Arc<Node>,
    service: Arc<Service>,
    mut request: Request<Incoming>,
    source: AddressGroup,
) -> Response<HttpBody> {
    // Before anything else, so that a refused client can find out by a plain request that this is why:
    // a browser does not say how a handshake was answered.
    let admission = match node.limiter.admit(source) {
        Ok(admission) => admission,
        Err(why) => return refusal::busy(node, why),
    };
    let handshake = match check(&request, &node.options) {
        Ok(handshake) => handshake,
        Err(refusal) => return *refusal,
    };
    let upgraded = upgraded(&mut request);
    let registration = service.register(source, admission.is_in_doorway(), None);
    tokio::spawn(async move {
        // A stranger who breaks off in between is no concern of ours.
        let Some((stream, already_read)) = upgraded.await else {
            return;
        };
        let handle = Arc::clone(&registration.handle);
        let halves = stream.into_split();
        let mut connection = Connection::new(service, handle, admission, halves, already_read);
        connection.run().await;
        drop(connection);
        drop(registration);
    });
    handshake
}

/// The node that decides says whether there is a place: it counts each node's sockets by their addresses. Nothing where the
/// link leads to no service any more.
async fn carry_there(
    node: &Arc<Node>,
    link: Arc<DeciderLink>,
    request: &mut Request<Incoming>,
    source: AddressGroup,
) -> Option<Response<HttpBody>> {
    let Ok(place) = Arc::clone(&node.carried).try_acquire_owned() else {
        return Some(refusal::busy(node, LimitOf::Server));
    };
    let carried = match link.open_socket(source.address()).await {
        Ok(carried) => carried,
        Err(StreamError::Refused(why)) => {
            return match why.as_str() {
                SERVER_FULL => Some(refusal::busy(node, LimitOf::Server)),
                ADDRESS_FULL => Some(refusal::busy(node, LimitOf::Address)),
                _ => None,
            };
        }
        Err(StreamError::Gone(_)) => return None,
    };
    // Only now, for the same reason as where the service is.
    let handshake = match check(request, &node.options) {
        Ok(handshake) => handshake,
        Err(refusal) => return Some(*refusal),
    };
    let upgraded = upgraded(request);
    let pool = Arc::clone(&node.pool);
    tokio::spawn(async move {
        if let Some((stream, already_read)) = upgraded.await {
            let reviewer = Reviewer {
                pool: &pool,
                payer: Payer::Address(source),
            };
            carry(stream, already_read, link, carried, reviewer).await;
        }
        drop(place);
    });
    Some(handshake)
}

/// The stream under a request that is answered by [`check`], and
/// what came with the handshake; nothing when the client breaks off before.
pub fn upgraded(
    request: &mut Request<Incoming>,
) -> impl Future<Output = Option<(Stream, Vec<u8>)>> + use<> {
    let upgraded = hyper::upgrade::on(request);
    async { upgraded.await.ok().and_then(recover) }
}

/// The stream under an upgraded connection, and what came with the handshake.
/// hyper's buffer, as large as its largest request, ends here.
fn recover(upgraded: Upgraded) -> Option<(Stream, Vec<u8>)> {
    let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
    Some((parts.io.into_inner(), parts.read_buf.to_vec()))
}

/// Checks that a request is a handshake of ours. Gives the answer that turns its connection into a WebSocket.
///
/// # Errors
/// With the answer that names its mistake.
pub fn check<T>(
    request: &Request<T>,
    options: &ServerOptions,
) -> Result<Response<HttpBody>, Box<Response<HttpBody>>> {
    let refuse = |status, text: &str| Err(Box::new(plain(status, text)));
    let bad = |text| refuse(StatusCode::BAD_REQUEST, text);
    let headers = request.headers();
    // In HTTP/1.0 the header Upgrade means nothing (RFC 9110 section 7.8).
    if request.version() < Version::HTTP_11 {
        return Err(upgrade_required(OLD_HTTP));
    }
    if !has_word(headers, &UPGRADE, "websocket") || !has_word(headers, &CONNECTION, "upgrade") {
        return Err(upgrade_required(NO_UPGRADE));
    }
    if !matches!(single(headers, &SEC_WEBSOCKET_VERSION), Ok(Some(version)) if version == VERSION) {
        return Err(upgrade_required("This server speaks WebSocket version 13."));
    }
    let Ok(origin) = single(headers, &ORIGIN) else {
        return bad("Send one Origin header, or none.");
    };
    if !origin.is_none_or(|origin| origin_allowed(origin, headers, options)) {
        WARNED_ONCE.call_once(|| tracing::warn!("a browser was refused: {FOREIGN}"));
        return refuse(StatusCode::FORBIDDEN, FOREIGN);
    }
    let subprotocol = headers.contains_key(SEC_WEBSOCKET_PROTOCOL);
    if subprotocol && !has_word(headers, &SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL) {
        return bad("This server speaks the subprotocol oxo.v1.");
    }
    let key = single(headers, &SEC_WEBSOCKET_KEY).ok().flatten();
    let accept = key
        .filter(|key| BASE64.decode(key).is_ok_and(|key| key.len() == KEY_BYTES))
        .map(|key| derive_accept_key(key.as_bytes()));
    let Some(accept) = accept.and_then(|accept| HeaderValue::try_from(accept).ok()) else {
        return bad("Send one header Sec-WebSocket-Key with 16 bytes in base64.");
    };
    let mut response = to_websocket(Response::new(HttpBody::default()));
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    response.headers_mut().insert(SEC_WEBSOCKET_ACCEPT, accept);
    Ok(match subprotocol {
        true => with(response, SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL),
        false => response,
    })
}

/// Says what a connection would have to become (RFC 9110 section 15.5.22).
fn upgrade_required(text: &str) -> Box<Response<HttpBody>> {
    let response = to_websocket(plain(StatusCode::UPGRADE_REQUIRED, text));
    Box::new(with(response, SEC_WEBSOCKET_VERSION, VERSION))
}

fn to_websocket(response: Response<HttpBody>) -> Response<HttpBody> {
    let response = with(response, UPGRADE, "websocket");
    with(response, CONNECTION, "Upgrade")
}

fn has_word(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let mut parts = texts(headers, name).flat_map(|value| value.split(','));
    parts.any(|part| part.trim().eq_ignore_ascii_case(word))
}

/// A page may come from the host it asks, from the public address, or from an
/// origin that the operator allowed.
fn origin_allowed(origin: &HeaderValue, headers: &HeaderMap, options: &ServerOptions) -> bool {
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
