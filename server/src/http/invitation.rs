//! `/r/CODE`: a room's invitation, as a page, as lines, as JSON and as a picture, for a client
//! without a seat.
//!
//! A code that leads nowhere is a guess like one over the WebSocket, and paid from the
//! same budget.

use admission::{AddressGroup, Guesser};
use carrying::decider_link::{ServiceAnswer, ServiceQuestion};
use hyper::{
    Response, StatusCode,
    header::{HeaderValue, RETRY_AFTER},
};
use maud::{Markup, html};
use nodes::service_question::ask;
use picture::{Caption, Drawing};
use protocol::{
    Invitation, Refusal, RoomCode,
    invitation::{InvitationState, InvitedTable},
};
use sentences::{InvitationText, Language, brief_game};
use serde_json::json;

use super::{
    Site,
    audience::{Audience, english},
    document::{self, Page, confidential},
    framed, markup, pages, preview,
    response::{HttpBody, plain, response, retry_after},
    template::Document,
};

/// How an invitation can be read, by the ending of its address.
const FORMS: [&str; 3] = ["", "json", "png"];

/// Answers a request for `/r/NAME`.
pub(super) async fn answer(
    site: &Site,
    (source, guesser): (AddressGroup, Guesser),
    audience: &Audience,
    name: &str,
) -> Response<HttpBody> {
    let (code, form) = name.split_once('.').unwrap_or((name, ""));
    if !FORMS.contains(&form) {
        let forms = "/r/CODE, /r/CODE.json, /r/CODE.png";
        return pages::no_such_form(site, audience, forms);
    }
    let Ok(code) = code.trim_end_matches('/').parse::<RoomCode>() else {
        return unreadable(site, audience, form);
    };
    let look = ServiceQuestion::Look {
        room: code,
        visitor: source.address(),
        guesser: guesser.number(),
    };
    let found = match ask(&site.node, look).await {
        ServiceAnswer::Invitation(found) => Ok(found),
        ServiceAnswer::Refused(why) => Err(why),
        _ => Err(Refusal::Internal),
    };
    confidential(match (found, form) {
        (Err(why), "") => refused(site, audience, code, &why),
        (Err(why), _) => plain_refusal(audience, &why),
        (Ok(it), "") if audience.lines => lines(audience, &it),
        (Ok(it), "") => page(site, audience, &it),
        (Ok(it), "json") => json(&it),
        (Ok(it), _) => match &it.table {
            Some(table) => {
                let drawing = Drawing::empty(table.settings.rules).with(captions(
                    audience.language,
                    &it,
                    table,
                ));
                preview::answer(site, source, drawing).await
            }
            None => preview::none(),
        },
    })
}

/// The captions of its picture: by name, or without where there is no font for that, and in English
/// at last.
fn captions(language: &Language, it: &Invitation, table: &InvitedTable) -> Vec<Caption> {
    let settings = table.settings;
    let about = |language: &Language| brief_game(language, settings.rules, settings.clock);
    let by = |language: &Language| Caption {
        title: sentences::invitation(language, it).title,
        about: about(language),
        ..Caption::default()
    };
    let unnamed = |language: &Language| Caption {
        title: language.say("invitation.unnamed", &[]),
        about: about(language),
        ..Caption::default()
    };
    let in_both = [language, english()].into_iter();
    in_both.flat_map(|it| [by(it), unnamed(it)]).collect()
}

fn status(state: InvitationState) -> StatusCode {
    match state {
        InvitationState::Free | InvitationState::Full => StatusCode::OK,
        InvitationState::Over => StatusCode::GONE,
        InvitationState::None => StatusCode::NOT_FOUND,
    }
}

/// It is the answer to a question about a code, and so is always found.
fn json(it: &Invitation) -> Response<HttpBody> {
    let text = serde_json::to_string(it).unwrap_or_default();
    response(StatusCode::OK, "application/json", text + "\n")
}

fn lines(audience: &Audience, it: &Invitation) -> Response<HttpBody> {
    let said = sentences::invitation(audience.language, it);
    let mut lines: Vec<String> = said.lines().collect();
    let url = format!("{}/r/{}", audience.base, it.room);
    let mut way = |key, command: String| {
        lines.push(format!("\n{}\n  {command}", audience.say(key, &[])));
    };
    if it.is_free() {
        way("served.lines.browser", url.clone());
        way("served.lines.terminal", join(&url));
    }
    if it.may_be_watched() {
        way("served.lines.watch", watch(&url));
    }
    plain(status(it.state), &lines.join("\n"))
}

fn join(url: &str) -> String {
    format!("oxo join {url}")
}

fn watch(url: &str) -> String {
    format!("oxo watch {url}")
}

fn page(site: &Site, audience: &Audience, it: &Invitation) -> Response<HttpBody> {
    let said = sentences::invitation(audience.language, it);
    let url = format!("{}/r/{}", audience.base, it.room);
    let command = match (it.is_free(), it.may_be_watched()) {
        (true, _) => Some(join(&url)),
        (false, true) => Some(watch(&url)),
        (false, false) => None,
    };
    let page = Page {
        status: status(it.state),
        path: format!("/r/{}", it.room),
        description: description(&said),
        picture: it.table.as_ref().map(|_| format!("/r/{}.png", it.room)),
        facts: match audience.framed {
            true => it
                .may_be_watched()
                .then(|| json!({ "room": it.room }).to_string()),
            false => serde_json::to_string(it).ok(),
        },
        command,
        body: match audience.framed {
            true => framed::table(audience, it, &said),
            false => card(audience, &site.document, it, &said),
        },
        title: said.title,
        live: true,
        embeds: it.may_be_watched(),
    };
    document::answer(site, audience, &page)
}

/// The description in a preview, beneath the title: the warning first.
fn description(said: &InvitationText) -> String {
    let head = said.warning.iter().chain(&said.about).cloned();
    let parts: Vec<String> = head.chain(said.fact_lines()).collect();
    parts.join(" · ")
}

/// As `web/ui/arrive.js` draws it.
fn card(
    audience: &Audience,
    document: &Document,
    it: &Invitation,
    said: &InvitationText,
) -> Markup {
    let say = |key| audience.say(key, &[]);
    let (free, watch) = (it.is_free(), it.may_be_watched());
    html! {
        main #main .arrive tabindex="-1" {
            div.card.stack {
                @if let Some(table) = &it.table {
                    (markup::miniature(table.settings.rules, &[], &[]))
                }
                h1 { (said.title) }
                @if let Some(warning) = &said.warning { p.warning { (warning) } }
                @if let Some(about) = &said.about { p.hint { (about) } }
                @if !said.facts.is_empty() {
                    dl.facts {
                        @for (label, value) in &said.facts { dt { (label) } dd { (value) } }
                    }
                }
                @if free {
                    (markup::name_field(audience))
                    (markup::button("large primary wide", "sit", &say("page.arrive.sit")))
                }
                @if watch {
                    @let look = if free { "large wide" } else { "large primary wide" };
                    (markup::button(look, "watch", &say("page.arrive.look")))
                }
                (markup::home(audience, document, if free || watch { "quiet wide" } else { "primary wide" }))
            }
        }
    }
}

/// The code has been mangled.
fn unreadable(site: &Site, audience: &Audience, form: &str) -> Response<HttpBody> {
    let sentence = audience.say("page.room.unreadable", &[]);
    if audience.lines || !form.is_empty() {
        return plain(StatusCode::NOT_FOUND, &sentence);
    }
    document::sentence(site, audience, StatusCode::NOT_FOUND, "/r/", sentence)
}

/// No room can be looked at just now.
fn refused(site: &Site, audience: &Audience, code: RoomCode, why: &Refusal) -> Response<HttpBody> {
    if audience.lines {
        return plain_refusal(audience, why);
    }
    let (status, sentence, seconds) = words(audience, why);
    let path = format!("/r/{code}");
    let mut response = document::sentence(site, audience, status, &path, sentence);
    let seconds = HeaderValue::from(seconds);
    response.headers_mut().insert(RETRY_AFTER, seconds);
    response
}

fn plain_refusal(audience: &Audience, why: &Refusal) -> Response<HttpBody> {
    let (status, sentence, seconds) = words(audience, why);
    retry_after(status, &sentence, seconds)
}

/// A refusal as a status, a sentence, and after how many seconds to come back.
fn words(audience: &Audience, why: &Refusal) -> (StatusCode, String, u64) {
    let (status, wait_ms) = match why {
        Refusal::JoinsTooFast { retry_in_ms } => (StatusCode::TOO_MANY_REQUESTS, *retry_in_ms),
        Refusal::Unavailable { retry_in_ms } => (StatusCode::SERVICE_UNAVAILABLE, *retry_in_ms),
        _ => (StatusCode::SERVICE_UNAVAILABLE, 5_000),
    };
    let seconds = wait_ms.div_ceil(1_000).max(1);
    let key = match status {
        StatusCode::TOO_MANY_REQUESTS => "refusal.joins_too_fast",
        _ => "refusal.unavailable",
    };
    (status, audience.say(key, &[("count", &seconds)]), seconds)
}
