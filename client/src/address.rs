//! Server addresses as people write them: `ws`, `wss`, `http`, `https`, a bare
//! `host[:port]`, any base path, and links to rooms `BASE/r/CODE` and finished games
//! `BASE/games/ID`, and links that share a seat, `BASE/r/CODE#take=TOKEN`; and addresses of chats' webhooks.
//! Reading one asks no name server.

use std::{fmt, net::Ipv6Addr};

use protocol::{GameId, RoomCode, Secret};
use url::{Host, Url};

/// The port of a bare host: the year of the first OXO.
pub const PORT: u16 = 1952;

/// Begins the fragment of a link that shares a seat.
const TAKE: &str = "take=";

/// Where a server is: a `ws` or `wss` address without the final `/ws`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

/// A person's input to join, to watch, or to see a game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A code: the room is on the server in use.
    Code(RoomCode),
    /// A link to a room, which is where the link leads.
    Room(Address, RoomCode),
    /// A link to a finished game, which is kept where the link leads.
    Game(Address, GameId),
    /// A link to a seat that its holder shares, and the token that leads to it.
    Seat(Address, RoomCode, Secret),
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It is empty.
    Empty,
    /// It cannot be read as an address.
    Unreadable(String),
    /// It begins with the name of another protocol.
    Scheme(String),
    /// It carries a user name or password, which would end up in plain sight.
    Credentials,
    /// The text after `/r/` is no room code.
    NotACode(String),
    /// A room was wanted, and the address names none.
    NoRoom(String),
    /// The text after `#take=` is no token.
    NotAToken,
}

impl Address {
    /// The address of the WebSocket.
    #[must_use]
    pub fn socket(&self) -> String {
        format!("{self}/ws")
    }

    /// Whether connections to it are encrypted.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "wss"
    }

    /// The host and the port to connect to.
    #[must_use]
    pub fn host(&self) -> (Host<String>, u16) {
        // `parse` takes no address without a host, and of either scheme the port is known.
        let host = self.0.host().map(|host| host.to_owned());
        let host = host.unwrap_or(Host::Domain(String::new()));
        (host, self.0.port_or_known_default().unwrap_or(PORT))
    }

    /// The origin of the page that this server shows.
    #[must_use]
    pub fn origin(&self) -> String {
        let page = self.page("/");
        Url::parse(&page).map_or(page, |page| page.origin().ascii_serialization())
    }

    /// The address of a page, whose path begins with `/`.
    #[must_use]
    pub fn page(&self, path: &str) -> String {
        // "ws" is to "wss" as "http" is to "https".
        let rest = self.to_string().split_off("ws".len());
        format!("http{rest}{path}")
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

/// Reads the address of a server, which a link has, too.
///
/// ```
/// use oxo_client::address::parse;
///
/// let address = parse("https://example.org/oxo/r/K7QX-4MTR").unwrap();
/// assert_eq!(address.socket(), "wss://example.org/oxo/ws");
/// assert_eq!(parse("example.org").unwrap().to_string(), "ws://example.org:1952");
/// ```
///
/// # Errors
/// When the text is neither.
pub fn parse(text: &str) -> Result<Address, AddressError> {
    linked(text).map(|(address, _)| address)
}

/// Target of an address at its server.
enum LinkTarget {
    Start,
    Room(RoomCode),
    Seat(RoomCode, Secret),
    Game(GameId),
}

fn linked(text: &str) -> Result<(Address, LinkTarget), AddressError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    let mut url = read(text)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    let taken = url.fragment().and_then(|it| it.strip_prefix(TAKE));
    let token = taken.map(|it| Secret::new(it).map_err(|_| AddressError::NotAToken));
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    let (base, link) = if let Some((base, code)) = path.rsplit_once("/r/") {
        let room = code.parse().map_err(|_| not_a_code(code))?;
        match token.transpose()? {
            Some(token) => (base, LinkTarget::Seat(room, token)),
            None => (base, LinkTarget::Room(room)),
        }
    } else if let Some((base, id)) = game_link(&path) {
        (base, LinkTarget::Game(id))
    } else {
        (path.strip_suffix("/ws").unwrap_or(&path), LinkTarget::Start)
    };
    url.set_path(base);
    Ok((Address(url), link))
}

/// The base path and the game of the path of a link to one, in any of its forms.
fn game_link(path: &str) -> Option<(&str, GameId)> {
    let (base, name) = path.rsplit_once("/games/")?;
    let (id, _) = name.split_once('.').unwrap_or((name, ""));
    Some((base, id.parse().ok()?))
}

/// Reads what `join`, `watch` and `replay` are given.
///
/// # Errors
/// When it is neither a room code nor a link to a room or a game.
pub fn place(text: &str) -> Result<Destination, AddressError> {
    let text = text.trim();
    if let Ok(code) = text.parse() {
        return Ok(Destination::Code(code));
    }
    if !text.contains('/') {
        return Err(not_a_code(text));
    }
    let (address, link) = linked(text)?;
    match link {
        LinkTarget::Start => Err(AddressError::NoRoom(without_fragment(text).to_owned())),
        LinkTarget::Room(room) => Ok(Destination::Room(address, room)),
        LinkTarget::Seat(room, token) => Ok(Destination::Seat(address, room, token)),
        LinkTarget::Game(game) => Ok(Destination::Game(address, game)),
    }
}

/// The address that shares a seat: that of its room with the token, which browsers send to nobody.
#[must_use]
pub fn shared_seat(room_url: &str, token: &Secret) -> String {
    format!("{room_url}#{TAKE}{}", token.reveal())
}

/// An address as it may be shown: a token stands in the fragment.
#[must_use]
pub fn without_fragment(text: &str) -> &str {
    text.split_once('#').map_or(text, |(before, _)| before)
}

/// The address of a chat's webhook, as servers take it: `https`, without a user, a password and a fragment, in ASCII.
/// Nothing for a text that is none.
///
/// ```
/// use oxo_client::address::webhook;
///
/// let url = webhook(" https://chat.example/hooks/f1yXm2 ").unwrap();
/// assert_eq!(url, "https://chat.example/hooks/f1yXm2");
/// assert_eq!(webhook("http://chat.example/hooks/f1yXm2"), None);
/// ```
#[must_use]
pub fn webhook(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    (is_plain && url.scheme() == "https").then(|| url.into())
}

fn not_a_code(text: &str) -> AddressError {
    AddressError::NotACode(without_fragment(text).to_owned())
}

fn read(text: &str) -> Result<Url, AddressError> {
    let unreadable = || AddressError::Unreadable(without_fragment(text).to_owned());
    let Some((scheme, rest)) = text.split_once("://") else {
        return bare(text).ok_or_else(unreadable);
    };
    let scheme = match scheme.to_ascii_lowercase().as_str() {
        "ws" | "http" => "ws",
        "wss" | "https" => "wss",
        _ => return Err(AddressError::Scheme(scheme.to_owned())),
    };
    Url::parse(&format!("{scheme}://{rest}")).map_err(|_| unreadable())
}

/// An address without a scheme. Only here does the port default to ours: with
/// a scheme, a missing port has a meaning of its own.
fn bare(text: &str) -> Option<Url> {
    let with_scheme = match text.parse::<Ipv6Addr>() {
        Ok(ip) => format!("ws://[{ip}]"),
        Err(_) => format!("ws://{text}"),
    };
    let mut url = Url::parse(&with_scheme).ok()?;
    let authority = with_scheme["ws://".len()..]
        .split(['/', '?', '#'])
        .next()
        .unwrap_or_default();
    // `Url` hides a port that equals the scheme's default, so the text decides.
    let after_ip = authority.rsplit(']').next().unwrap_or_default();
    if !after_ip.contains(':') {
        url.set_port(Some(PORT)).ok()?;
    }
    Some(url)
}

#[cfg(test)]
mod tests;
