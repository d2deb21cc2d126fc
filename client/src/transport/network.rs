//! The transport over the network: one WebSocket a link, with or without TLS.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use protocol::SUBPROTOCOL;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async_tls_with_config,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest,
        error::ProtocolError,
        http::{HeaderValue, header::ORIGIN},
        protocol::WebSocketConfig,
    },
};

use super::{
    error::{LinkError, UnexpectedAnswer, Unreachable, broken, not_oxo},
    link::{Link, LinkGone, LinkInput, Transport},
    tcp::{dial, install_ring, io_error},
};
use crate::address::Address;

/// A write that is not taken for so long is a dead link.
const WRITE: Duration = Duration::from_secs(10);
/// Time limit of a polite close before the socket is simply dropped.
const CLOSE: Duration = Duration::from_millis(500);
/// The largest frame there is a reason for is a snapshot of a full 19×19
/// board, some 60 KiB; more is not read into memory.
const FRAME_BYTES: usize = 1 << 20;

/// A server at an address.
#[derive(Clone, Debug)]
pub struct Network {
    /// The address that a person named.
    given: Address,
    /// The address that the server named last.
    named: Address,
    /// Where the next attempt goes.
    next: Address,
}

impl Network {
    /// The server at this address.
    #[must_use]
    pub fn new(address: Address) -> Network {
        Network {
            given: address.clone(),
            named: address.clone(),
            next: address,
        }
    }
}

impl Transport for Network {
    type Link = WebSocket;

    async fn connect(&mut self) -> Result<WebSocket, LinkError> {
        let address = self.next.clone();
        // Where nobody answers, the other address is next, unless this succeeds.
        self.next = match address == self.named {
            true => self.given.clone(),
            false => self.named.clone(),
        };
        let link = open(&address, None).await?;
        self.next = address;
        Ok(link)
    }

    fn relocate(&mut self, address: Address) {
        // A seat's secret that was sent encrypted is never sent in the open.
        if address.is_secure() || !self.given.is_secure() {
            self.named = address.clone();
            self.next = address;
        }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A WebSocket to a server.
pub struct WebSocket(Box<Socket>);

impl Link for WebSocket {
    async fn read(&mut self) -> LinkInput {
        heard(&mut self.0).await
    }

    async fn write(&mut self, text: String) -> Result<(), LinkGone> {
        match timeout(WRITE, self.0.send(Message::text(text))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(LinkGone),
        }
    }

    async fn close(mut self) {
        // Whether the goodbye is heard changes nothing: the socket goes anyway.
        let _ = timeout(CLOSE, async {
            let _ = self.0.as_mut().close(None).await;
            while !matches!(heard(&mut self.0).await, LinkInput::Closed) {}
        })
        .await;
    }
}

/// Opens a WebSocket to a server, as a page of that origin if there is one.
pub(crate) async fn open(address: &Address, origin: Option<&str>) -> Result<WebSocket, LinkError> {
    let mut request = address
        .socket()
        .into_client_request()
        .map_err(|_| LinkError::Unreachable(Unreachable::UnknownHost))?;
    let subprotocol = HeaderValue::from_static(SUBPROTOCOL);
    request
        .headers_mut()
        .insert("Sec-WebSocket-Protocol", subprotocol);
    if let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(origin).ok()) {
        request.headers_mut().insert(ORIGIN, origin);
    }
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
        .map(|(stream, _)| WebSocket(Box::new(stream)))
        .map_err(|error| handshake_error(&error))
}

fn handshake_error(error: &Error) -> LinkError {
    match error {
        Error::Http(response) => {
            LinkError::NotOxo(UnexpectedAnswer::Status(response.status().as_u16()))
        }
        Error::Tls(error) => LinkError::Tls(error.to_string()),
        Error::Io(io) => match io_error(io) {
            LinkError::Tls(error) => LinkError::Tls(error),
            // The stock message for a machine without root certificates.
            _ if io.kind() == std::io::ErrorKind::NotFound => LinkError::Tls(io.to_string()),
            _ => broken(),
        },
        Error::Protocol(ProtocolError::HandshakeIncomplete) | Error::ConnectionClosed => broken(),
        _ => not_oxo(),
    }
}

async fn heard(socket: &mut Socket) -> LinkInput {
    match socket.next().await {
        Some(Ok(Message::Text(text))) => LinkInput::Text(text.as_str().to_owned()),
        Some(Ok(Message::Close(_)) | Err(_)) | None => LinkInput::Closed,
        Some(Ok(_)) => LinkInput::Alive,
    }
}

#[cfg(test)]
mod tests;
