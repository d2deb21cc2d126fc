//! The address of an invitation as a QR code, for the telephone of whoever
//! sits beside.
//! Whether there is such a room is not looked up.

use std::fmt::Write;

use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue},
};
use protocol::RoomCode;
use qrcode::{Color, QrCode};
use url::{Url, form_urlencoded};

use super::response::{Body, plain, response};

/// Characters of an address; bounds the work.
const LONGEST: usize = 300;
/// Light modules around the code (ISO/IEC 18004 asks for four).
const QUIET: usize = 4;

/// Answers a request for `/qr.svg` with this query.
pub(super) fn answer(base_path: &str, query: &str) -> Response<Body> {
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
    // Whoever sees the code may sit down, so no cache on the way may have it.
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn asked(url: &str) -> String {
        form_urlencoded::Serializer::new(String::new())
            .append_pair("url", url)
            .finish()
    }

    #[test]
    fn only_an_invitation_of_this_server_has_a_code() {
        let of_length = |length: usize| {
            let end = ".example/r/K7QX-4MTR";
            format!("https://{}{end}", "a".repeat(length - 8 - end.len()))
        };
        for (base_path, url, is_one) in [
            ("", "http://192.168.1.20:1952/r/K7QX-4MTR", true),
            ("", "https://oxo.example/r/k7qx4mtr", true),
            ("", "https://[::1]:8443/r/K7QX-4MTR", true),
            ("/oxo", "https://oxo.example/oxo/r/K7QX-4MTR", true),
            ("", &of_length(300), true),
            ("", &of_length(301), false),
            ("/oxo", "https://oxo.example/r/K7QX-4MTR", false),
            ("", "https://oxo.example/oxo/r/K7QX-4MTR", false),
            ("", "https://oxo.example/r/nonsense", false),
            ("", "https://oxo.example/r/K7QX-4MTR/", false),
            ("", "https://oxo.example/r/K7QX-4MTR?a", false),
            ("", "https://oxo.example/r/K7QX-4MTR#watch", false),
            ("", "https://ana@oxo.example/r/K7QX-4MTR", false),
            ("", "https://:secret@oxo.example/r/K7QX-4MTR", false),
            ("", "ftp://oxo.example/r/K7QX-4MTR", false),
            ("", "javascript:/r/K7QX-4MTR", false),
            ("", "/r/K7QX-4MTR", false),
            ("", "", false),
        ] {
            let found = invitation(base_path, &asked(url));
            assert_eq!(found.is_some(), is_one, "{url} below {base_path:?}");
            let wanted = if is_one {
                StatusCode::OK
            } else {
                StatusCode::BAD_REQUEST
            };
            assert_eq!(answer(base_path, &asked(url)).status(), wanted, "{url}");
        }
        assert_eq!(answer("", "").status(), StatusCode::BAD_REQUEST);
    }

    /// Which modules a path makes dark, quiet zone included.
    fn drawn(svg: &str, side: usize) -> Vec<Color> {
        let path = svg.split(" d=\"").nth(1).unwrap();
        let path = path.split('"').next().unwrap();
        let mut modules = vec![Color::Light; side * side];
        for run in path.split_terminator('z') {
            let (corner, rest) = run[1..].split_once('h').unwrap();
            let (x, y) = corner.split_once(' ').unwrap();
            let length = rest.split_once("v1h-").unwrap().0.parse::<usize>().unwrap();
            let from = y.parse::<usize>().unwrap() * side + x.parse::<usize>().unwrap();
            modules[from..from + length].fill(Color::Dark);
        }
        modules
    }

    #[test]
    fn what_is_drawn_reads_back_as_the_code() {
        let code = QrCode::new("https://oxo.example/r/K7QX-4MTR").unwrap();
        let side = code.width() + 8;
        let svg = svg(&code);
        assert!(
            svg.contains(&format!("viewBox=\"0 0 {side} {side}\"")),
            "{svg}"
        );
        let modules = drawn(&svg, side);
        for (at, module) in modules.iter().enumerate() {
            let inside = |at: usize| at.checked_sub(4).filter(|at| *at < code.width());
            let wanted = match (inside(at % side), inside(at / side)) {
                (Some(x), Some(y)) => code[(x, y)],
                _ => Color::Light,
            };
            assert_eq!(*module, wanted, "module {at}");
        }
    }

    proptest! {
        #[test]
        fn no_query_brings_the_server_down(base in "(/[a-z]{0,8})?", query in ".{0,400}") {
            answer(&base, &query);
            answer(&base, &asked(&query));
        }

        #[test]
        fn every_invitation_that_fits_has_a_code(
            host in "[a-z]([a-z0-9.-]{0,250}[a-z])?", port: u16, base in "(/[a-z]{1,8})?", bits: u64,
        ) {
            let code = RoomCode::from_bits(bits);
            let url = format!("https://{host}:{port}{base}/r/{code}");
            let wanted = match Url::parse(&url) {
                Ok(url) if url.as_str().len() <= LONGEST => StatusCode::OK,
                _ => StatusCode::BAD_REQUEST,
            };
            prop_assert_eq!(answer(&base, &asked(&url)).status(), wanted);
        }
    }
}
