//! Calls of webhooks, signed as Standard Webhooks 1.0.0 has it (standardwebhooks.com).

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use http::{
    Method, Request,
    header::{CONTENT_LENGTH, CONTENT_TYPE, HOST},
};
use http_body_util::Full;
use sha2::Sha256;

use crate::{PushOutcome, target::Target};

/// Message to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookMessage {
    /// The same for each attempt at the same message: ASCII without a dot.
    pub id: String,
    /// JSON.
    pub body: Vec<u8>,
}

impl WebhookMessage {
    /// The request that delivers it, signed with that key.
    pub(crate) fn request(
        &self,
        to: &Target,
        key: &[u8],
        now_ms: u64,
    ) -> Result<Request<Full<Bytes>>, PushOutcome> {
        let timestamp_s = now_ms / 1_000;
        let signature = self.signature(key, timestamp_s);
        let request = Request::builder()
            .method(Method::POST)
            .uri(to.path.clone())
            .header(HOST, to.authority())
            .header(CONTENT_TYPE, "application/json")
            .header(CONTENT_LENGTH, self.body.len())
            .header("webhook-id", &self.id)
            .header("webhook-timestamp", timestamp_s)
            .header("webhook-signature", signature)
            .body(Full::from(self.body.clone()));
        request.map_err(|_| PushOutcome::Refused(400))
    }

    fn signature(&self, key: &[u8], timestamp_s: u64) -> String {
        // HMAC takes a key of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
            return String::new();
        };
        mac.update(format!("{}.{timestamp_s}.", self.id).as_bytes());
        mac.update(&self.body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    //! The signature, beside the example of the specification's libraries.

    use super::*;

    /// That of the reference libraries' tests (standard-webhooks, `libraries/`).
    #[test]
    fn a_message_is_signed_as_the_reference_libraries_sign_it() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let message = WebhookMessage {
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned(),
            body: br#"{"test": 2432232314}"#.to_vec(),
        };
        assert_eq!(
            message.signature(&key, 1_614_265_330),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }
}
