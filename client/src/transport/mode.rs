//! A session's player and place: at a server, or at this terminal.

/// The people who play through a session, and the place of the authority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayMode {
    /// A player or spectator at a server.
    #[default]
    Online,
    /// One person, at a table in this process.
    Solo,
    /// Two people side by side, at a table in this process: a command is that
    /// of the player whose turn it is.
    Hotseat,
}

impl PlayMode {
    /// Whether the authority is a server: with links, codes and other people.
    #[must_use]
    pub fn is_online(self) -> bool {
        self == PlayMode::Online
    }

    /// Whether two people share the session.
    #[must_use]
    pub fn is_shared(self) -> bool {
        self == PlayMode::Hotseat
    }
}
