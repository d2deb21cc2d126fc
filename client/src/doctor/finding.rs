//! Findings of an examination.

use std::net::{IpAddr, SocketAddr};

use serde::Serialize;

use crate::transport::{LinkError, Unreachable};

/// One step, and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The step of the examination.
    pub check: Check,
    /// Its result.
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
    /// Duration of a round trip.
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
        /// The name.
        host: String,
        /// Where it leads.
        addresses: Vec<IpAddr>,
    },
    /// Somebody listens.
    Reached {
        /// Where.
        address: SocketAddr,
        /// Its duration in milliseconds.
        ms: u64,
    },
    /// The address asks for no encryption.
    Plain,
    /// The certificate is good.
    Certificate {
        /// For how many days more.
        days: u64,
    },
    /// An OXO server.
    Server {
        /// Its version.
        version: String,
    },
    /// A WebSocket gets through.
    #[serde(rename = "websocket")]
    WebSocket,
    /// The page may connect.
    Origin,
    /// Both speak this version.
    Protocol {
        /// Of the protocol.
        version: u64,
    },
    /// Duration of a round trip.
    Latency {
        /// In milliseconds.
        ms: u64,
    },
    /// The clocks agree.
    Clock {
        /// Within this time, in milliseconds.
        ms: u64,
    },
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "trouble", rename_all = "snake_case")]
pub enum Trouble {
    /// The name leads nowhere.
    UnknownName {
        /// The name.
        host: String,
    },
    /// Nobody answers.
    Unreached {
        /// Where.
        address: SocketAddr,
        /// How.
        #[serde(skip)]
        why: Unreachable,
    },
    /// One address of the name answers, and another does not.
    HalfReached {
        /// The one.
        answers: SocketAddr,
        /// The other.
        silent: SocketAddr,
    },
    /// The certificate has ended.
    Expired,
    /// The certificate has not begun.
    NotYetValid,
    /// The certificate is for another name.
    OtherCertificate {
        /// The name that was asked for.
        host: String,
    },
    /// Nobody whom this machine trusts has signed it.
    Untrusted,
    /// The certificate ends soon.
    EndsSoon {
        /// Time left, in days.
        days: u64,
    },
    /// The port speaks no TLS.
    NoTls,
    /// This machine trusts nobody.
    NoAuthorities,
    /// No encrypted connection for another reason.
    Tls {
        /// As the library says it.
        detail: String,
    },
    /// Connections are accepted and requests not answered.
    NoAnswer,
    /// Something else answers at this path.
    NotOxo {
        /// With this status, if it speaks HTTP.
        status: Option<u16>,
    },
    /// The address leads on to another.
    Moved {
        /// To this one.
        location: String,
    },
    /// The server does not go by this name.
    OtherName,
    /// A proxy does not reach the server.
    Gateway {
        /// And answers so.
        status: u16,
    },
    /// A proxy does not hand the handshake of the WebSocket on.
    UpgradeSwallowed,
    /// The WebSocket is refused.
    UpgradeRefused {
        /// With this status, if one came.
        status: Option<u16>,
    },
    /// The WebSocket opens, and nothing comes through.
    Held,
    /// The server takes its own page for a foreign one.
    ForeignOrigin {
        /// The page's origin.
        origin: String,
    },
    /// The greeting failed.
    Greeting {
        /// In this way.
        #[serde(skip)]
        why: LinkError,
    },
    /// The clocks differ.
    ClockOff {
        /// The difference, in milliseconds.
        ms: u64,
    },
}
