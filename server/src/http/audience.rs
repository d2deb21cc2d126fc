//! The audience of a page: a browser, a preview program or a client that wants lines, in which
//! language, and by which address of this server.

use std::{fmt::Display, sync::LazyLock};

use hyper::{
    HeaderMap, Request,
    header::{ACCEPT, ACCEPT_LANGUAGE, USER_AGENT},
};
use node::Node;
use sentences::{Language, TAGS};

use super::{
    accept::{takes, takes_coding},
    headers::texts,
    host,
};

/// The audience of a page.
pub(super) struct Audience {
    /// Lines instead of HTML.
    pub lines: bool,
    /// Whether they see it in a frame of another page.
    pub framed: bool,
    /// Whether what they get may be compressed.
    pub gzip: bool,
    pub language: &'static Language,
    /// Where this server is for them, without a slash at its end.
    pub base: String,
}

/// The families of sentences that are said here.
const SAID: [&str; 14] = [
    "brief.",
    "clock.",
    "help.new.about",
    "help.play.about",
    "help.rooms.about",
    "invitation.",
    "over.",
    "page.",
    "refusal.joins_too_fast",
    "refusal.unavailable",
    "score",
    "opening.rule.",
    "served.",
    "who.",
];

static LANGUAGES: LazyLock<[Language; TAGS.len()]> = LazyLock::new(|| {
    TAGS.map(|tag| {
        let mut language = Language::of(tag);
        let said = |key: &str| SAID.iter().any(|family| key.starts_with(family));
        language.messages.retain(|key, _| said(key));
        language
    })
});

/// `User-Agent` prefixes of programs whose people read lines.
const READERS: [&str; 4] = ["curl/", "httpie/", "wget", "xh/"];

/// The language in which everything can be said with the letters of Europe.
pub(super) fn english() -> &'static Language {
    &LANGUAGES[0]
}

impl Audience {
    pub(super) fn of<B>(request: &Request<B>, node: &Node) -> Audience {
        let headers = request.headers();
        let languages: Vec<&str> = texts(headers, &ACCEPT_LANGUAGE).collect();
        let tag = sentences::accepted(&languages.join(","));
        let language = LANGUAGES.iter().find(|language| language.tag == tag);
        Audience {
            lines: wants_lines(headers),
            framed: false,
            gzip: takes_coding(headers, "gzip"),
            language: language.unwrap_or(&LANGUAGES[0]),
            base: host::base(request, node),
        }
    }

    /// The same, who see it in a frame of another page.
    pub(super) fn in_frame(self) -> Audience {
        Audience {
            framed: true,
            ..self
        }
    }

    /// A sentence in their language.
    pub(super) fn say(&self, key: &str, params: &[(&str, &dyn Display)]) -> String {
        self.language.say(key, params)
    }
}

/// A client that takes anything gets HTML, which is what previews of links are made from, except
/// programs that are known to write to a terminal.
fn wants_lines(headers: &HeaderMap) -> bool {
    match takes(headers, &ACCEPT, "text/html") {
        Some(html) => !html,
        None => takes(headers, &ACCEPT, "text/plain") == Some(true) || is_reader(headers),
    }
}

fn is_reader(headers: &HeaderMap) -> bool {
    let agent = headers.get(USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default().to_ascii_lowercase();
    READERS.iter().any(|name| agent.starts_with(name))
}

#[cfg(test)]
mod tests;
