//! One HTTP request to a server, for resources beside its WebSocket. No redirects,
//! no retries.

use std::time::Duration;

use protocol::{Invitation, RoomCode, Secret};
use ureq::{
    Agent, Body, Error,
    http::{
        Response,
        header::{AUTHORIZATION, LOCATION},
    },
    tls::{Certificate, RootCerts, TlsConfig},
};

use crate::{
    address::Address,
    transport::{LinkError, Unreachable, broken, install_ring, io_error, not_oxo},
};

/// From the first packet to the last of the answer.
const ANSWER: Duration = Duration::from_secs(10);

/// Answer of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// The body, whole.
    pub body: Vec<u8>,
    /// The address that a redirect leads to.
    pub location: Option<String>,
}

/// Reads a page of a server, up to a maximum of bytes.
///
/// # Errors
/// When nothing, or too much, is answered.
pub async fn get(address: &Address, path: &str, most: usize) -> Result<HttpResponse, LinkError> {
    let page = address.page(path);
    exchange(address.is_secure(), most, move |agent| {
        agent.get(page).call()
    })
    .await
}

/// More bytes than any invitation has.
const INVITATION_BYTES: usize = 16 * 1024;

/// State of the room behind a code, before one sits down; nothing where that cannot be had,
/// as from a server of an earlier version.
pub async fn invitation(address: &Address, room: RoomCode) -> Option<Invitation> {
    let path = format!("/r/{room}.json");
    let answer = get(address, &path, INVITATION_BYTES).await.ok()?;
    let found: Invitation = serde_json::from_slice(&answer.body).ok()?;
    (answer.status == 200 && found.room == room).then_some(found)
}

/// Asks a server to remove something that the secret's owner may remove.
pub async fn delete(
    address: &Address,
    path: &str,
    secret: &Secret,
    most: usize,
) -> Result<HttpResponse, LinkError> {
    let bearer = format!("Bearer {}", secret.reveal());
    let page = address.page(path);
    exchange(address.is_secure(), most, move |agent| {
        agent.delete(page).header(AUTHORIZATION, bearer).call()
    })
    .await
}

/// It trusts the system's certificates, as the WebSocket does. Blocks: they are read from files.
fn agent(secure: bool) -> Result<Agent, LinkError> {
    install_ring();
    let mut roots = Vec::new();
    if secure {
        let found = rustls_native_certs::load_native_certs().certs;
        roots.extend(
            found
                .iter()
                .map(|root| Certificate::from_der(root).to_owned()),
        );
        if roots.is_empty() {
            return Err(LinkError::NoAuthorities);
        }
    }
    let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&roots));
    let config = Agent::config_builder()
        .tls_config(tls.build())
        .timeout_global(Some(ANSWER))
        .user_agent(concat!("oxo/", env!("CARGO_PKG_VERSION")))
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .proxy(None);
    Ok(config.build().new_agent())
}

async fn exchange(
    secure: bool,
    most: usize,
    call: impl FnOnce(Agent) -> Result<Response<Body>, Error> + Send + 'static,
) -> Result<HttpResponse, LinkError> {
    let exchange = move || {
        let mut response = call(agent(secure)?).map_err(link_error)?;
        let location = response.headers().get(LOCATION);
        let location = location.and_then(|location| location.to_str().ok());
        let location = location.map(str::to_owned);
        let body = response.body_mut().with_config();
        let body = body.limit(u64::try_from(most).unwrap_or(u64::MAX));
        Ok(HttpResponse {
            body: body.read_to_vec().map_err(link_error)?,
            status: response.status().as_u16(),
            location,
        })
    };
    let answer = tokio::task::spawn_blocking(exchange).await;
    answer.map_err(|_| broken())?
}

fn link_error(error: Error) -> LinkError {
    match error {
        Error::Timeout(_) => LinkError::Unreachable(Unreachable::Timeout),
        Error::HostNotFound | Error::BadUri(_) => LinkError::Unreachable(Unreachable::UnknownHost),
        Error::Io(error) => io_error(&error),
        Error::Tls(_) | Error::Rustls(_) => LinkError::Tls(error.to_string()),
        Error::ConnectionFailed => broken(),
        _ => not_oxo(),
    }
}
