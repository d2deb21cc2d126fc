//! A table and a finished game as they stand in a frame of another page, until the page's module for frames takes over.

use maud::{Markup, html};
use protocol::{Invitation, Record};

use super::{audience::Audience, markup};

/// A table as it stands in a frame, until `web/embed.js` shows what is on it.
pub(super) fn table(audience: &Audience, it: &Invitation, title: &str) -> Markup {
    let board = it.table.as_ref().map(|table| table.settings.rules);
    frame(audience, &format!("/r/{}", it.room), title, || {
        html! { @if let Some(rules) = board { (markup::miniature(rules, &[], &[])) } }
    })
}

/// A finished game as it stands in a frame: its last position.
pub(super) fn game(audience: &Audience, record: &Record, result: &str) -> Markup {
    let id = record.id.map(|id| id.to_string()).unwrap_or_default();
    let (rules, game) = (record.settings.rules, &record.game);
    frame(audience, &format!("/games/{id}"), result, || {
        markup::miniature(rules, &game.moves, &game.lines)
    })
}

/// As `web/embed.js` draws it.
fn frame(audience: &Audience, path: &str, line: &str, board: impl Fn() -> Markup) -> Markup {
    html! {
        main #main .embed {
            h1.spoken { (audience.say("page.title", &[])) }
            div.versus {}
            div.place { (board()) }
            p.headline role="status" { (line) }
            div.foot {
                a.button href=(format!("{}{path}", audience.base)) target="_blank" rel="noopener" data-testid="open" {
                    span { (audience.say("page.embed.open", &[])) }
                }
            }
        }
    }
}
