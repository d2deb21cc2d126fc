//! Push subscriptions: where a browser takes messages, and the keys that they are encrypted and signed with.

use std::fmt::{self, Debug, Formatter};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{PublicKey, ecdsa::SigningKey};

use crate::target::Target;

/// Where a browser takes its notifications, with what they are encrypted and signed.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    pub(crate) target: Target,
    pub(crate) browser: PublicKey,
    pub(crate) auth: [u8; 16],
    pub(crate) signing: SigningKey,
}

impl Subscription {
    /// Reads the parts of a subscription.
    ///
    /// `endpoint` is an https URL of at most 1024 bytes without user info and fragment (RFC 8030). The others are base64url
    /// without padding: `p256dh` an uncompressed point on P-256 (65 bytes) and `auth` 16 bytes, both as the browser drew them
    /// (RFC 8291), `key` the private P-256 scalar (32 bytes) whose public key the browser subscribed with (RFC 8292). Nothing
    /// where one of them is not so.
    pub fn new(endpoint: &str, p256dh: &str, auth: &str, key: &str) -> Option<Subscription> {
        Some(Subscription {
            target: Target::new(endpoint)?,
            browser: PublicKey::from_sec1_bytes(&decode::<65>(p256dh)?).ok()?,
            auth: decode(auth)?,
            signing: SigningKey::from_slice(&decode::<32>(key)?).ok()?,
        })
    }

    /// The host of the endpoint, in the form that URLs have it.
    pub fn host(&self) -> &str {
        self.target.host()
    }
}

/// Shows the host alone: the endpoint's path is a secret, as the keys are.
impl Debug for Subscription {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.debug_struct("Subscription")
            .field("host", &self.host())
            .finish_non_exhaustive()
    }
}

fn decode<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests;
