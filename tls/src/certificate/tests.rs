//! Tests of `certificate`.

use rcgen::{CertificateParams, KeyPair};
use rustls::crypto::ring;

use super::*;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// A certificate for these names from 2026-01-01 to 2026-04-01, and its key.
fn certify(names: &[&str]) -> (String, String) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut wanted = CertificateParams::new(names).unwrap();
    wanted.not_before = rcgen::date_time_ymd(2026, 1, 1);
    wanted.not_after = rcgen::date_time_ymd(2026, 4, 1);
    let key = KeyPair::generate().unwrap();
    (wanted.self_signed(&key).unwrap().pem(), key.serialize_pem())
}

fn read(chain: &str, key: &str) -> Result<Certificate, CertificateError> {
    Certificate::from_pem(chain.as_bytes(), key.as_bytes(), &ring::default_provider())
}

#[test]
fn a_chain_and_its_key_are_read_whatever_stands_around_them() {
    let (chain, key) = certify(&["oxo.example"]);
    let both = format!("a remark\n{key}\n{chain}");
    for (chain, key) in [(&chain, &key), (&both, &both)] {
        assert!(read(chain, key).unwrap().is_for("oxo.example"));
    }
}

#[test]
fn each_mistake_in_a_certificate_has_its_own_error() {
    let (chain, key) = certify(&["oxo.example"]);
    let (_, other) = certify(&["oxo.example"]);
    let broken = chain.replace("MII", "AAA");
    for (chain, key, wrong) in [
        (key.as_str(), key.as_str(), CertificateError::Chain),
        ("", &key, CertificateError::Chain),
        (&broken, &key, CertificateError::Chain),
        (&chain, &chain, CertificateError::Key),
        (&chain, "", CertificateError::Key),
        (&chain, &other, CertificateError::Pair),
    ] {
        assert_eq!(read(chain, key).map(|_| ()), Err(wrong));
    }
}

#[test]
fn a_certificate_covers_its_names_and_one_label_below_a_wildcard() {
    let (chain, key) = certify(&["oxo.example", "*.games.example", "192.0.2.1", "2001:db8::1"]);
    let read = read(&chain, &key).unwrap();
    for host in [
        "oxo.example",
        "OXO.example",
        "a.games.example",
        "192.0.2.1",
        "[2001:db8::1]",
    ] {
        assert!(read.is_for(host), "{host}");
    }
    for host in [
        "a.oxo.example",
        "games.example",
        "a.b.games.example",
        "192.0.2.2",
    ] {
        assert!(!read.is_for(host), "{host}");
    }
}

#[test]
fn the_operator_is_warned_of_a_certificates_end_and_of_another_name() {
    let (chain, key) = certify(&["oxo.example"]);
    let read = read(&chain, &key).unwrap();
    let (from, until) = (read.from_ms, read.until_ms);
    assert_eq!(until - from, 90 * DAY_MS);
    assert_eq!(read.renew_ms(), from + 60 * DAY_MS);
    let said = |now_ms| read.time_remark(now_ms).unwrap_or_default();
    assert_eq!(said(from), "");
    assert!(said(until - 6 * DAY_MS).contains("ends on 2026-04-01 00:00 UTC"));
    assert!(said(until + 1).contains("ended on 2026-04-01"));
    assert!(said(from - 1).contains("begins on 2026-01-01"));
    assert_eq!(read.name_remark("oxo.example"), None);
    let other = read.name_remark("b.example").unwrap();
    assert!(other.contains("is for oxo.example, and"), "{other}");
}

#[test]
fn a_handshake_with_rsa_costs_more() {
    let rsa = CertificateDer::from_pem_slice(include_bytes!("rsa-2048.pem")).unwrap();
    let (_, rsa) = X509Certificate::from_der(&rsa).unwrap();
    let signature = Cost(8 * Cost::RSA_1024.0);
    assert_eq!(
        handshake_cost(&rsa),
        Cost(Cost::TLS_HANDSHAKE.0 + signature.0)
    );
    let (chain, key) = certify(&["oxo.example"]);
    let read = read(&chain, &key).unwrap();
    assert_eq!(read.handshake_cost, Cost::TLS_HANDSHAKE);
}
