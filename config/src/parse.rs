//! Parsers of single values. An error is the rest of a sentence that begins with
//! the value: what is wrong with it and what would be right.

use std::{
    fmt,
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

/// The most a limit can be: about thirty years in milliseconds. Added to any
/// time it does not overflow, and every client's language can hold it.
const MAX_LIMIT: u64 = 1_000_000_000_000;
/// Limits that may be 0: at once, or not at all.
const MAY_BE_ZERO: [&str; 5] = [
    "computers",
    "correspondence_rooms",
    "computer_move_ms",
    "exhibition_move_ms",
    "exhibition_pause_ms",
];
const MAX_THREADS: usize = 1_024;
/// A hundred years.
const MAX_DAYS: u64 = 36_500;
const MAX_BACKUPS: usize = 10_000;
const MAX_NAME_CHARS: usize = 64;
/// Fewer can be guessed.
const TOKEN_CHARS: RangeInclusive<usize> = 16..=256;
/// The longest time for which something can be asked of a running server.
const LONGEST: Period = Period(1_000 * 86_400);

/// The engine that keeps the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalKind {
    /// On disk.
    Sqlite,
    /// In memory: every game ends with the process.
    Memory,
}

impl fmt::Display for JournalKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            JournalKind::Sqlite => "sqlite",
            JournalKind::Memory => "memory",
        })
    }
}

/// The token that a scrape has to show for the figures at the public port.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken(String);

impl MetricsToken {
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it was shown; takes as long for a wrong one as for the right one.
    #[must_use]
    pub fn is(&self, shown: &str) -> bool {
        self.0.as_bytes().ct_eq(shown.as_bytes()).into()
    }
}

/// A time such as 90s, 15m, 12h or 7d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(u64);

/// The units of a period, the largest first, in seconds.
const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

impl Period {
    /// Once a day.
    pub const DAY: Period = Period(86_400);

    /// In milliseconds.
    #[must_use]
    pub fn ms(self) -> u64 {
        self.0 * 1_000
    }
}

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Parsed<Period> {
        let unit = UNITS.iter().find(|(unit, _)| text.ends_with(*unit));
        let seconds = unit.and_then(|(unit, seconds)| {
            let count: u64 = text.strip_suffix(*unit)?.parse().ok()?;
            count.checked_mul(*seconds)
        });
        let seconds = seconds.filter(|seconds| (1..=MAX_DAYS * 86_400).contains(seconds));
        seconds.map(Period).ok_or_else(|| {
            "is not a time; write a number and one of s, m, h and d, like 30m, 12h or 1d".into()
        })
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fits = |(_, seconds): &&(char, u64)| self.0.is_multiple_of(*seconds);
        // Seconds always do.
        let (unit, seconds) = UNITS.iter().find(fits).unwrap_or(&UNITS[3]);
        write!(f, "{}{unit}", self.0 / seconds)
    }
}

impl FromStr for MetricsToken {
    type Err = String;

    /// The error does not repeat it.
    fn from_str(text: &str) -> Parsed<MetricsToken> {
        let is_plain = text.chars().all(|c| c.is_ascii_graphic());
        match is_plain && TOKEN_CHARS.contains(&text.len()) {
            true => Ok(MetricsToken(text.into())),
            false => Err(format!(
                "the token cannot be used; write {} to {} letters, digits and signs without spaces",
                TOKEN_CHARS.start(),
                TOKEN_CHARS.end()
            )),
        }
    }
}

impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("MetricsToken(…)")
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
    #[must_use]
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            ListenAddress::Tcp(address) => Some(*address),
            ListenAddress::Unix(_) => None,
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ListenAddress::Tcp(address) => write!(f, "{address}"),
            ListenAddress::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

/// Prefix of the path of a Unix socket.
const UNIX: &str = "unix:";

/// The permissions of a Unix socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketMode(u32);

impl SocketMode {
    /// As chmod(2) takes them.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

/// Its owner and its group may connect.
impl Default for SocketMode {
    fn default() -> SocketMode {
        SocketMode(0o660)
    }
}

impl fmt::Display for SocketMode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:03o}", self.0)
    }
}

type Parsed<T> = Result<T, String>;

pub(super) fn listen(text: &str) -> Parsed<ListenAddress> {
    match text.strip_prefix(UNIX) {
        Some(path) if cfg!(unix) && path.starts_with('/') => Ok(ListenAddress::Unix(path.into())),
        _ => text.parse().map(ListenAddress::Tcp).map_err(|_| {
            "is not a numeric address with a port, nor a Unix socket; write it like [::]:1952, 0.0.0.0:1952, 127.0.0.1:0 or unix:/run/oxo/oxo.sock"
                .into()
        }),
    }
}

pub(super) fn address(text: &str) -> Parsed<SocketAddr> {
    text.parse().map_err(|_| {
        "is not a numeric address with a port; write it like 127.0.0.1:9852 or [::1]:9852".into()
    })
}

pub(super) fn socket_mode(text: &str) -> Parsed<SocketMode> {
    let octal = u32::from_str_radix(text, 8).ok();
    octal.filter(|mode| *mode <= 0o777).map(SocketMode).ok_or_else(|| {
        "is not a set of permissions; write three octal digits like 660 (its group may connect) or 666 (everybody on this machine)"
            .into()
    })
}

pub(super) fn file(text: &str) -> Parsed<PathBuf> {
    match text {
        "" => Err("names no file; write one like /etc/oxo/cert.pem".into()),
        path => Ok(path.into()),
    }
}

/// As a browser writes it. An authority that looks at this server cannot issue for a wildcard.
pub(super) fn domain(text: &str) -> Parsed<String> {
    match Host::parse(text) {
        Ok(Host::Domain(name)) if name.contains('.') && !name.contains('*') => {
            Ok(name.trim_end_matches('.').into())
        }
        _ => Err("is not a name that an authority issues for; write it like oxo.example".into()),
    }
}

pub(super) fn email(text: &str) -> Parsed<String> {
    let plain = |part: &str| {
        !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || ",?".contains(c))
    };
    match text.split_once('@') {
        Some((name, host)) if plain(name) && plain(host) => Ok(text.into()),
        _ => Err("is not a mail address; write it like ana@oxo.example".into()),
    }
}

pub(super) fn https_url(text: &str) -> Parsed<Url> {
    let url = plain_url(text).filter(|url| url.scheme() == "https");
    url.ok_or_else(|| {
        "is not an https address; write it like https://acme.example/directory".into()
    })
}

pub(super) fn directory(text: &str) -> Parsed<PathBuf> {
    match text {
        "" => Err("names no directory; write one like /var/lib/oxo-server".into()),
        path => Ok(path.into()),
    }
}

pub(super) fn path(text: &str) -> Parsed<PathBuf> {
    match text {
        "" => Err("names no file; write one like /run/oxo/admin.sock".into()),
        path => Ok(path.into()),
    }
}

pub(super) fn journal(text: &str) -> Parsed<JournalKind> {
    match text.to_ascii_lowercase().as_str() {
        "sqlite" => Ok(JournalKind::Sqlite),
        "memory" => Ok(JournalKind::Memory),
        _ => Err("is not a journal; write sqlite or memory".into()),
    }
}

/// Empty, or with a slash before and none behind.
pub(super) fn base_path(text: &str) -> Parsed<String> {
    let inner = text.trim_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let fits = |part: &str| !matches!(part, "" | "." | "..") && part.chars().all(plain);
    if inner.is_empty() {
        Ok(String::new())
    } else if inner.split('/').all(fits) {
        Ok(format!("/{inner}"))
    } else {
        Err("is not a base path; write words of letters, digits and -._~ with single slashes, like /oxo or /games/oxo".into())
    }
}

pub(super) fn web_url(text: &str) -> Parsed<Url> {
    plain_url(text).ok_or_else(|| {
        "is not a plain http or https address; write it like https://oxo.example or https://example.org/oxo".into()
    })
}

/// Where somebody can be written to (RFC 8292 section 2.1).
pub(super) fn contact(text: &str) -> Parsed<Url> {
    let address = text.strip_prefix("mailto:");
    let url = match address {
        Some(address) => email(address).ok().and(Url::parse(text).ok()),
        None => https_url(text).ok(),
    };
    url.ok_or_else(|| {
        "is no address to write to; write it like mailto:ana@oxo.example or https://oxo.example"
            .into()
    })
}

/// As a browser writes it, so that comparing texts is enough.
pub(super) fn origin(text: &str) -> Parsed<String> {
    plain_url(text)
        .filter(|url| url.path() == "/")
        .map(|url| url.origin().ascii_serialization())
        .ok_or_else(|| {
            "is not an origin; write scheme, host and perhaps a port, like https://games.example or http://localhost:8080".into()
        })
}

fn plain_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && plain).then_some(url)
}

/// A single address is a network of one.
pub(super) fn network(text: &str) -> Parsed<IpNet> {
    text.parse::<IpNet>()
        .map(|net| net.trunc())
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| {
            "is not an address or network; write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8".into()
        })
}

pub(super) fn room_code(text: &str) -> Parsed<RoomCode> {
    text.parse()
        .map_err(|_| "is not the code of a room; write it like K7QX-4MTR".into())
}

pub(super) fn game_id(text: &str) -> Parsed<GameId> {
    text.parse().map_err(|_| {
        "is not the id of a game; write the 26 letters and digits at the end of its link".into()
    })
}

pub(super) fn server_name(text: &str) -> Parsed<String> {
    let length = text.chars().count();
    match (1..=MAX_NAME_CHARS).contains(&length) && protocol::text::neutral(text) == text {
        true => Ok(text.into()),
        false => Err(format!(
            "cannot be shown as a name; write 1 to {MAX_NAME_CHARS} printable characters"
        )),
    }
}

pub(super) fn log_filter(text: &str) -> Parsed<String> {
    match EnvFilter::try_new(text) {
        Ok(_) if !text.is_empty() => Ok(text.into()),
        _ => Err(
            "is not a log filter; write error, warn, info, debug or trace, or name parts like info,server=debug"
                .into(),
        ),
    }
}

pub(super) fn metrics_token(text: &str) -> Parsed<MetricsToken> {
    text.parse()
}

pub(super) fn rules(text: &str) -> Parsed<Rules> {
    text.parse()
        .map_err(|why| format!("is no board ({why}); write one like 15x15x5"))
}

pub(super) fn threads(text: &str) -> Parsed<usize> {
    number(text, 1..=MAX_THREADS)
        .ok_or_else(|| format!("is not a number of threads; write one from 1 to {MAX_THREADS}"))
}

pub(super) fn days(text: &str) -> Parsed<u64> {
    number(text, 0..=MAX_DAYS)
        .ok_or_else(|| format!("is not a number of days; write one from 0 to {MAX_DAYS}"))
}

pub(super) fn period(text: &str) -> Parsed<Period> {
    text.parse()
}

/// A time for which something is asked of a running server, in milliseconds.
pub(super) fn period_ms(text: &str) -> Parsed<u64> {
    let period: Period = text.parse()?;
    match period.0 <= LONGEST.0 {
        true => Ok(period.ms()),
        false => Err(format!("is too long; write a time of at most {LONGEST}")),
    }
}

pub(super) fn backups(text: &str) -> Parsed<usize> {
    number(text, 1..=MAX_BACKUPS)
        .ok_or_else(|| format!("is not a number of backups; write one from 1 to {MAX_BACKUPS}"))
}

pub(super) fn mebibytes(text: &str) -> Parsed<u64> {
    number(text, 0..=MAX_LIMIT)
        .ok_or_else(|| format!("is not a number of MiB; write one from 0 to {MAX_LIMIT}"))
}

/// The parser of the limit of that name.
pub(super) fn limit(name: &str) -> impl Fn(&str) -> Parsed<u64> {
    let least = u64::from(!MAY_BE_ZERO.contains(&name));
    move |text| {
        number(text, least..=MAX_LIMIT).ok_or_else(|| {
            format!("is not a limit; write a whole number from {least} to {MAX_LIMIT}, digits only")
        })
    }
}

/// A number within these bounds.
pub(super) fn number<T: FromStr + PartialOrd>(text: &str, within: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| within.contains(number))
}
