//! Tests of `assets`.

use http_body_util::BodyExt;
use hyper::header::ACCEPT_ENCODING;

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
fn only_the_document_has_placeholders() {
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
fn a_file_is_compressed_as_its_client_accepts_it() {
    let path = format!("{HASH}/main.js");
    for (encoding, packed) in [
        ("gzip, deflate, br", Some("br")),
        ("gzip, deflate", Some("gzip")),
        ("GZIP", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("*", Some("br")),
        ("br, *;q=0.1", Some("br")),
        ("gzip;q=0", None),
        ("*, gzip;q=0", Some("br")),
        ("gzip, *;q=0", Some("gzip")),
        ("identity", None),
        ("", None),
    ] {
        let answer = answer(&path, &asking(encoding));
        assert_eq!(answer.status(), StatusCode::OK);
        let named = answer.headers().get(CONTENT_ENCODING);
        let named = named.map(|coding| coding.to_str().unwrap());
        assert_eq!(named, packed, "{encoding:?}");
    }
}

#[test]
fn a_catalogue_has_only_the_sentences_of_the_page() {
    let parts = include_str!("../../../web/catalogue.json");
    let parts: Vec<String> = serde_json::from_str(parts).unwrap();
    let source = include_str!("../../../../locales/en.json");
    type Sentences = std::collections::BTreeMap<String, serde_json::Value>;
    let all: Sentences = serde_json::from_str(source).unwrap();
    let sent: Sentences = serde_json::from_slice(find("locales/en.json").unwrap().plain).unwrap();
    for (key, sentence) in &all {
        let of_page = parts.iter().any(|part| {
            let rest = key.strip_prefix(part.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        assert_eq!(sent.get(key), of_page.then_some(sentence), "{key}");
    }
    assert!((1..all.len()).contains(&sent.len()));
}
