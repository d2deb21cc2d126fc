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

const READ: &[&str] = &["GET", "HEAD"];

/// All of them.
pub const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/",
        methods: READ,
        cost: Cost::TEXT,
        example: "/",
        resource: Resource::FrontDoor,
    },
    Endpoint {
        path: "/ws",
        methods: &["GET"],
        cost: Cost::HANDSHAKE,
        example: "/ws",
        resource: Resource::WebSocket,
    },
    Endpoint {
        path: "/a/{file}",
        methods: READ,
        cost: Cost::REQUEST,
        example: "/a/{hash}/main.js",
        resource: Resource::PageFile,
    },
    Endpoint {
        path: "/worker.js",
        methods: READ,
        cost: Cost::REQUEST,
        example: "/worker.js",
        resource: Resource::Worker,
    },
    Endpoint {
        path: "/r/{code}",
        methods: READ,
        cost: Cost::INVITATION,
        example: "/r/K7QX-4MTR",
        resource: Resource::Invitation,
    },
    Endpoint {
        path: "/games/{id}",
        methods: &["GET", "HEAD", "DELETE"],
        cost: Cost::TEXT,
        example: "/games/22222222222222222222222222",
        resource: Resource::Game,
    },
    Endpoint {
        path: "/embed/{what}",
        methods: READ,
        cost: Cost::INVITATION,
        example: "/embed/r/K7QX-4MTR",
        resource: Resource::Frame,
    },
    Endpoint {
        path: "/oembed",
        methods: READ,
        cost: Cost::TEXT,
        example: "/oembed?url=http://{host}/r/K7QX-4MTR",
        resource: Resource::Snippet,
    },
    Endpoint {
        path: "/preview.png",
        methods: READ,
        cost: Cost::REQUEST,
        example: "/preview.png",
        resource: Resource::Picture,
    },
    Endpoint {
        path: "/favicon.ico",
        methods: READ,
        cost: Cost::REQUEST,
        example: "/favicon.ico",
        resource: Resource::Icon,
    },
    Endpoint {
        path: "/qr.svg",
        methods: READ,
        cost: Cost::TEXT,
        example: "/qr.svg?url=http://{host}/r/K7QX-4MTR",
        resource: Resource::QrCode,
    },
    Endpoint {
        path: "/rooms.json",
        methods: READ,
        cost: Cost::ROOM_LIST,
        example: "/rooms.json?cursor=K7QX-4MTR",
        resource: Resource::Rooms,
    },
    Endpoint {
        path: "/info",
        methods: READ,
        cost: Cost::TEXT,
        example: "/info",
        resource: Resource::Info,
    },
    Endpoint {
        path: "/health/live",
        methods: READ,
        cost: Cost::HEALTH,
        example: "/health/live",
        resource: Resource::Live,
    },
    Endpoint {
        path: "/health/ready",
        methods: READ,
        cost: Cost::HEALTH,
        example: "/health/ready",
        resource: Resource::Ready,
    },
    Endpoint {
        path: "/metrics",
        methods: &["GET"],
        cost: Cost::METRICS,
        example: "/metrics",
        resource: Resource::Metrics,
    },
];

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
