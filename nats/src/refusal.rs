//! Reasons why a node does not start on these servers: one sentence each, with the remedy.

/// The fault of the servers or their streams. The first field names the server or stream.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartRefusal {
    /// None of the servers answers as a server of NATS.
    #[error(
        "cannot connect to NATS at {0} ({1}): check the addresses, the user and password, and that nats-server runs there"
    )]
    Unreachable(String, String),
    /// Older than the first version without known losses.
    #[error("the NATS server {0} is of version {1}: upgrade it to 2.14.5 or later")]
    TooOld(String, String),
    /// There is no such stream.
    #[error(
        "the stream {0} is missing: make it with --create-log, or use the NATS account that has it"
    )]
    MissingStream(String),
    /// A request about a stream failed.
    #[error(
        "NATS does not answer for the stream {0} ({1}): check that JetStream is enabled and most of its servers run"
    )]
    JetStream(String, String),
    /// Fewer copies than demanded.
    #[error("the stream {0} has replicas: {found}: raise it with `nats stream edit {0} --replicas {needed}`", found = .1, needed = .2)]
    TooFewReplicas(String, usize, usize),
    /// In memory.
    #[error(
        "the stream {0} is not kept on file: delete it, if nothing in it is needed, and make it with --create-log"
    )]
    NotOnFile(String),
    /// It has no mark of a log.
    #[error(
        "the stream {0} is not one of OXO's: use a NATS account of its own, or another --cluster-name"
    )]
    Foreign(String),
    /// A setting that the protocol relies on.
    #[error(
        "the stream {0} has another {1} than the log needs: set it to what docs/decisions/13 lists"
    )]
    Setting(String, &'static str),
    /// The address of a server's monitor is needed and was not given.
    #[error(
        "nobody says whether the NATS server {0} syncs always: give the address of its monitor (`http:` in its configuration)"
    )]
    Unmonitored(String),
    /// The monitor at this address does not answer.
    #[error(
        "the monitor at {0} does not answer ({1}): check the address and `http:` in the configuration of that NATS server"
    )]
    Monitor(String, String),
    /// It would lose what was acknowledged in a power cut.
    #[error(
        "the NATS server {0} does not sync always: set `sync_interval: always` in its block `jetstream`, or accept in so many words that a power cut loses what was acknowledged"
    )]
    NotSynced(String),
    /// Clocks of players would jump when another node takes over, by that number of milliseconds.
    #[error("the clock of the NATS server {0} is {1} ms off this one: set both by NTP")]
    Clock(String, u128),
}
