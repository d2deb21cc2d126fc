//! The secret in a request's header, which stands in no log and no history as an address would.

use hyper::{
    HeaderMap, Response, StatusCode,
    header::{AUTHORIZATION, WWW_AUTHENTICATE},
};
use protocol::Secret;

use super::response::{HttpBody, plain, with};

/// The secret in `Authorization: Bearer …` (RFC 6750).
pub(super) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    Secret::new(shown(headers)?).ok()
}

/// The same, or what should be one.
pub(super) fn shown(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    is_bearer.then(|| secret.trim())
}

/// The answer to a request without the secret that it needs, in a sentence that says which.
pub(super) fn unauthorized(sentence: &str) -> Response<HttpBody> {
    let response = plain(StatusCode::UNAUTHORIZED, sentence);
    with(response, WWW_AUTHENTICATE, "Bearer")
}
