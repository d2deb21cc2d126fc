//! Push subscriptions: where a browser takes messages, and the keys that they are encrypted and signed with.

use std::fmt::{self, Debug, Formatter};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{PublicKey, ecdsa::SigningKey};

use crate::target::Target;

/// Where a browser takes its notifications, with what they are encrypted and signed.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    target: Target,
    browser: PublicKey,
    auth: [u8; 16],
    signing: SigningKey,
}

/// Which part of a subscription is not what it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSubscription {
    /// The endpoint is no URL that messages can be sent to.
    #[error(
        "the endpoint must be an https URL of at most 1024 bytes without user, password and fragment"
    )]
    Endpoint,
    /// The browser's public key.
    #[error(
        "`p256dh` must be an uncompressed point on P-256: 65 bytes in base64url without padding"
    )]
    P256dh,
    /// The authentication secret.
    #[error("`auth` must be 16 bytes in base64url without padding")]
    Auth,
    /// The private key that requests are signed with.
    #[error(
        "the signing key must be a private key on P-256: 32 bytes in base64url without padding"
    )]
    Key,
}

impl Subscription {
    /// Reads the parts of a subscription.
    ///
    /// `endpoint` is an https URL of at most 1024 bytes without user info and fragment (RFC 8030). The others are base64url
    /// without padding: `p256dh` an uncompressed point on P-256 (65 bytes) and `auth` 16 bytes, both as the browser drew them
    /// (RFC 8291), `key` the private P-256 scalar (32 bytes) whose public key the browser subscribed with (RFC 8292).
    ///
    /// # Errors
    /// The first part that is not so.
    pub fn new(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        key: &str,
    ) -> Result<Subscription, BadSubscription> {
        let target = Target::new(endpoint).ok_or(BadSubscription::Endpoint)?;
        let browser = decode::<65>(p256dh)
            .and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok())
            .ok_or(BadSubscription::P256dh)?;
        let auth = decode(auth).ok_or(BadSubscription::Auth)?;
        let signing = decode::<32>(key)
            .and_then(|bytes| SigningKey::from_slice(&bytes).ok())
            .ok_or(BadSubscription::Key)?;
        Ok(Subscription {
            target,
            browser,
            auth,
            signing,
        })
    }

    /// The host of the endpoint, in the form that URLs have it.
    #[must_use]
    pub fn host(&self) -> &str {
        self.target.host()
    }

    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    pub(crate) fn browser(&self) -> &PublicKey {
        &self.browser
    }

    pub(crate) fn auth(&self) -> &[u8; 16] {
        &self.auth
    }

    pub(crate) fn signing(&self) -> &SigningKey {
        &self.signing
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
