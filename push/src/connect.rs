//! TLS connections to hosts that strangers name: the name is resolved once, and only a checked address is connected to.

use std::{
    io,
    net::{IpAddr, SocketAddr, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};

use ipnet::IpNet;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{InvalidDnsNameError, ServerName},
};
use tokio::{net::TcpStream, sync::Semaphore, task::spawn_blocking, time::timeout};
use tokio_rustls::{TlsConnector, client::TlsStream};
use url::{Host, Url};

use crate::address::is_public;

/// The one port that public addresses are connected to.
const HTTPS_PORT: u16 = 443;
/// Longest time for one address, so that there is time for the next.
const ONE_ADDRESS: Duration = Duration::from_secs(2);
/// Most names looked up at once.
const LOOKUPS: usize = 16;
/// Most addresses of a host that are tried.
const MOST_ADDRESSES: usize = 4;

/// Connects to a host if its address is public, or in a network that the operator allows. Cheap to clone.
#[derive(Clone)]
pub struct GuardedConnector {
    networks: Arc<[IpNet]>,
    tls: Result<TlsConnector, rustls::Error>,
    lookups: Arc<Semaphore>,
}

/// Why there is no connection. The sentences name the host and nothing else of the URL.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The scheme is another.
    #[error("only https URLs are connected to")]
    NotHttps,
    /// The name could not be resolved.
    #[error("cannot find the host {0} ({1})")]
    NoAddress(String, io::Error),
    /// No address is public or in an allowed network, or the port is not 443.
    #[error("port {1} of {0} may not be connected to: none of its addresses is public or allowed")]
    NotAllowed(String, u16),
    /// No allowed address took the connection.
    #[error("cannot connect to {0} ({1})")]
    Tcp(String, io::Error),
    /// The handshake failed, or TLS cannot be used at all.
    #[error("no TLS connection to {0} ({1})")]
    Tls(String, io::Error),
}

impl GuardedConnector {
    /// Also connects to addresses in `networks`, at any port. Trusts the authorities of this system (`SSL_CERT_FILE` names others),
    /// or those of Mozilla's list where there are none. Reads some hundred files.
    pub fn new(networks: Vec<IpNet>) -> GuardedConnector {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
        GuardedConnector::with_roots(networks, roots)
    }

    pub(crate) fn with_roots(networks: Vec<IpNet>, roots: RootCertStore) -> GuardedConnector {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions();
        let tls = config.map(|config| {
            let config = config.with_root_certificates(roots).with_no_client_auth();
            TlsConnector::from(Arc::new(config))
        });
        GuardedConnector {
            networks: networks.into(),
            tls,
            lookups: Arc::new(Semaphore::new(LOOKUPS)),
        }
    }

    /// Connects to the host of an https URL. The caller bounds the time.
    ///
    /// # Errors
    /// When the host has no address that may be connected to, or there is no TLS server at it with a certificate for its name.
    pub async fn connect(&self, url: &Url) -> Result<TlsStream<TcpStream>, ConnectError> {
        let (Some(host), "https") = (url.host(), url.scheme()) else {
            return Err(ConnectError::NotHttps);
        };
        let (host, name) = (host.to_owned(), host.to_string());
        let port = url.port().unwrap_or(HTTPS_PORT);
        let found = match self.resolve(&host, port).await {
            Ok(found) => found,
            Err(why) => return Err(ConnectError::NoAddress(name, why)),
        };
        let allowed: Vec<SocketAddr> = found.into_iter().filter(|to| self.allows(*to)).collect();
        if allowed.is_empty() {
            return Err(ConnectError::NotAllowed(name, port));
        }
        let tcp = match connect_first(&allowed).await {
            Ok(tcp) => tcp,
            Err(why) => return Err(ConnectError::Tcp(name, why)),
        };
        let stream = self.handshake(&host, tcp).await;
        stream.map_err(|why| ConnectError::Tls(name, why))
    }

    /// The addresses of a host, in the resolver's order, those of IPv4 in IPv4's form: the check and the connection see the same.
    async fn resolve(&self, host: &Host, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found = match host {
            Host::Domain(name) => self.look_up(name, port).await?,
            Host::Ipv4(ip) => vec![SocketAddr::new(IpAddr::V4(*ip), port)],
            Host::Ipv6(ip) => vec![SocketAddr::new(IpAddr::V6(*ip), port)],
        };
        let unmapped = |to: SocketAddr| SocketAddr::new(to.ip().to_canonical(), to.port());
        Ok(found.into_iter().map(unmapped).collect())
    }

    /// Nothing ends a lookup but the resolver, so its permit is given back by the thread on which it runs: names whose servers never
    /// answer take these few threads, not all that the process has for its files.
    async fn look_up(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let permit = Arc::clone(&self.lookups).try_acquire_owned();
        let permit = permit.map_err(|_| io::Error::from(io::ErrorKind::ResourceBusy))?;
        let name = name.to_owned();
        let looked_up = spawn_blocking(move || {
            let found = (name, port).to_socket_addrs().map(Iterator::collect);
            drop(permit);
            found
        });
        looked_up.await.map_err(io::Error::other)?
    }

    fn allows(&self, to: SocketAddr) -> bool {
        let ip = to.ip();
        self.networks.iter().any(|network| network.contains(&ip))
            || (to.port() == HTTPS_PORT && is_public(ip))
    }

    async fn handshake(&self, host: &Host, tcp: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        let tls = self.tls.as_ref();
        let tls = tls.map_err(|why| io::Error::other(why.clone()))?;
        let name = server_name(host).map_err(io::Error::other)?;
        tls.connect(name, tcp).await
    }
}

fn server_name(host: &Host) -> Result<ServerName<'static>, InvalidDnsNameError> {
    match host {
        Host::Domain(name) => ServerName::try_from(name.clone()),
        Host::Ipv4(ip) => Ok(ServerName::from(IpAddr::V4(*ip))),
        Host::Ipv6(ip) => Ok(ServerName::from(IpAddr::V6(*ip))),
    }
}

/// A connection to the first address that takes one.
async fn connect_first(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses.iter().take(MOST_ADDRESSES) {
        match timeout(ONE_ADDRESS, TcpStream::connect(address)).await {
            Ok(Ok(tcp)) => return Ok(tcp),
            Ok(Err(why)) => failed = why,
            Err(late) => failed = late.into(),
        }
    }
    Err(failed)
}

#[cfg(test)]
mod tests;
