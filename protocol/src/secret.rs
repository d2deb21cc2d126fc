//! The seat secret: the proof of who owns a seat, drawn by the owner's client.
//!
//! The server keeps only the hash.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Bytes of a secret: at least 128 bits of randomness, at most a sane length.
const BYTES: std::ops::RangeInclusive<usize> = 16..=48;

/// A seat secret, on the wire as unpadded base64url (22 to 64 characters).
/// Its debug output shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// SHA-256 of a secret's text. Compare with [`SecretHash::same`], which takes
/// the same time whatever it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash([u8; 32]);

/// Why a text is no secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a seat secret is 16 to 48 random bytes as base64url without padding (22 to 64 characters)"
)]
pub struct NotASecret;

impl Secret {
    /// Draws 128 bits from the system.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn draw() -> Result<Secret, getrandom::Error> {
        Secret::drawn::<16>()
    }

    /// Draws 192 bits, which libraries for Standard Webhooks want of a key that calls are signed with.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn draw_key() -> Result<Secret, getrandom::Error> {
        Secret::drawn::<24>()
    }

    fn drawn<const N: usize>() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(BASE64.encode(bytes)))
    }

    /// Reads a secret from its text.
    ///
    /// # Errors
    /// When it is not base64url or not of a secret's length.
    pub fn new(text: impl Into<String>) -> Result<Secret, NotASecret> {
        let text = text.into();
        match BASE64.decode(&text) {
            Ok(bytes) if BYTES.contains(&bytes.len()) => Ok(Secret(text)),
            _ => Err(NotASecret),
        }
    }

    /// The text, for a client's own storage.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Hash that the server keeps instead of the secret.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl SecretHash {
    /// Whether both are the same, in constant time.
    pub fn same(&self, other: &SecretHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }

    /// Its first 64 bits, where it is enough to tell some hashes apart.
    pub fn prefix(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

hide_debug!(Secret);
hide_debug!(SecretHash);

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Secret::new(String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl Serialize for SecretHash {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&BASE64.encode(self.0))
    }
}

impl<'de> Deserialize<'de> for SecretHash {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        let bytes = BASE64
            .decode(text.as_bytes())
            .ok()
            .and_then(|b| b.try_into().ok());
        bytes
            .map(SecretHash)
            .ok_or_else(|| serde::de::Error::custom("not a SHA-256 hash"))
    }
}

#[cfg(test)]
mod tests;
