//! A table or a finished game in a frame of somebody else's page, to be looked at: `/embed/r/CODE` and
//! `/embed/games/ID`; and the snippet of HTML for it, as programs ask for one (oEmbed, <https://oembed.com>).

use admission::{AddressGroup, Guesser};
use hyper::{Request, Response, StatusCode, body::Incoming, header::HOST};
use maud::html;
use node::Node;
use protocol::{GameId, RoomCode};
use serde_json::json;
use url::form_urlencoded;

use super::{
    Site,
    audience::Audience,
    games, invitation, pages,
    response::{HttpBody, plain, response},
};

/// The size of a frame, in CSS pixels; `server/web/ui/share.js` has the same.
const SIZE: (u64, u64) = (360, 480);
/// Seconds for which a program may keep a snippet.
const KEPT_S: u64 = 86_400;
/// Characters of an address; bounds the work.
const LONGEST: usize = 300;

/// Answers a request for `/embed/WHAT`.
pub(super) async fn answer(
    site: &Site,
    (source, guesser): (AddressGroup, Guesser),
    audience: &Audience,
    what: &str,
    request: &Request<Incoming>,
) -> Response<HttpBody> {
    match what.split_once('/') {
        // Other forms of these have addresses of their own.
        Some((_, name)) if name.contains('.') => pages::not_found(site, audience),
        Some(("r", code)) => invitation::answer(site, (source, guesser), audience, code).await,
        Some(("games", id)) => games::answer(site, source, audience, id, request).await,
        _ => pages::not_found(site, audience),
    }
}

/// Answers a request for `/oembed`. Whether there is such a room or game is not looked up.
pub(super) fn snippet<B>(node: &Node, request: &Request<B>) -> Response<HttpBody> {
    let host = request.headers().get(HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let query = request.uri().query().unwrap_or_default();
    let pairs = || form_urlencoded::parse(query.as_bytes());
    let value = |name: &str| pairs().find(|(key, _)| key == name).map(|(_, value)| value);
    if value("format").is_some_and(|format| format != "json") {
        return plain(
            StatusCode::NOT_IMPLEMENTED,
            "There is JSON here, and nothing else.",
        );
    }
    let asked = value("url").filter(|url| url.len() <= LONGEST);
    let found = asked.and_then(|url| {
        let (base, path) = embedded(&url)?;
        node.facts
            .is_own_address(base, host)
            .then(|| format!("{base}/embed{path}"))
    });
    let Some(address) = found else {
        let base = &node.options.base_path;
        let text = format!(
            "Ask for {base}/oembed?url=LINK, where LINK is the address of a room or a finished game of this server, \
             which ends in {base}/r/CODE or {base}/games/ID."
        );
        return plain(StatusCode::NOT_FOUND, &text);
    };
    let most = |name, wanted: u64| {
        let most = value(name).and_then(|text| text.parse::<u64>().ok());
        wanted.min(most.unwrap_or(wanted))
    };
    let (width, height) = (most("maxwidth", SIZE.0), most("maxheight", SIZE.1));
    let name = &node.options.server_name;
    let frame = html! {
        iframe src=(address) width=(width) height=(height) style="border:0" title="OXO" loading="lazy" {}
    };
    let answer = json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": name,
        "title": "OXO",
        "html": frame.into_string(),
        "width": width,
        "height": height,
        "cache_age": KEPT_S,
    });
    response(StatusCode::OK, "application/json", format!("{answer}\n"))
}

/// The base address in that of a room or game, and the path behind it as it is best written.
fn embedded(url: &str) -> Option<(&str, String)> {
    let url = url.trim_end_matches('/');
    let (before, name) = url.rsplit_once('/')?;
    if let Some(base) = before.strip_suffix("/r") {
        let code = name.parse::<RoomCode>().ok()?;
        return Some((base, format!("/r/{code}")));
    }
    let base = before.strip_suffix("/games")?;
    let id = name.parse::<GameId>().ok()?;
    Some((base, format!("/games/{id}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_and_games_can_be_embedded_and_nothing_else() {
        let base = "https://oxo.example/play";
        for (path, wanted) in [
            ("/r/k7qx-4mtr", Some("/r/K7QX-4MTR")),
            ("/r/K7QX-4MTR/", Some("/r/K7QX-4MTR")),
            (
                "/games/22222222222222222222222222",
                Some("/games/22222222222222222222222222"),
            ),
            ("/r/nothing", None),
            ("/games/1", None),
            ("/", None),
            ("/info", None),
        ] {
            let url = format!("{base}{path}");
            let wanted = wanted.map(|path| (base, path.to_owned()));
            assert_eq!(embedded(&url), wanted, "{path}");
        }
    }
}
