//! Names of the stream and of its subjects.

/// The name of a cluster's stream.
pub(crate) fn name(cluster: &str) -> String {
    format!("{cluster}-log")
}

/// The subject that it keeps.
pub(crate) fn subject(cluster: &str) -> String {
    format!("{cluster}.log")
}

/// The subject to which it republishes what it has stored.
pub(crate) fn republished(cluster: &str) -> String {
    format!("{cluster}.live")
}
