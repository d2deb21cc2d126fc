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

/// A server as its monitor reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedServer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How far its clock and the one here are apart.
    pub apart: Duration,
    /// Whether acknowledged records are on its disk.
    pub syncs_always: bool,
}

/// The fields that are read of the monitor's reply.
#[derive(Deserialize)]
struct ServerStatus {
    server_name: String,
    version: String,
    now: String,
    #[serde(default)]
    jetstream: JetStream,
}

#[derive(Default, Deserialize)]
struct JetStream {
    config: Option<JetStreamConfig>,
}

#[derive(Deserialize)]
struct JetStreamConfig {
    #[serde(default)]
    sync_always: bool,
}

/// Asks the monitor at `host:port`.
pub(crate) async fn status(address: &str) -> Result<ExaminedServer, StartRefusal> {
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
    let config = status.jetstream.config;
    Ok(ExaminedServer {
        name: status.server_name,
        version: status.version,
        apart: now.duration_since(nearest).unsigned_abs(),
        syncs_always: config.is_some_and(|config| config.sync_always),
    })
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
