//! The files of the page, as `build.rs` packed them into the server: below the
//! hash of all of them, so that they may be kept for ever.

use bytes::Bytes;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, VARY},
};

use super::{
    accept::takes_coding,
    response::{HttpBody, kept_for_a_day, plain, response, verbatim, with},
};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page.
struct Asset {
    /// Below the hash.
    path: &'static str,
    /// Its content type.
    kind: &'static str,
    plain: &'static [u8],
    /// The same, where that is smaller.
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

/// Answers a request for `/a/PATH`, of which the hash is the beginning.
pub(super) fn answer(path: &str, headers: &HeaderMap) -> Response<HttpBody> {
    let (hash, path) = path.split_once('/').unwrap_or_default();
    let Some(asset) = find(path).filter(|_| hash == HASH) else {
        return plain(
            StatusCode::NOT_FOUND,
            "There is no such file of the page here; load the page anew.",
        );
    };
    let kept = "public, max-age=31536000, immutable";
    with(send(asset, headers), CACHE_CONTROL, kept)
}

/// The page's service worker: asked for anew each time, since its address stays when it changes.
pub(super) fn worker(headers: &HeaderMap) -> Response<HttpBody> {
    let response = with(send(&WORKER, headers), CACHE_CONTROL, "no-cache");
    let policy = "default-src 'none'; connect-src 'self'";
    with(response, CONTENT_SECURITY_POLICY, policy)
}

fn send(asset: &Asset, headers: &HeaderMap) -> Response<HttpBody> {
    // The smallest first.
    let codings = [("br", asset.brotli), ("gzip", asset.gzip)];
    let packed = codings.into_iter().find_map(|(coding, packed)| {
        Some(coding).zip(packed.filter(|_| takes_coding(headers, coding)))
    });
    let content = packed.map_or(asset.plain, |(_, packed)| packed);
    let response = verbatim(StatusCode::OK, asset.kind, Bytes::from_static(content));
    let response = with(response, VARY, "accept-encoding");
    match packed {
        Some((coding, _)) => with(response, CONTENT_ENCODING, coding),
        None => response,
    }
}

/// The icon that is asked for without a document to name it.
pub(super) fn icon() -> Response<HttpBody> {
    let icon = find("icon-192.png").map_or(&[][..], |asset| asset.plain);
    kept_for_a_day(response(
        StatusCode::OK,
        "image/png",
        Bytes::from_static(icon),
    ))
}

fn find(path: &str) -> Option<&'static Asset> {
    let place = ASSETS.binary_search_by(|asset| asset.path.cmp(path));
    place.ok().map(|place| &ASSETS[place])
}

/// Part of the build script, which has no tests of its own.
#[cfg(test)]
#[path = "../../build/mod.rs"]
mod build;

#[cfg(test)]
mod tests;
