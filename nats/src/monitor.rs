//! The monitor of a server of NATS, which says what its streams do not: how it syncs, and what time it has there.

use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::refusal::StartRefusal;

const TIMEOUT: Duration = Duration::from_secs(2);

/// A reply has some 3 KiB.
const MOST_BYTES: u64 = 1 << 20;

/// The status of a server, as its monitor reports it.
#[derive(Debug, Deserialize)]
pub(crate) struct ServerStatus {
    #[serde(rename = "server_name")]
    pub(crate) server: String,
    pub(crate) version: String,
    now: String,
    #[serde(default)]
    jetstream: JetStream,
}

#[derive(Debug, Default, Deserialize)]
struct JetStream {
    config: Option<JetStreamConfig>,
}

#[derive(Debug, Deserialize)]
struct JetStreamConfig {
    #[serde(default)]
    sync_always: bool,
}

impl ServerStatus {
    /// Whether it syncs before it acknowledges.
    pub(crate) fn syncs_always(&self) -> bool {
        let config = self.jetstream.config.as_ref();
        config.is_some_and(|config| config.sync_always)
    }
}

/// Asks the monitor at `host:port`, and answers how far the server's clock is off as well.
pub(crate) async fn status(address: &str) -> Result<(ServerStatus, Duration), StartRefusal> {
    let refuse = |why: String| StartRefusal::Monitor(address.to_owned(), why);
    let before = Timestamp::now();
    let body = timeout(TIMEOUT, get(address)).await;
    let after = Timestamp::now();
    let body = body.map_err(|_| refuse("it takes too long".to_owned()))?;
    let body = body.map_err(|error| refuse(error.to_string()))?;
    let status: ServerStatus =
        serde_json::from_slice(&body).map_err(|error| refuse(error.to_string()))?;
    let now: Timestamp = status
        .now
        .parse()
        .map_err(|_| refuse("it has no time".to_owned()))?;
    // It read its clock between the two.
    let nearest = now.clamp(before, after.max(before));
    let apart = now.duration_since(nearest).unsigned_abs();
    Ok((status, apart))
}

/// By HTTP/1.0, whose reply ends with the connection and is never in chunks.
async fn get(address: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /varz HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut reply = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut reply).await?;
    let end = reply.windows(4).position(|window| window == b"\r\n\r\n");
    match end {
        Some(end) if reply.split(|byte| *byte == b' ').nth(1) == Some(b"200") => {
            Ok(reply.split_off(end + 4))
        }
        _ => Err(std::io::Error::other("that is no monitor of NATS")),
    }
}
