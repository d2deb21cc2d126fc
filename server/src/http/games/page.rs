//! A finished game as a document: players, last position and result, until the page's
//! viewer takes over.

use game::Mark;
use hyper::{Response, StatusCode};
use maud::{Markup, html};
use protocol::Record;
use sentences::brief_game;

use super::words::{name, result};
use crate::{
    http::{
        audience::Audience,
        document::{self, Page},
        markup,
        response::HttpBody,
    },
    state::ServerState,
};

/// Sends the document of a game.
pub(super) fn answer(
    state: &ServerState,
    audience: &Audience,
    record: &Record,
) -> Response<HttpBody> {
    let (x, o) = (record.game.x, record.game.x.other());
    let [first, second] = [x, o].map(|seat| name(audience.language, record, seat));
    let path = record
        .id
        .map(|id| format!("/games/{id}"))
        .unwrap_or_default();
    let result = result(audience.language, record);
    let brief = brief_game(
        audience.language,
        record.settings.rules,
        record.settings.clock,
    );
    let page = Page {
        status: StatusCode::OK,
        title: audience.say("served.against", &[("first", &first), ("second", &second)]),
        description: format!("{result} · {brief}"),
        picture: Some(format!("{path}.png")),
        path,
        facts: None,
        command: None,
        body: viewer(audience, record, [&first, &second], [&result, &brief]),
        live: true,
    };
    document::answer(state, audience, &page)
}

/// As `web/ui/viewer.js` draws it, without what moves.
fn viewer(
    audience: &Audience,
    record: &Record,
    [x, o]: [&str; 2],
    [result, brief]: [&str; 2],
) -> Markup {
    let (rules, game) = (record.settings.rules, &record.game);
    html! {
        main #main .table.viewer tabindex="-1" {
            h1.spoken { (audience.say("page.game.name", &[])) }
            (side(Mark::O, o, "above"))
            div.place { (markup::miniature(rules, &game.moves, &game.lines)) }
            (side(Mark::X, x, "below"))
            section.status.over {
                p.headline { (result) }
                p.message { (brief) }
            }
            div.actions {}
            div.strip.play {}
        }
    }
}

fn side(mark: Mark, name: &str, place: &str) -> Markup {
    html! {
        section class={ "player " (place) } {
            span.sign { (markup::mark(mark)) }
            span.who { b.name { (name) } }
        }
    }
}
