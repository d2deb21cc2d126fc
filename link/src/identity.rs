//! Identity of a node: a key that it draws when it starts and that never leaves its memory.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest, Sha256};

/// The name in a certificate, which nobody looks at.
const NAME: &str = "oxo-node";

/// The SHA-256 digest of a node's certificate. As a text it is hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    pub(crate) fn of(certificate: &CertificateDer) -> Fingerprint {
        Fingerprint(Sha256::digest(certificate).into())
    }
}

impl Display for Fingerprint {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint has 64 hexadecimal digits")]
pub struct NoFingerprint;

impl FromStr for Fingerprint {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Fingerprint, NoFingerprint> {
        if text.len() != 64 || !text.is_ascii() {
            return Err(NoFingerprint);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            let digits = &text[2 * at..2 * at + 2];
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NoFingerprint)?;
        }
        Ok(Fingerprint(bytes))
    }
}

/// A node's key and the certificate that goes with it.
#[derive(Debug)]
pub struct PeerIdentity {
    pub(crate) certificate: CertificateDer<'static>,
    pub(crate) key: PrivateKeyDer<'static>,
}

impl PeerIdentity {
    pub fn new() -> Result<PeerIdentity, rcgen::Error> {
        let made = rcgen::generate_simple_self_signed([NAME.to_owned()])?;
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        Ok(PeerIdentity {
            certificate: made.cert.der().clone(),
            key: PrivateKeyDer::from(key),
        })
    }

    /// Fingerprint for others to expect.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.certificate)
    }
}
