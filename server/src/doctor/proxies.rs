//! Trusted-proxy checks. A peer with a trusted address says for whom a request comes, and hops with a trusted address
//! are skipped in what a proxy passes on: a player with such an address could name any other as their own, past every
//! limit and block.

use std::net::IpAddr;

use config::ServerOptions;
use ipnet::IpNet;
use node::listener::BoundAddress;
use url::Url;

use super::finding::{Finding, listed};

const ABOUT: &str = "proxies";
/// Networks with fewer bits than these are a part of the internet.
const INTERNET_BITS: (u8, u8) = (8, 16);
/// Networks with fewer bits than these are wider than proxies need.
const WIDE_BITS: (u8, u8) = (24, 64);

const ONLY_THE_PROXY: &str = "name only the proxy's own address with --trusted-proxy";

/// Whether proxies are believed that are to be, and no others, on a machine with these addresses.
pub(super) fn examine(options: &ServerOptions, own: &[IpAddr]) -> Finding {
    let trusted = &options.trusted_proxy;
    if trusted.is_empty() {
        return none(options);
    }
    if let Some(net) = trusted.iter().find(|net| is_internet(net)) {
        let says = format!("{net} is trusted: half the internet may say who a visitor is");
        return Finding::wrong(ABOUT, says, ONLY_THE_PROXY);
    }
    if let Some(why) = trusted.iter().find_map(|net| shared(net, own)) {
        let says = format!("{why}: every player with such an address can pass for any other");
        return Finding::note(ABOUT, says).with(ONLY_THE_PROXY);
    }
    let names = listed(trusted);
    let on_this_machine = trusted.iter().all(|net| net.addr().is_loopback());
    let ports = BoundAddress::all(&options.listen);
    let open = ports.iter().find(|bound| bound.is_everywhere());
    match open.filter(|_| on_this_machine) {
        None => Finding::ok(ABOUT, format!("trusted: {names}")),
        Some(open) => {
            let says =
                format!("trusted: {names}; but visitors can reach the port without the proxy");
            let remedy = format!("--listen 127.0.0.1:{}", open.address.port());
            Finding::note(ABOUT, says).with(remedy)
        }
    }
}

/// No proxy is trusted: whether one should be.
fn none(options: &ServerOptions) -> Finding {
    let is_https = |url: &Url| url.scheme() == "https";
    let has_https = options.public_url.as_ref().is_some_and(is_https);
    // A peer on a Unix socket is trusted.
    let has_port = options.listen.iter().any(|it| it.tcp().is_some());
    match has_https && has_port && !options.has_tls() {
        false => Finding::ok(ABOUT, "none is trusted"),
        true => Finding::note(
            ABOUT,
            "none is trusted, so that all visitors behind one share the limits of one address",
        )
        .with("--trusted-proxy with the proxy's address, such as 127.0.0.1"),
    }
}

/// Whether so much is trusted that most of it is strangers'.
fn is_internet(net: &IpNet) -> bool {
    let (v4, v6) = INTERNET_BITS;
    match net {
        IpNet::V4(net) => net.prefix_len() < v4,
        // Private networks begin with seven bits.
        IpNet::V6(net) => net.prefix_len() < v6 && !net.addr().is_unique_local(),
    }
}

/// Reason why players may be in a network that is trusted, if they may.
fn shared(net: &IpNet, own: &[IpAddr]) -> Option<String> {
    if net.addr().is_loopback() {
        return None;
    }
    let one_address = net.prefix_len() == net.max_prefix_len();
    if let Some(own) = own.iter().find(|own| net.contains(*own) && !one_address) {
        return Some(format!(
            "{net} is trusted, and this machine ({own}) is in it with others"
        ));
    }
    let bits = match net {
        IpNet::V4(_) => WIDE_BITS.0,
        IpNet::V6(_) => WIDE_BITS.1,
    };
    let is_wide = net.prefix_len() < bits;
    is_wide.then(|| format!("{net} is trusted, which is wider than a proxy needs"))
}

#[cfg(test)]
mod tests {
    use config::ListenAddress;

    use super::*;
    use crate::doctor::FindingKind::{self, Note, Ok, Wrong};

    const OWN: [&str; 2] = ["192.168.1.20", "2001:db8:7::20"];

    fn verdict(trusted: &str, public_url: Option<&str>, listen: &str) -> (FindingKind, String) {
        let list = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let options = ServerOptions {
            trusted_proxy: list(trusted).iter().flat_map(|net| net.parse()).collect(),
            public_url: public_url.map(|url| url.parse().unwrap()),
            listen: vec![ListenAddress::Tcp(listen.parse().unwrap())],
            ..ServerOptions::default()
        };
        let finding = examine(&options, &OWN.map(|ip| ip.parse().unwrap()));
        (finding.verdict, finding.says)
    }

    #[test]
    fn trusting_a_network_that_players_may_be_in_is_reported() {
        for (trusted, expected, says) in [
            ("127.0.0.1/32", Ok, "trusted: 127.0.0.1/32"),
            ("127.0.0.0/8", Ok, "trusted"),
            ("192.168.1.2/32", Ok, "trusted"),
            // This machine's own address is no network.
            ("192.168.1.20/32", Ok, "trusted"),
            ("172.17.0.0/24", Ok, "trusted"),
            ("fd00:1:2:3::/64", Ok, "trusted"),
            (
                "192.168.1.0/24",
                Note,
                "this machine (192.168.1.20) is in it",
            ),
            (
                "192.168.1.16/28",
                Note,
                "this machine (192.168.1.20) is in it",
            ),
            (
                "2001:db8:7::/64",
                Note,
                "this machine (2001:db8:7::20) is in it",
            ),
            (
                "127.0.0.1/32,192.168.0.0/16",
                Note,
                "192.168.0.0/16 is trusted",
            ),
            ("10.0.0.0/8", Note, "wider than a proxy needs"),
            ("172.16.0.0/12", Note, "wider than a proxy needs"),
            ("fd00::/8", Note, "wider than a proxy needs"),
            ("0.0.0.0/0", Wrong, "half the internet"),
            ("::/0", Wrong, "half the internet"),
            ("10.0.0.0/8,0.0.0.0/1", Wrong, "0.0.0.0/1 is trusted"),
        ] {
            // A port of this machine alone does not help: a proxy passes such a player's address on.
            for listen in ["127.0.0.1:0", "192.168.1.20:0"] {
                let (verdict, said) = verdict(trusted, None, listen);
                assert_eq!(verdict, expected, "{trusted}: {said}");
                assert!(said.contains(says), "{trusted}: {said}");
            }
        }
    }

    #[test]
    fn a_proxy_that_can_be_bypassed_or_is_not_trusted_is_noted() {
        let https = Some("https://localhost/");
        assert_eq!(verdict("127.0.0.1/32", https, "127.0.0.1:0").0, Ok);
        assert_eq!(verdict("127.0.0.1/32", https, "0.0.0.0:0").0, Note);
        assert_eq!(verdict("", https, "0.0.0.0:0").0, Note);
        assert_eq!(verdict("", None, "0.0.0.0:0").0, Ok);
    }
}
