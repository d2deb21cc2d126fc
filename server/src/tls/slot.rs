//! The certificate in force. A handshake takes what is there when it begins,
//! so that replacing it disturbs no connection.

use std::{collections::HashMap, sync::Arc};

use rustls::{
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

use super::certificate::Certificate;
use crate::sync::{Mutex, lock};

/// The protocol inside a handshake that only answers a challenge (RFC 8737 section 6.2).
pub(super) const CHALLENGE: &[u8] = b"acme-tls/1";

/// Where handshakes find the certificate.
#[derive(Debug, Default)]
pub(super) struct CertificateSlot {
    current: Mutex<Option<Arc<Certificate>>>,
    /// The answers to an authority's challenges, by name.
    challenges: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl CertificateSlot {
    pub fn current(&self) -> Option<Arc<Certificate>> {
        lock(&self.current).clone()
    }

    /// Whether it is another than before.
    pub fn put(&self, certificate: Certificate) -> bool {
        let chain = certificate.key.cert.clone();
        let before = lock(&self.current).replace(Arc::new(certificate));
        before.is_none_or(|before| before.key.cert != chain)
    }

    pub fn answer_challenge(&self, name: String, answer: Arc<CertifiedKey>) {
        lock(&self.challenges).insert(name, answer);
    }

    pub fn forget_challenges(&self) {
        lock(&self.challenges).clear();
    }
}

impl ResolvesServerCert for CertificateSlot {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|offered| offered.eq([CHALLENGE]));
        if is_challenge {
            return lock(&self.challenges).get(hello.server_name()?).cloned();
        }
        Some(Arc::clone(&self.current()?.key))
    }
}
