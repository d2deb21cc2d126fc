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
use protocol::Rules;
use tracing_subscriber::EnvFilter;
use url::Url;

/// The most a limit can be: about thirty years in milliseconds. Added to any
/// time it does not overflow, and every client's language can hold it.
const MAX_LIMIT: u64 = 1_000_000_000_000;
/// Limits that may be 0: at once, or not at all.
const MAY_BE_ZERO: [&str; 4] = [
    "computers",
    "computer_move_ms",
    "exhibition_move_ms",
    "exhibition_pause_ms",
];
const MAX_THREADS: usize = 1_024;
/// A hundred years.
const MAX_DAYS: u64 = 36_500;
const MAX_NAME_CHARS: usize = 64;
const MS_PER_DAY: u64 = 24 * 60 * 60 * 1_000;

/// Which engine keeps the events.
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

type Parsed<T> = Result<T, String>;

pub(super) fn listen(text: &str) -> Parsed<SocketAddr> {
    text.parse().map_err(|_| {
        "is not a numeric address with a port; write it like [::]:1952, 0.0.0.0:1952 or 127.0.0.1:0"
            .into()
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

pub(super) fn rules(text: &str) -> Parsed<Rules> {
    text.parse()
        .map_err(|why| format!("is no board ({why}); write one like 15x15x5"))
}

pub(super) fn threads(text: &str) -> Parsed<usize> {
    number(text, 1..=MAX_THREADS)
        .ok_or_else(|| format!("is not a number of threads; write one from 1 to {MAX_THREADS}"))
}

/// A length of time in milliseconds.
pub(super) fn duration_ms(text: &str) -> Parsed<u64> {
    let wrong = || {
        String::from(
            "is not a length of time; write one from 1s to 1000d, such as 90s, 30m, 2h or 7d",
        )
    };
    let unit_ms = match text.chars().last() {
        Some('s') => 1_000,
        Some('m') => 60_000,
        Some('h') => 3_600_000,
        Some('d') => MS_PER_DAY,
        _ => return Err(wrong()),
    };
    let count: Option<u64> = text
        .get(..text.len() - 1)
        .and_then(|count| count.parse().ok());
    let ms = count.and_then(|count| count.checked_mul(unit_ms));
    ms.filter(|ms| (1..=1_000 * MS_PER_DAY).contains(ms))
        .ok_or_else(wrong)
}

pub(super) fn days(text: &str) -> Parsed<u64> {
    number(text, 0..=MAX_DAYS)
        .ok_or_else(|| format!("is not a number of days; write one from 0 to {MAX_DAYS}"))
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

fn number<T: FromStr + PartialOrd>(text: &str, within: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| within.contains(number))
}
