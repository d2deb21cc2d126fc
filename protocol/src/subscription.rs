//! A device's Web Push subscription: its endpoint (RFC 8030), and the keys that messages are encrypted (RFC 8291) and
//! signed (RFC 8292) with.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// The most bytes of an endpoint.
const ENDPOINT_BYTES: usize = 1_024;
/// An uncompressed point on P-256 (SEC 1): its mark and two numbers of 32 bytes.
const POINT_BYTES: usize = 65;
const UNCOMPRESSED: u8 = 4;
/// Bytes of the authentication secret (RFC 8291 section 3.2).
const AUTH_BYTES: usize = 16;
/// Bytes of a private key on P-256.
const KEY_BYTES: usize = 32;

/// The subscription of one device. Its debug output shows nothing: who knows it may send to the device.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// The address that its push service gave it, `https` and at most 1,024 bytes of ASCII.
    #[serde(deserialize_with = "endpoint")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = r"^https://[!-~]+$"), length(max = 1024))
    )]
    pub endpoint: String,
    /// The device's public key: 65 bytes as base64url without padding.
    #[serde(deserialize_with = "point")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = "^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$"))
    )]
    pub p256dh: String,
    /// The device's authentication secret: 16 bytes as base64url without padding.
    #[serde(deserialize_with = "auth")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = "^[A-Za-z0-9_-]{21}[AQgw]$"))
    )]
    pub auth: String,
    /// The private key, drawn by the device, whose public key it subscribed with: the server signs with it.
    /// 32 bytes as base64url without padding.
    #[serde(deserialize_with = "key")]
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"))
    )]
    pub key: String,
}

hide_debug!(PushSubscription);

/// Reads the endpoint of a subscription.
pub(crate) fn endpoint<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    let rest = text.strip_prefix("https://").unwrap_or_default();
    let is_plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
    match !rest.is_empty() && is_plain && text.len() <= ENDPOINT_BYTES {
        true => Ok(text),
        false => Err(D::Error::custom(
            "must be an https address of at most 1024 bytes",
        )),
    }
}

fn point<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let is_point = |bytes: &[u8]| bytes.len() == POINT_BYTES && bytes[0] == UNCOMPRESSED;
    let wanted = "must be an uncompressed point on P-256: 65 bytes as base64url without padding";
    encoded(from, is_point, wanted)
}

fn auth<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let wanted = "must be 16 bytes as base64url without padding";
    encoded(from, |bytes| bytes.len() == AUTH_BYTES, wanted)
}

fn key<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let wanted = "must be 32 bytes as base64url without padding";
    encoded(from, |bytes| bytes.len() == KEY_BYTES, wanted)
}

fn encoded<'de, D: Deserializer<'de>>(
    from: D,
    will_do: impl Fn(&[u8]) -> bool,
    wanted: &str,
) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    match BASE64.decode(&text) {
        Ok(bytes) if will_do(&bytes) => Ok(text),
        _ => Err(D::Error::custom(wanted)),
    }
}
