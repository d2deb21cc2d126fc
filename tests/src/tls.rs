//! An authority for tests, and the client's side of TLS.

use std::{fs, net::SocketAddr, path::Path, sync::Arc};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::soon;

/// An authority that nobody but the tests trusts.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its own certificate.
    pub pem: String,
}

impl Default for Authority {
    fn default() -> Authority {
        Authority::new()
    }
}

impl Authority {
    /// A new one.
    ///
    /// # Panics
    /// When there is no randomness.
    pub fn new() -> Authority {
        let mut wanted = CertificateParams::default();
        wanted.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let pem = wanted.self_signed(&key).expect("a certificate").pem();
        Authority {
            issuer: Issuer::new(wanted, key),
            pem,
        }
    }

    /// Puts a new certificate for `localhost` and 127.0.0.1 into `cert.pem` of a folder, and its key into
    /// `key.pem`.
    ///
    /// # Panics
    /// When they cannot be written.
    pub fn certify(&self, folder: &Path) {
        self.issue(self.request(&["localhost", "127.0.0.1"]), folder);
    }

    /// Parameters of a certificate for these names.
    ///
    /// # Panics
    /// When those are no names.
    pub fn request(&self, names: &[&str]) -> CertificateParams {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        CertificateParams::new(names).expect("names")
    }

    /// The same as [`Authority::certify`] with another certificate.
    ///
    /// # Panics
    /// When they cannot be written.
    pub fn issue(&self, wanted: CertificateParams, folder: &Path) {
        let key = KeyPair::generate().expect("a key");
        let made = wanted.signed_by(&key, &self.issuer).expect("a certificate");
        fs::write(folder.join("cert.pem"), made.pem()).expect("a file");
        fs::write(folder.join("key.pem"), key.serialize_pem()).expect("a file");
    }

    /// A client that trusts this authority and offers these protocols.
    pub fn connector(&self, protocols: &[&str]) -> TlsConnector {
        connector(&self.pem, protocols)
    }
}

/// A client that trusts the authorities in a text and offers these protocols.
///
/// # Panics
/// When that is no PEM.
pub fn connector(authorities: &str, protocols: &[&str]) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    for authority in CertificateDer::pem_slice_iter(authorities.as_bytes()) {
        roots.add(authority.expect("PEM")).expect("an authority");
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|it| it.as_bytes().to_vec()).collect();
    TlsConnector::from(Arc::new(config))
}

/// A handshake with the server of that name.
///
/// # Errors
/// When the server or the client does not like the other.
///
/// # Panics
/// When nobody listens.
pub async fn connect(
    connector: &TlsConnector,
    name: &'static str,
    to: SocketAddr,
) -> std::io::Result<TlsStream<TcpStream>> {
    let tcp = soon("a connection", TcpStream::connect(to)).await;
    connect_over(connector, name, tcp.expect("somebody who listens")).await
}

/// The same over a connection that is there already.
///
/// # Errors
/// When the server or the client does not like the other.
///
/// # Panics
/// When that is no name.
pub async fn connect_over(
    connector: &TlsConnector,
    name: &'static str,
    tcp: TcpStream,
) -> std::io::Result<TlsStream<TcpStream>> {
    let name = name.try_into().expect("a name");
    soon("a handshake", connector.connect(name, tcp)).await
}

/// The certificate that a server shows.
///
/// # Panics
/// When it shows none.
pub fn shown(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    let chain = stream
        .get_ref()
        .1
        .peer_certificates()
        .expect("a certificate");
    chain[0].clone()
}

/// Body of a server's answer to a plain request.
///
/// # Panics
/// When it answers nothing.
pub async fn get(mut stream: TlsStream<TcpStream>, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("a write");
    let mut answer = Vec::new();
    let read = soon("an answer", stream.read_to_end(&mut answer)).await;
    read.expect("an answer");
    let answer = String::from_utf8_lossy(&answer);
    let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
    body.to_owned()
}
