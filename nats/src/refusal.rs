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
    #[error("the stream {0} has too few replicas ({found}): raise it with `nats stream edit {0} --replicas {needed}`", found = .1, needed = .2)]
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
        "nobody says whether the NATS server {0} syncs always: give the address of its monitor (`http:` in its configuration) with --cluster-monitor"
    )]
    Unmonitored(String),
    /// The monitor at this address does not answer.
    #[error(
        "the NATS monitor at {0} does not answer ({1}): check `http:` in the configuration of that NATS server, or say with --cluster-monitor where it is"
    )]
    Monitor(String, String),
    /// It would lose acknowledged records in a power cut.
    #[error(
        "the NATS server {0} does not sync always: set `sync_interval: always` in its block `jetstream`, or a power cut would lose what was acknowledged"
    )]
    NotSynced(String),
    /// Clocks of players would jump when another node takes over, by that number of milliseconds.
    #[error("the clock of the NATS server {0} is {1} ms off this one: set both by NTP")]
    Clock(String, u128),
}

impl StartRefusal {
    /// Whether it may pass by itself: servers that start, elect or get their time by NTP take a while.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            StartRefusal::Unreachable(..)
                | StartRefusal::Monitor(..)
                | StartRefusal::JetStream(..)
                | StartRefusal::Clock(..)
        )
    }

    /// The sentence in two parts: the fault, and the remedy.
    pub fn parts(&self) -> (String, String) {
        let sentence = self.to_string();
        let mut depth = 0_usize;
        let colon = sentence.char_indices().find(|&(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            // What others have said stands in parentheses, and may have one of its own.
            depth == 0 && sentence[at..].starts_with(": ")
        });
        match colon {
            Some((at, _)) => (sentence[..at].to_owned(), sentence[at + 2..].to_owned()),
            None => (sentence, "look at the servers of NATS".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_has_a_fault_and_a_remedy() {
        let name = || "n1".to_owned();
        let why = || "an error: of theirs".to_owned();
        for (refusal, fault, remedy) in [
            (
                StartRefusal::Unreachable(name(), why()),
                "cannot connect to NATS at n1 (an error: of theirs)",
                "check the addresses",
            ),
            (
                StartRefusal::TooFewReplicas(name(), 1, 3),
                "the stream n1 has too few replicas (1)",
                "raise it with `nats stream edit n1 --replicas 3`",
            ),
            (
                StartRefusal::Monitor(name(), why()),
                "the NATS monitor at n1 does not answer (an error: of theirs)",
                "check `http:` in",
            ),
            (
                StartRefusal::NotSynced(name()),
                "the NATS server n1 does not sync always",
                "set `sync_interval: always` in",
            ),
            (
                StartRefusal::Clock(name(), 2_500),
                "the clock of the NATS server n1 is 2500 ms off this one",
                "set both by NTP",
            ),
        ] {
            let (what, helps) = refusal.parts();
            assert_eq!(what, fault);
            assert!(helps.starts_with(remedy), "{helps}");
        }
    }
}
