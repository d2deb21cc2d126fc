//! A table and a finished game as they stand in a frame of another page, until the page's module for frames takes over.

use maud::{Markup, html};
use protocol::{Invitation, Record};
use sentences::InvitationText;

use super::{audience::Audience, markup};

/// A table as it stands in a frame, until `web/embed.js` shows what is on it: who is there, as far as that may be known.
pub(super) fn table(audience: &Audience, it: &Invitation, said: &InvitationText) -> Markup {
    let about = said.about.as_deref();
    frame(
        audience,
        &format!("/r/{}", it.room),
        (&said.title, about),
        &html! {},
    )
}

/// A finished game as it stands in a frame: its last position.
pub(super) fn game(audience: &Audience, record: &Record, result: &str) -> Markup {
    let id = record.id.map(|id| id.to_string()).unwrap_or_default();
    let (rules, game) = (record.settings.rules, &record.game);
    let board = markup::miniature(rules, &game.moves, &game.lines);
    frame(audience, &format!("/games/{id}"), (result, None), &board)
}

/// As `web/embed.js` draws it.
fn frame(
    audience: &Audience,
    path: &str,
    (line, about): (&str, Option<&str>),
    board: &Markup,
) -> Markup {
    html! {
        main #main .embed {
            h1.spoken { (audience.say("page.title", &[])) }
            div.versus {}
            div.place { (board) }
            div.standing role="status" {
                p.headline { (line) }
                @if let Some(about) = about { p.hint { (about) } }
            }
            div.foot {
                a.button href=(format!("{}{path}", audience.base)) target="_blank" rel="noopener" data-testid="open" {
                    span { (audience.say("page.embed.open", &[])) }
                }
            }
        }
    }
}
