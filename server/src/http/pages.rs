//! The front door, a wrong address, and what programs and monitors get to read.

use connection::service::ServerFacts;
use hyper::{Response, StatusCode};
use journal::{Health, disk};
use node::Node;
use protocol::VERSIONS;
use serde_json::json;

use super::{
    Site,
    audience::Audience,
    document::{self, Page},
    first_screen::first_screen,
    markup,
    response::{HttpBody, plain, response},
};

/// A wrong address, in the style of all others; for programs as lines.
pub(super) fn not_found(site: &Site, audience: &Audience) -> Response<HttpBody> {
    let about = audience.say("served.missing.about", &[]);
    nothing_here(site, audience, &about)
}

/// An address with an ending that is none of `forms`, which readers of lines see listed.
pub(super) fn no_such_form(site: &Site, audience: &Audience, forms: &str) -> Response<HttpBody> {
    let hint = audience.say("served.missing.forms", &[("forms", &forms)]);
    nothing_here(site, audience, &hint)
}

fn nothing_here(site: &Site, audience: &Audience, hint: &str) -> Response<HttpBody> {
    let say = |key| audience.say(key, &[]);
    let (title, about) = (say("served.missing"), say("served.missing.about"));
    if audience.lines {
        let text = format!("{title}\n{hint}\n{}/", audience.base);
        return plain(StatusCode::NOT_FOUND, &text);
    }
    let page = Page {
        status: StatusCode::NOT_FOUND,
        description: about.clone(),
        body: markup::message(audience, &site.document, &title, &about),
        title,
        ..Page::default()
    };
    document::answer(site, audience, &page)
}

/// The front door.
pub(super) fn front_door(site: &Site, audience: &Audience) -> Response<HttpBody> {
    if audience.lines {
        return welcome(&site.node, audience);
    }
    let page = Page {
        status: StatusCode::OK,
        path: "/".to_owned(),
        title: audience.say("page.title", &[]),
        description: audience.say("page.tagline", &[]),
        body: first_screen(audience),
        live: true,
        ..Page::default()
    };
    document::answer(site, audience, &page)
}

/// The front door for readers of lines.
fn welcome(node: &Node, audience: &Audience) -> Response<HttpBody> {
    let (base, path) = (&audience.base, &node.options.base_path);
    let say = |key| audience.say(key, &[]);
    let mut lines = vec![
        format!("{}: {}", node.options.server_name, say("page.tagline")),
        format!("\n{}\n  {base}/", say("served.lines.browser")),
        format!("\n{}", say("served.lines.terminal")),
    ];
    for (command, about) in [
        ("play", "help.play.about"),
        ("new", "help.new.about"),
        ("rooms", "help.rooms.about"),
    ] {
        lines.push(format!(
            "  oxo {command} --server {base}\n    {}",
            say(about)
        ));
    }
    let (socket, info) = (format!("{path}/ws"), format!("{path}/info"));
    let client = audience.say("served.client", &[("socket", &socket), ("info", &info)]);
    lines.push(format!("\n{client}"));
    plain(StatusCode::OK, &lines.join("\n"))
}

pub(super) fn ready(node: &Node) -> Response<HttpBody> {
    let ready = |text: &str| plain(StatusCode::OK, text);
    let not_ready = |why: &str| plain(StatusCode::SERVICE_UNAVAILABLE, why);
    let health = *node.journal.health().borrow();
    match health {
        _ if *node.shutdown.borrow() => not_ready("stopping"),
        Health::Following => match (node.link(), node.link_trouble()) {
            (Some(link), _) => ready(&format!("ready; node {} decides", link.node)),
            (None, Some(trouble)) => not_ready(&trouble),
            (None, None) => not_ready("no node of the cluster decides just now"),
        },
        _ if node.service().is_none() => not_ready("no service"),
        Health::Well if node.current_service().is_none() => {
            not_ready("the cluster's log does not answer")
        }
        Health::Well => ready("ready"),
        Health::Unable(obstacle) => {
            not_ready(&format!("{}: nothing can be kept", disk::cause(obstacle)))
        }
        Health::Failed(_) | Health::Taken => not_ready("the journal has failed"),
    }
}

pub(super) fn info(node: &Node) -> Response<HttpBody> {
    let info = json!({
        "server": { "name": node.options.server_name, "version": env!("CARGO_PKG_VERSION") },
        "versions": VERSIONS,
        "promise": node.facts.promise(),
        "limits": *node.limits,
        "addresses": node.facts.addresses(),
    });
    response(StatusCode::OK, "application/json", format!("{info}\n"))
}
