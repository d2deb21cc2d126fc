//! Content negotiation by a request's `Accept` headers (RFC 9110 sections 12.4 and 12.5).

use hyper::{
    HeaderMap,
    header::{ACCEPT_ENCODING, HeaderName},
};

use super::headers::texts;

/// Whether a list such as `Accept` takes this, named as it is and not by a
/// wildcard; nothing when it does not say.
pub(super) fn takes(headers: &HeaderMap, list: &HeaderName, wanted: &str) -> Option<bool> {
    let mut items = texts(headers, list).flat_map(|value| value.split(','));
    items.find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next()?.eq_ignore_ascii_case(wanted);
        named.then(|| parts.all(|parameter| !is_refusal(parameter)))
    })
}

/// Whether an answer may be compressed in this way, a coding's name in the registry of RFC 9110.
pub(super) fn takes_coding(headers: &HeaderMap, coding: &str) -> bool {
    let takes = |coding| takes(headers, &ACCEPT_ENCODING, coding);
    takes(coding).or_else(|| takes("*")).unwrap_or(false)
}

/// Whether it is a weight that means "not at all".
fn is_refusal(parameter: &str) -> bool {
    let Some((name, weight)) = parameter.split_once('=') else {
        return false;
    };
    let weight = weight.trim().parse::<f32>().unwrap_or_default();
    name.trim().eq_ignore_ascii_case("q") && weight <= 0.0
}

#[cfg(test)]
mod tests;
