//! Responses, always whole and short.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, IntoHeaderName, RETRY_AFTER},
};
use protocol::text::{json_document, printable};

/// The body of a response.
pub(super) type HttpBody = http_body_util::Full<Bytes>;

/// A sentence.
pub(super) fn plain(status: StatusCode, text: &str) -> Response<HttpBody> {
    response(status, "text/plain; charset=utf-8", format!("{text}\n"))
}

/// A sentence, and after how many seconds to come back.
pub(super) fn retry_after(status: StatusCode, text: &str, seconds: u64) -> Response<HttpBody> {
    let mut response = plain(status, text);
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// The answer to a request above the budget of its address.
pub(super) fn too_many_requests(wait_ms: u64) -> Response<HttpBody> {
    let seconds = wait_ms.div_ceil(1_000).max(1);
    let text = format!("Your network asks for too much at once; try again in {seconds} s.");
    retry_after(StatusCode::TOO_MANY_REQUESTS, &text, seconds)
}

/// A response with one more header line, or another value of one.
pub(super) fn with(
    mut response: Response<HttpBody>,
    name: impl IntoHeaderName,
    value: &'static str,
) -> Response<HttpBody> {
    let value = HeaderValue::from_static(value);
    response.headers_mut().insert(name, value);
    response
}

/// Lets caches keep for a day a response that is the same for everybody.
pub(super) fn kept_for_a_day(response: Response<HttpBody>) -> Response<HttpBody> {
    with(response, CACHE_CONTROL, "public, max-age=86400")
}

/// A response that no cache may keep, unless that is changed. Each body is made harmless here:
/// `curl` and the like write it to a terminal as it is.
pub(super) fn response(
    status: StatusCode,
    kind: &'static str,
    body: impl Into<Bytes>,
) -> Response<HttpBody> {
    verbatim(status, kind, harmless(kind, body.into()))
}

/// The same for a response of this server alone, which may be compressed.
pub(super) fn verbatim(status: StatusCode, kind: &'static str, body: Bytes) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::new(body));
    *response.status_mut() = status;
    let response = with(response, CONTENT_TYPE, kind);
    let response = with(response, CACHE_CONTROL, "no-store");
    with(response, "x-content-type-options", "nosniff")
}

/// Texts and values without what a terminal obeys. HTML, which escapes itself for browsers, and the
/// page's files are what they are.
fn harmless(kind: &str, body: Bytes) -> Bytes {
    let make = match kind.split(';').next() {
        Some("text/plain" | "application/x-go-sgf") => printable,
        Some("application/json") => json_document,
        _ => return body,
    };
    // Every such body is a text.
    make(&String::from_utf8_lossy(&body)).into_owned().into()
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    async fn body(kind: &'static str, text: &'static str) -> String {
        let body = response(StatusCode::OK, kind, text).into_body();
        let bytes = body.collect().await.unwrap().to_bytes();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn texts_and_json_carry_no_control_characters() {
        let hostile = "\"\u{9b}2J\u{202e}\"\n";
        for kind in [
            "text/plain; charset=utf-8",
            "application/x-go-sgf; charset=utf-8",
        ] {
            assert_eq!(body(kind, hostile).await, "\"?2J?\"\n");
        }
        let json = body("application/json", hostile).await;
        assert_eq!(json, "\"\\u009b2J\\u202e\"\n");
        assert_eq!(body("image/svg+xml", hostile).await, hostile);
    }
}
