//! The connection to the servers of NATS.

use std::{
    future::{Ready, ready},
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_nats::{
    Client, ConnectOptions as ClientOptions, Event, ReconnectToServer, Server, ServerAddr,
    ServerInfo, Subscriber,
};
use percent_encoding::percent_decode_str;

use crate::refusal::StartRefusal;

/// A server that is stopped stays connected until it misses pings.
const PING_INTERVAL: Duration = Duration::from_secs(2);

/// Time for one server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Longest time from a server that could not be reached to the next one.
const RECONNECT: Duration = Duration::from_millis(500);

/// Messages that may wait to be sent. A caller that sends more waits, and its call times out.
const SEND_BUFFER: usize = 2_048;

/// Messages of one subscription that may wait to be read. More are dropped.
const SUBSCRIPTION_BUFFER: usize = 1_024;

/// The files of TLS, in PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The trusted authority; otherwise the system's.
    pub authority: Option<PathBuf>,
    /// This node's certificate and its key, by which servers may know it.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// How to reach the servers.
#[derive(Clone)]
pub struct ConnectOptions {
    /// `nats://` or `tls://` URLs; the first user and password among them are those for all.
    pub servers: Vec<String>,
    /// Demands TLS of every server, whatever the URLs say.
    pub tls: Option<TlsFiles>,
    /// This node's name in the servers' own lists.
    pub name: String,
}

/// A subscription was not accepted: the connection is closed for good.
#[derive(Debug, thiserror::Error)]
#[error("cannot subscribe to {subject}: {why}")]
pub struct SubscribeError {
    subject: String,
    why: async_nats::SubscribeError,
}

/// Subscribes to a subject.
pub(crate) async fn subscribe(
    client: &Client,
    subject: String,
) -> Result<Subscriber, SubscribeError> {
    let subscriber = client.subscribe(subject.clone()).await;
    subscriber.map_err(|why| SubscribeError { subject, why })
}

/// Connects to one of the servers.
pub(crate) async fn connect(options: ConnectOptions) -> Result<Client, StartRefusal> {
    let refuse = |why: String| StartRefusal::Unreachable(shown(&options.servers), why);
    let servers: Vec<ServerAddr> = options
        .servers
        .iter()
        .map(|server| server.parse())
        .collect::<Result<_, std::io::Error>>()
        .map_err(|error| refuse(error.to_string()))?;
    let mut client = ClientOptions::new()
        .name(&options.name)
        .ping_interval(PING_INTERVAL)
        .connection_timeout(CONNECT_TIMEOUT)
        .reconnect_to_server_callback(in_turn())
        .reconnect_delay_callback(|tries| RECONNECT.min(Duration::from_millis(tries as u64 * 50)))
        .client_capacity(SEND_BUFFER)
        .subscription_capacity(SUBSCRIPTION_BUFFER)
        // The operator has said which servers, by names that their certificates have.
        .ignore_discovered_servers()
        .event_callback(move |event| {
            report(&event);
            ready(())
        });
    if let Some((user, password)) = login(&servers) {
        client = client.user_and_password(user, password);
    }
    if let Some(tls) = options.tls.clone() {
        client = with_tls(client, tls);
    }
    let client = client.connect(servers).await;
    client.map_err(|error| refuse(error.to_string()))
}

/// Has the next server tried each time after the first connection, the last one again last of all. Left to itself the client
/// may choose the one that it has just left.
fn in_turn() -> impl Fn(Vec<Server>, ServerInfo) -> Ready<Option<ReconnectToServer>> {
    let last = Mutex::new(None);
    move |servers, _| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.or_else(|| servers.iter().position(|server| server.did_connect));
        let next = before.map(|before| (before + 1) % servers.len());
        *last = next;
        ready(next.map(|next| ReconnectToServer {
            addr: servers[next].addr.clone(),
            delay: None,
        }))
    }
}

/// The user and the password, which the client does not take from the URLs by itself.
fn login(servers: &[ServerAddr]) -> Option<(String, String)> {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let server = servers.iter().find(|server| server.username().is_some())?;
    let password = server.password().unwrap_or_default();
    Some((decoded(server.username()?), decoded(password)))
}

fn with_tls(client: ClientOptions, tls: TlsFiles) -> ClientOptions {
    let mut client = client.require_tls(true);
    if let Some(authority) = tls.authority {
        client = client.add_root_certificates(authority);
    }
    if let Some((certificate, key)) = tls.certificate {
        client = client.add_client_certificate(certificate, key);
    }
    client
}

fn report(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        event => tracing::warn!("NATS: {event}"),
    }
}

/// Servers as they may be printed: without passwords.
fn shown(servers: &[String]) -> String {
    let hosts = servers.iter().map(|server| {
        let host = server.trim_end_matches('/').rsplit(['@', '/']).next();
        host.unwrap_or_default()
    });
    hosts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_in_a_url_is_decoded_and_never_shown() {
        let urls = ["nats://a:4222", "nats://oxo:p%40ss@b:4222"].map(str::to_owned);
        let servers = urls.each_ref().map(|url| url.parse().unwrap());
        let login = login(&servers);
        assert_eq!(login, Some(("oxo".to_owned(), "p@ss".to_owned())));
        assert_eq!(shown(&urls), "a:4222, b:4222");
    }
}
