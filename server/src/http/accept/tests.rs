//! Tests of `accept`.

use hyper::header::{ACCEPT, ACCEPT_ENCODING};

use super::*;

#[test]
fn a_list_names_what_it_takes_and_what_it_does_not() {
    let takes = |text: &str, wanted| {
        let headers = HeaderMap::from_iter([(ACCEPT, text.parse().unwrap())]);
        takes(&headers, &ACCEPT, wanted)
    };
    let chromium = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (text, wanted, taken) in [
        (chromium, "text/html", Some(true)),
        (
            "application/json, TEXT/HTML ; q=0.1",
            "text/html",
            Some(true),
        ),
        ("text/html;charset=utf-8", "text/html", Some(true)),
        ("text/html;q=0", "text/html", Some(false)),
        ("text/html; Q=0.000", "text/html", Some(false)),
        ("text/html; q=", "text/html", Some(false)),
        ("*/*", "text/html", None),
        ("text/htmlx, x/text/html", "text/html", None),
        ("", "text/html", None),
        ("br, gzip;q=0.5", "gzip", Some(true)),
        (";;;,,=;q", "gzip", None),
    ] {
        assert_eq!(takes(text, wanted), taken, "{wanted} in {text:?}");
    }
}

#[test]
fn a_list_may_be_spread_over_several_lines() {
    let lines = ["br", "gzip"].map(|text| (ACCEPT_ENCODING, text.parse().unwrap()));
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        headers.append(name, value);
    }
    assert_eq!(takes(&headers, &ACCEPT_ENCODING, "gzip"), Some(true));
    assert_eq!(takes(&headers, &ACCEPT, "gzip"), None);
}
