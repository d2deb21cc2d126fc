//! Step-by-step examination of a server from outside, as the programs of its players meet it: the name, the way there,
//! the certificate, the page, the WebSocket, the greeting.

mod certificate;
mod finding;
mod talk;
mod timing;

use std::net::{IpAddr, SocketAddr};

use tokio::{
    net::{TcpStream, lookup_host},
    time::{Instant, timeout},
};
use url::Host;

use finding::Outcome;
use timing::{STEP, millis};

pub use finding::{Check, Fact, Step, Trouble};

use crate::{
    address::Address,
    http,
    transport::{LinkError, UnexpectedAnswer, Unreachable, open},
};

/// More bytes than the page of facts has.
const INFO_BYTES: usize = 64 * 1024;

/// Takes every step until one fails that the next ones need, and tells each as it is
/// done. Whether all were taken well.
pub async fn examine(address: &Address, mut tell: impl FnMut(&Step)) -> bool {
    let mut fine = true;
    let mut step = |check, outcome: Outcome| {
        let went = outcome.is_ok();
        fine &= went;
        tell(&Step { check, outcome });
        went
    };
    'steps: {
        let (outcome, found) = resolve(address).await;
        if !step(Check::Name, outcome) {
            break 'steps;
        }
        let (outcome, tcp) = reach(&found).await;
        step(Check::Address, outcome);
        let Some(tcp) = tcp else { break 'steps };
        let (host, _) = address.host();
        if !step(Check::Tls, certificate::look(address, &host, tcp).await) {
            break 'steps;
        }
        if !step(Check::Http, page(address).await) {
            break 'steps;
        }
        let link = talk::open_link(address).await;
        let (outcome, link) = match link {
            Ok(link) => (Ok(Fact::WebSocket), Some(link)),
            Err(why) => (Err(why), None),
        };
        step(Check::WebSocket, outcome);
        step(Check::Origin, origin(address).await);
        let Some(link) = link else { break 'steps };
        talk::talk(link, &mut step).await;
    }
    fine
}

/// Every address of the name.
async fn resolve(address: &Address) -> (Outcome, Vec<SocketAddr>) {
    let (host, port) = address.host();
    let found = match &host {
        Host::Ipv4(ip) => vec![(*ip, port).into()],
        Host::Ipv6(ip) => vec![(*ip, port).into()],
        Host::Domain(name) => match timeout(STEP, lookup_host((name.as_str(), port))).await {
            Ok(Ok(found)) => found.collect(),
            Ok(Err(_)) | Err(_) => Vec::new(),
        },
    };
    let host = host.to_string();
    if found.is_empty() {
        return (Err(Trouble::UnknownName { host }), found);
    }
    let mut addresses: Vec<IpAddr> = found.iter().map(SocketAddr::ip).collect();
    addresses.dedup();
    (Ok(Fact::Name { host, addresses }), found)
}

/// Connects to the first address of each family, since visitors have one or the other.
async fn reach(found: &[SocketAddr]) -> (Outcome, Option<TcpStream>) {
    let v4 = found.iter().find(|it| it.is_ipv4());
    let v6 = found.iter().find(|it| it.is_ipv6());
    let mut reached: Option<(SocketAddr, u64, TcpStream)> = None;
    let mut failed: Option<(SocketAddr, Unreachable)> = None;
    for address in v4.into_iter().chain(v6).copied() {
        let begun = Instant::now();
        match timeout(STEP, TcpStream::connect(address)).await {
            Ok(Ok(tcp)) => {
                reached.get_or_insert((address, millis(begun.elapsed()), tcp));
            }
            Ok(Err(why)) if why.kind() == std::io::ErrorKind::ConnectionRefused => {
                failed = Some((address, Unreachable::ConnectionRefused));
            }
            Ok(Err(_)) => failed = Some((address, Unreachable::Broken)),
            Err(_) => failed = Some((address, Unreachable::Timeout)),
        }
    }
    match (reached, failed) {
        (Some((address, ms, tcp)), None) => (Ok(Fact::Reached { address, ms }), Some(tcp)),
        // A machine without IPv6 has no way there, which is not the server's fault.
        (Some((address, ms, tcp)), Some((_, Unreachable::Broken))) => {
            (Ok(Fact::Reached { address, ms }), Some(tcp))
        }
        (Some((answers, _, tcp)), Some((silent, _))) => {
            (Err(Trouble::HalfReached { answers, silent }), Some(tcp))
        }
        (None, Some((address, why))) => (Err(Trouble::Unreached { address, why }), None),
        // There was at least one.
        (None, None) => (Err(Trouble::NoAnswer), None),
    }
}

/// Whether an OXO server answers below this path.
async fn page(address: &Address) -> Outcome {
    let answered = http::get(address, "/info", INFO_BYTES).await;
    let answer = match answered {
        Ok(answer) => answer,
        Err(LinkError::NotOxo(_)) => return Err(Trouble::NotOxo { status: None }),
        Err(_) => return Err(Trouble::NoAnswer),
    };
    let status = answer.status;
    match status {
        200 => talk::server_of(&answer.body).ok_or(Trouble::NotOxo {
            status: Some(status),
        }),
        300..400 => Err(Trouble::Moved {
            location: answer.location.unwrap_or_default(),
        }),
        421 => Err(Trouble::OtherName),
        502..=504 => Err(Trouble::Gateway { status }),
        _ => Err(Trouble::NotOxo {
            status: Some(status),
        }),
    }
}

/// Whether the server lets its own page connect, as a browser would ask.
async fn origin(address: &Address) -> Outcome {
    let own = address.origin();
    match timeout(STEP, open(address, Some(&own))).await {
        Ok(Err(LinkError::NotOxo(UnexpectedAnswer::Status(403)))) => {
            Err(Trouble::ForeignOrigin { origin: own })
        }
        // Any other fault was reported by the step before.
        _ => Ok(Fact::Origin),
    }
}
