//! A client's WebSocket connection: texts out, and the exact texts that come in.

use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async_with_config, connect_async_with_config,
    tungstenite::{
        self, Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderValue, Request},
        protocol::WebSocketConfig,
    },
};

/// A connection to a server; a cut one stays cut.
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// The end of a connection: the code of its close, or none where the stream
/// just ended.
#[derive(Clone, Copy, Debug)]
pub struct Gone(pub Option<u16>);

impl Line {
    /// Connects to a `ws://…/ws` address.
    ///
    /// # Errors
    /// When nobody is there, or the server refuses.
    pub async fn connect(url: &str) -> Result<Line, tungstenite::Error> {
        // Nagle's algorithm (RFC 896) would hold a command back.
        let connect = connect_async_with_config(request(url), Some(config()), true);
        Ok(Line(connect.await?.0))
    }

    /// The same over a stream that is connected already.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn over(stream: TcpStream, url: &str) -> Result<Line, tungstenite::Error> {
        Line::shake_hands(MaybeTlsStream::Plain(stream), url).await
    }

    /// The same over an encrypted stream.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn encrypted(
        stream: TlsStream<TcpStream>,
        url: &str,
    ) -> Result<Line, tungstenite::Error> {
        Line::shake_hands(MaybeTlsStream::Rustls(stream), url).await
    }

    async fn shake_hands(
        stream: MaybeTlsStream<TcpStream>,
        url: &str,
    ) -> Result<Line, tungstenite::Error> {
        let handshake = client_async_with_config(request(url), stream, Some(config()));
        Ok(Line(handshake.await?.0))
    }

    /// Sends a text.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn say(&mut self, text: &str) -> Result<(), Gone> {
        self.send(Message::text(text)).await
    }

    /// Sends a WebSocket message as it is.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn send(&mut self, message: Message) -> Result<(), Gone> {
        self.0.send(message).await.map_err(|_| Gone(None))
    }

    /// The exact text of the next frame.
    ///
    /// # Errors
    /// When the connection ended instead.
    pub async fn text(&mut self) -> Result<Utf8Bytes, Gone> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(close))) => {
                    return Err(Gone(close.map(|close| close.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Gone(None)),
            }
        }
    }

    /// Closes as a browser does.
    pub async fn close(mut self) {
        let _ = self.0.close(None).await;
    }
}

/// The default buffer of 128 KiB is zero-filled before every read.
fn config() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(4 << 10)
}

/// The handshake of a client of ours.
///
/// # Panics
/// When that is no address.
pub fn request(url: &str) -> Request<()> {
    let mut request = url.into_client_request().expect("an address");
    let protocol = HeaderValue::from_static(protocol::SUBPROTOCOL);
    request
        .headers_mut()
        .insert("sec-websocket-protocol", protocol);
    request
}
