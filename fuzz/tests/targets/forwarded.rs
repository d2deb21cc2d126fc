//! Headers in which proxies name the client that they forward for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use bolero::{TypeGenerator, check};
use config::ServerOptions;
use hyper::{HeaderMap, header::HeaderValue};
use server::http::{forwarded::hops, visit::visitor};

use crate::INPUTS;

/// A hop as one of our proxies could write it.
#[derive(Debug, TypeGenerator)]
struct Written {
    address: Address,
    port: Option<u16>,
    hidden_port: bool,
    quoted: bool,
    capital: bool,
    blank: bool,
    before: u8,
    behind: u8,
}

#[derive(Debug, TypeGenerator)]
enum Address {
    Four(u32),
    Six(u128),
}

const PAIRS: [&str; 5] = [
    "",
    "proto=https",
    "by=\"[::1]:80\"",
    "host=\"a,for=9.9.9.9;b\"",
    "x=\"\\\"\"",
];

impl Written {
    fn ip(&self) -> IpAddr {
        match self.address {
            Address::Four(bits) => Ipv4Addr::from_bits(bits).into(),
            Address::Six(bits) => Ipv6Addr::from_bits(bits).into(),
        }
    }

    fn port(&self) -> String {
        match self.port {
            Some(port) if self.hidden_port => format!(":_p{port}"),
            Some(port) => format!(":{port}"),
            None => String::new(),
        }
    }

    fn listed(&self) -> String {
        let node = match (self.ip(), self.port()) {
            (IpAddr::V6(ip), port) if port.is_empty() && !self.capital => ip.to_string(),
            (IpAddr::V6(ip), port) => format!("[{ip}]{port}"),
            (ip, port) => format!("{ip}{port}"),
        };
        let node = if self.quoted {
            format!("\"{node}\"")
        } else {
            node
        };
        if self.blank {
            format!(" {node}\t")
        } else {
            node
        }
    }

    fn element(&self) -> String {
        let node = match (self.ip(), self.port()) {
            (IpAddr::V6(ip), port) => format!("\"[{ip}]{port}\""),
            (ip, port) if port.is_empty() && !self.quoted => ip.to_string(),
            (ip, port) => format!("\"{ip}{port}\""),
        };
        let name = if self.capital { "FOR" } else { "for" };
        let blank = if self.blank { " " } else { "" };
        let pair = |number: u8| PAIRS[usize::from(number) % PAIRS.len()];
        let pairs = [
            pair(self.before),
            &format!("{name}={node}"),
            pair(self.behind),
        ];
        format!("{blank}{}{blank}", pairs.join(&format!("{blank};{blank}")))
    }
}

fn headers(lines: &[(&'static str, &[u8])]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        // Bytes that cannot stand in a header are not sent.
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.append(*name, value);
        }
    }
    headers
}

#[test]
fn hops_are_read_as_they_were_written_whatever_came_before() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<(Vec<Written>, Vec<u8>)>()
        .for_each(|(hops_written, before)| {
            if hops_written.is_empty() {
                return;
            }
            let wanted: Vec<_> = hops_written.iter().map(|hop| Some(hop.ip())).collect();
            let joined = |write: fn(&Written) -> String| {
                let texts: Vec<_> = hops_written.iter().map(write).collect();
                texts.join(",").into_bytes()
            };
            for (name, line) in [
                ("x-forwarded-for", joined(Written::listed)),
                ("forwarded", joined(Written::element)),
            ] {
                let read = hops(&headers(&[(name, before), (name, &line)]));
                let text = String::from_utf8_lossy(&line);
                assert!(read.ends_with(&wanted), "{text}: {read:?}");
            }
        });
}

#[test]
fn a_visitor_is_a_hop_or_the_other_end() {
    let proxy = IpAddr::from([10, 0, 0, 1]);
    let options = ServerOptions {
        trusted_proxy: vec![proxy.into()],
        ..ServerOptions::default()
    };
    check!()
        .with_iterations(INPUTS)
        .with_type::<(Vec<u8>, Vec<u8>)>()
        .for_each(|(one, other)| {
            let headers = headers(&[("x-forwarded-for", one), ("forwarded", other)]);
            let stranger = IpAddr::from([192, 0, 2, 1]);
            assert_eq!(visitor(&headers, stranger, &options), stranger);
            let visitor = visitor(&headers, proxy, &options);
            let named = hops(&headers).into_iter().flatten();
            assert!(visitor == proxy || named.map(|ip| ip.to_canonical()).any(|ip| ip == visitor));
        });
}
