//! Router of a request to its answer: it pays for the request, finds its endpoint, and lets others have their turn
//! before.

use admission::{AddressGroup, Cost, Guesser};
use http_body_util::BodyExt;
use hyper::{
    Request, Response, StatusCode,
    body::Incoming,
    header::{ALLOW, HeaderValue},
};

use super::{
    Site, assets,
    audience::Audience,
    document::varied,
    embed, encryption,
    endpoints::{self, Endpoint, Resource},
    games, host, invitation, pages,
    payment::pay,
    preview, qr,
    response::{HttpBody, plain, too_many_requests},
    room_list, scrape, upgrade,
    visit::{Arrival, visitor},
};

/// Bytes of a body, which nothing here needs, that are read and dropped:
/// unread bytes would reset the connection before its answer was seen.
const BODY: usize = 64 * 1024;
/// Answer to a network that is shut out.
const BLOCKED: &str = "the operator of this server has blocked your network";

/// Answers a request.
pub(super) async fn answer(
    site: &Site,
    mut request: Request<Incoming>,
    arrival: &Arrival<'_>,
) -> Response<HttpBody> {
    let node = &site.node;
    let from = arrival.from;
    // Pipelined requests take turns with everybody else's.
    tokio::task::yield_now().await;
    let source = visitor(request.headers(), from, &node.options);
    let source = AddressGroup::from(source);
    let read = drain(request.body_mut()).await;
    arrival.visit.answering();
    let uri = request.uri().clone();
    let path = uri.path().strip_prefix(node.options.base_path.as_str());
    let found = path.and_then(|path| Some((path, endpoints::find(path)?)));
    let cost = found.map_or(Cost::REQUEST, |(_, (endpoint, _))| endpoint.cost);
    let cost = Cost(cost.0 + Cost::of_bytes(read).0);
    if let Err(wait_ms) = pay(node, source, cost).await {
        return too_many_requests(wait_ms);
    }
    if node.operator.is_blocked(source, &node.clock) {
        return plain(StatusCode::FORBIDDEN, BLOCKED);
    }
    if let Some(path) = path
        && let Err(refusal) = host::check(&request, path, from, &node.options)
    {
        return *refusal;
    }
    if !arrival.is_encrypted
        && let Some(redirect) = encryption::elsewhere(node, &request, path, from)
    {
        return redirect;
    }
    let Some((_, (endpoint, rest))) = found else {
        return varied(pages::not_found(site, &Audience::of(&request, node)));
    };
    if !endpoint.methods.contains(&request.method().as_str()) {
        return not_allowed(endpoint);
    }
    let who = (source, arrival.guesser);
    respond(site, request, who, endpoint.resource, rest).await
}

/// Answers a request that was paid for; `rest` is the text in the braces of the endpoint's path.
async fn respond(
    site: &Site,
    request: Request<Incoming>,
    who @ (source, _): (AddressGroup, Guesser),
    resource: Resource,
    rest: &str,
) -> Response<HttpBody> {
    let node = &site.node;
    let audience = || Audience::of(&request, node);
    match resource {
        Resource::WebSocket => upgrade::upgrade(node, request, source).await,
        Resource::FrontDoor => varied(pages::front_door(site, &audience())),
        Resource::Invitation => varied(invitation::answer(site, who, &audience(), rest).await),
        Resource::Game => varied(games::answer(site, source, &audience(), rest, &request).await),
        Resource::Frame => {
            let audience = audience().in_frame();
            varied(embed::answer(site, who, &audience, rest, &request).await)
        }
        Resource::Snippet => embed::snippet(node, &request),
        Resource::PageFile => assets::answer(rest, request.headers()),
        Resource::Worker => assets::worker(request.headers()),
        Resource::Picture => preview::usual(site).await,
        Resource::Icon => assets::icon(),
        Resource::QrCode => qr::answer(site, source, &request).await,
        Resource::Rooms => room_list::answer(node, request.uri().query()).await,
        Resource::Info => pages::info(node),
        Resource::Live => plain(StatusCode::OK, "live"),
        Resource::Ready => pages::ready(node),
        Resource::Metrics => match scrape::answer(node, &request).await {
            Some(answer) => answer,
            None => varied(pages::not_found(site, &audience())),
        },
    }
}

/// Reads and drops the beginning of a body. How many bytes that were.
async fn drain(body: &mut Incoming) -> usize {
    let mut read = 0;
    while read < BODY
        && let Some(Ok(frame)) = body.frame().await
    {
        read += frame.data_ref().map_or(0, |data| data.len());
    }
    read
}

fn not_allowed(endpoint: &Endpoint) -> Response<HttpBody> {
    let (last, others) = endpoint.methods.split_last().unwrap_or((&"GET", &[]));
    let named = match others {
        [] => (*last).to_owned(),
        others => format!("{} and {last}", others.join(", ")),
    };
    let mut response = plain(
        StatusCode::METHOD_NOT_ALLOWED,
        &format!("only {named} is answered here"),
    );
    if let Ok(methods) = HeaderValue::from_str(&endpoint.methods.join(", ")) {
        response.headers_mut().insert(ALLOW, methods);
    }
    response
}
