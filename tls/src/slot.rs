//! The certificate in force. A handshake takes the one that is there when it begins,
//! so that replacing it disturbs no connection.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use rustls::{
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

use super::certificate::Certificate;

/// The protocol inside a handshake that only answers a challenge (RFC 8737 section 6.2).
pub(super) const CHALLENGE: &[u8] = b"acme-tls/1";

/// The slot in which handshakes find the certificate.
#[derive(Debug, Default)]
pub(super) struct CertificateSlot {
    current: Mutex<Option<Arc<Certificate>>>,
    /// The answers to an authority's challenges, by name.
    challenges: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl CertificateSlot {
    pub fn current(&self) -> Option<Arc<Certificate>> {
        self.current.lock().clone()
    }

    /// Whether it is another than before.
    pub fn put(&self, certificate: Certificate) -> bool {
        let chain = certificate.key.cert.clone();
        let before = self.current.lock().replace(Arc::new(certificate));
        before.is_none_or(|before| before.key.cert != chain)
    }

    pub fn answer_challenge(&self, name: String, answer: Arc<CertifiedKey>) {
        self.challenges.lock().insert(name, answer);
    }

    pub fn forget_challenges(&self) {
        self.challenges.lock().clear();
    }
}

impl ResolvesServerCert for CertificateSlot {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|offered| offered.eq([CHALLENGE]));
        if is_challenge {
            return self.challenges.lock().get(hello.server_name()?).cloned();
        }
        Some(Arc::clone(&self.current()?.key))
    }
}
