//! Checks of the port for other nodes: whether this one can have it, who may reach it, and whether the nodes that run are
//! reached from here.

use std::net::{IpAddr, SocketAddr};

use config::ServerOptions;
use futures::future::join_all;
use node::listener::BoundAddress;
use nodes::{
    peers,
    report::{NodeReport, NodeRole},
};
use sentences::in_words;

use super::{
    finding::{Finding, listed},
    network,
};

const ABOUT: &str = "peer port";

/// Looks at the port of a node with these options, on a machine with these addresses. One that runs has it already.
pub(super) fn own_port(options: &ServerOptions, own: &[IpAddr], is_running: bool) -> Vec<Finding> {
    let address = options.peer_listen;
    let bound = BoundAddress::alone(address);
    let port = (!is_running).then(|| network::port(ABOUT, bound, "--peer-listen"));
    port.into_iter().chain(audience(address, own)).collect()
}

/// Looks at the ports of the nodes that run.
pub(super) async fn others(running: &[NodeReport]) -> Vec<Finding> {
    let reached = join_all(running.iter().map(reached)).await;
    let unlinked = running.iter().filter_map(unlinked);
    reached.into_iter().flatten().chain(unlinked).collect()
}

/// Who else than the other nodes may come to that address, as far as that can be seen here.
fn audience(listen: SocketAddr, own: &[IpAddr]) -> Option<Finding> {
    let port = listen.port();
    if listen.ip().is_loopback() {
        let says = format!("{listen} is reached from this machine alone");
        let remedy = "--peer-listen [::]:1953, unless all nodes are on this machine";
        return Some(Finding::note(ABOUT, says).with(remedy));
    }
    let bound = BoundAddress::alone(listen);
    let mut taken = own.iter().filter(|ip| bound.takes(**ip));
    let public = taken.find(|ip| is_public(**ip))?;
    let says = format!(
        "this machine has the public address {public}; whether a firewall lets everybody to port {port} there cannot be seen from here"
    );
    Some(Finding::note(ABOUT, says).with(format!(
        "let only the other nodes reach it; or --peer-listen ADDRESS:{port}, with an address in a network of theirs"
    )))
}

/// Whether an address is one of the internet.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            // Addresses that providers share among their customers.
            let is_shared = a == 100 && (64..128).contains(&b);
            !(v4.is_private() || v4.is_loopback() || v4.is_link_local() || is_shared)
        }
        IpAddr::V6(v6) => v6.segments()[0] & 0xe000 == 0x2000,
    }
}

const LET_IN: &str = "let the nodes' machines reach each other there (TCP) in every firewall between, or say with --peer-listen at which \
     of its addresses that node is reached";

/// Whether a node is reached from here where it tells others to; nothing of a version that does not say that.
async fn reached(node: &NodeReport) -> Option<Finding> {
    let them = node.fingerprint.as_deref()?.parse().ok()?;
    let probed = peers::probe_all(&node.peer_addresses, them).await;
    let name = &node.node;
    let answering = probed.iter().filter(|(_, probed)| probed.is_ok());
    let answering = listed(answering.map(|(at, _)| at));
    if !answering.is_empty() {
        let says = format!("node {name} is reached from here at {answering}");
        return Some(Finding::ok(ABOUT, says));
    }
    let why = probed.first().and_then(|(_, probed)| probed.as_ref().err());
    let why = why.map_or_else(|| "it says no address".to_owned(), in_words);
    let all = listed(&node.peer_addresses);
    let says = format!("node {name} is not reached from here at {all}: {why}");
    Some(Finding::wrong(ABOUT, says, LET_IN))
}

/// Reason that keeps a node that follows from the one that decides, as it says itself.
fn unlinked(node: &NodeReport) -> Option<Finding> {
    let is_alone = node.role == NodeRole::Follows && node.carries_to.is_none();
    let trouble = node.trouble.as_ref().filter(|_| is_alone)?;
    let says = format!("node {} takes no players: {trouble}", node.node);
    Some(Finding::wrong(ABOUT, says, LET_IN))
}

#[cfg(test)]
mod tests {
    use link::PeerIdentity;
    use serde_json::json;

    use super::*;
    use crate::doctor::FindingKind;

    fn node(trouble: Option<&str>, at: SocketAddr) -> NodeReport {
        let report = json!({
            "node": "b", "version": "1.2.3", "role": "follows", "seq": 1, "at_ms": 1, "now_ms": 1, "rooms": 0,
            "connections": 0, "addresses": [], "peer_addresses": [at], "trouble": trouble,
            "fingerprint": PeerIdentity::new().unwrap().fingerprint().to_string(),
        });
        serde_json::from_value(report).unwrap()
    }

    #[tokio::test]
    async fn a_node_that_is_not_reached_or_reaches_no_other_is_wrong() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        drop(listener);
        let found = reached(&node(None, at)).await.unwrap();
        assert_eq!(found.verdict, FindingKind::Wrong);
        assert!(
            found
                .says
                .starts_with(&format!("node b is not reached from here at {at}: ")),
            "{found:?}"
        );
        let former = NodeReport {
            fingerprint: None,
            ..node(Some("node a decides and is not reached"), at)
        };
        assert_eq!(reached(&former).await, None);
        let found = unlinked(&former).unwrap();
        assert!(
            found.says.ends_with("node a decides and is not reached"),
            "{found:?}"
        );
        let linked = NodeReport {
            carries_to: Some("a".into()),
            ..former
        };
        assert_eq!(unlinked(&linked), None);
    }

    #[test]
    fn a_port_at_an_address_of_the_internet_is_noted_and_so_is_one_that_no_other_machine_reaches() {
        let own = ["10.0.0.7", "203.0.113.7", "fd00::7"].map(|ip| ip.parse().unwrap());
        for (listen, says) in [
            ("[::]:1953", Some("public address 203.0.113.7")),
            ("0.0.0.0:1953", Some("port 1953")),
            ("203.0.113.7:1953", Some("public address 203.0.113.7")),
            ("10.0.0.7:1953", None),
            ("[fd00::7]:1953", None),
            ("127.0.0.1:1953", Some("this machine alone")),
            ("[::1]:1953", Some("this machine alone")),
        ] {
            let found = audience(listen.parse().unwrap(), &own);
            assert_eq!(found.is_some(), says.is_some(), "{listen}: {found:?}");
            if let (Some(found), Some(says)) = (found, says) {
                assert!(found.says.contains(says), "{listen}: {found:?}");
                assert_eq!(found.verdict, FindingKind::Note);
            }
        }
        assert_eq!(audience("[::]:1953".parse().unwrap(), &own[..1]), None);
        for (ip, expected) in [
            ("2001:db8::1", true),
            ("::ffff:192.168.0.1", false),
            ("100.64.0.1", false),
            ("100.128.0.1", true),
            ("172.16.0.1", false),
            ("169.254.1.1", false),
            ("fe80::1", false),
        ] {
            assert_eq!(is_public(ip.parse().unwrap()), expected, "{ip}");
        }
    }
}
