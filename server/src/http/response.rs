//! Responses, always whole and short.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER},
};

/// What is sent back.
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

/// The answer to what is above the budget of its address.
pub(super) fn too_many_requests(wait_ms: u64) -> Response<HttpBody> {
    let seconds = wait_ms.div_ceil(1_000).max(1);
    let text = format!("Your network asks for too much at once; try again in {seconds} s.");
    retry_after(StatusCode::TOO_MANY_REQUESTS, &text, seconds)
}

/// Lets caches keep for a day what is the same for everybody.
pub(super) fn kept_for_a_day(mut response: Response<HttpBody>) -> Response<HttpBody> {
    let kept = HeaderValue::from_static("public, max-age=86400");
    response.headers_mut().insert(CACHE_CONTROL, kept);
    response
}

/// What no cache may keep, unless that is changed.
pub(super) fn response(
    status: StatusCode,
    kind: &'static str,
    body: impl Into<Bytes>,
) -> Response<HttpBody> {
    let mut response = Response::new(HttpBody::new(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        "x-content-type-options",
        HeaderValue::from_static("nosniff"),
    );
    response
}
