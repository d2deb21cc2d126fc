//! The attacks of strangers: every endpoint of HTTP, every type of request, and input that is no
//! request at all.

use ::tests::{
    client::lineless_moves,
    raw::{masked, upgrade},
};
use game::{Level, Rules};
use load::BenchError;
use protocol::{
    Computer, Request, Secret, Settings,
    request::{Body, CreateRoom, ReviewGame},
    settings::First,
};
use server::http::ENDPOINTS;

/// Room code in a text, which the stranger's own takes the place of.
pub const ROOM: &str = "{room}";

/// Connections of one address that work at once, of an attack that only works.
const CONNECTIONS: u16 = 16;

/// One thing that is done as fast as it can be.
#[derive(Clone, Debug)]
pub struct Attack {
    /// As the report calls it.
    pub name: String,
    pub traffic: AttackTraffic,
    /// Connections of one address that do it at once.
    pub connections: u16,
    /// The newcomers' request meanwhile.
    pub newcomers: NewcomerRequest,
    /// Further arguments of the server.
    pub server: &'static [&'static str],
}

/// Request of a newcomer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewcomerRequest {
    /// To be greeted.
    #[default]
    Hello,
    /// To play the computer.
    Computer,
    /// The review of a long game.
    Review,
}

impl Attack {
    fn new(name: String, traffic: AttackTraffic) -> Attack {
        Attack {
            name,
            traffic,
            connections: CONNECTIONS,
            newcomers: NewcomerRequest::Hello,
            server: &[],
        }
    }
}

/// Traffic of the attack.
#[derive(Clone, Debug)]
pub enum AttackTraffic {
    /// Requests of HTTP, one behind the other without waiting for an answer.
    Pipelined(String),
    /// These bytes on a greeted WebSocket, again and again.
    Frames(Vec<u8>),
    /// This request in a room against the computer, again and again.
    InRoom(String),
    /// A connection that sends this and ends, again and again.
    Churn(String),
    /// Connections that send this and stay, as many as there may be.
    Hold(String),
    /// WebSockets that say hello and stay, as many as there may be.
    HoldGreeted,
    /// A room against the computer, a move, and the end of the connection, again and again.
    Abandon,
}

/// Every attack there is.
pub fn all() -> Result<Vec<Attack>, BenchError> {
    let attack = Attack::new;
    let endpoints = endpoints().map(|(method, path)| {
        let request = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        attack(
            format!("{method} {path}"),
            AttackTraffic::Pipelined(request),
        )
    });
    let requests = REQUESTS.map(|request| {
        let kind = request_type(request);
        let traffic = match request.contains(ROOM) || IN_ROOM.contains(&kind.as_str()) {
            true => AttackTraffic::InRoom(request.to_owned()),
            false => AttackTraffic::Frames(text(request)),
        };
        attack(format!("request {kind}"), traffic)
    });
    let raw = RAW.map(|(name, opcode, payload)| {
        let traffic = AttackTraffic::Frames(masked(opcode, payload.as_bytes()));
        attack(format!("frames: {name}"), traffic)
    });
    let fragments = attack(
        "frames: empty continuations".into(),
        // One message that never ends: without the bit of a last frame (RFC 6455 section 5.2).
        AttackTraffic::Frames(vec![0, 0x80, 0, 0, 0, 0]),
    );
    let connections = [
        ("connections that end", AttackTraffic::Churn(String::new())),
        ("handshakes that end", AttackTraffic::Churn(handshake())),
        (
            "connections that say nothing",
            AttackTraffic::Hold(String::new()),
        ),
        (
            "half a handshake",
            AttackTraffic::Hold(handshake()[..60].into()),
        ),
        ("WebSockets without hello", AttackTraffic::Hold(handshake())),
        ("idle WebSockets", AttackTraffic::HoldGreeted),
    ];
    let connections = connections.map(|(name, traffic)| attack(name.into(), traffic));
    Ok(endpoints
        .chain(requests)
        .chain(raw)
        .chain([fragments])
        .chain(connections)
        .chain(on_what_is_shared()?)
        .collect())
}

/// Attacks on what there is only so much of for everybody.
fn on_what_is_shared() -> Result<[Attack; 2], BenchError> {
    Ok([
        Attack {
            newcomers: NewcomerRequest::Computer,
            server: &["--computers", "100"],
            ..Attack::new(
                "computers that are abandoned".into(),
                AttackTraffic::Abandon,
            )
        },
        Attack {
            newcomers: NewcomerRequest::Review,
            connections: 30,
            ..Attack::new(
                "reviews of a long game".into(),
                AttackTraffic::Frames(frame(long_review()?)?),
            )
        },
    ])
}

/// The review of a game of 120 moves.
pub fn long_review() -> Result<Body, BenchError> {
    Ok(Body::Review(ReviewGame {
        rules: Rules::new(19, 19, 5)?,
        moves: lineless_moves().take(120).collect(),
    }))
}

/// Every endpoint of the server's router, with each of its methods but the one that needs a
/// handshake, which has an attack of its own.
fn endpoints() -> impl Iterator<Item = (&'static str, String)> {
    let paths = ENDPOINTS.iter().flat_map(|endpoint| {
        let path = endpoint.example.replace("{host}", "localhost");
        let path = path.replace("{hash}", "0");
        endpoint
            .methods
            .iter()
            .map(move |method| (*method, path.clone()))
    });
    // And an address that does not exist.
    paths.chain([("GET", "/nowhere".to_owned())])
}

const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
/// Frames that are no requests: name, opcode, payload.
const RAW: [(&str, u8, &str); 5] = [
    ("pings", PING, "x"),
    ("pongs", PONG, "x"),
    ("binary", BINARY, "x"),
    ("no JSON", TEXT, "no JSON"),
    ("no request", TEXT, r#"{"type":"nothing","id":1}"#),
];

/// One of each type of request. A test holds them to the schema's.
const REQUESTS: [&str; 36] = [
    HELLO,
    r#"{"type":"quick_match","id":1,"key":"the same key","secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"play","id":1,"ticket":"2222222222222","key":"the same key","secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"cancel","id":1}"#,
    r#"{"type":"create_room","id":1,"secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"join_room","id":1,"room":"K7QX-4MTR","secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"watch_room","id":1,"room":"K7QX-4MTR"}"#,
    r#"{"type":"unwatch","id":1}"#,
    r#"{"type":"exhibit","id":1,"computers":{"host":{"level":5},"guest":{"level":5}}}"#,
    r#"{"type":"resume","id":1,"room":"K7QX-4MTR","secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"review","id":1,"rules":{"width":15,"height":15,"line":5},"moves":[112,113,97,98]}"#,
    r#"{"type":"analyse","id":1,"rules":{"width":15,"height":15,"line":5},"moves":[112,113,97,98],"positions":1000000}"#,
    r#"{"type":"rooms","id":1}"#,
    r#"{"type":"seats","id":1,"secrets":["AAAAAAAAAAAAAAAAAAAAAA"]}"#,
    r#"{"type":"subscribe","id":1,"subscription":{"endpoint":"https://push.example/x","p256dh":"BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","auth":"AAAAAAAAAAAAAAAAAAAAAA","key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}"#,
    r#"{"type":"unsubscribe","id":1,"endpoint":"https://push.example/x"}"#,
    r#"{"type":"share_seat","id":1,"token":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"take_seat","id":1,"room":"K7QX-4MTR","token":"AAAAAAAAAAAAAAAAAAAAAA","secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#,
    r#"{"type":"unshare_seat","id":1}"#,
    r#"{"type":"set_webhook","id":1,"webhook":{"url":"https://chat.example/x","key":"AAAAAAAAAAAAAAAAAAAAAA"}}"#,
    r#"{"type":"remove_webhook","id":1}"#,
    r#"{"type":"ping","id":1,"data":"x"}"#,
    r#"{"type":"hint","id":1}"#,
    r#"{"type":"set_name","id":1,"name":"Eva"}"#,
    r#"{"type":"react","id":1,"phrase":"hello"}"#,
    r#"{"type":"move","id":1,"room":"{room}","n":1,"game":1,"ply":0,"cell":4}"#,
    r#"{"type":"choose","id":1,"room":"{room}","n":1,"game":1,"ply":0,"choice":"X"}"#,
    r#"{"type":"resign","id":1,"room":"{room}","n":1,"game":9}"#,
    r#"{"type":"abort","id":1,"room":"{room}","n":1,"game":9}"#,
    r#"{"type":"claim","id":1,"room":"{room}","n":1,"game":9,"result":"win"}"#,
    r#"{"type":"leave","id":1,"room":"{room}","n":9}"#,
    r#"{"type":"offer","id":1,"room":"{room}","n":1,"game":1,"kind":"draw"}"#,
    r#"{"type":"accept","id":1,"room":"{room}","n":1,"offer":9}"#,
    r#"{"type":"decline","id":1,"room":"{room}","n":1,"offer":9}"#,
    r#"{"type":"remove_guest","id":1,"room":"{room}","n":1}"#,
    r#"{"type":"seat_computer","id":1,"room":"{room}","n":1,"computer":{"level":1}}"#,
];

/// Those that are about the room one is in without naming it.
const IN_ROOM: [&str; 9] = [
    "hint",
    "set_name",
    "react",
    "subscribe",
    "unsubscribe",
    "share_seat",
    "unshare_seat",
    "set_webhook",
    "remove_webhook",
];

/// The request that every connection begins with.
pub const HELLO: &str = r#"{"type":"hello","id":1,"versions":[1],"client":"stranger","name":""}"#;

/// A room against the computer, with a secret that its stranger draws.
pub fn create_room(settings: Settings) -> Result<Body, BenchError> {
    let computer = Computer {
        level: Level::ALL[0],
        centre: false,
    };
    Ok(Body::CreateRoom(CreateRoom {
        settings,
        computer: Some(computer),
        secret: Secret::draw()?,
    }))
}

/// A large board on which the stranger begins.
pub fn large_board() -> Result<Settings, BenchError> {
    Ok(Settings {
        rules: Rules::new(9, 9, 5)?,
        first: First::Host,
        ..Settings::default()
    })
}

/// The first move in such a room.
pub fn first_move(room: &str) -> String {
    format!(r#"{{"type":"move","id":3,"room":"{room}","n":1,"game":1,"ply":0,"cell":40}}"#)
}

/// The request that makes a WebSocket of a connection.
pub fn handshake() -> String {
    let line = format!("sec-websocket-protocol: {}\r\n", protocol::SUBPROTOCOL);
    upgrade("/ws", &line)
}

/// A text frame of a client.
pub fn text(payload: &str) -> Vec<u8> {
    masked(TEXT, payload.as_bytes())
}

/// The same with this request.
pub fn frame(body: Body) -> Result<Vec<u8>, BenchError> {
    Ok(text(&serde_json::to_string(&Request { id: 2, body })?))
}

fn request_type(text: &str) -> String {
    let json: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let kind = json.as_ref().and_then(|json| json["type"].as_str());
    kind.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn every_type_of_request_is_among_the_attacks() {
        let schema = include_str!("../../../../protocol/schema/oxo.schema.json");
        let schema: Value = serde_json::from_str(schema).unwrap();
        let of_schema = schema["$defs"]["Request"]["oneOf"].as_array().unwrap();
        let types = of_schema.iter().map(|one| {
            let name = one["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
            let kind = &schema["$defs"][name]["properties"]["type"];
            let kind = kind["const"].as_str().or(kind["enum"][0].as_str());
            kind.unwrap().to_owned()
        });
        let attacked = REQUESTS.iter().map(|text| request_type(text));
        assert_eq!(
            attacked.collect::<BTreeSet<_>>(),
            types.collect::<BTreeSet<_>>()
        );
    }

    #[test]
    fn every_attack_is_a_request_that_a_server_parses() {
        for text in REQUESTS.into_iter().chain([first_move(ROOM).as_str()]) {
            let text = text.replace(ROOM, "K7QX-4MTR");
            let read = protocol::parse::request(&text, 16);
            assert!(read.is_ok(), "{text}: {read:?}");
        }
    }
}
