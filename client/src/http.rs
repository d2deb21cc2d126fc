//! One HTTP request to a server, and its answer: for what a server gives out
//! beside its WebSocket. No redirects, no second try.

use std::{sync::Arc, time::Duration};

use http_body_util::{BodyExt, Empty, Limited};
use hyper::{
    Method, Request, Uri,
    body::Bytes,
    client::conn::http1,
    header::{AUTHORIZATION, HOST, USER_AGENT},
};
use hyper_util::rt::TokioIo;
use protocol::Secret;
use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{
    address::Address,
    transport::{LinkError, Silence, broken, dial, install_ring, not_oxo},
};

/// From the first packet to the last of the answer.
const ANSWER: Duration = Duration::from_secs(10);

/// What a server answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// The body, whole.
    pub body: Vec<u8>,
}

/// Reads a page of a server, of at most so many bytes.
///
/// # Errors
/// When nothing, or too much, is answered.
pub async fn get(address: &Address, path: &str, most: usize) -> Result<HttpResponse, LinkError> {
    let request = request(address, Method::GET, path, None)?;
    within_time(request, most).await
}

/// Asks a server to remove something that the secret's owner may remove.
///
/// # Errors
/// As [`get`].
pub async fn delete(
    address: &Address,
    path: &str,
    secret: &Secret,
    most: usize,
) -> Result<HttpResponse, LinkError> {
    let request = request(address, Method::DELETE, path, Some(secret))?;
    within_time(request, most).await
}

fn request(
    address: &Address,
    method: Method,
    path: &str,
    secret: Option<&Secret>,
) -> Result<Request<Empty<Bytes>>, LinkError> {
    let unknown = LinkError::Silent(Silence::UnknownHost);
    let uri: Uri = address.page(path).parse().map_err(|_| unknown.clone())?;
    let host = uri.authority().ok_or(unknown)?.to_string();
    let mut request = Request::builder()
        .method(method)
        .uri(uri)
        .header(HOST, host)
        .header(USER_AGENT, concat!("oxo/", env!("CARGO_PKG_VERSION")));
    if let Some(secret) = secret {
        let bearer = format!("Bearer {}", secret.reveal());
        request = request.header(AUTHORIZATION, bearer);
    }
    request.body(Empty::new()).map_err(|_| not_oxo())
}

async fn within_time(
    request: Request<Empty<Bytes>>,
    most: usize,
) -> Result<HttpResponse, LinkError> {
    match timeout(ANSWER, ask(request, most)).await {
        Ok(answer) => answer,
        Err(_) => Err(LinkError::Silent(Silence::Timeout)),
    }
}

async fn ask(mut request: Request<Empty<Bytes>>, most: usize) -> Result<HttpResponse, LinkError> {
    let uri = request.uri().clone();
    let secure = uri.scheme_str() == Some("https");
    let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let host = uri.host().unwrap_or_default();
    // To a server itself only the path is said, not the whole address.
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse().map_err(|_| not_oxo())?;
    let socket = dial(host, port).await?;
    if !secure {
        return exchange(socket, request, most).await;
    }
    let name = host.trim_matches(['[', ']']).to_owned();
    let name = ServerName::try_from(name).map_err(|e| LinkError::Tls(e.to_string()))?;
    let connector = TlsConnector::from(Arc::new(trust()?));
    let stream = connector.connect(name, socket).await;
    let stream = stream.map_err(|error| LinkError::Tls(error.to_string()))?;
    exchange(stream, request, most).await
}

/// The system's certificates, as the WebSocket trusts them too.
fn trust() -> Result<ClientConfig, LinkError> {
    install_ring();
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(LinkError::NoAuthorities);
    }
    let config = ClientConfig::builder().with_root_certificates(roots);
    Ok(config.with_no_client_auth())
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Empty<Bytes>>,
    most: usize,
) -> Result<HttpResponse, LinkError> {
    let shake = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = shake.map_err(|_| broken())?;
    let asking = async {
        let response = sender
            .send_request(request)
            .await
            .map_err(|e| no_answer(&e))?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), most).collect().await;
        let body = body.map_err(|_| not_oxo())?.to_bytes().to_vec();
        Ok(HttpResponse { status, body })
    };
    tokio::pin!(asking);
    // The connection only moves the bytes; what it meets, the asking meets too.
    tokio::select! {
        answer = &mut asking => answer,
        _ = connection => asking.await,
    }
}

fn no_answer(error: &hyper::Error) -> LinkError {
    if error.is_parse() {
        not_oxo()
    } else {
        broken()
    }
}
