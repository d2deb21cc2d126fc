//! The TLS handshake, and the time for which its certificate is valid.

use std::{
    io,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use rustls::{
    CertificateError, ClientConfig, Error, RootCertStore, crypto::ring, pki_types::ServerName,
};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;
use url::Host;
use x509_parser::{
    prelude::{FromDer, X509Certificate},
    time::ASN1Time,
};

use super::{
    finding::{Fact, Outcome, Trouble},
    timing::STEP,
};
use crate::address::Address;

const DAY_S: u64 = 24 * 60 * 60;
/// From when on somebody should look why the certificate is not renewed; of one
/// that is made for less than a month, in the last quarter of its time.
const SOON_S: u64 = 7 * DAY_S;

pub(super) async fn look(address: &Address, host: &Host<String>, tcp: TcpStream) -> Outcome {
    if !address.is_secure() {
        return Ok(Fact::Plain);
    }
    let config = tokio::task::spawn_blocking(config).await;
    let config = config.unwrap_or_else(|_| Err(Trouble::NoAuthorities))?;
    let name = match host {
        Host::Domain(name) => ServerName::try_from(name.clone()).map_err(|why| Trouble::Tls {
            detail: why.to_string(),
        })?,
        Host::Ipv4(ip) => ServerName::from(std::net::IpAddr::from(*ip)),
        Host::Ipv6(ip) => ServerName::from(std::net::IpAddr::from(*ip)),
    };
    let handshake = TlsConnector::from(Arc::new(config)).connect(name, tcp);
    let stream = match timeout(STEP, handshake).await {
        Err(_) => return Err(Trouble::NoAnswer),
        Ok(Err(why)) => return Err(trouble(&why, &host.to_string())),
        Ok(Ok(stream)) => stream,
    };
    let chain = stream.get_ref().1.peer_certificates().unwrap_or_default();
    let (left_s, whole_s) = chain
        .first()
        .and_then(|it| validity(it))
        .unwrap_or_default();
    let days = left_s / DAY_S;
    match left_s < SOON_S.min(whole_s / 4) {
        true => Err(Trouble::EndsSoon { days }),
        false => Ok(Fact::Certificate { days }),
    }
}

/// Trusts what the system trusts. Blocks: that is read from files.
fn config() -> Result<ClientConfig, Trouble> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(Trouble::NoAuthorities);
    }
    let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions();
    let mut config = versions
        .map_err(|why| Trouble::Tls {
            detail: why.to_string(),
        })?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

fn trouble(why: &io::Error, host: &str) -> Trouble {
    let tls = why.get_ref().and_then(|why| why.downcast_ref::<Error>());
    match tls {
        Some(Error::InvalidCertificate(why)) => match why {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => Trouble::Expired,
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                Trouble::NotYetValid
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                Trouble::OtherCertificate {
                    host: host.to_owned(),
                }
            }
            CertificateError::UnknownIssuer
            // Signed by another authority of the same name.
            | CertificateError::BadSignature
            // What rustls says of a certificate that signed itself.
            | CertificateError::Other(_) => Trouble::Untrusted,
            why => Trouble::Tls {
                detail: format!("{why:?}"),
            },
        },
        Some(Error::InvalidMessage(_)) => Trouble::NoTls,
        Some(why) => Trouble::Tls {
            detail: why.to_string(),
        },
        None => Trouble::Tls {
            detail: why.to_string(),
        },
    }
}

/// For how many seconds more it is good, and for how many it was made.
fn validity(certificate: &[u8]) -> Option<(u64, u64)> {
    let (_, read) = X509Certificate::from_der(certificate).ok()?;
    let seconds = |time: ASN1Time| u64::try_from(time.timestamp()).ok();
    let (from, until) = (read.validity().not_before, read.validity().not_after);
    let (from, until) = (seconds(from)?, seconds(until)?);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some((until.saturating_sub(now), until.saturating_sub(from)))
}
