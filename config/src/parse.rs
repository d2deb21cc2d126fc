//! Types and parsers of single values. An error is the rest of a sentence that begins with
//! the value: the mistake and the correct form.

use std::{
    fmt::{self, Display},
    net::{IpAddr, SocketAddr},
    ops::RangeInclusive,
    path::PathBuf,
    str::FromStr,
};

use ipnet::IpNet;
use protocol::{GameId, RoomCode, Rules};
use subtle::ConstantTimeEq;
use tracing_subscriber::EnvFilter;
use url::{Host, Url};

/// A hundred years.
pub(super) const MAX_DAYS: u64 = 36_500;
const MAX_NAME_CHARS: usize = 64;
/// Fewer can be guessed.
const LEAST_TOKEN_CHARS: usize = 16;
const MAX_TOKEN_CHARS: usize = 256;
/// In seconds.
const DAY: u64 = 86_400;
/// The units of a period, the largest first, in seconds.
const UNITS: [(char, u64); 4] = [('d', DAY), ('h', 3_600), ('m', 60), ('s', 1)];
/// The longest time for which something can be asked of a running server.
const LONGEST: Period = Period(1_000 * DAY);
/// Prefix of the path of a Unix socket.
const UNIX: &str = "unix:";

pub(super) type Parsed<T> = Result<T, String>;

/// Declares parsers, each with the text that it reads, or else the mistake and the correct form.
macro_rules! parsers {
    ($($(#[doc = $doc:literal])* $name:ident($text:ident) -> $of:ty = $read:expr, or $wrong:literal;)*) => {$(
        $(#[doc = $doc])*
        pub(super) fn $name($text: &str) -> Parsed<$of> {
            Option::ok_or_else($read, || format!($wrong))
        }
    )*};
}
pub(super) use parsers;

parsers! {
    /// A single address is a network of one.
    network(text) -> IpNet = {
        let address = text.parse::<IpAddr>().map(IpNet::from);
        text.parse().map(|net: IpNet| net.trunc()).or(address).ok()
    }, or "is not an address or network; write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8";
    address(text) -> SocketAddr = text.parse().ok(),
        or "is not a numeric address with a port; write it like 127.0.0.1:9852 or [::1]:9852";
    listen(text) -> ListenAddress = match text.strip_prefix(UNIX) {
        Some(path) if cfg!(unix) && path.starts_with('/') => Some(ListenAddress::Unix(path.into())),
        _ => text.parse().ok().map(ListenAddress::Tcp),
    }, or "is not a numeric address with a port, nor a Unix socket; write it like [::]:1952, 0.0.0.0:1952, 127.0.0.1:0 or unix:/run/oxo/oxo.sock";
    socket_mode(text) -> SocketMode = {
        let octal = u32::from_str_radix(text, 8).ok();
        octal.filter(|mode| *mode <= 0o777).map(SocketMode)
    }, or "is not a set of permissions; write three octal digits like 660 (its group may connect) or 666 (everybody on this machine)";
    path(text) -> PathBuf = (!text.is_empty()).then(|| text.into()),
        or "is not a path; write one like /var/lib/oxo-server or /etc/oxo/cert.pem";
    /// As a browser writes it. An authority that looks at this server cannot issue for a wildcard.
    domain(text) -> String = match Host::parse(text) {
        Ok(Host::Domain(name)) if name.contains('.') && !name.contains('*') => {
            Some(name.trim_end_matches('.').into())
        }
        _ => None,
    }, or "is not a name that an authority issues for; write it like oxo.example";
    email(text) -> String = {
        let is_foreign = |c: char| c.is_whitespace() || ",?".contains(c);
        let fits = |part: &str| !part.is_empty() && !part.contains(is_foreign);
        let parts = text.split_once('@');
        parts.filter(|(name, host)| fits(name) && fits(host)).map(|_| text.into())
    }, or "is not a mail address; write it like ana@oxo.example";
    web_url(text) -> Url = plain_url(text),
        or "is not a plain http or https address; write it like https://oxo.example or https://example.org/oxo";
    https_url(text) -> Url = plain_url(text).filter(|url| url.scheme() == "https"),
        or "is not an https address; write it like https://acme.example/directory";
    /// Where somebody can be written to (RFC 8292 section 2.1).
    contact(text) -> Url = match text.strip_prefix("mailto:") {
        Some(address) => email(address).ok().and(Url::parse(text).ok()),
        None => https_url(text).ok(),
    }, or "is no address to write to; write it like mailto:ana@oxo.example or https://oxo.example";
    /// As a browser writes it, so that comparing texts is enough.
    origin(text) -> String = {
        let url = plain_url(text).filter(|url| url.path() == "/");
        url.map(|url| url.origin().ascii_serialization())
    }, or "is not an origin; write scheme, host and perhaps a port, like https://games.example or http://localhost:8080";
    /// Empty, or with a slash before and none behind.
    base_path(text) -> String = {
        let inner = text.trim_matches('/');
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        let fits = |part: &str| !matches!(part, "" | "." | "..") && part.chars().all(is_plain);
        match inner.is_empty() {
            true => Some(String::new()),
            false => inner.split('/').all(fits).then(|| format!("/{inner}")),
        }
    }, or "is not a base path; write words of letters, digits and -._~ with single slashes, like /oxo or /games/oxo";
    server_name(text) -> String = {
        let fits = (1..=MAX_NAME_CHARS).contains(&text.chars().count());
        (fits && protocol::text::neutral(text) == text).then(|| text.into())
    }, or "cannot be shown as a name; write 1 to {MAX_NAME_CHARS} printable characters";
    log_filter(text) -> String = {
        let fits = !text.is_empty() && EnvFilter::try_new(text).is_ok();
        fits.then(|| text.into())
    }, or "is not a log filter; write error, warn, info, debug or trace, or name parts like info,server=debug";
    /// The error is a whole sentence, which does not repeat the token.
    metrics_token(text) -> MetricsToken = {
        let is_plain = text.chars().all(|c| c.is_ascii_graphic());
        let fits = is_plain && (LEAST_TOKEN_CHARS..=MAX_TOKEN_CHARS).contains(&text.len());
        fits.then(|| MetricsToken(text.into()))
    }, or "the token cannot be used; write {LEAST_TOKEN_CHARS} to {MAX_TOKEN_CHARS} letters, digits and signs without spaces";
    period(text) -> Period = {
        let read = UNITS.iter().find_map(|(unit, seconds)| {
            let count: u64 = text.strip_suffix(*unit)?.parse().ok()?;
            count.checked_mul(*seconds)
        });
        read.filter(|seconds| (1..=MAX_DAYS * DAY).contains(seconds)).map(Period)
    }, or "is not a time; write a number and one of s, m, h and d, like 30m, 12h or 1d";
    journal(text) -> JournalKind = text.parse().ok(), or "is not a journal; write sqlite or memory";
    room_code(text) -> RoomCode = text.parse().ok(),
        or "is not the code of a room; write it like K7QX-4MTR";
    game_id(text) -> GameId = text.parse().ok(),
        or "is not the id of a game; write the 26 letters and digits at the end of its link";
    switch(text) -> bool = text.parse().ok(), or "is neither true nor false; write one of them";
}

fn plain_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let has_login = !url.username().is_empty() || url.password().is_some();
    let is_plain = !has_login && url.query().is_none() && url.fragment().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain).then_some(url)
}

pub(super) fn rules(text: &str) -> Parsed<Rules> {
    let wrong = |why| format!("is no board ({why}); write one like 15x15x5");
    text.parse().map_err(wrong)
}

/// A time for which something is asked of a running server, in milliseconds.
pub(super) fn period_ms(text: &str) -> Parsed<u64> {
    let period = period(text)?;
    match period.0 <= LONGEST.0 {
        true => Ok(period.ms()),
        false => Err(format!("is too long; write a time of at most {LONGEST}")),
    }
}

/// The parser of a number within these bounds; `what` is such as `a number of days`.
pub(super) fn number<T: FromStr + PartialOrd + Display>(
    what: &str,
    within: RangeInclusive<T>,
) -> impl Fn(&str) -> Parsed<T> {
    move |text| {
        let number = text.parse().ok().filter(|number| within.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (within.start(), within.end());
            format!("is not {what}; write a whole number from {least} to {most}, digits only")
        })
    }
}

/// The engine that keeps the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum JournalKind {
    /// On disk.
    Sqlite,
    /// In memory: every game ends with the process.
    Memory,
}

/// The token that a scrape has to show for the figures at the public port.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken(String);

impl MetricsToken {
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it was shown; takes as long for a wrong one as for the right one.
    pub fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }
}

impl FromStr for MetricsToken {
    type Err = String;

    fn from_str(text: &str) -> Parsed<MetricsToken> {
        metrics_token(text)
    }
}

impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("MetricsToken(…)")
    }
}

/// A time such as 90s, 15m, 12h or 7d, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(u64);

impl Period {
    /// Once a day.
    pub const DAY: Period = Period(DAY);

    /// In milliseconds.
    pub fn ms(self) -> u64 {
        self.0 * 1_000
    }
}

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Parsed<Period> {
        period(text)
    }
}

impl Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fits = |(_, seconds): &&(char, u64)| self.0.is_multiple_of(*seconds);
        // Seconds always do.
        let (unit, seconds) = UNITS.iter().find(fits).unwrap_or(&UNITS[3]);
        write!(f, "{}{unit}", self.0 / seconds)
    }
}

/// Address on which streams are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// An address and a port.
    Tcp(SocketAddr),
    /// The file of a Unix socket.
    Unix(PathBuf),
}

impl ListenAddress {
    /// The address and port, if it has any.
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            ListenAddress::Tcp(address) => Some(*address),
            ListenAddress::Unix(_) => None,
        }
    }
}

impl Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ListenAddress::Tcp(address) => write!(f, "{address}"),
            ListenAddress::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

/// The permissions of a Unix socket, as chmod(2) takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketMode(pub u32);

/// Its owner and its group may connect.
impl Default for SocketMode {
    fn default() -> SocketMode {
        SocketMode(0o660)
    }
}

impl Display for SocketMode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:03o}", self.0)
    }
}
