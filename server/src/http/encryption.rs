//! Set-up of a stream that HTTP can be spoken on, from a visitor's first bytes: a TLS handshake where the client begins
//! one, which its address pays for.

use std::{net::IpAddr, sync::Arc};

use admission::VisitGuard;
use connection::stream::Stream;
use hyper::{
    Request, Response, StatusCode,
    header::{HeaderValue, LOCATION},
};
use node::Node;
use tls::Tls;
use tokio::net::TcpStream;

use super::{
    head, host,
    payment::pay,
    response::{HttpBody, plain, retry_after},
    visit::{is_trusted, source},
};

const NO_CERTIFICATE: &str = "This server has no certificate yet, so it cannot be reached by https. \
    Try again in a minute; the server's log says what it waits for.";
/// After how many seconds to come back while there is no certificate.
const RETRY_AFTER_S: u64 = 60;
/// The port that stands in no address.
const HTTPS_PORT: u16 = 443;

/// The stream to speak HTTP on; nothing when the client does not get there, or
/// its address has had enough handshakes for now.
pub(super) async fn begin(
    node: &Arc<Node>,
    tcp: TcpStream,
    from: IpAddr,
    visit: &VisitGuard,
) -> Option<Stream> {
    let Some(tls) = node.tls.as_ref().filter(|_| head::begins_tls(&tcp)) else {
        if let Some(source) = source(node, from) {
            node.budgets.take_turn(source, node.clock.now_ms()).await;
        }
        return Some(Stream::Plain(tcp));
    };
    let handshake = async {
        if let Some(source) = source(node, from) {
            pay(node, source, tls.handshake_cost()).await.ok()?;
        }
        let mut stream = tls.handshake(tcp).await.ok()?;
        if Tls::was_challenge(&stream) {
            return None;
        }
        // Until it asks for something it has none of HTTP's buffers.
        let (tcp, session) = stream.get_mut();
        let state = session.process_new_packets().ok()?;
        if state.plaintext_bytes_to_read() == 0 {
            tcp.readable().await.ok()?;
        }
        Some(Stream::Tls(Box::new(stream)))
    };
    let end_ms = node.clock.now_ms() + node.limits.hello_ms;
    let mut shutdown = node.shutdown.clone();
    tokio::select! {
        stream = handshake => stream,
        () = node.clock.sleep_until(end_ms) => None,
        () = visit.ended() => None,
        _ = shutdown.wait_for(|stop| *stop) => None,
    }
}

/// Where a plain request is sent on a server with TLS; nothing when it is
/// answered as it is: monitors ask on the machine itself, and a proxy that is
/// trusted has done the encryption.
pub(super) fn elsewhere<T>(
    node: &Node,
    request: &Request<T>,
    path: Option<&str>,
    from: IpAddr,
) -> Option<Response<HttpBody>> {
    let tls = node.tls.as_ref()?;
    let is_health = path.is_some_and(|path| path.starts_with("/health/"));
    if is_health || is_trusted(from, &node.options) {
        return None;
    }
    if !tls.is_ready() {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        return Some(retry_after(status, NO_CERTIFICATE, RETRY_AFTER_S));
    }
    let target = request.uri().path_and_query();
    // OPTIONS may ask for `*`.
    let target = target
        .map(|target| target.as_str())
        .filter(|it| it.starts_with('/'));
    let target = target.unwrap_or("/");
    let address = format!("{}{target}", origin(node, request)?);
    let mut response = plain(
        StatusCode::PERMANENT_REDIRECT,
        &format!("This server speaks https: {address}"),
    );
    let address = HeaderValue::try_from(address).ok()?;
    response.headers_mut().insert(LOCATION, address);
    Some(response)
}

/// The public address's origin, or else the host that was asked for at the port of TLS.
fn origin<T>(node: &Node, request: &Request<T>) -> Option<String> {
    if let Some(url) = &node.options.public_url {
        return Some(url.origin().ascii_serialization());
    }
    let host = host::asked(request.uri(), request.version(), request.headers());
    let host = host.ok()??;
    let host = host.host();
    Some(match node.facts.bound().port() {
        HTTPS_PORT => format!("https://{host}"),
        port => format!("https://{host}:{port}"),
    })
}
