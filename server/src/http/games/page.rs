//! A finished game as a document: players, last position and result, until the page's
//! viewer takes over.

use game::{Mark, notation};
use hyper::{Response, StatusCode};
use maud::{Markup, html};
use protocol::{Record, Seat};
use sentences::brief_game;
use serde_json::json;

use super::words::{name, result};
use crate::http::{
    Site,
    audience::Audience,
    document::{self, Page},
    framed, markup,
    response::HttpBody,
    template::Document,
};

/// Sends the document of a game.
pub(super) fn answer(site: &Site, audience: &Audience, record: &Record) -> Response<HttpBody> {
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
        facts: audience
            .framed
            .then(|| json!({ "game": record.id }).to_string()),
        command: None,
        body: match audience.framed {
            true => framed::game(audience, record, &result),
            false => viewer(
                audience,
                &site.document,
                record,
                [&first, &second],
                [&result, &brief],
            ),
        },
        live: true,
        embeds: true,
    };
    document::answer(site, audience, &page)
}

/// As `web/ui/viewer.js` draws it, without what moves; all of it can be read and followed without scripts.
fn viewer(
    audience: &Audience,
    document: &Document,
    record: &Record,
    [x, o]: [&str; 2],
    [result, brief]: [&str; 2],
) -> Markup {
    let (rules, game) = (record.settings.rules, &record.game);
    let say = |key| audience.say(key, &[]);
    html! {
        main #main .table.viewer tabindex="-1" {
            h1.spoken { (say("page.game.name")) }
            div.versus {
                (side(record, game.x, Mark::X, x))
                (side(record, game.x.other(), Mark::O, o))
            }
            div.place { (markup::miniature(rules, &game.moves, &game.lines)) }
            div.timeline {}
            div.strip.play {}
            section.status.over {
                p.headline { (result) }
                p.message { (brief) }
            }
            div.actions {
                div.tiles.between {
                    a.button.primary href=(document.home()) data-testid="play-a-game" { span { (say("page.game.play")) } }
                }
            }
            (moves(audience, record))
            div.more { (exports(audience, document, record)) }
        }
    }
}

fn side(record: &Record, seat: Seat, mark: Mark, name: &str) -> Markup {
    let over = record.game.over.as_ref();
    let won = over.is_some_and(|over| over.winner == Some(seat));
    html! {
        div class=(if won { "side winner" } else { "side" }) {
            span.sign { (markup::mark(mark)) }
            b.name { (name) }
        }
    }
}

/// The moves by name, two to a line.
fn moves(audience: &Audience, record: &Record) -> Markup {
    let rules = record.settings.rules;
    html! {
        ol.moves tabindex="0" aria-label=(audience.say("page.moves", &[])) {
            @for (n, played) in record.game.moves.iter().enumerate() {
                @let by = match played.mark { Mark::X => "by-x", Mark::O => "by-o" };
                li {
                    @if n % 2 == 0 { span.number aria-hidden="true" { (n / 2 + 1) "." } }
                    span class={ "move " (by) } { (notation::name(rules, played.cell).unwrap_or_default()) }
                }
            }
        }
    }
}

/// The files for other programs, which few want.
fn exports(audience: &Audience, document: &Document, record: &Record) -> Markup {
    let say = |key| audience.say(key, &[]);
    html! {
        details.exports {
            summary { (say("page.game.export")) }
            div.pair {
                @if let Some(id) = record.id {
                    @for (form, label) in [("json", "page.game.json"), ("sgf", "page.game.sgf")] {
                        @let file = format!("{}games/{id}.{form}", document.home());
                        a.button href=(file) download=(format!("oxo-{id}.{form}")) aria-label=(say(label)) data-testid=(form) {
                            span { (form.to_uppercase()) }
                        }
                    }
                }
            }
        }
    }
}
