//! HTTP to the authority: HTTPS with the certificates that the system knows,
//! one connection a request, for there are ten in two months.

use std::{pin::Pin, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::{
    Request,
    client::conn::http1,
    header::{HOST, HeaderValue},
};
use hyper_util::rt::TokioIo;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;

/// Longest time for one request.
const AT_MOST: Duration = Duration::from_secs(30);
/// Bytes of the largest answer that is read.
const LARGEST: usize = 1 << 20;

type AnyError = Box<dyn std::error::Error + Send + Sync>;
type AcmeRequest = Request<BodyWrapper<Bytes>>;

/// Sends requests to an authority.
pub(super) struct AuthorityClient(TlsConnector);

impl AuthorityClient {
    /// Trusts the authorities of this system, or those of Mozilla's list where it names none.
    ///
    /// # Errors
    /// When TLS cannot be used at all.
    pub async fn new() -> Result<AuthorityClient, String> {
        // Some hundred files.
        let trusted = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(trusted.map_err(|why| why.to_string())?.certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|why| why.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(AuthorityClient(TlsConnector::from(Arc::new(config))))
    }
}

impl HttpClient for AuthorityClient {
    fn request(
        &self,
        request: AcmeRequest,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let connector = self.0.clone();
        Box::pin(async move {
            let sent = timeout(AT_MOST, send(connector, request)).await;
            let late = || Err("no answer in time".into());
            sent.unwrap_or_else(|_| late()).map_err(Error::Other)
        })
    }
}

async fn send(
    connector: TlsConnector,
    mut request: AcmeRequest,
) -> Result<BytesResponse, AnyError> {
    let uri = request.uri().clone();
    let authority = uri.authority().ok_or("an address without a host")?;
    let host = authority.host().trim_matches(['[', ']']);
    let tcp = TcpStream::connect((host, authority.port_u16().unwrap_or(443))).await?;
    let name = ServerName::try_from(host.to_owned())?;
    let stream = connector.connect(name, tcp).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // Ends with the answer, or with the sender.
    let carried = tokio::spawn(connection);
    let host = HeaderValue::try_from(authority.as_str())?;
    request.headers_mut().insert(HOST, host);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse()?;
    let (parts, body) = sender.send_request(request).await?.into_parts();
    let body = Limited::new(body, LARGEST).collect().await?.to_bytes();
    carried.abort();
    Ok(BytesResponse {
        parts,
        body: Box::new(body),
    })
}
