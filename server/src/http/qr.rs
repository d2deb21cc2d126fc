//! The address of an invitation as a QR code, for the telephone of somebody
//! nearby.
//! Whether there is such a room is not looked up.

use std::fmt::Write;

use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue},
};
use protocol::RoomCode;
use qrcode::{Color, QrCode};
use url::{Url, form_urlencoded};

use super::response::{HttpBody, plain, response};

/// Characters of an address; bounds the work.
const LONGEST: usize = 300;
/// Light modules around the code (ISO/IEC 18004 asks for four).
const QUIET: usize = 4;

/// Answers a request for `/qr.svg` with this query.
pub(super) fn answer(base_path: &str, query: &str) -> Response<HttpBody> {
    let Some(code) = invitation(base_path, query).and_then(|url| QrCode::new(url.as_str()).ok())
    else {
        let text = format!(
            "Ask for /qr.svg?url=LINK, where LINK is the http or https address of an invitation \
             here, which ends in {base_path}/r/CODE and has at most {LONGEST} characters."
        );
        return plain(StatusCode::BAD_REQUEST, &text);
    };
    let mut response = response(StatusCode::OK, "image/svg+xml", svg(&code));
    let headers = response.headers_mut();
    // The code is enough to join, so no cache on the way may have it.
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=31536000, immutable"),
    );
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'"),
    );
    response
}

/// The address in the query, if it can be that of an invitation of ours: or
/// else the server would lend its name to any address at all.
fn invitation(base_path: &str, query: &str) -> Option<Url> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let (_, link) = pairs.find(|(name, _)| name == "url")?;
    let url = Url::parse(&link).ok()?;
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none()
        && url.as_str().len() <= LONGEST;
    let code = url.path().strip_prefix(base_path)?.strip_prefix("/r/")?;
    (plain && code.parse::<RoomCode>().is_ok()).then_some(url)
}

/// Black on white whatever the page's colours are, for cameras; a module is a
/// unit, and those that are dark side by side are one rectangle.
fn svg(code: &QrCode) -> String {
    let width = code.width();
    let side = width + 2 * QUIET;
    let mut path = String::new();
    for (row, modules) in code.to_colors().chunks(width).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                let (x, y, length) = (column + QUIET, row + QUIET, run.len());
                let _ = write!(path, "M{x} {y}h{length}v1h-{length}z");
            }
            column += run.len();
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/>\
         <path d=\"{path}\"/></svg>\n"
    )
}

#[cfg(test)]
mod tests;
