//! One connection, from the address to `welcome`, and why there is none:
//! nothing answers, something answers that is no OXO server, the encryption
//! fails, or the two are of different ages. It is a WebSocket, or leads to a
//! table in this process.
//!
//! Knows nothing of rooms, and never tries twice.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::{
    Accepted, Answer, Frame, Refusal, Reply, Request, SUBPROTOCOL,
    frame::Bye,
    reply::Welcome,
    request::{Body, Hello},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async_tls_with_config,
    tungstenite::{
        Error, Message, client::IntoClientRequest, error::ProtocolError, http::HeaderValue,
        protocol::WebSocketConfig,
    },
};

use crate::{
    address::Address,
    local::{House, Line},
};

/// From the first packet to `welcome`. A server that takes longer is treated
/// as one that does not answer.
const CONNECT: Duration = Duration::from_secs(10);
/// A write that is not taken for so long is a dead link.
const WRITE: Duration = Duration::from_secs(10);
/// How long a polite close may take before the socket is simply dropped.
const CLOSE: Duration = Duration::from_millis(500);
/// The largest frame there is a reason for is a snapshot of a full 19×19
/// board, some 60 KiB; more is not read into memory.
const FRAME_BYTES: usize = 1 << 20;

/// Numbers of the session's own requests, above any that a script would
/// choose and below 2^53.
pub(crate) const OWN_IDS: u64 = 1 << 40;

/// Why there is no link; worded by [`crate::speech`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No host of that name, no way there, nobody listens, or no answer.
    Silent(Silence),
    /// Something answers, but not as an OXO server does.
    NotOxo(Answers),
    /// The encrypted connection could not be made.
    Tls(String),
    /// This system knows no certificates of authorities.
    NoAuthorities,
    /// This client is too old, or the server is: what the server speaks.
    Version(Vec<u32>),
    /// The server refused the greeting.
    Refused(Refusal),
    /// The server said why it closes instead of greeting.
    Bye(Bye),
}

/// How it is that nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    UnknownHost,
    Refused,
    Timeout,
    Broken,
}

/// What answered instead of an OXO server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// A web server: its status instead of the switch to WebSocket.
    Status(u16),
    /// Not even that.
    Otherwise,
}

/// What came over the link.
#[derive(Debug)]
pub enum Heard {
    Text(String),
    /// A frame without content: the other end is alive.
    Alive,
    /// The link is over.
    Closed,
}

/// Whom a session speaks to.
#[derive(Clone, Debug)]
pub enum Server {
    At(Address),
    /// Nobody: the table is in this process.
    Here(House),
}

impl From<Address> for Server {
    fn from(address: Address) -> Server {
        Server::At(address)
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// An open connection behind a successful greeting.
pub enum Link {
    Socket(Box<Socket>),
    Here(Box<Line>),
}

/// What a successful greeting gives.
pub struct Greeted {
    pub link: Link,
    pub welcome: Box<Welcome>,
    /// The `welcome` frame as it was received.
    pub text: String,
}

/// Connects and greets.
///
/// # Errors
/// With the reason, as far as it can be told.
pub async fn connect(server: &Server, hello: &Hello) -> Result<Greeted, LinkError> {
    let address = match server {
        Server::At(address) => address,
        Server::Here(house) => return Ok(sit_down(house, hello)),
    };
    match timeout(CONNECT, greet(address, hello)).await {
        Ok(result) => result,
        Err(_) => Err(LinkError::Silent(Silence::Timeout)),
    }
}

fn sit_down(house: &House, hello: &Hello) -> Greeted {
    let (line, welcome) = Line::open(house, hello);
    let reply = Frame::Reply(Reply {
        id: OWN_IDS,
        answer: Answer::Ok(Accepted::Welcome(welcome.clone())),
    });
    Greeted {
        link: Link::Here(Box::new(line)),
        welcome,
        // Every part of a frame can be written as JSON.
        text: serde_json::to_string(&reply).unwrap_or_default(),
    }
}

async fn greet(address: &Address, hello: &Hello) -> Result<Greeted, LinkError> {
    let mut link = open(address).await?;
    let request = Request {
        id: OWN_IDS,
        body: Body::Hello(hello.clone()),
    };
    let text = serde_json::to_string(&request).map_err(|_| not_oxo())?;
    link.write(text).await.map_err(|_| broken())?;
    loop {
        let text = match link.read().await {
            Heard::Text(text) => text,
            Heard::Alive => continue,
            Heard::Closed => return Err(broken()),
        };
        let welcome = match serde_json::from_str(&text) {
            Ok(Frame::Reply(reply)) => welcomed(reply.answer)?,
            Ok(Frame::Bye(bye)) => return Err(LinkError::Bye(bye)),
            Ok(Frame::Error(why)) => return Err(LinkError::Refused(why)),
            _ => return Err(not_oxo()),
        };
        return Ok(Greeted {
            link,
            welcome,
            text,
        });
    }
}

fn welcomed(answer: Answer) -> Result<Box<Welcome>, LinkError> {
    match answer {
        Answer::Ok(Accepted::Welcome(welcome)) if protocol::VERSIONS.contains(&welcome.version) => {
            Ok(welcome)
        }
        Answer::Ok(Accepted::Welcome(welcome)) => Err(LinkError::Version(vec![welcome.version])),
        Answer::Ok(_) => Err(not_oxo()),
        Answer::Error(refused) => Err(match refused.why {
            Refusal::VersionUnsupported { supported } => LinkError::Version(supported),
            why => LinkError::Refused(why),
        }),
    }
}

async fn open(address: &Address) -> Result<Link, LinkError> {
    let mut request = address
        .socket()
        .into_client_request()
        .map_err(|_| LinkError::Silent(Silence::UnknownHost))?;
    let subprotocol = HeaderValue::from_static(SUBPROTOCOL);
    request
        .headers_mut()
        .insert("Sec-WebSocket-Protocol", subprotocol);
    let uri = request.uri();
    let secure = uri.scheme_str() == Some("wss");
    let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let host = uri.host().unwrap_or_default().to_owned();
    let socket = dial(&host, port).await?;
    if secure {
        install_ring();
    }
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .max_message_size(Some(FRAME_BYTES))
        .max_frame_size(Some(FRAME_BYTES));
    client_async_tls_with_config(request, socket, Some(config), None)
        .await
        .map(|(stream, _)| Link::Socket(Box::new(stream)))
        .map_err(|error| handshake_error(&error))
}

/// A connection to a port of a host.
pub(crate) async fn dial(host: &str, port: u16) -> Result<TcpStream, LinkError> {
    let socket = TcpStream::connect(format!("{host}:{port}"))
        .await
        .map_err(|error| LinkError::Silent(silence(&error)))?;
    // A move is one small frame: waiting to fill a packet only delays it. A
    // system that cannot switch that off still plays.
    let _ = socket.set_nodelay(true);
    Ok(socket)
}

/// Chooses the cryptography of encrypted connections.
pub(crate) fn install_ring() {
    // Fails only if a provider was chosen before, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn silence(error: &std::io::Error) -> Silence {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ConnectionRefused => Silence::Refused,
        ErrorKind::TimedOut => Silence::Timeout,
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::NetworkUnreachable
        | ErrorKind::HostUnreachable => Silence::Broken,
        // The resolver's errors have no kind of their own.
        _ => Silence::UnknownHost,
    }
}

fn handshake_error(error: &Error) -> LinkError {
    match error {
        Error::Http(response) => LinkError::NotOxo(Answers::Status(response.status().as_u16())),
        Error::Tls(error) => LinkError::Tls(error.to_string()),
        Error::Io(io) => {
            let rustls = io.get_ref().and_then(|e| e.downcast_ref::<rustls::Error>());
            match rustls {
                Some(error) => LinkError::Tls(error.to_string()),
                // The stock message for a machine without root certificates.
                None if io.kind() == std::io::ErrorKind::NotFound => LinkError::Tls(io.to_string()),
                None => broken(),
            }
        }
        Error::Protocol(ProtocolError::HandshakeIncomplete) | Error::ConnectionClosed => broken(),
        _ => not_oxo(),
    }
}

pub(crate) fn not_oxo() -> LinkError {
    LinkError::NotOxo(Answers::Otherwise)
}

pub(crate) fn broken() -> LinkError {
    LinkError::Silent(Silence::Broken)
}

impl Link {
    /// The next thing that comes. Cancelling the wait loses nothing.
    pub async fn read(&mut self) -> Heard {
        match self {
            Link::Socket(socket) => heard(socket).await,
            Link::Here(line) => Heard::Text(line.read().await),
        }
    }

    /// Writes a frame.
    ///
    /// # Errors
    /// When the link is dead; nothing more can be written then.
    pub async fn write(&mut self, text: String) -> Result<(), Dead> {
        let socket = match self {
            Link::Socket(socket) => socket,
            Link::Here(line) => {
                line.write(&text);
                return Ok(());
            }
        };
        match timeout(WRITE, socket.send(Message::text(text))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Dead),
        }
    }

    /// Says goodbye, if the other end still listens.
    pub async fn close(self) {
        let Link::Socket(mut socket) = self else {
            return;
        };
        // Whether the goodbye is heard changes nothing: the socket goes anyway.
        let _ = timeout(CLOSE, async {
            let _ = socket.as_mut().close(None).await;
            while !matches!(heard(&mut socket).await, Heard::Closed) {}
        })
        .await;
    }
}

async fn heard(socket: &mut Socket) -> Heard {
    match socket.next().await {
        Some(Ok(Message::Text(text))) => Heard::Text(text.as_str().to_owned()),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Closed,
        Some(Ok(_)) => Heard::Alive,
    }
}

/// A link that takes nothing any more.
#[derive(Debug)]
pub struct Dead;
