//! Findings of an examination.
// Most names say it all.
#![allow(missing_docs)]

use std::net::{IpAddr, SocketAddr};

use serde::Serialize;

use crate::transport::{LinkError, Unreachable};

/// One step, and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub check: Check,
    pub outcome: Result<Fact, Trouble>,
}

/// Result of a step.
pub(super) type Outcome = Result<Fact, Trouble>;

/// Steps of an examination, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// The name leads to addresses.
    Name,
    /// Somebody listens there.
    Address,
    /// The connection is encrypted, and the certificate is good.
    Tls,
    /// An OXO server answers at this path.
    Http,
    /// A WebSocket gets through.
    #[serde(rename = "websocket")]
    WebSocket,
    /// The server takes its own page for its own.
    Origin,
    /// Server and client speak the same version, and frames come through.
    Protocol,
    Latency,
    /// The clocks agree.
    Clock,
}

/// Sound result of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "found", rename_all = "snake_case")]
pub enum Fact {
    /// The name leads to these addresses.
    Name {
        host: String,
        addresses: Vec<IpAddr>,
    },
    Reached {
        address: SocketAddr,
        ms: u64,
    },
    /// The address asks for no encryption.
    Plain,
    Certificate {
        days: u64,
    },
    Server {
        version: String,
    },
    /// A WebSocket gets through.
    #[serde(rename = "websocket")]
    WebSocket,
    /// The page may connect.
    Origin,
    /// Both speak this version.
    Protocol {
        version: u64,
    },
    Latency {
        ms: u64,
    },
    /// The clocks agree.
    Clock {
        ms: u64,
    },
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "trouble", rename_all = "snake_case")]
pub enum Trouble {
    /// The name leads nowhere.
    UnknownName {
        host: String,
    },
    /// Nobody answers.
    Unreached {
        address: SocketAddr,
        #[serde(skip)]
        why: Unreachable,
    },
    /// One address of the name answers, and another does not.
    HalfReached {
        answers: SocketAddr,
        silent: SocketAddr,
    },
    Expired,
    NotYetValid,
    /// The certificate is for another name.
    OtherCertificate {
        host: String,
    },
    /// Nobody whom this machine trusts has signed it.
    Untrusted,
    EndsSoon {
        days: u64,
    },
    /// The port speaks no TLS.
    NoTls,
    /// This machine trusts nobody.
    NoAuthorities,
    /// No encrypted connection for another reason.
    Tls {
        detail: String,
    },
    /// Connections are accepted and requests not answered.
    NoAnswer,
    /// Something else answers at this path.
    NotOxo {
        status: Option<u16>,
    },
    /// The address leads on to another.
    Moved {
        location: String,
    },
    /// The server does not go by this name.
    OtherName,
    /// A proxy does not reach the server.
    Gateway {
        status: u16,
    },
    /// A proxy does not hand the handshake of the WebSocket on.
    UpgradeSwallowed,
    /// The WebSocket is refused.
    UpgradeRefused {
        status: Option<u16>,
    },
    /// The WebSocket opens, and nothing comes through.
    Held,
    /// The server takes its own page for a foreign one.
    ForeignOrigin {
        origin: String,
    },
    /// The greeting failed.
    Greeting {
        #[serde(skip)]
        why: LinkError,
    },
    /// The clocks differ.
    ClockOff {
        ms: u64,
    },
}
