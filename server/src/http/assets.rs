//! The files of the page, as `build.rs` packed them into the server: below the
//! hash of all of them, so that they may be kept for ever.

use bytes::Bytes;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, HeaderValue, VARY},
};

use super::{
    accept::takes,
    response::{Body, plain, response},
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
}

/// Answers a request for `/a/PATH`, of which the hash is the beginning.
pub(super) fn answer(path: &str, headers: &HeaderMap) -> Response<Body> {
    let (hash, path) = path.split_once('/').unwrap_or_default();
    let Some(asset) = find(path).filter(|_| hash == HASH) else {
        return plain(
            StatusCode::NOT_FOUND,
            "There is no such file of the page here; load the page anew.",
        );
    };
    let gzip = asset.gzip.filter(|_| takes_gzip(headers));
    let content = Bytes::from_static(gzip.unwrap_or(asset.plain));
    let mut response = response(StatusCode::OK, asset.kind, content);
    let headers = response.headers_mut();
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if gzip.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn find(path: &str) -> Option<&'static Asset> {
    let place = ASSETS.binary_search_by(|asset| asset.path.cmp(path));
    place.ok().map(|place| &ASSETS[place])
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let takes = |coding| takes(headers, &ACCEPT_ENCODING, coding);
    takes("gzip").or_else(|| takes("*")).unwrap_or(false)
}

/// Part of the build script, which has no tests of its own.
#[cfg(test)]
#[path = "../../build/comments.rs"]
mod comments;

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    fn asking(encoding: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, encoding.parse().unwrap())])
    }

    #[test]
    fn every_file_is_found_and_nothing_else() {
        for asset in ASSETS {
            assert!(std::ptr::eq(find(asset.path).unwrap(), asset));
        }
        for path in [
            "",
            "/",
            "index.html",
            "catalogue.json",
            "main",
            "main.js/",
            "../main.js",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn only_the_document_has_anything_filled_in() {
        for asset in ASSETS {
            let text = String::from_utf8_lossy(asset.plain);
            for mark in ["__BASE__", "__HASH__"] {
                let path = asset.path;
                assert!(
                    !text.contains(mark),
                    "{mark} in {path}: let addresses in it be relative"
                );
            }
        }
    }

    #[test]
    fn a_content_is_not_copied_to_be_sent() {
        let mut body = answer(&format!("{HASH}/main.js"), &HeaderMap::new()).into_body();
        let sent = futures::executor::block_on(body.frame()).unwrap().unwrap();
        let plain = find("main.js").unwrap().plain;
        assert!(std::ptr::eq(
            &raw const sent.data_ref().unwrap()[0],
            plain.as_ptr()
        ));
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let path = format!("{HASH}/main.js");
        for (encoding, packed) in [
            ("gzip, deflate, br", true),
            ("GZIP", true),
            ("*", true),
            ("br, *;q=0.1", true),
            ("gzip;q=0", false),
            ("*, gzip;q=0", false),
            ("gzip, *;q=0", true),
            ("identity", false),
            ("", false),
        ] {
            let answer = answer(&path, &asking(encoding));
            assert_eq!(answer.status(), StatusCode::OK);
            let named = answer.headers().contains_key(CONTENT_ENCODING);
            assert_eq!(named, packed, "{encoding:?}");
        }
    }

    #[test]
    fn a_catalogue_has_only_the_sentences_of_the_page() {
        let parts = include_str!("../../web/catalogue.json");
        let parts: Vec<String> = serde_json::from_str(parts).unwrap();
        let source = include_str!("../../../locales/en.json");
        type Sentences = std::collections::BTreeMap<String, serde_json::Value>;
        let all: Sentences = serde_json::from_str(source).unwrap();
        let sent: Sentences =
            serde_json::from_slice(find("locales/en.json").unwrap().plain).unwrap();
        for (key, sentence) in &all {
            let of_page = parts.iter().any(|part| {
                let rest = key.strip_prefix(part.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            assert_eq!(sent.get(key), of_page.then_some(sentence), "{key}");
        }
        assert!((1..all.len()).contains(&sent.len()));
    }
}
