//! Names of the stream and of its subjects.

/// Selection of nodes to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called<'a> {
    /// Every one.
    All,
    /// The one that decides.
    Decider,
    /// The one of that name.
    Node(&'a str),
}

/// The name of a cluster's stream.
pub(crate) fn name(cluster: &str) -> String {
    format!("{cluster}-log")
}

/// The subject that it keeps.
pub(crate) fn subject(cluster: &str) -> String {
    format!("{cluster}.log")
}

/// The subject on which these nodes are asked.
pub(crate) fn calls(cluster: &str, called: Called) -> String {
    match called {
        Called::All => format!("{cluster}.nodes"),
        Called::Decider => format!("{cluster}.decider"),
        Called::Node(node) => format!("{cluster}.node.{node}"),
    }
}

/// The subject to which it republishes stored records.
pub(crate) fn republished(cluster: &str) -> String {
    format!("{cluster}.live")
}
