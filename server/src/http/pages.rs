//! The front door, a wrong address, and what programs and monitors get to read.

use hyper::{Response, StatusCode};
use maud::html;
use protocol::VERSIONS;
use serde_json::json;

use super::{
    audience::Audience,
    document::{self, Page},
    markup,
    response::{HttpBody, plain, response},
};
use crate::{journal::Health, state::ServerState};

/// A wrong address, in the style of all others; for programs as lines.
pub(super) fn not_found(state: &ServerState, audience: &Audience) -> Response<HttpBody> {
    nothing_here(state, audience, audience.say("served.missing.about", &[]))
}

/// An address with an ending that is none of these.
pub(super) fn no_such_form(
    state: &ServerState,
    audience: &Audience,
    forms: &str,
) -> Response<HttpBody> {
    let about = audience.say("served.missing.forms", &[("forms", &forms)]);
    nothing_here(state, audience, about)
}

fn nothing_here(state: &ServerState, audience: &Audience, about: String) -> Response<HttpBody> {
    let title = audience.say("served.missing", &[]);
    if audience.lines {
        let text = format!("{title}\n{about}\n{}/", audience.base);
        return plain(StatusCode::NOT_FOUND, &text);
    }
    let page = Page {
        status: StatusCode::NOT_FOUND,
        path: String::new(),
        description: about.clone(),
        picture: None,
        facts: None,
        command: None,
        body: markup::message(audience, &state.document, &title, &about),
        title,
        live: false,
    };
    document::answer(state, audience, &page)
}

/// The front door; what is there the page's modules draw.
pub(super) fn front_door(state: &ServerState, audience: &Audience) -> Response<HttpBody> {
    if audience.lines {
        return welcome(state, &audience.base);
    }
    let page = Page {
        status: StatusCode::OK,
        path: "/".to_owned(),
        title: audience.say("page.title", &[]),
        description: audience.say("page.tagline", &[]),
        picture: None,
        facts: None,
        command: None,
        body: html! {},
        live: true,
    };
    document::answer(state, audience, &page)
}

fn welcome(state: &ServerState, base: &str) -> Response<HttpBody> {
    let text = format!(
        "{name}: noughts and crosses for two, over the network.\n\n\
         Play in a browser: {base}/\n\n\
         Play from a terminal:\n\
         \x20 oxo play --server {base}     somebody who waits, or wait for somebody\n\
         \x20 oxo new --server {base}      open a room and invite a friend\n\
         \x20 oxo rooms --server {base}    open rooms, and games to watch\n\n\
         Writing a client? The WebSocket is at {path}/ws, its limits and promises at {path}/info.",
        name = state.options.server_name,
        path = state.options.base_path,
    );
    plain(StatusCode::OK, &text)
}

pub(super) fn ready(state: &ServerState) -> Response<HttpBody> {
    let health = *state.journal.health().borrow();
    match health {
        _ if *state.shutdown.borrow() => plain(StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Health::Well => plain(StatusCode::OK, "ready"),
        Health::Full => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "the disk is full: nothing can be kept",
        ),
        Health::Failed | Health::Taken => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "the journal has failed")
        }
    }
}

pub(super) fn info(state: &ServerState) -> Response<HttpBody> {
    let info = json!({
        "server": { "name": state.options.server_name, "version": env!("CARGO_PKG_VERSION") },
        "versions": VERSIONS,
        "promise": state.promise(),
        "limits": *state.limits,
        "addresses": state.addresses(),
    });
    response(StatusCode::OK, "application/json", format!("{info}\n"))
}
