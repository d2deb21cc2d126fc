//! Requests that want to become a WebSocket.

use bolero::{TypeGenerator, check};
use config::ServerOptions;
use hyper::{HeaderMap, Request, Version, header::HeaderValue};
use server::http::upgrade;

use crate::INPUTS;

/// How one of the headers of a handshake comes.
#[derive(Debug, TypeGenerator)]
enum Given {
    Right,
    Missing,
    Twice,
    Other(u8),
    Any(Vec<u8>),
}

/// A header, a right value, and others: some right as well, which are first.
struct Header {
    name: &'static str,
    right: &'static str,
    others: &'static [&'static str],
    as_good: usize,
    /// Whether it may be missing, and be there twice.
    may_be: [bool; 2],
}

const HEADERS: [Header; 6] = [
    Header {
        name: "upgrade",
        right: "websocket",
        others: &["WebSocket", "h2c, websocket", "h2c", ""],
        as_good: 2,
        may_be: [false, true],
    },
    Header {
        name: "connection",
        right: "Upgrade",
        others: &["keep-alive, Upgrade", "upgrade", "keep-alive", "upgraded"],
        as_good: 2,
        may_be: [false, true],
    },
    Header {
        name: "sec-websocket-version",
        right: "13",
        others: &["8", "13, 8", "013", ""],
        as_good: 0,
        may_be: [false, false],
    },
    Header {
        name: "sec-websocket-key",
        right: "dGhlIHNhbXBsZSBub25jZQ==",
        others: &[
            "AAAAAAAAAAAAAAAAAAAAAA==",
            "AAAA",
            "dGhlIHNhbXBsZSBub25jZQ",
            "=",
        ],
        as_good: 1,
        may_be: [false, false],
    },
    Header {
        name: "sec-websocket-protocol",
        right: "oxo.v1",
        others: &["chat, oxo.v1", "chat", "oxo.v2"],
        as_good: 1,
        may_be: [true, true],
    },
    Header {
        name: "origin",
        right: "https://oxo.example",
        others: &["https://friend.example", "https://evil.example", "null", ""],
        as_good: 1,
        may_be: [true, false],
    },
];

impl Header {
    /// Adds it, and says whether that is right; nothing when it may be either.
    fn add(&self, given: &Given, headers: &mut HeaderMap) -> Option<bool> {
        let mut append = |value: &str| headers.append(self.name, value.parse().unwrap());
        match given {
            Given::Right => {
                append(self.right);
                Some(true)
            }
            Given::Missing => Some(self.may_be[0]),
            Given::Twice => {
                append(self.right);
                append(self.right);
                Some(self.may_be[1])
            }
            Given::Other(number) => {
                let number = usize::from(*number) % self.others.len();
                append(self.others[number]);
                Some(number < self.as_good)
            }
            Given::Any(bytes) => {
                if let Ok(value) = HeaderValue::from_bytes(bytes) {
                    headers.append(self.name, value);
                }
                None
            }
        }
    }
}

#[test]
fn a_handshake_is_taken_when_every_header_is_right() {
    let options = ServerOptions {
        public_url: Some("https://oxo.example".parse().unwrap()),
        origin: vec!["https://friend.example".into()],
        ..ServerOptions::default()
    };
    check!()
        .with_iterations(INPUTS)
        .with_type::<([Given; 6], bool)>()
        .for_each(|(given, old)| {
            let mut request = Request::new(());
            *request.version_mut() = if *old {
                Version::HTTP_10
            } else {
                Version::HTTP_11
            };
            let headers = HEADERS.iter().zip(given);
            let right: Vec<_> = headers
                .map(|(header, given)| header.add(given, request.headers_mut()))
                .collect();
            let checked = upgrade::check(&request, &options);
            let status = match &checked {
                Ok(_) => 101,
                Err(refusal) => refusal.status().as_u16(),
            };
            assert!([101, 400, 403, 426].contains(&status), "{status}");
            if *old || right.contains(&Some(false)) {
                assert_ne!(status, 101, "{given:?}");
            } else if !right.contains(&None) {
                assert_eq!(status, 101, "{given:?}");
            }
        });
}
