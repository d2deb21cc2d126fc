//! Documents of HTML: what stands at an address in the visitor's language, with what
//! messengers show of its link, and the page's modules, which take it over.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, VARY},
};
use maud::{Markup, html};

use super::{
    Site,
    audience::Audience,
    markup,
    response::{HttpBody, response, with},
    template::Document,
};

/// Nothing inline, nothing foreign, and no text that becomes markup; the one policy for trusted types
/// admits the address of the service worker (`web/ui/worker.js`). `'self'` includes the WebSocket of
/// the same host (CSP 3, section 6.7.2.8).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types oxo-worker";

/// The same for what may stand in a frame of any other page: nothing can be done there.
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; \
    require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(&str, &str); 3] = [
    // An address of a room or a game is all that it takes to get in.
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "permissions-policy",
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
];

/// The page at an address.
#[derive(Default)]
pub(super) struct Page {
    pub status: StatusCode,
    /// Below the base path, as it is best written.
    pub path: String,
    pub title: String,
    pub description: String,
    /// The path of the picture of its link; nothing for the usual one.
    pub picture: Option<String>,
    /// Facts for the page's modules, as JSON; nothing if they find out by themselves.
    pub facts: Option<String>,
    /// The command that leads there in a terminal; nothing where only the front door does.
    pub command: Option<String>,
    /// The body until the modules take over.
    pub body: Markup,
    /// Whether the modules have anything to do here.
    pub live: bool,
    /// Whether other pages may show what stands here in a frame.
    pub embeds: bool,
}

/// Sends a document.
pub(super) fn answer(site: &Site, audience: &Audience, page: &Page) -> Response<HttpBody> {
    let document = &site.document;
    let head = head(audience, document, page).into_string();
    let facts = html! { (page.facts.as_deref().unwrap_or_default()) }.into_string();
    let framed = audience.framed;
    let top = || markup::top(audience, document, page.live);
    let body = html! { @if !framed { (top()) } (page.body) }.into_string();
    let front_door = || format!("oxo --server {}", audience.base);
    let command = page.command.clone().unwrap_or_else(front_door);
    let script = audience.say("served.script", &[("command", &command)]);
    let script = html! { (script) }.into_string();
    let fallback =
        html! { @if page.live && !framed { (markup::fallback(audience)) } }.into_string();
    let tag = audience.language.tag;
    let filling = [tag, head.as_str(), &script, &facts, &body, &fallback];
    let template = match (framed, page.live) {
        (true, _) => &document.framed,
        (false, true) => &document.live,
        (false, false) => &document.still,
    };
    let text = template.fill(filling);
    let packed = audience.gzip.then(|| gzip(&text)).flatten();
    let is_packed = packed.is_some();
    let body = packed.unwrap_or_else(|| text.into_bytes());
    let mut response = response(page.status, "text/html; charset=utf-8", body);
    if is_packed {
        response = with(response, CONTENT_ENCODING, "gzip");
    }
    for (name, value) in HEADERS {
        response = with(response, name, value);
    }
    let policy = if framed { FRAME_POLICY } else { POLICY };
    let response = with(response, CONTENT_SECURITY_POLICY, policy);
    // Kept for the way back, and asked for anew whenever it is opened.
    with(response, CACHE_CONTROL, "private, no-cache")
}

/// A document as it travels.
fn gzip(text: &str) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(text.len() / 2), Compression::default());
    packed.write_all(text.as_bytes()).ok()?;
    packed.finish().ok()
}

/// Sends a sentence and the way to the front door, for want of the requested page.
pub(super) fn sentence(
    site: &Site,
    audience: &Audience,
    status: StatusCode,
    path: &str,
    title: String,
) -> Response<HttpBody> {
    let page = Page {
        status,
        path: path.to_owned(),
        description: audience.say("page.tagline", &[]),
        body: markup::message(audience, &site.document, &title, ""),
        title,
        live: true,
        ..Page::default()
    };
    answer(site, audience, &page)
}

/// Marks what stands at an address that is a secret among few, whatever its form is.
pub(super) fn confidential(response: Response<HttpBody>) -> Response<HttpBody> {
    let response = with(response, CACHE_CONTROL, "private, no-cache");
    with(response, "x-robots-tag", "noindex")
}

/// Notes that the answer depends on the client.
pub(super) fn varied(response: Response<HttpBody>) -> Response<HttpBody> {
    let by = "accept, accept-encoding, accept-language, user-agent";
    with(response, VARY, by)
}

/// Title and description, for the browser and for programs that show a preview of the link (the Open Graph protocol,
/// <https://ogp.me>, and X's cards); and which catalogue the modules will ask for, so that it is on its way before they
/// are.
fn head(audience: &Audience, document: &Document, page: &Page) -> Markup {
    let picture = page.picture.as_deref().unwrap_or("/preview.png");
    let picture = format!("{}{picture}", audience.base);
    let (width, height) = picture::SIZE;
    let catalogue = document.file(&format!("locales/{}.json", audience.language.tag));
    html! {
        title { (page.title) }
        @if page.live { link rel="preload" as="fetch" crossorigin href=(catalogue); }
        @if !page.description.is_empty() {
            meta name="description" content=(page.description);
            meta property="og:description" content=(page.description);
        }
        @if page.path != "/" { meta name="robots" content="noindex"; }
        @if page.embeds {
            link rel="alternate" type="application/json+oembed" title=(page.title)
                href=(format!("{base}/oembed?url={base}{}", page.path, base = audience.base));
        }
        meta property="og:type" content="website";
        meta property="og:site_name" content="OXO";
        meta property="og:locale" content=(audience.language.tag.replace('-', "_"));
        meta property="og:title" content=(page.title);
        @if !page.path.is_empty() { meta property="og:url" content=(format!("{}{}", audience.base, page.path)); }
        meta property="og:image" content=(picture);
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content=(width);
        meta property="og:image:height" content=(height);
        meta name="twitter:card" content="summary_large_image";
    }
}
