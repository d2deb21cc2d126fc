//! Every path that is answered, with its methods and what an answer costs: the
//! router is this table.

use admission::Cost;

/// A path that is answered.
#[derive(Debug)]
pub struct Endpoint {
    /// Below the base path. What stands in braces is up to who asks, and
    /// reaches to the end.
    pub path: &'static str,
    /// The methods that are answered.
    pub methods: &'static [&'static str],
    /// The least cost of an answer.
    pub cost: Cost,
    /// The same path as somebody might ask for it; `{host}` stands for the
    /// server's own address, `{hash}` for the one in the page's document.
    pub example: &'static str,
    pub(super) resource: Resource,
}

/// The resource at a path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resource {
    FrontDoor,
    Invitation,
    Game,
    Frame,
    Snippet,
    PageFile,
    Worker,
    Picture,
    Icon,
    QrCode,
    Rooms,
    Info,
    Live,
    Ready,
    Metrics,
    WebSocket,
}

/// All of them.
pub const ENDPOINTS: &[Endpoint] = &[
    read("/", Resource::FrontDoor, Cost::TEXT),
    read("/ws", Resource::WebSocket, Cost::HANDSHAKE).methods(&["GET"]),
    read("/a/{file}", Resource::PageFile, Cost::REQUEST).example("/a/{hash}/main.js"),
    read("/worker.js", Resource::Worker, Cost::REQUEST),
    read("/r/{code}", Resource::Invitation, Cost::INVITATION).example("/r/K7QX-4MTR"),
    read("/games/{id}", Resource::Game, Cost::TEXT)
        .methods(&["GET", "HEAD", "DELETE"])
        .example("/games/22222222222222222222222222"),
    read("/embed/{what}", Resource::Frame, Cost::INVITATION).example("/embed/r/K7QX-4MTR"),
    read("/oembed", Resource::Snippet, Cost::TEXT).example("/oembed?url=http://{host}/r/K7QX-4MTR"),
    read("/preview.png", Resource::Picture, Cost::REQUEST),
    read("/favicon.ico", Resource::Icon, Cost::REQUEST),
    read("/qr.svg", Resource::QrCode, Cost::TEXT).example("/qr.svg?url=http://{host}/r/K7QX-4MTR"),
    read("/rooms.json", Resource::Rooms, Cost::ROOM_LIST).example("/rooms.json?cursor=K7QX-4MTR"),
    read("/info", Resource::Info, Cost::TEXT),
    read("/health/live", Resource::Live, Cost::HEALTH),
    read("/health/ready", Resource::Ready, Cost::HEALTH),
    read("/metrics", Resource::Metrics, Cost::METRICS).methods(&["GET"]),
];

/// One that is only read, and whose path has no braces.
const fn read(path: &'static str, resource: Resource, cost: Cost) -> Endpoint {
    Endpoint {
        path,
        methods: &["GET", "HEAD"],
        cost,
        example: path,
        resource,
    }
}

impl Endpoint {
    const fn methods(self, methods: &'static [&'static str]) -> Endpoint {
        Endpoint { methods, ..self }
    }

    const fn example(self, example: &'static str) -> Endpoint {
        Endpoint { example, ..self }
    }
}

/// The endpoint at a path below the base path, and what stands in its braces.
pub(super) fn find(path: &str) -> Option<(&'static Endpoint, &str)> {
    // The base path without a slash is the front door too.
    let path = if path.is_empty() { "/" } else { path };
    ENDPOINTS.iter().find_map(|endpoint| {
        let rest = match endpoint.path.split_once('{') {
            Some((before, _)) => path.strip_prefix(before)?,
            None => (path == endpoint.path).then_some("")?,
        };
        Some((endpoint, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_is_found_at_its_example() {
        for endpoint in ENDPOINTS {
            let path = endpoint.example.split('?').next().unwrap();
            let (found, rest) = find(path).unwrap();
            assert_eq!(found.path, endpoint.path);
            assert_eq!(rest.is_empty(), !endpoint.path.contains('{'));
            assert!(endpoint.cost > Cost(0));
        }
    }

    #[test]
    fn other_paths_have_no_endpoint() {
        for path in [
            "/x", "/wss", "/ws/", "//", "/a", "/r", "/info/", "/rooms", "/health", "/qr.svg/",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
