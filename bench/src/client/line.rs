//! One client connection of the load.
//!
//! Knows nothing of rooms: it sends texts and reads on to what it is asked for.

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Message, Utf8Bytes, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig,
    },
};

use crate::{
    Fault,
    client::{
        scan::{Scanned, scan},
        target::Target,
    },
};

/// How long anything may take that is waited for once.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A WebSocket connection that counts what it reads.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
    /// Bytes of text received.
    pub received: u64,
}

impl Line {
    /// Connects, naming the subprotocol if there is one to name.
    ///
    /// # Errors
    /// When there is no WebSocket at that address.
    pub async fn connect(target: &Target) -> Result<Line, Fault> {
        let Target { address, path, .. } = target;
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(name) = target.wire.subprotocol() {
            let headers = request.headers_mut();
            headers.insert("sec-websocket-protocol", HeaderValue::from_static(name));
        }
        // The default buffer of 128 KiB is zero-filled before every read.
        let config = WebSocketConfig::default().read_buffer_size(1024);
        let connected = timeout(PATIENCE, async {
            let stream = TcpStream::connect(*address).await?;
            stream.set_nodelay(true)?;
            Ok::<_, Fault>(client_async_with_config(request, stream, Some(config)).await?)
        });
        let (socket, _) = connected.await.map_err(|_| "no answer to a connection")??;
        Ok(Line {
            socket,
            received: 0,
        })
    }

    /// Sends a text at once.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn send(&mut self, text: String) -> Result<(), Fault> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The next text frame. Pings are answered on the way.
    ///
    /// # Errors
    /// When the connection ends instead.
    pub async fn text(&mut self) -> Result<Utf8Bytes, Fault> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.received += text.len() as u64;
                    return Ok(text);
                }
                Some(Ok(Message::Close(why))) => return Err(format!("closed: {why:?}").into()),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
                None => return Err("the connection ended".into()),
            }
        }
    }

    /// Reads on to the event of that number.
    ///
    /// # Errors
    /// When something was refused or the connection ends.
    pub async fn up_to(&mut self, wanted: u64) -> Result<(), Fault> {
        loop {
            let text = self.text().await?;
            match scan(&text) {
                Scanned::Event(seq) if seq >= wanted => return Ok(()),
                Scanned::Wrong => return Err(format!("unexpected: {text}").into()),
                Scanned::Event(_) | Scanned::Done | Scanned::Other => {}
            }
        }
    }
}
