//! Where the server listens, under which address others reach it, and whom it believes.

use std::{
    io::ErrorKind,
    net::{SocketAddr, TcpListener, ToSocketAddrs},
    path::Path,
};

use ipnet::IpNet;
use url::Url;

use super::finding::Finding;
use crate::{
    addresses,
    clock::Clock,
    config::{ListenAddress, ServerOptions},
    listener,
    tls::Tls,
};

/// Networks with fewer bits than these are believed far too much.
const BELIEVED_BITS: (u8, u8) = (8, 16);

/// Whether the server can listen there.
pub(super) fn port(address: &ListenAddress) -> Finding {
    const ABOUT: &str = "port";
    let address = match address {
        ListenAddress::Tcp(address) => *address,
        ListenAddress::Unix(path) => return socket_file(path),
    };
    let Err(why) = listen(address) else {
        return Finding::ok(ABOUT, format!("{address} is free"));
    };
    let says = format!("{address} cannot be had ({why})");
    let remedy = match why.kind() {
        ErrorKind::AddrInUse => {
            "another program listens there, perhaps a server that runs already; stop it, or choose another port with --listen"
        }
        ErrorKind::PermissionDenied => {
            "ports below 1024 need a privilege: choose a higher one with --listen, or give the service CAP_NET_BIND_SERVICE"
        }
        ErrorKind::AddrNotAvailable => {
            "this machine does not have that address: listen on [::] for every address that it has"
        }
        _ => "choose another address with --listen",
    };
    Finding::wrong(ABOUT, says, remedy)
}

fn socket_file(path: &Path) -> Finding {
    const ABOUT: &str = "socket";
    match path.parent().is_some_and(Path::is_dir) {
        true => Finding::ok(
            ABOUT,
            format!("there is a directory for {}", path.display()),
        ),
        false => Finding::wrong(
            ABOUT,
            format!("there is no directory for {}", path.display()),
            "make it, as the user who runs the server (RuntimeDirectory= of a systemd unit does)",
        ),
    }
}

/// Listens as the server does, for a moment.
fn listen(address: SocketAddr) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async { listener::listen(address).map(drop) })?;
    // A server with SO_REUSEPORT or a listener on one family only may be there all the same.
    match TcpListener::bind(address) {
        Err(why) if why.kind() == ErrorKind::AddrInUse => Err(why),
        _ => Ok(()),
    }
}

/// How links will read, and whether they lead anywhere.
pub(super) fn public_address(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "public address";
    let Some(url) = &options.public_url else {
        let bases = addresses::bases(options, options.listen.iter().find_map(ListenAddress::tcp));
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
    if let Err(why) = resolve(url) {
        return Finding::wrong(
            ABOUT,
            format!("links read {link}, and that name cannot be resolved ({why})"),
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

fn resolve(url: &Url) -> std::io::Result<()> {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = url.port_or_known_default().unwrap_or(80);
    let mut found = (host, port).to_socket_addrs()?;
    found.next().map(|_| ()).ok_or(ErrorKind::NotFound.into())
}

/// Who encrypts.
pub(super) fn certificate(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "certificate";
    if !options.tls_domain.is_empty() {
        let names = options.tls_domain.join(", ");
        return Finding::ok(ABOUT, format!("obtained by the server for {names}"));
    }
    match Tls::open(options) {
        Err(why) => {
            let (says, remedy) = why
                .split_once("; ")
                .unwrap_or((&why, "see docs/hosting.md"));
            return Finding::wrong(ABOUT, says.to_owned(), remedy);
        }
        Ok(Some(tls)) => {
            let now_ms = Clock::system().now_ms();
            let mut remarks = tls.remarks(options, now_ms).into_iter();
            return match remarks.next() {
                Some(remark) => Finding::note(ABOUT, remark),
                None => Finding::ok(ABOUT, "from its files, and good"),
            };
        }
        Ok(None) => {}
    }
    let is_https = |url: &Url| url.scheme() == "https";
    match options.public_url.as_ref().is_some_and(is_https) {
        true => Finding::ok(
            ABOUT,
            "none here: this server speaks plain HTTP, and the proxy at the public address encrypts",
        ),
        false => Finding::ok(ABOUT, "none: this server speaks plain HTTP"),
    }
}

/// Whether proxies are believed that are to be, and no others.
pub(super) fn proxies(options: &ServerOptions) -> Finding {
    const ABOUT: &str = "proxies";
    let trusted = &options.trusted_proxy;
    if let Some(net) = trusted.iter().find(|net| is_too_wide(net)) {
        return Finding::wrong(
            ABOUT,
            format!("{net} is trusted: half the internet may say who a visitor is"),
            "name only the proxy's own address with --trusted-proxy",
        );
    }
    let is_https = |url: &Url| url.scheme() == "https";
    if trusted.is_empty() {
        let has_https = options.public_url.as_ref().is_some_and(is_https);
        // Whoever comes through a Unix socket is trusted.
        let has_port = options.listen.iter().any(|it| it.tcp().is_some());
        return match has_https && has_port && !options.has_tls() {
            false => Finding::ok(ABOUT, "none is trusted"),
            true => Finding::note(
                ABOUT,
                "none is trusted, so that all visitors behind one share the limits of one address",
            )
            .with("--trusted-proxy with the proxy's address, such as 127.0.0.1"),
        };
    }
    let names: Vec<_> = trusted.iter().map(ToString::to_string).collect();
    let names = names.join(", ");
    let on_this_machine = trusted.iter().all(|net| net.addr().is_loopback());
    let mut ports = options.listen.iter().filter_map(ListenAddress::tcp);
    let open = ports.find(|address| address.ip().is_unspecified());
    match open.filter(|_| on_this_machine) {
        None => Finding::ok(ABOUT, format!("trusted: {names}")),
        Some(open) => Finding::note(
            ABOUT,
            format!("trusted: {names}; but visitors can reach the port without the proxy"),
        )
        .with(format!("--listen 127.0.0.1:{}", open.port())),
    }
}

fn is_too_wide(net: &IpNet) -> bool {
    let (v4, v6) = BELIEVED_BITS;
    match net {
        IpNet::V4(net) => net.prefix_len() < v4,
        // Private networks begin with seven bits.
        IpNet::V6(net) => net.prefix_len() < v6 && !net.addr().is_unique_local(),
    }
}
