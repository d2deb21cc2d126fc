//! Texts into values and back.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use ipnet::IpNet;
use protocol::{Limits, Rules};
use toml::Value;
use tracing_subscriber::EnvFilter;
use url::Url;

use super::{
    key::Key,
    options::{JournalKind, Options},
};

/// The most a limit can be: about thirty years in milliseconds. Added to any
/// time it does not overflow, and every client's language can hold it.
const MOST: u64 = 1_000_000_000_000;
/// What may be at once, or not at all.
const MAY_BE_ZERO: [&str; 4] = [
    "computers",
    "computer_move_ms",
    "exhibition_move_ms",
    "exhibition_pause_ms",
];
const MOST_THREADS: usize = 1_024;
/// A hundred years.
const MOST_DAYS: u64 = 36_500;
const LONGEST_NAME: usize = 64;

/// A value that cannot be: what stands there, and what is wrong with it.
#[derive(Debug, PartialEq)]
pub(super) struct Wrong {
    pub value: String,
    pub why: String,
}

impl Options {
    /// Sets one thing from its texts, of which only lists have other than one.
    pub(super) fn put(&mut self, key: Key, texts: &[String]) -> Result<(), Wrong> {
        let text = texts.last().map_or("", String::as_str);
        match key {
            Key::Listen => self.listen = read(text, listen)?,
            Key::Data => self.data = read(text, data)?,
            Key::Journal => self.journal = read(text, journal)?,
            Key::KeepGamesDays => self.keep_games_days = read(text, days)?,
            Key::BasePath => self.base_path = read(text, base_path)?,
            Key::PublicUrl => self.public_url = Some(read(text, public_url)?),
            Key::TrustedProxy => self.trusted_proxies = read_all(texts, network)?,
            Key::Origin => self.origins = read_all(texts, origin)?,
            Key::ServerName => self.server_name = read(text, server_name)?,
            Key::Log => self.log = Some(read(text, log)?),
            Key::WorkerThreads => self.worker_threads = Some(read(text, threads)?),
            Key::Exhibition => self.exhibition = Some(read(text, rules)?),
            Key::Limit(i) => {
                let name = Limits::NAMES[i].0;
                let value = match MAY_BE_ZERO.contains(&name) {
                    true => read(text, count)?,
                    false => read(text, limit)?,
                };
                if let Some(place) = self.limits.get_mut(name) {
                    *place = value;
                }
            }
        }
        Ok(())
    }

    /// One thing as it stands in the file, if it has a value.
    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        Some(match key {
            Key::Listen => self.listen.to_string().into(),
            Key::Data => self.data.to_string_lossy().into_owned().into(),
            Key::Journal => match self.journal {
                JournalKind::Sqlite => "sqlite".into(),
                JournalKind::Memory => "memory".into(),
            },
            Key::KeepGamesDays => number(self.keep_games_days).into(),
            Key::BasePath => self.base_path.clone().into(),
            Key::PublicUrl => self.public_url.as_ref()?.to_string().into(),
            Key::TrustedProxy => Value::Array(
                self.trusted_proxies
                    .iter()
                    .map(|net| net.to_string().into())
                    .collect(),
            ),
            Key::Origin => self.origins.clone().into(),
            Key::ServerName => self.server_name.clone().into(),
            Key::Log => self.log.clone()?.into(),
            Key::WorkerThreads => number(self.worker_threads? as u64).into(),
            Key::Exhibition => self.exhibition?.to_string().into(),
            Key::Limit(i) => number(self.limits.get(Limits::NAMES[i].0)?).into(),
        })
    }
}

fn read<T>(text: &str, as_value: fn(&str) -> Result<T, String>) -> Result<T, Wrong> {
    as_value(text.trim()).map_err(|why| Wrong {
        value: text.into(),
        why,
    })
}

/// Each text may hold several with commas, for a variable has only one text.
fn read_all<T>(texts: &[String], as_value: fn(&str) -> Result<T, String>) -> Result<Vec<T>, Wrong> {
    texts
        .iter()
        .flat_map(|text| text.split(','))
        .filter(|text| !text.trim().is_empty())
        .map(|text| read(text.trim(), as_value))
        .collect()
}

fn listen(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "is not a numeric address with a port; write it like 0.0.0.0:1952, 127.0.0.1:0 or [::]:1952"
            .into()
    })
}

fn data(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("names no directory; write one like /var/lib/oxo-server".into()),
        path => Ok(path.into()),
    }
}

fn journal(text: &str) -> Result<JournalKind, String> {
    match text.to_ascii_lowercase().as_str() {
        "sqlite" => Ok(JournalKind::Sqlite),
        "memory" => Ok(JournalKind::Memory),
        _ => Err("is not a journal; write sqlite or memory".into()),
    }
}

/// Empty, or with a slash before and none behind.
fn base_path(text: &str) -> Result<String, String> {
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

fn web_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && plain).then_some(url)
}

fn public_url(text: &str) -> Result<Url, String> {
    web_url(text).ok_or_else(|| {
        "is not a plain http or https address; write it like https://oxo.example or https://example.org/oxo".into()
    })
}

/// As a browser writes it, so that comparing texts is enough.
fn origin(text: &str) -> Result<String, String> {
    web_url(text)
        .filter(|url| url.path() == "/")
        .map(|url| url.origin().ascii_serialization())
        .ok_or_else(|| {
            "is not an origin; write scheme, host and perhaps a port, like https://games.example or http://localhost:8080".into()
        })
}

/// A single address is a network of one.
fn network(text: &str) -> Result<IpNet, String> {
    text.parse::<IpNet>()
        .map(|net| net.trunc())
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| {
            "is not an address or network; write it like 127.0.0.1, 10.0.0.0/8 or fd00::/8".into()
        })
}

fn server_name(text: &str) -> Result<String, String> {
    let length = text.chars().count();
    if (1..=LONGEST_NAME).contains(&length) && protocol::text::neutral(text) == text {
        Ok(text.into())
    } else {
        Err(format!(
            "cannot be shown as a name; write 1 to {LONGEST_NAME} printable characters"
        ))
    }
}

fn log(text: &str) -> Result<String, String> {
    match EnvFilter::try_new(text) {
        Ok(_) if !text.is_empty() => Ok(text.into()),
        _ => Err(
            "is not a log filter; write error, warn, info, debug or trace, or name parts like info,server=debug"
                .into(),
        ),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=MOST_THREADS).contains(n))
        .ok_or_else(|| format!("is not a number of threads; write one from 1 to {MOST_THREADS}"))
}

fn days(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|n| *n <= MOST_DAYS)
        .ok_or_else(|| format!("is not a number of days; write one from 0 to {MOST_DAYS}"))
}

fn rules(text: &str) -> Result<Rules, String> {
    text.parse()
        .map_err(|why| format!("is no board ({why}); write one like 15x15x5"))
}

fn count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| (0..=MOST).contains(n));
    number.ok_or_else(|| {
        format!("is not a limit; write a whole number from 0 to {MOST}, digits only")
    })
}

fn limit(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=MOST).contains(n))
        .ok_or_else(|| {
            format!("is not a limit; write a whole number from 1 to {MOST}, digits only")
        })
}
