//! The server in use, and those that were.

/// Servers that are remembered.
const MOST: usize = 8;

/// The server in use, and those that were.
#[derive(Debug)]
pub struct ServerMenu {
    /// The one in use first, then the last one before it.
    known: Vec<String>,
}

impl ServerMenu {
    /// A menu for the server in use, and those that were before, the last one first.
    pub fn new(now: String, known: Vec<String>) -> ServerMenu {
        let mut menu = ServerMenu { known };
        menu.use_now(now);
        menu
    }

    /// The address of the server in use.
    pub fn now(&self) -> &str {
        self.known.first().map_or("", String::as_str)
    }

    /// The same for a line of the menu, without its scheme.
    pub fn short(&self) -> &str {
        let now = self.now();
        now.strip_prefix("ws://")
            .or(now.strip_prefix("wss://"))
            .unwrap_or(now)
    }

    /// Another one is in use now.
    pub fn use_now(&mut self, server: String) -> &[String] {
        self.known.retain(|known| *known != server);
        self.known.insert(0, server);
        self.known.truncate(MOST);
        &self.known
    }

    /// The others, the last one first.
    pub fn others(&self) -> &[String] {
        self.known.get(1..).unwrap_or_default()
    }
}
