//! Network checks: where the server listens, under which address others reach it, and who encrypts.

use std::{
    io::ErrorKind,
    net::{TcpListener, ToSocketAddrs},
    path::Path,
};

use clock::Clock;
use config::{ListenAddress, ServerOptions};
use node::{
    addresses,
    listener::{self, BoundAddress},
};
use sentences::in_words;
use tls::Tls;
use url::Url;

use super::finding::Finding;

/// Whether the server can listen at each address.
pub(super) fn ports(options: &ServerOptions) -> Vec<Finding> {
    let ports = BoundAddress::all(&options.listen).into_iter();
    let ports = ports.map(|bound| port("port", bound, "--listen"));
    let files = options.listen.iter().filter_map(|address| match address {
        ListenAddress::Unix(path) => Some(socket_file(path)),
        ListenAddress::Tcp(_) => None,
    });
    ports.chain(files).collect()
}

/// Whether the server can listen at an address that this option says.
pub(super) fn port(about: &'static str, bound: BoundAddress, option: &str) -> Finding {
    let name = bound.name();
    let Err(why) = listen(bound) else {
        return Finding::ok(about, format!("{name} is free"));
    };
    let says = format!("{name} cannot be had: {}", in_words(&why));
    if bound.is_ipv6_alone() && !listener::is_taken(&why) {
        return Finding::note(about, says).with("the server listens on IPv4 all the same");
    }
    let remedy = match why.kind() {
        ErrorKind::AddrInUse => format!(
            "perhaps a server runs already; stop what listens there, or choose another port with {option}"
        ),
        ErrorKind::PermissionDenied => format!(
            "ports below 1024 need a privilege: choose a higher one with {option}, or give the service CAP_NET_BIND_SERVICE"
        ),
        ErrorKind::AddrNotAvailable => {
            "listen on [::] for every address that this machine has".to_owned()
        }
        _ => format!("choose another address with {option}"),
    };
    Finding::wrong(about, says, remedy)
}

fn socket_file(path: &Path) -> Finding {
    const ABOUT: &str = "socket";
    let remedy =
        "make it, as the user who runs the server (RuntimeDirectory= of a systemd unit does)";
    let is_there = path.parent().is_some_and(Path::is_dir);
    let path = path.display();
    match is_there {
        true => Finding::ok(ABOUT, format!("there is a directory for {path}")),
        false => Finding::wrong(ABOUT, format!("there is no directory for {path}"), remedy),
    }
}

/// Listens as the server does, for a moment.
fn listen(bound: BoundAddress) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async { listener::listen(bound).map(drop) })?;
    if bound.is_ipv6_alone() {
        // The address beside it is looked at for itself.
        return Ok(());
    }
    // A server with SO_REUSEPORT or a listener on one family only may be there all the same.
    match TcpListener::bind(bound.address) {
        Err(why) if why.kind() == ErrorKind::AddrInUse => Err(why),
        _ => Ok(()),
    }
}

/// How links will read, and whether they lead anywhere.
pub(super) fn public_address(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "public address";
    let Some(url) = &options.public_url else {
        let bases = addresses::bases(options, &BoundAddress::all(&options.listen));
        return match bases.first() {
            Some(base) => Finding::ok(ABOUT, format!("links read {base}/r/K7QX-4MTR")),
            None => Finding::note(
                ABOUT,
                "only this machine reaches the server, and links lead only to itself",
            )
            .with("listen on [::] for others to come, or set --public-url behind a proxy"),
        };
    };
    let link = format!("{}/r/K7QX-4MTR", url.as_str().trim_end_matches('/'));
    if !has_address(url) {
        return Finding::wrong(
            ABOUT,
            format!("links read {link}, and that name leads to no address"),
            "enter the name in the DNS, or correct --public-url",
        );
    }
    match url.scheme() {
        "https" => Finding::ok(ABOUT, format!("links read {link}")),
        _ => Finding::note(ABOUT, format!("links read {link}, without encryption")).with(
            "browsers allow the clipboard and notifications only on https pages: put a proxy with TLS in front",
        ),
    }
}

fn has_address(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = url.port_or_known_default().unwrap_or(80);
    (host, port)
        .to_socket_addrs()
        .is_ok_and(|mut found| found.next().is_some())
}

/// Check of encryption, by this server or a proxy.
pub(super) fn certificate(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "certificate";
    if !options.tls_domain.is_empty() {
        let names = options.tls_domain.join(", ");
        return Finding::ok(ABOUT, format!("obtained by the server for {names}"));
    }
    match Tls::open(options) {
        Err(why) => {
            let parts = why.split_once("; ");
            let (says, remedy) = parts.unwrap_or((&why, "see docs/hosting.md"));
            Finding::wrong(ABOUT, says, remedy)
        }
        Ok(Some(tls)) => {
            let remarks = tls.remarks(options, Clock::system().now_ms());
            match remarks.into_iter().next() {
                Some(remark) => Finding::note(ABOUT, remark),
                None => Finding::ok(ABOUT, "from its files, and good"),
            }
        }
        Ok(None) => Finding::ok(
            ABOUT,
            match &options.public_url {
                Some(url) if url.scheme() == "https" => {
                    "none here: this server speaks plain HTTP, and the proxy at the public address encrypts"
                }
                _ => "none: this server speaks plain HTTP",
            },
        ),
    }
}
