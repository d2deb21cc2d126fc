//! A connection that keeps the exact text of every frame.
//!
//! Knows nothing of rooms: it says what it is told to, and hands on what comes.

use futures::{SinkExt, StreamExt};
use protocol::Frame;
use tests::client::request;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, Utf8Bytes},
};

/// The end of a connection, however it came: with the server, as a rule.
#[derive(Clone, Copy, Debug)]
pub struct Gone;

/// A connection that has said hello.
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    /// Connects to a `ws://…/ws` address and says hello.
    pub async fn connect(url: &str) -> Result<Line, Gone> {
        let (socket, _) = connect_async(request(url)).await.map_err(|_| Gone)?;
        let mut line = Line(socket);
        line.say(r#"{"type":"hello","id":0,"versions":[1],"client":"durability/1"}"#)
            .await?;
        line.hear().await?;
        Ok(line)
    }

    /// Sends a text.
    pub async fn say(&mut self, text: &str) -> Result<(), Gone> {
        self.0.send(Message::text(text)).await.map_err(|_| Gone)
    }

    /// The next frame and its exact text.
    pub async fn hear(&mut self) -> Result<(Utf8Bytes, Frame), Gone> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame = serde_json::from_str(&text).expect("a frame of the protocol");
                    return Ok((text, frame));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => {}
            }
        }
    }
}
