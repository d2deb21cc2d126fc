//! Pieces of HTML that several documents have, drawn as the page's modules draw them,
//! so that nothing moves when they take over.

use std::fmt::Write;

use game::{LineRule, Mark, Rules};
use maud::{Markup, html};
use protocol::view::Played;

use super::{audience::Audience, template::Document};

/// The strokes of the settings' icon; `web/ui/icons.js` has the others.
const SETTINGS: &str = "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h7M15 17h5M13 15v4";

/// The bar above every screen.
pub(super) fn top(audience: &Audience, document: &Document, live: bool) -> Markup {
    html! {
        header.top {
            a.home href=(document.home()) aria-label=(audience.say("page.home", &[])) data-testid="logo" {
                span.logo {
                    (mark(Mark::O)) (mark(Mark::X)) (mark(Mark::O))
                    span.spoken { "OXO" }
                }
            }
            span.space {}
            @if live {
                @let settings = audience.say("page.settings", &[]);
                button.button.bare type="button" title=(settings) aria-label=(settings) data-testid="settings" aria-disabled="true" {
                    (icon("settings", SETTINGS))
                }
            }
        }
    }
}

/// A button of the page, which does nothing before the modules are there.
pub(super) fn button(look: &str, id: &str, label: &str) -> Markup {
    button_with(look, id, &html! { span { (label) } })
}

/// The same with more in it than a label.
pub(super) fn button_with(look: &str, id: &str, content: &Markup) -> Markup {
    html! {
        button type="button" class={ "button " (look) } data-testid=(id) aria-disabled="true" { (content) }
    }
}

/// An icon of the page, by the strokes that it has there.
pub(super) fn icon(name: &str, strokes: &str) -> Markup {
    html! {
        svg class={ "icon icon-" (name) } viewBox="0 0 24 24" aria-hidden="true" { path d=(strokes) {} }
    }
}

/// The field for one's name; typed text stays when the modules take over.
pub(super) fn name_field(audience: &Audience) -> Markup {
    html! {
        label.field {
            span.label { (audience.say("page.start.name", &[])) }
            input.input #name maxlength="48" autocomplete="nickname" spellcheck="false"
                placeholder=(audience.say("page.start.no_name", &[])) enterkeyhint="done" data-testid="name";
        }
    }
}

/// Reason why the page's modules did not take over, as `web/boot.js` finds it; the first says that they are late.
const CAUSES: [(&str, &str); 5] = [
    ("late", "served.failed.late"),
    ("network", "served.failed.network"),
    ("missing", "served.failed.missing"),
    ("damaged", "served.failed.damaged"),
    ("stopped", "served.failed.stopped"),
];

/// The text that is seen when the page's modules do not take over, and the way to try once more.
pub(super) fn fallback(audience: &Audience) -> Markup {
    html! {
        div #fallback role="alert" {
            @for (cause, key) in CAUSES {
                p data-cause=(cause) hidden[cause != "late"] { (audience.say(key, &[])) }
            }
            a.button href="" { (audience.say("served.failed.reload", &[])) }
        }
    }
}

/// The way to the front door.
pub(super) fn home(audience: &Audience, document: &Document, look: &str) -> Markup {
    html! {
        // Nothing else of this server is shown in a frame.
        a class={ "button " (look) } href=(document.home()) target=[audience.framed.then_some("_blank")] data-testid="home" {
            span { (audience.say("page.home", &[])) }
        }
    }
}

/// A sentence, and the way to the front door.
pub(super) fn message(
    audience: &Audience,
    document: &Document,
    title: &str,
    about: &str,
) -> Markup {
    html! {
        main #main .arrive tabindex="-1" {
            div.card.stack {
                h1.sentence { (title) }
                @if !about.is_empty() { p.hint { (about) } }
                (home(audience, document, "wide"))
            }
        }
    }
}

/// A mark as large as its place.
pub(super) fn mark(mark: Mark) -> Markup {
    html! {
        @match mark {
            Mark::X => svg."mark mark-x" viewBox="0 0 100 100" aria-hidden="true" {
                path d="M24 24L76 76" pathLength="1" {}
                path.second d="M76 24L24 76" pathLength="1" {}
            },
            Mark::O => svg."mark mark-o" viewBox="0 0 100 100" aria-hidden="true" {
                circle cx="50" cy="50" r="28" pathLength="1" transform="rotate(-90 50 50)" {}
            },
        }
    }
}

/// A small picture of a board, as `web/ui/miniature.js` draws it.
pub(super) fn miniature(rules: Rules, moves: &[Played], lines: &[Vec<game::Cell>]) -> Markup {
    let (width, height) = (rules.width(), rules.height());
    let mut grid = String::new();
    for row in 1..height {
        let _ = write!(grid, "M0 {row}h{width}");
    }
    for column in 1..width {
        let _ = write!(grid, "M{column} 0v{height}");
    }
    let columns = u16::from(width.max(1));
    html! {
        svg.miniature viewBox=(format!("0 0 {width} {height}")) aria-hidden="true" {
            path.grid d=(grid) {}
            @for (n, played) in moves.iter().enumerate() {
                @let (x, y) = (played.cell % columns, played.cell / columns);
                @let won = lines.iter().flatten().any(|cell| *cell == played.cell);
                @let look = if won && rules.line_rule() == LineRule::Loses { "losing" } else if won { "won" } else if n + 1 == moves.len() { "last" } else { "" };
                g class=(look) transform=(format!("translate({x} {y})")) {
                    @if !look.is_empty() { rect width="1" height="1" {} }
                    @match played.mark {
                        Mark::X => path.mark-x d="M.24 .24L.76 .76M.76 .24L.24 .76" {},
                        Mark::O => circle.mark-o cx="0.5" cy="0.5" r="0.28" {},
                    }
                }
            }
        }
    }
}
