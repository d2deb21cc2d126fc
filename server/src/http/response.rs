//! Responses, always whole and short.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue},
};

/// What is sent back.
pub(super) type HttpBody = http_body_util::Full<Bytes>;

/// A sentence.
pub(super) fn plain(status: StatusCode, text: &str) -> Response<HttpBody> {
    response(status, "text/plain; charset=utf-8", format!("{text}\n"))
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
