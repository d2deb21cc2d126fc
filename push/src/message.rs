//! Push messages, and the HTTP request that each becomes (RFC 8030, section 5).

use bytes::Bytes;
use http::{
    Method, Request,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST},
};
use http_body_util::Full;

use crate::{PushOutcome, encryption::encrypt, subscription::Subscription, vapid};

/// Bytes of the largest payload. A push service has to take 4096 bytes of ciphertext (RFC 8291, section 4).
const LARGEST_PAYLOAD: usize = 2_048;
/// Characters of the longest topic (RFC 8030, section 5.4).
const LONGEST_TOPIC: usize = 32;

/// Message to a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushMessage {
    /// At most 2048 bytes, which only the browser can read.
    pub payload: Vec<u8>,
    /// A message that still waits at the push service is replaced by one with the same topic (RFC 8030, section 5.4): at most 32
    /// characters of base64url. Without any, nothing is replaced.
    pub topic: String,
    /// For how many seconds the push service keeps it for a browser that is away (RFC 8030, section 5.2).
    pub ttl_s: u32,
    /// Whether it is worth a phone's battery.
    pub urgency: Urgency,
}

/// Whether a message is worth a phone's battery (RFC 8030, section 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Not when the battery is low.
    Normal,
    /// Always.
    High,
}

impl PushMessage {
    /// The request that delivers it.
    pub(crate) fn request(
        &self,
        to: &Subscription,
        contact: Option<&str>,
        now_ms: u64,
    ) -> Result<Request<Full<Bytes>>, PushOutcome> {
        self.check()?;
        let body = encrypt(&self.payload, &to.browser, &to.auth);
        let body = body.map_err(|why| PushOutcome::Unreachable(why.to_string()))?;
        let urgency = match self.urgency {
            Urgency::Normal => "normal",
            Urgency::High => "high",
        };
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(to.target.path.clone())
            .header(HOST, to.target.authority())
            .header("ttl", self.ttl_s)
            .header("urgency", urgency)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_LENGTH, body.len())
            .header(AUTHORIZATION, vapid::authorization(to, contact, now_ms));
        if !self.topic.is_empty() {
            request = request.header("topic", &self.topic);
        }
        let request = request.body(Full::from(body));
        request.map_err(|_| PushOutcome::Refused(400))
    }

    fn check(&self) -> Result<(), PushOutcome> {
        let base64url = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if self.payload.len() > LARGEST_PAYLOAD {
            return Err(PushOutcome::Refused(413));
        }
        if self.topic.len() > LONGEST_TOPIC || !self.topic.bytes().all(base64url) {
            return Err(PushOutcome::Refused(400));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
