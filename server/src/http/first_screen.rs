//! The screen of `/` as the page's modules draw it first, for clients whose modules are still on
//! their way: `web/ui/start.js` and below. A tap on its board is kept by a radio button, which the
//! modules read when they come.

use game::{Mark, Rules};
use maud::{Markup, html};
use protocol::settings::ClockSetting;

use super::{audience::Audience, markup};

/// Strokes of icons; `web/ui/icons.js` has all.
mod strokes {
    pub const ANYONE: &str =
        "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18";
    pub const CODE: &str = "M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16";
    pub const FORWARD: &str = "M9 5l7 7-7 7";
    pub const FRIEND: &str = "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M18 8v6M15 11h6";
    pub const LEVEL: &str = "M5 19v-3M10 19v-7M15 19V9M20 19V5";
    pub const WATCH: &str = "M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z";
}

/// The whole screen.
pub(super) fn first_screen(audience: &Audience) -> Markup {
    let say = |key| audience.say(key, &[]);
    html! {
        main #main .start tabindex="-1" {
            h1.spoken { (say("page.tagline")) }
            div.lead {
                div.notes {}
                div.ways {
                    (way("anyone", strokes::ANYONE, "play-anyone", &say("page.start.anyone")))
                    (way("friend", strokes::FRIEND, "play-friend", &say("page.start.friend")))
                    (way("code", strokes::CODE, "enter-code", &say("page.start.code")))
                }
                section.here data-testid="here" {
                    p.now data-testid="here-line" { (say("page.here.looking")) }
                }
                (opening(audience))
            }
            div.aside { (people(audience)) (rooms(audience)) (host(audience)) }
        }
    }
}

fn way(name: &str, strokes: &str, id: &str, label: &str) -> Markup {
    let icon = markup::icon(name, strokes);
    markup::button_with("way", id, &html! { (icon) span { (label) } })
}

/// The board against the computer, and at which level.
fn opening(audience: &Audience) -> Markup {
    let say = |key| audience.say(key, &[]);
    let name = say("page.level.one");
    let level = audience.say("page.level.chosen", &[("level", &1), ("name", &name)]);
    html! {
        section.opening aria-label=(say("page.start.board")) data-testid="opening" {
            div.place {
                div."stage grand" { div.frame { div.board { (cells(audience)) } } }
            }
            div.against {
                p.headline data-testid="opening-line" { (say("page.start.tap")) }
                (markup::button_with("level", "play-computer", &html! {
                    (markup::icon("level", strokes::LEVEL)) span { (level) }
                }))
            }
        }
    }
}

fn cells(audience: &Audience) -> Markup {
    let free = audience.say("page.cell.free", &[]);
    let size: [(&str, &dyn std::fmt::Display); 3] = [("width", &3), ("height", &3), ("line", &3)];
    html! {
        div."cells open mine-x" role="radiogroup" aria-label=(audience.say("page.board.name", &size)) {
            @for row in 0..3 {
                div.row {
                    @for column in ["a", "b", "c"].iter().enumerate() {
                        label."cell free" {
                            // Else a browser that restores forms would play by itself.
                            input.tap type="radio" name="opening" value=(row * 3 + column.0) autocomplete="off"
                                aria-label=(format!("{}{}, {free}", column.1, 3 - row));
                            (markup::mark(Mark::X))
                        }
                    }
                }
            }
        }
    }
}

/// Under which name one plays with people, and what.
fn people(audience: &Audience) -> Markup {
    let say = |key| audience.say(key, &[]);
    let board = sentences::brief_board(audience.language, Rules::CLASSIC);
    let clock = sentences::brief_clock(audience.language, ClockSetting::None);
    html! {
        section."stack people" {
            h2 { (say("page.start.people")) }
            (markup::name_field(audience))
            section.choices {
                button.fold type="button" aria-expanded="false" data-testid="choices" {
                    span.sum { b { (board) } span { (clock) } }
                    span.change { (say("page.choice.change")) }
                    (markup::icon("forward", strokes::FORWARD))
                }
            }
        }
    }
}

/// Open rooms, as long as none are known, and games of two computers.
fn rooms(audience: &Audience) -> Markup {
    let say = |key| audience.say(key, &[]);
    html! {
        section."stack rooms" data-testid="rooms" {
            h2 { (say("page.rooms")) }
            p."hint empty" data-testid="alone" { (say("page.rooms.none")) }
        }
        section.stack data-testid="exhibitions" {
            h2 { (say("page.two")) }
            (markup::button_with("wide", "choose-two", &html! {
                (markup::icon("watch", strokes::WATCH)) span { (say("page.two.choose")) }
            }))
        }
    }
}

/// How to have a server of one's own.
fn host(audience: &Audience) -> Markup {
    html! {
        details.host {
            summary { (audience.say("page.host", &[])) }
            p.hint { (audience.say("page.host.about", &[])) }
            code { "cargo run --release -p server" }
        }
    }
}
