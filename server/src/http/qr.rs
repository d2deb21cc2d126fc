//! The address of an invitation as a QR code, for the phone of a guest nearby, or with a token for another device of a player.
//! Whether there is such a room is not looked up.

use std::fmt::Write;

use admission::{AddressGroup, Cost};
use bytes::Bytes;
use hyper::{
    HeaderMap, Request, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, VARY},
};
use node::Node;
use protocol::RoomCode;
use qrcode::{
    Color, EcLevel, QrResult, bits,
    canvas::{Canvas, MaskPattern},
    ec,
};
use url::form_urlencoded;

use super::{
    Site,
    bearer::{bearer, shown, unauthorized},
    payment::pay,
    response::{HttpBody, plain, response, too_many_requests, with},
};

/// Characters of an address; bounds the work.
const LONGEST: usize = 200;
/// Light modules around the code (ISO/IEC 18004 asks for four).
const QUIET: usize = 4;

/// Answers a request for `/qr.svg`.
pub(super) async fn answer<B>(
    site: &Site,
    source: AddressGroup,
    request: &Request<B>,
) -> Response<HttpBody> {
    let host = request.headers().get(HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let query = request.uri().query().unwrap_or_default();
    let Some(link) = invitation(query, |base| site.node.facts.is_own_address(base, host)) else {
        return no_invitation(&site.node.options.base_path);
    };
    // A proxy's own credentials come in the same header.
    if shown(request.headers()).is_some() {
        return with_token(&site.node, source, link, request.headers()).await;
    }
    if let Some(picture) = site.qr_codes.get(&link) {
        return send(picture);
    }
    if let Err(wait_ms) = pay(&site.node, source, Cost::QR_CODE).await {
        return too_many_requests(wait_ms);
    }
    match draw(&link) {
        Ok(picture) => {
            let picture = Bytes::from(picture);
            site.qr_codes.put(link, picture.clone());
            send(picture)
        }
        Err(_) => no_invitation(&site.node.options.base_path),
    }
}

/// The code of an address that has the token of a shared seat in its fragment. No cache keeps it, this server's neither.
async fn with_token(
    node: &Node,
    source: AddressGroup,
    link: String,
    headers: &HeaderMap,
) -> Response<HttpBody> {
    let Some(token) = bearer(headers) else {
        return unauthorized(NO_TOKEN);
    };
    if let Err(wait_ms) = pay(node, source, Cost::QR_CODE).await {
        return too_many_requests(wait_ms);
    }
    match draw(&format!("{link}#take={}", token.reveal())) {
        Ok(picture) => {
            let response = send(Bytes::from(picture));
            with(response, CACHE_CONTROL, "no-store")
        }
        Err(_) => no_invitation(&node.options.base_path),
    }
}

const NO_TOKEN: &str =
    "To draw the address of a shared seat, send its token as 'Authorization: Bearer TOKEN'.";

fn send(picture: Bytes) -> Response<HttpBody> {
    let response = response(StatusCode::OK, "image/svg+xml", picture);
    // The code is enough to join, so no cache on the way may have it.
    let kept = "private, max-age=31536000, immutable";
    let response = with(response, CACHE_CONTROL, kept);
    let response = with(response, VARY, "Authorization");
    with(response, CONTENT_SECURITY_POLICY, "default-src 'none'")
}

fn no_invitation(base_path: &str) -> Response<HttpBody> {
    let text = format!(
        "Ask for /qr.svg?url=LINK, where LINK is the address of an invitation to this server, \
         which ends in {base_path}/r/CODE and has at most {LONGEST} characters."
    );
    plain(StatusCode::BAD_REQUEST, &text)
}

/// The address in the query, if it is that of an invitation of ours: or else
/// the server would lend its name to any address at all.
fn invitation(query: &str, is_ours: impl Fn(&str) -> bool) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let (_, link) = pairs.find(|(name, _)| name == "url")?;
    let (base, code) = link.rsplit_once("/r/")?;
    let code = code.parse::<RoomCode>().ok()?;
    (link.len() <= LONGEST && is_ours(base)).then(|| format!("{base}/r/{code}"))
}

/// Draws a code. Of its eight masks one is taken as it is: to look for the
/// prettiest takes longer than all the rest, and a camera reads every one.
fn draw(link: &str) -> QrResult<String> {
    const LEVEL: EcLevel = EcLevel::M;
    let bits = bits::encode_auto(link.as_bytes(), LEVEL)?;
    let version = bits.version();
    let (data, correction) = ec::construct_codewords(&bits.into_bytes(), version, LEVEL)?;
    let mut canvas = Canvas::new(version, LEVEL);
    canvas.draw_all_functional_patterns();
    canvas.draw_data(&data, &correction);
    canvas.apply_mask(MaskPattern::Checkerboard);
    let width = usize::try_from(version.width()).unwrap_or_default();
    Ok(svg(&canvas.into_colors(), width))
}

/// Black on white whatever the page's colours are, for cameras; a module is a
/// unit, and those that are dark side by side are one rectangle.
fn svg(modules: &[Color], width: usize) -> String {
    let side = width + 2 * QUIET;
    let mut path = String::new();
    for (row, modules) in modules.chunks(width).enumerate() {
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
