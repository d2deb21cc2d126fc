//! Tests of the guard, without any connection.

use super::*;

fn connector(networks: &[&str]) -> GuardedConnector {
    let networks = networks.iter().map(|network| network.parse().unwrap());
    GuardedConnector::with_roots(networks.collect(), RootCertStore::empty())
}

async fn refusal(connector: &GuardedConnector, url: &str) -> String {
    let refused = connector.connect(&url.parse().unwrap()).await;
    refused.err().unwrap().to_string()
}

#[test]
fn an_address_is_allowed_if_it_is_public_at_443_or_in_a_network_of_the_operator_at_any_port() {
    let guard = connector(&["192.168.7.0/24", "fd00:7::/32"]);
    for (to, expected) in [
        ("1.1.1.1:443", true),
        ("1.1.1.1:80", false),
        ("1.1.1.1:8443", false),
        ("[2606:4700::1111]:443", true),
        ("[2606:4700::1111]:8443", false),
        ("192.168.7.1:443", true),
        ("192.168.7.255:8443", true),
        ("192.168.8.1:443", false),
        ("[fd00:7::1]:8443", true),
        ("[fd00:8::1]:443", false),
        ("127.0.0.1:443", false),
    ] {
        assert_eq!(guard.allows(to.parse().unwrap()), expected, "{to}");
    }
}

#[tokio::test]
async fn an_ipv4_address_in_the_form_of_ipv6_is_checked_and_connected_to_as_ipv4() {
    let host = Host::Ipv6("::ffff:192.168.7.1".parse().unwrap());
    let found = connector(&[]).resolve(&host, 443).await.unwrap();
    assert_eq!(found, ["192.168.7.1:443".parse().unwrap()]);
    assert!(connector(&["192.168.7.0/24"]).allows(found[0]));
}

#[tokio::test]
async fn a_refusal_says_why_and_nothing_of_the_path() {
    let guard = connector(&[]);
    for url in [
        // Loopback alone, so that a guard that fails disturbs nobody else.
        "https://127.0.0.1:9/secret",
        "https://[::1]:9/secret",
        // Other ways to write 127.0.0.1.
        "https://2130706433:9/secret",
        "https://0x7f.1:9/secret",
        "https://[::ffff:127.0.0.1]:9/secret",
    ] {
        let why = refusal(&guard, url).await;
        assert!(why.contains("may not be connected to"), "{url}: {why}");
        assert!(!why.contains("secret"), "{why}");
    }
    let why = refusal(&guard, "http://127.0.0.1:9/secret").await;
    assert_eq!(why, "only https URLs are connected to");
}
