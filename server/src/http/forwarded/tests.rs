//! Tests of `forwarded`.

use super::*;

fn ip(text: &str) -> Hop {
    Some(text.parse().unwrap())
}

#[track_caller]
fn read(lines: &[(HeaderName, &str)], wanted: &[Hop]) {
    let lines = lines.iter().cloned();
    let headers = lines.map(|(name, value)| (name, value.parse().unwrap()));
    assert_eq!(hops(&headers.collect()), wanted);
}

fn forwarded(line: &str, wanted: &[Hop]) {
    read(&[(FORWARDED, line)], wanted);
}

fn x_forwarded_for(line: &str, wanted: &[Hop]) {
    read(&[(X_FORWARDED_FOR, line)], wanted);
}

/// The examples of RFC 7239 sections 4, 6 and 7.
#[test]
fn the_examples_of_rfc_7239_are_parsed() {
    forwarded("for=\"_gazonk\"", &[None]);
    forwarded(
        "For=\"[2001:db8:cafe::17]:4711\"",
        &[ip("2001:db8:cafe::17")],
    );
    forwarded(
        "for=192.0.2.60;proto=http;by=203.0.113.43",
        &[ip("192.0.2.60")],
    );
    forwarded(
        "for=192.0.2.43, for=198.51.100.17",
        &[ip("192.0.2.43"), ip("198.51.100.17")],
    );
    forwarded(
        "for=192.0.2.43, for=\"[2001:db8:cafe::17]\", for=unknown",
        &[ip("192.0.2.43"), ip("2001:db8:cafe::17"), None],
    );
    forwarded("for=_hidden, for=_SEVKISEK", &[None, None]);
    forwarded("for=\"192.0.2.43:47011\"", &[ip("192.0.2.43")]);
    forwarded("for=\"192.0.2.43:_p47\"", &[ip("192.0.2.43")]);
}

#[test]
fn pairs_come_in_any_order_and_quotes_hide_separators() {
    forwarded(
        "by=\"a;b,c\\\"d\"; host=\"x, for=9.9.9.9\";for=1.2.3.4 , for=\"5.6\\.7.8\"",
        &[ip("1.2.3.4"), ip("5.6.7.8")],
    );
    forwarded("proto=https;;for=1.2.3.4;", &[ip("1.2.3.4")]);
    forwarded(
        "for=1.2.3.4, , for=5.6.7.8,",
        &[ip("1.2.3.4"), ip("5.6.7.8")],
    );
    forwarded("proto=https, for=1.2.3.4", &[None, ip("1.2.3.4")]);
    forwarded("", &[]);
}

#[test]
fn a_line_that_breaks_the_grammar_says_nothing() {
    for line in [
        "for=\"1.2.3.4",
        "for=\"x, for=1.2.3.4",
        "for=\"a, for=\"[2001:db8::1]\"\"",
        "for=1.2.3.4:80",
        "for=[2001:db8::1]",
        "for=1.2.3.4;for=5.6.7.8",
        "for",
        "for=",
        "=1.2.3.4",
        "for = 1.2.3.4",
        "for=1.2.3.4 for=5.6.7.8",
    ] {
        forwarded(line, &[None]);
        read(
            &[(FORWARDED, line), (FORWARDED, "for=5.5.5.5")],
            &[None, ip("5.5.5.5")],
        );
    }
}

#[test]
fn addresses_have_ports_brackets_and_quotes() {
    for text in ["1.2.3.4", "1.2.3.4:567", "\"1.2.3.4\"", "\"1.2.3.4:567\""] {
        x_forwarded_for(text, &[ip("1.2.3.4")]);
    }
    for text in [
        "2001:db8::1",
        "[2001:db8::1]",
        "[2001:db8::1]:567",
        "\"[2001:db8::1]:567\"",
    ] {
        x_forwarded_for(text, &[ip("2001:db8::1")]);
    }
    x_forwarded_for(" 1.2.3.4 ,5.6.7.8:9,", &[ip("1.2.3.4"), ip("5.6.7.8")]);
    for text in [
        "unknown",
        "1.2.3.4:",
        "1.2.3.4:port",
        "1.2.3.4:123456",
        "[1.2.3.4]",
        "[2001:db8::1]567",
        "[2001:db8::1",
        "fe80::1%eth0",
        "\"1.2.3.4",
    ] {
        x_forwarded_for(text, &[None]);
    }
}

#[test]
fn lines_follow_one_another_and_one_header_counts() {
    read(
        &[(FORWARDED, "for=1.1.1.1"), (FORWARDED, "for=2.2.2.2")],
        &[ip("1.1.1.1"), ip("2.2.2.2")],
    );
    read(
        &[(FORWARDED, "for=1.1.1.1"), (X_FORWARDED_FOR, "2.2.2.2")],
        &[ip("2.2.2.2")],
    );
}
