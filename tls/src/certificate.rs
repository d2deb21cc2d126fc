//! A certificate with its key: read from PEM, and what an operator should know
//! of it.

use std::{net::IpAddr, sync::Arc};

use admission::Cost;
use clock::timestamp;
use rustls::{
    Error, InconsistentKeys,
    crypto::CryptoProvider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    sign::CertifiedKey,
};
use x509_parser::{
    prelude::{FromDer, GeneralName, X509Certificate},
    public_key::PublicKey,
};

/// Time before its end at which an operator is warned of a certificate.
const SOON_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A chain of certificates and the key of its first.
#[derive(Debug)]
pub(super) struct Certificate {
    pub key: Arc<CertifiedKey>,
    /// The names and addresses it is for.
    names: Vec<String>,
    pub from_ms: u64,
    pub until_ms: u64,
    pub handshake_cost: Cost,
}

/// The mistake in a chain or a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CertificateError {
    /// The chain's text has no certificate in it, or one that cannot be read.
    Chain,
    /// The key's text has none in it, or one that cannot be used.
    Key,
    /// The key belongs to another certificate.
    Pair,
}

impl Certificate {
    /// Reads a chain and its key, each in PEM.
    pub fn from_pem(
        chain: &[u8],
        key: &[u8],
        provider: &CryptoProvider,
    ) -> Result<Certificate, CertificateError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(chain).collect();
        let chain = chain.map_err(|_| CertificateError::Chain)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| CertificateError::Key)?;
        Certificate::new(chain, key, provider)
    }

    fn new(
        chain: Vec<CertificateDer<'static>>,
        key: PrivateKeyDer<'static>,
        provider: &CryptoProvider,
    ) -> Result<Certificate, CertificateError> {
        let first = chain.first().ok_or(CertificateError::Chain)?;
        let (_, read) = X509Certificate::from_der(first).map_err(|_| CertificateError::Chain)?;
        let validity = read.validity();
        let ms = |seconds: i64| u64::try_from(seconds).unwrap_or_default() * 1_000;
        let (from_ms, until_ms) = (
            ms(validity.not_before.timestamp()),
            ms(validity.not_after.timestamp()),
        );
        let (names, handshake_cost) = (names(&read), handshake_cost(&read));
        let key = CertifiedKey::from_der(chain, key, provider).map_err(|why| match why {
            Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => CertificateError::Pair,
            Error::InvalidCertificate(_) => CertificateError::Chain,
            _ => CertificateError::Key,
        })?;
        Ok(Certificate {
            key: Arc::new(key),
            names,
            from_ms,
            until_ms,
            handshake_cost,
        })
    }

    /// Remark on its time, for the operator.
    pub fn time_remark(&self, now_ms: u64) -> Option<String> {
        let until = at(self.until_ms);
        // Some are made for six days.
        let soon_ms = SOON_MS.min(self.until_ms.saturating_sub(self.from_ms) / 4);
        if now_ms > self.until_ms {
            Some(format!(
                "the certificate ended on {until}, and browsers refuse it; renew it"
            ))
        } else if now_ms + soon_ms > self.until_ms {
            Some(format!("the certificate ends on {until}; renew it"))
        } else if now_ms < self.from_ms {
            Some(format!(
                "the certificate begins on {}, and browsers refuse it until then; is this machine's clock right?",
                at(self.from_ms)
            ))
        } else {
            None
        }
    }

    /// Remark for the operator when people type another name.
    pub fn name_remark(&self, host: &str) -> Option<String> {
        (!self.is_for(host)).then(|| {
            format!(
                "the certificate is for {}, and browsers refuse it at {host}, the host of --public-url",
                self.names.join(", ")
            )
        })
    }

    /// When the next one is due: once two thirds of its time are over, as
    /// authorities recommend.
    pub fn renew_ms(&self) -> u64 {
        self.from_ms + self.until_ms.saturating_sub(self.from_ms) / 3 * 2
    }

    /// Whether it is for a name, or for an address as it stands in a URL.
    pub fn is_for(&self, host: &str) -> bool {
        let bare = host.trim_matches(['[', ']']);
        self.names.iter().any(|name| match name.strip_prefix("*.") {
            // A wildcard stands for one label (RFC 9525 section 6.3).
            Some(parent) => bare
                .split_once('.')
                .is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(parent)),
            None => name.eq_ignore_ascii_case(bare),
        })
    }
}

/// Signing with RSA takes the cube of the key's length.
fn handshake_cost(certificate: &X509Certificate<'_>) -> Cost {
    match certificate.public_key().parsed() {
        Ok(PublicKey::RSA(key)) => {
            let kib = u32::try_from(key.key_size().div_ceil(1_024)).unwrap_or(u32::MAX);
            let signature = Cost::RSA_1024.0.saturating_mul(kib.saturating_pow(3));
            Cost(Cost::TLS_HANDSHAKE.0.saturating_add(signature))
        }
        _ => Cost::TLS_HANDSHAKE,
    }
}

fn names(certificate: &X509Certificate<'_>) -> Vec<String> {
    let Ok(Some(extension)) = certificate.subject_alternative_name() else {
        return Vec::new();
    };
    let names = extension.value.general_names.iter();
    let names = names.filter_map(|name| match name {
        GeneralName::DNSName(name) => Some((*name).to_owned()),
        GeneralName::IPAddress(bytes) => address(bytes).map(|ip| ip.to_string()),
        _ => None,
    });
    names.collect()
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    let v4 = || <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    let v6 = || <[u8; 16]>::try_from(bytes).map(IpAddr::from);
    v4().or_else(|_| v6()).ok()
}

/// An instant as operators read it, in universal time.
pub(super) fn at(ms: u64) -> String {
    timestamp(ms).map_or_else(
        || "an unknown day".into(),
        |at| at.strftime("%F %H:%M UTC").to_string(),
    )
}

#[cfg(test)]
mod tests;
