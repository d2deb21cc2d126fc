//! TLS: the certificate in force, how it is replaced while the server runs, and
//! the handshake of a stream.

mod acme;
mod certificate;
mod files;
mod slot;

use std::{io, sync::Arc};

use admission::Cost;
use clock::Clock;
use config::ServerOptions;
use rustls::{
    ServerConfig,
    crypto::{CryptoProvider, ring},
};
use tokio::{net::TcpStream, sync::Notify};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use self::{
    acme::Acme,
    files::CertificateFiles,
    slot::{CHALLENGE, CertificateSlot},
};

/// The one protocol inside (RFC 7301): the WebSocket begins with HTTP/1.1.
const HTTP: &[u8] = b"http/1.1";

/// Everything about TLS of one server.
pub struct Tls {
    acceptor: TlsAcceptor,
    slot: Arc<CertificateSlot>,
    source: CertificateSource,
    /// Rung when the certificate is to be looked at now.
    asked: Notify,
}

/// Source of the certificate.
enum CertificateSource {
    Files(CertificateFiles),
    Authority(Box<Acme>),
}

impl Tls {
    /// TLS as the options ask for it; nothing for a server without TLS.
    ///
    /// # Errors
    /// In one sentence, the mistake and the correct form.
    pub fn open(options: &ServerOptions) -> Result<Option<Tls>, String> {
        let provider = Arc::new(ring::default_provider());
        let (source, first) = if let Some(files) = CertificateFiles::of(options) {
            let first = files.read(&provider)?;
            (CertificateSource::Files(files), Some(first))
        } else if let Some(acme) = Acme::of(options) {
            let stored = acme.stored()?;
            (CertificateSource::Authority(Box::new(acme)), stored)
        } else {
            return Ok(None);
        };
        let slot = Arc::new(CertificateSlot::default());
        if let Some(first) = first {
            slot.put(first);
        }
        let config =
            config(provider, &slot).map_err(|why| format!("TLS cannot be used ({why})"))?;
        Ok(Some(Tls {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            slot,
            source,
            asked: Notify::new(),
        }))
    }

    /// Whether there is a certificate.
    pub fn is_ready(&self) -> bool {
        self.slot.current().is_some()
    }

    /// When the certificate ends, if there is one.
    pub fn until_ms(&self) -> Option<u64> {
        self.slot.current().map(|current| current.until_ms)
    }

    /// The cost of a handshake.
    pub fn handshake_cost(&self) -> Cost {
        let current = self.slot.current();
        current.map_or(Cost::TLS_HANDSHAKE, |current| current.handshake_cost)
    }

    /// Remarks on the certificate for the operator, in sentences.
    pub fn remarks(&self, options: &ServerOptions, now_ms: u64) -> Vec<String> {
        let Some(current) = self.slot.current() else {
            return Vec::new();
        };
        let host = options.public_url.as_ref().and_then(|url| url.host_str());
        let name = host.and_then(|host| current.name_remark(host));
        // One from an authority is renewed without anybody.
        let time = match self.source {
            CertificateSource::Files(_) => current.time_remark(now_ms),
            CertificateSource::Authority(_) => None,
        };
        time.into_iter().chain(name).collect()
    }

    /// Looks at the certificate's files now rather than in time; asks its authority if one is due.
    pub fn reload(&self) {
        self.asked.notify_one();
    }

    /// Keeps the certificate current until dropped.
    pub async fn keep_current(&self, clock: &Clock) {
        match &self.source {
            CertificateSource::Files(files) => {
                files.watch(&self.slot, &self.asked, clock).await;
            }
            CertificateSource::Authority(acme) => {
                acme.keep(&self.slot, &self.asked, clock).await;
            }
        }
    }

    /// The handshake of a stream that has said hello in TLS.
    ///
    /// # Errors
    /// When the client breaks off, or shares no version, cipher or protocol with us.
    pub async fn handshake(&self, tcp: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.acceptor.accept(tcp).await
    }

    /// Whether the handshake was all that the client wanted: an authority looked
    /// for the answer to its challenge.
    pub fn was_challenge(stream: &TlsStream<TcpStream>) -> bool {
        stream.get_ref().1.alpn_protocol() == Some(CHALLENGE)
    }
}

fn config(
    provider: Arc<CryptoProvider>,
    slot: &Arc<CertificateSlot>,
) -> Result<ServerConfig, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::clone(slot) as _);
    config.alpn_protocols = vec![HTTP.to_vec(), CHALLENGE.to_vec()];
    // Who comes back pays for no signature, and the server remembers nothing of them.
    config.ticketer = ring::Ticketer::new()?;
    config.send_tls13_tickets = 1;
    Ok(config)
}
