//! Reasons why a server cannot start or go on, in words for the operator.

use std::{io, net::SocketAddr, path::PathBuf};

use cluster_nats::StartRefusal;
use config::ListenAddress;
use sentences::in_words;

/// Reason why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The journal could not be opened, or cannot follow the cluster's log.
    #[error("{0}")]
    Journal(String),
    /// The servers of NATS cannot be used.
    #[error(transparent)]
    Cluster(#[from] StartRefusal),
    /// A node of that name runs.
    #[error(
        "a node called {node} runs already{reached}: give this one another name with --node, or stop that one"
    )]
    NameTaken {
        /// The name.
        node: String,
        /// Where other nodes reach it, in words.
        reached: String,
    },
    /// The log has lost what the copy here lacks, and nobody has it.
    #[error(
        "the cluster's log begins behind what {} has (record {seq}), and no other node gave a copy ({why}): start one that has \
         everything, or begin a new log with the newest copy by oxo-server cluster recover",
        .data.display()
    )]
    NoCopy {
        /// The data directory.
        data: PathBuf,
        /// The last record that it has, 0 for none.
        seq: u64,
        /// Why not.
        why: String,
    },
    /// The copy here is not what other nodes have.
    #[error(
        "the copy of the cluster's log in {} differs from that of {others} at record {seq}, so this node does not go on with it: \
         move that directory away, keep it for a report of this fault (oxo-server check --against with another node's oxo.db names what differs), \
         and start again, so that a copy is fetched",
        .data.display()
    )]
    CopyDiffers {
        /// The data directory.
        data: PathBuf,
        /// The record after which they differ.
        seq: u64,
        /// The nodes that have something else, by name.
        others: String,
    },
    /// The address cannot be had.
    #[error(
        "cannot listen on {address}: {}; choose another with --listen",
        in_words(.why)
    )]
    Bind {
        /// The address.
        address: ListenAddress,
        /// The system's error.
        why: io::Error,
    },
    /// The address for the figures cannot be had.
    #[error(
        "cannot listen on {address} for /metrics: {}; choose another address with --metrics-listen",
        in_words(.why)
    )]
    BindMetrics {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        why: io::Error,
    },
    /// The address for the other nodes cannot be had.
    #[error(
        "cannot listen on {address} for the other nodes: {}; choose another address with --peer-listen",
        in_words(.why)
    )]
    BindPeers {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        why: io::Error,
    },
    /// There is no key by which other nodes could know this one.
    #[error("this node cannot make the key by which others know it ({0}); start it again")]
    PeerKey(String),
    /// Something else than a socket to listen on was passed.
    #[error(
        "cannot listen on what was passed in LISTEN_FDS: {}; pass sockets of streams only",
        in_words(.0)
    )]
    Passed(io::Error),
    /// There is nothing to put into links.
    #[error(
        "a server on Unix sockets alone does not know its address; say it with --public-url, such as https://oxo.example"
    )]
    Nowhere,
    /// The operator's socket cannot be had.
    #[error("{0}")]
    Admin(String),
    /// The certificate cannot be used.
    #[error("{0}")]
    Tls(String),
    /// The system refused something that every server needs.
    #[error("the server cannot run: {}; the limits of its service or container may be too low", in_words(.0))]
    System(#[from] io::Error),
    /// The journal has failed for good; nothing unkept was acknowledged.
    #[error(
        "the journal has failed, because its disk or its file is damaged; nothing was acknowledged that is not kept"
    )]
    JournalFailed,
    /// The system did not make durable what the journal wrote.
    #[error(
        "the journal has failed, because its disk did not sync what was written; nothing was acknowledged that is not kept: look at the disk, its quota and the system's log, and start again"
    )]
    JournalUnsynced,
    /// The journal's files are not there any more, or others are.
    #[error(
        "the journal's files were deleted, moved or replaced under the server; what was acknowledged in the last seconds may be in none of those that are left: bring them back, or put a backup in their place"
    )]
    JournalTaken,
}
