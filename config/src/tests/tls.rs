//! Options of certificates, and the sentences about them.

use super::*;

/// The sentence that refuses this.
fn refused(args: &[&str]) -> String {
    OptionSources::nothing().args(args).refused()
}

fn ports(options: &ServerOptions) -> Vec<u16> {
    let addresses = options.listen.iter().filter_map(|it| it.tcp());
    addresses.map(|address| address.port()).collect()
}

#[test]
fn a_tls_domain_sets_the_ports_and_the_public_address_unless_they_are_given() {
    let options = OptionSources::nothing()
        .args(&["--tls-domain", "OXO.example", "--base-path", "/play"])
        .options();
    assert_eq!(options.tls_domain, ["oxo.example"]);
    assert_eq!(ports(&options), [443, 80]);
    let url = options.public_url.unwrap();
    assert_eq!(url.as_str(), "https://oxo.example/play");
    let said = ["--listen", "[::]:8443", "--public-url", "https://b.example"];
    let options = OptionSources::nothing()
        .args(&["--tls-domain", "oxo.example,b.example"])
        .args(&said)
        .options();
    assert_eq!(options.tls_domain, ["oxo.example", "b.example"]);
    assert_eq!(ports(&options), [8443]);
    assert_eq!(options.public_url.unwrap().as_str(), "https://b.example/");
}

#[test]
fn a_certificate_is_a_pair_of_files_or_names() {
    assert!(refused(&["--tls-cert", "a.pem"]).contains("--tls-cert needs --tls-key"));
    assert!(refused(&["--tls-key", "a.pem"]).contains("--tls-key needs --tls-cert"));
    let both = [
        "--tls-cert",
        "a",
        "--tls-key",
        "b",
        "--tls-domain",
        "oxo.example",
    ];
    assert!(refused(&both).contains("choose one of them"));
    for alone in [
        "--tls-email=ana@oxo.example",
        "--tls-directory=https://acme.example/dir",
    ] {
        assert!(refused(&[alone]).contains("needs --tls-domain"), "{alone}");
    }
    let pair = ["--tls-cert", "a.pem", "--tls-key", "b.pem"];
    let plain = ["--public-url", "http://oxo.example"];
    let said = refused(&[&pair[..], &plain].concat());
    assert!(said.contains("write it with https://"), "{said}");
    let options = OptionSources::nothing().args(&pair).options();
    assert_eq!(ports(&options), [1952]);
    assert_eq!(options.scheme(), "https");
}

#[test]
fn names_that_no_authority_issues_for_are_refused() {
    for name in [
        "*.example.org",
        "192.0.2.1",
        "[::1]",
        "localhost",
        "a b.example",
    ] {
        let said = format!("--tls-domain={name}");
        assert!(
            OptionSources::nothing().args(&[&said]).resolve().is_err(),
            "{name}"
        );
    }
    let mail = "--tls-email=nobody";
    assert!(refused(&[mail]).contains("is not a mail address"));
    let directory = "--tls-directory=http://acme.example/dir";
    assert!(refused(&[directory]).contains("is not an https address"));
}
