//! The hosts that a request may be for. A page of another name that resolves to
//! this machine is of one origin with what it loads from here (DNS rebinding),
//! so a server that knows its names answers to no other.

use std::net::IpAddr;

use config::ServerOptions;
use hyper::{
    Request, Response, StatusCode, Uri, Version,
    header::{HOST, HeaderMap},
    http::uri::Authority,
};
use node::Node;
use url::{Host, Url};

use super::{
    headers::{Repeated, single},
    response::{HttpBody, plain},
    visit::is_trusted,
};

const UNREADABLE: &str = "Ask with one Host header, a name or an address and perhaps a port.";
const FOREIGN: &str = "421: this server has another name. If this is its name too, or a proxy \
    asks for it by a name of its own, start the server with that name in --public-url or --origin, \
    or with the proxy's address in --trusted-proxy.";

/// Refuses a request for a path below the base path that is for another host.
pub(super) fn check<T>(
    request: &Request<T>,
    path: &str,
    from: IpAddr,
    options: &ServerOptions,
) -> Result<(), Box<Response<HttpBody>>> {
    let refuse = |status, text| Err(Box::new(plain(status, text)));
    let Ok(host) = asked(request.uri(), request.version(), request.headers()) else {
        return refuse(StatusCode::BAD_REQUEST, UNREADABLE);
    };
    // Monitors ask by whatever name they know, and there is nothing to steal.
    let open = path.starts_with("/health/") || is_trusted(from, options);
    match host {
        Some(host) if !open && !is_own(&host, options) => {
            refuse(StatusCode::MISDIRECTED_REQUEST, FOREIGN)
        }
        _ => Ok(()),
    }
}

/// The host that a request is for; HTTP/1.0 may leave it out. An address in the
/// request line goes before the header (RFC 9112 section 3.2.2).
pub(super) fn asked(
    uri: &Uri,
    version: Version,
    headers: &HeaderMap,
) -> Result<Option<Authority>, UnreadableHost> {
    let header = match single(headers, &HOST)? {
        Some(value) => Some(authority(value.as_bytes())?),
        None if version <= Version::HTTP_10 => None,
        None => return Err(UnreadableHost),
    };
    Ok(uri.authority().cloned().or(header))
}

/// The address of this server for who asks, without a slash at its end: its public
/// address, or else the host that was asked for.
pub(super) fn base<T>(request: &Request<T>, node: &Node) -> String {
    let options = &node.options;
    let host = || asked(request.uri(), request.version(), request.headers()).ok()?;
    match host().filter(|_| options.public_url.is_none()) {
        Some(host) => format!("{}://{host}{}", options.scheme(), options.base_path),
        None => node.facts.base(),
    }
}

/// No host, or more than one.
pub(super) struct UnreadableHost;

impl From<Repeated> for UnreadableHost {
    fn from(_: Repeated) -> UnreadableHost {
        UnreadableHost
    }
}

fn authority(bytes: &[u8]) -> Result<Authority, UnreadableHost> {
    let authority = Authority::try_from(bytes).map_err(|_| UnreadableHost)?;
    let (whole, host) = (authority.as_str(), authority.host());
    let port = whole.strip_prefix(host).and_then(|rest| match rest {
        "" | ":" => Some(0),
        rest => rest.strip_prefix(':')?.parse::<u16>().ok(),
    });
    match port {
        Some(_) if !host.is_empty() => Ok(authority),
        _ => Err(UnreadableHost),
    }
}

/// Whether a host is an address, this machine, or a name that the operator
/// gave. Without a public address the server does not know its names.
fn is_own(host: &Authority, options: &ServerOptions) -> bool {
    let Some(public) = &options.public_url else {
        return true;
    };
    let host = host.host();
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    if bare.unwrap_or(host).parse::<IpAddr>().is_ok() {
        return true;
    }
    // A dot behind a name says that it is complete.
    let name = host.strip_suffix('.').unwrap_or(host);
    let is = |other: &str| {
        let other = other.strip_suffix('.').unwrap_or(other);
        name.eq_ignore_ascii_case(other)
    };
    let of = |url: &Url| matches!(url.host(), Some(Host::Domain(domain)) if is(domain));
    is("localhost")
        || of(public)
        || options.moved_to.as_ref().is_some_and(of)
        || options.tls_domain.iter().any(|name| is(name))
        || options
            .origin
            .iter()
            .any(|origin| Url::parse(origin).is_ok_and(|url| of(&url)))
}

#[cfg(test)]
mod tests;
