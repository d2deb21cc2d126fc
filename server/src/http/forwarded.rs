//! The client's address as reported by proxies: `X-Forwarded-For`, and
//! `Forwarded` (RFC 7239).

use std::net::{IpAddr, Ipv6Addr};

use hyper::{
    HeaderMap,
    header::{FORWARDED, HeaderName},
};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// White space around the parts of a header (RFC 9110 section 5.6.3).
const BLANK: [char; 2] = [' ', '\t'];

/// A stop on the way of a request, or nothing where it is unknown, hidden or
/// unreadable.
pub type Hop = Option<IpAddr>;

/// The stops that a request's headers name, the last proxy's word at the end.
/// Where both headers came, `X-Forwarded-For` counts: proxies add it by
/// default, and hand on whatever `Forwarded` a visitor made up.
pub fn hops(headers: &HeaderMap) -> Vec<Hop> {
    let (name, read): (_, fn(&str) -> Vec<Hop>) = match headers.contains_key(X_FORWARDED_FOR) {
        true => (X_FORWARDED_FOR, listed),
        false => (FORWARDED, |line| elements(line).unwrap_or(vec![None])),
    };
    let lines = headers.get_all(name).iter();
    let hops = lines.map(|line| line.to_str().map_or_else(|_| vec![None], read));
    hops.flatten().collect()
}

/// The addresses of one line of `X-Forwarded-For`. What is empty between commas
/// counts as nothing in either header (RFC 9110 section 5.6.1).
fn listed(line: &str) -> Vec<Hop> {
    let items = line.split(',').map(|item| item.trim_matches(BLANK));
    items.filter(|item| !item.is_empty()).map(node).collect()
}

/// The elements of one line of `Forwarded`; nothing when it breaks the grammar,
/// for then it is unknown where one visitor's words end and a proxy's begin.
fn elements(line: &str) -> Option<Vec<Hop>> {
    let mut rest = line;
    let mut hops = Vec::new();
    loop {
        let (hop, after) = element(rest)?;
        hops.extend(hop);
        rest = match after.strip_prefix(',') {
            Some(after) => after,
            None => return after.is_empty().then_some(hops),
        };
    }
}

/// One element, unless it is empty: pairs with semicolons between. What follows
/// it is left.
fn element(mut rest: &str) -> Option<(Option<Hop>, &str)> {
    let mut hop = None;
    let mut named = false;
    loop {
        rest = rest.trim_start_matches(BLANK);
        if !rest.is_empty() && !rest.starts_with([';', ',']) {
            let (name, value, after) = pair(rest)?;
            rest = after.trim_start_matches(BLANK);
            hop.get_or_insert(None);
            if name.eq_ignore_ascii_case("for") {
                if std::mem::replace(&mut named, true) {
                    return None;
                }
                hop = Some(node(&value));
            }
        }
        match rest.strip_prefix(';') {
            Some(after) => rest = after,
            None => return Some((hop, rest)),
        }
    }
}

/// `token=token` or `token="…"` (RFC 9110 section 5.6), and what follows.
fn pair(text: &str) -> Option<(&str, String, &str)> {
    let (name, rest) = token(text)?;
    let rest = rest.strip_prefix('=')?;
    let Some(mut chars) = rest.strip_prefix('"').map(str::chars) else {
        let (value, rest) = token(rest)?;
        return Some((name, value.to_owned(), rest));
    };
    let mut value = String::new();
    loop {
        match chars.next()? {
            '"' => return Some((name, value, chars.as_str())),
            '\\' => value.push(chars.next()?),
            one => value.push(one),
        }
    }
}

/// The longest token that a text begins with, and what follows.
fn token(text: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// An address, perhaps with a port, as either header has it.
fn node(text: &str) -> Hop {
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let text = quoted.unwrap_or(text);
    if let Some(rest) = text.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        let address: Ipv6Addr = address.parse().ok()?;
        return (port.is_empty() || is_port(port.strip_prefix(':')?)).then(|| address.into());
    }
    // Many proxies leave the brackets out where there is no port.
    text.parse().ok().or_else(|| {
        let (address, port) = text.split_once(':')?;
        address.parse().ok().filter(|_| is_port(port))
    })
}

/// Digits, or a word that hides them behind an underscore.
fn is_port(text: &str) -> bool {
    let hidden = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    match text.strip_prefix('_') {
        Some(word) => !word.is_empty() && word.chars().all(hidden),
        None => (1..=5).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests;
