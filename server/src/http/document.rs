//! The one document of the page: the same for the front door, an invitation
//! and a finished game, for browsers only. What stands at its address it finds
//! out by itself.

use bytes::Bytes;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{ACCEPT, HeaderValue},
};
use protocol::{GameId, RoomCode};

use super::{
    accept::takes,
    assets::HASH,
    response::{HttpBody, response},
};
use crate::state::ServerState;

/// Nothing inline, nothing foreign, and no text that becomes markup. `'self'`
/// includes the WebSocket of the same host (CSP 3, section 6.7.2.8).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", POLICY),
    // An address of a room or a game is all that it takes to get in.
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "permissions-policy",
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
];

/// The document of a server below this base path, which needs no escaping: it
/// is made of letters, digits and `-._~/`.
pub(crate) fn render(base_path: &str) -> Bytes {
    include_str!(concat!(env!("OUT_DIR"), "/index.html"))
        .replace("__BASE__", base_path)
        .replace("__HASH__", HASH)
        .into()
}

/// The status with which the document stands at a path, if it does. Whether a
/// room or a game is there is not looked up.
pub(super) fn status(path: &str) -> Option<StatusCode> {
    let readable = |is: bool| match is {
        true => StatusCode::OK,
        false => StatusCode::NOT_FOUND,
    };
    if let "" | "/" = path {
        Some(StatusCode::OK)
    } else if let Some(code) = path.strip_prefix("/r/") {
        Some(readable(code.parse::<RoomCode>().is_ok()))
    } else {
        // With an ending it is a file.
        let id = path.strip_prefix("/games/")?;
        let plain = !id.contains('.');
        plain.then(|| readable(id.parse::<GameId>().is_ok()))
    }
}

/// Whether it is asked for by a browser; programs take anything or something else.
pub(super) fn wanted(headers: &HeaderMap) -> bool {
    takes(headers, &ACCEPT, "text/html").unwrap_or(false)
}

/// Sends it.
pub(super) fn answer(state: &ServerState, status: StatusCode) -> Response<HttpBody> {
    let mut response = response(status, "text/html; charset=utf-8", state.document.clone());
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

#[cfg(test)]
mod tests;
