//! Findings of a server's examination, each with a remedy.

use std::net::IpAddr;

use oxo_client::{
    address::Address,
    doctor::{Fact, Step, Trouble},
    transport::{LinkError, Unreachable},
};
use sentences::{Catalogue, say};

use super::link::connect_error;

/// A line for a step.
pub fn doctor_step(text: &Catalogue, address: &Address, step: &Step) -> String {
    match &step.outcome {
        Ok(fact) => say!(text, DOCTOR_OK, text = found(text, fact)),
        Err(trouble) => say!(text, DOCTOR_WRONG, text = wrong(text, address, trouble)),
    }
}

fn found(text: &Catalogue, fact: &Fact) -> String {
    match fact {
        Fact::Name { host, addresses } => {
            let addresses: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
            say!(text, DOCTOR_NAME, host, addresses = addresses.join(", "))
        }
        Fact::Reached { address, ms } => say!(text, DOCTOR_REACHED, address, ms),
        Fact::Plain => say!(text, DOCTOR_PLAIN),
        Fact::Certificate { days } => say!(text, DOCTOR_CERTIFICATE, days),
        Fact::Server { version } => say!(text, DOCTOR_SERVER, version),
        Fact::WebSocket => say!(text, DOCTOR_WEBSOCKET),
        Fact::Origin => say!(text, DOCTOR_ORIGIN),
        Fact::Protocol { version } => say!(text, DOCTOR_PROTOCOL, version),
        Fact::Latency { ms } => say!(text, DOCTOR_LATENCY, ms),
        Fact::Clock { ms } => say!(text, DOCTOR_CLOCK, ms),
    }
}

fn wrong(text: &Catalogue, server: &Address, trouble: &Trouble) -> String {
    match trouble {
        Trouble::UnknownName { host } => say!(text, DOCTOR_NAME_UNKNOWN, host),
        Trouble::Unreached { address, why } => match why {
            Unreachable::ConnectionRefused => say!(text, DOCTOR_REACHED_REFUSED, address),
            Unreachable::Timeout => say!(text, DOCTOR_REACHED_TIMEOUT, address),
            Unreachable::UnknownHost | Unreachable::Broken => {
                say!(text, DOCTOR_REACHED_BROKEN, address)
            }
        },
        Trouble::HalfReached { answers, silent } => {
            say!(text, DOCTOR_REACHED_HALF, answers, silent)
        }
        Trouble::Expired => say!(text, DOCTOR_CERTIFICATE_EXPIRED),
        Trouble::NotYetValid => say!(text, DOCTOR_CERTIFICATE_EARLY),
        Trouble::OtherCertificate { host } => say!(text, DOCTOR_CERTIFICATE_NAME, host),
        Trouble::Untrusted => say!(text, DOCTOR_CERTIFICATE_UNKNOWN),
        Trouble::EndsSoon { days } => say!(text, DOCTOR_CERTIFICATE_SOON, days),
        Trouble::NoTls => say!(text, DOCTOR_TLS_NONE),
        Trouble::NoAuthorities => connect_error(text, server, &LinkError::NoAuthorities),
        Trouble::Tls { detail } => connect_error(text, server, &LinkError::Tls(detail.clone())),
        Trouble::NoAnswer => say!(text, DOCTOR_HTTP_SILENT),
        Trouble::NotOxo { status: None } => say!(text, DOCTOR_HTTP_OTHER),
        Trouble::NotOxo {
            status: Some(status),
        } => say!(text, DOCTOR_HTTP_MISSING, status),
        Trouble::Moved { location } => say!(text, DOCTOR_HTTP_MOVED, location),
        Trouble::OtherName => say!(text, DOCTOR_HTTP_NAME),
        Trouble::Gateway { status } => say!(text, DOCTOR_HTTP_GATEWAY, status),
        Trouble::UpgradeSwallowed => say!(text, DOCTOR_WEBSOCKET_SWALLOWED),
        Trouble::UpgradeRefused { status: None } => say!(text, DOCTOR_WEBSOCKET_BROKEN),
        Trouble::UpgradeRefused {
            status: Some(status),
        } => say!(text, DOCTOR_WEBSOCKET_REFUSED, status),
        Trouble::Held => say!(text, DOCTOR_WEBSOCKET_HELD),
        Trouble::ForeignOrigin { origin } => say!(text, DOCTOR_ORIGIN_FOREIGN, origin),
        Trouble::Greeting { why } => connect_error(text, server, why),
        Trouble::ClockOff { ms } => {
            say!(text, DOCTOR_CLOCK_OFF, seconds = ms / 1_000)
        }
    }
}
