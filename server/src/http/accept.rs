//! What a request says it can take (RFC 9110 sections 12.4 and 12.5).

use hyper::{HeaderMap, header::HeaderName};

/// Whether a list such as `Accept` takes this, named as it is and not by a
/// wildcard; nothing when it does not say.
pub(super) fn takes(headers: &HeaderMap, list: &HeaderName, wanted: &str) -> Option<bool> {
    let values = headers
        .get_all(list)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).find_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next()?.eq_ignore_ascii_case(wanted);
        named.then(|| parts.all(|parameter| !is_refusal(parameter)))
    })
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
mod tests {
    use hyper::header::{ACCEPT, ACCEPT_ENCODING};

    use super::*;

    #[test]
    fn a_list_names_what_it_takes_and_what_it_does_not() {
        let takes = |text: &str, wanted| {
            let headers = HeaderMap::from_iter([(ACCEPT, text.parse().unwrap())]);
            takes(&headers, &ACCEPT, wanted)
        };
        let chromium = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (text, wanted, taken) in [
            (chromium, "text/html", Some(true)),
            (
                "application/json, TEXT/HTML ; q=0.1",
                "text/html",
                Some(true),
            ),
            ("text/html;charset=utf-8", "text/html", Some(true)),
            ("text/html;q=0", "text/html", Some(false)),
            ("text/html; Q=0.000", "text/html", Some(false)),
            ("text/html; q=", "text/html", Some(false)),
            ("*/*", "text/html", None),
            ("text/htmlx, x/text/html", "text/html", None),
            ("", "text/html", None),
            ("br, gzip;q=0.5", "gzip", Some(true)),
            (";;;,,=;q", "gzip", None),
        ] {
            assert_eq!(takes(text, wanted), taken, "{wanted} in {text:?}");
        }
    }

    #[test]
    fn a_list_may_be_spread_over_several_lines() {
        let lines = ["br", "gzip"].map(|text| (ACCEPT_ENCODING, text.parse().unwrap()));
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, value);
        }
        assert_eq!(takes(&headers, &ACCEPT_ENCODING, "gzip"), Some(true));
        assert_eq!(takes(&headers, &ACCEPT, "gzip"), None);
    }
}
