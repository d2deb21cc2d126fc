//! Voluntary application server identification (RFC 8292): a signed token that tells a push service who sends.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, signature::Signer};
use serde_json::json;

use crate::subscription::Subscription;

/// Life of a token; RFC 8292 allows a day, and clocks differ.
const LIFETIME_S: u64 = 12 * 60 * 60;

/// The value of the header `Authorization` for a request to this subscription at this time.
pub(crate) fn authorization(to: &Subscription, contact: Option<&str>, now_ms: u64) -> String {
    let mut claims = json!({
        "aud": to.target.url.origin().ascii_serialization(),
        "exp": now_ms / 1_000 + LIFETIME_S,
    });
    if let Some(contact) = contact {
        claims["sub"] = contact.into();
    }
    let header = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
    let claims = URL_SAFE_NO_PAD.encode(claims.to_string());
    let signed = format!("{header}.{claims}");
    let signature: Signature = to.signing.sign(signed.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
    let public = to.signing.verifying_key().to_sec1_point(false);
    let public = URL_SAFE_NO_PAD.encode(public.as_bytes());
    format!("vapid t={signed}.{signature}, k={public}")
}

#[cfg(test)]
mod tests;
