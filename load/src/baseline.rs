//! The baseline: a relay that only forwards messages, written with tokio-tungstenite the ordinary
//! way. A task and a bounded channel a connection, `read_buffer_size` 1024, `TCP_NODELAY`, a
//! runtime of one thread.
//!
//! The first frame of a connection names a pair, and both halves receive `paired`; or it is
//! `watch` and the name of a pair, which makes it a spectator. From then on a message from one
//! half goes to both and to all spectators, unchanged. The bare relay is given messages of 90
//! bytes. The relay of events is given the server's own events and sends the half that spoke an
//! acknowledgement of a reply's size as well, so that what goes out is the server's bytes. Each
//! connection's task sends all that waits in its channel in one write, as the server does.

mod sqlite;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use clap::Args;
use futures::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc},
};
use tokio_tungstenite::{
    WebSocketStream, accept_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

use crate::{BenchError, lock, runtime};
use sqlite::FrameStore;

/// Extra frame that the relay of events sends to the half that spoke.
pub const ACKNOWLEDGEMENT: &str = r#"{"type":"reply","id":1000,"ok":{"type":"moved","seq":1000}}"#;
/// Frame for both halves once they are paired.
pub const PAIRED: &str = "paired";
/// Prefix of the name of a pair to watch.
pub const WATCH: &str = "watch ";
/// First frame for a spectator.
pub const WATCHING: &str = "watching";

/// tungstenite zero-fills its buffer before every read.
const READ_BUFFER: usize = 1024;
/// Messages that may wait for one connection; one that reads nothing misses the rest.
const CHANNEL: usize = 16;
/// Below the number of files that a process usually may open.
const CONNECTIONS: usize = 16_000;
/// After so long it ends by itself.
const TIME: Duration = Duration::from_secs(600);

type RelayMember = mpsc::Sender<Message>;

/// How the relay runs.
#[derive(Args, Clone, Debug)]
pub struct RelayOptions {
    /// Acknowledge each message to the half it came from
    #[arg(long)]
    pub acknowledge: bool,
    /// A new SQLite file in which every message is stored before it is forwarded
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// State shared by all connections of the relay.
#[derive(Clone, Default)]
struct Relay {
    pairs: Arc<Mutex<HashMap<String, Arc<Mutex<RelayPair>>>>>,
    acknowledge: bool,
    store: Option<FrameStore>,
}

/// The two halves of a pair and its spectators.
#[derive(Default)]
struct RelayPair {
    halves: Vec<RelayMember>,
    spectators: Vec<RelayMember>,
}

/// Runs the relay until its time is up.
pub fn serve(options: &RelayOptions) -> Result<(), BenchError> {
    let relay = Relay {
        acknowledge: options.acknowledge,
        store: options.store.as_deref().map(FrameStore::open).transpose()?,
        ..Relay::default()
    };
    // The server's own runtime with one worker thread: several threads cost more a message.
    runtime()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        eprintln!("listening on {}", listener.local_addr()?);
        // Running out of time is how it is meant to end.
        let _ = tokio::time::timeout(TIME, accept(listener, relay)).await;
        Ok(())
    })
}

async fn accept(listener: TcpListener, relay: Relay) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    while let Ok(permit) = Arc::clone(&permits).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors: connections that end free some.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let relay = relay.clone();
        tokio::spawn(async move {
            // A lost connection is reported by its client.
            let _ = connection(stream, relay).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, relay: Relay) -> Result<(), BenchError> {
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let mut socket = accept_async_with_config(stream, Some(config)).await?;
    let Some(Ok(Message::Text(first))) = socket.next().await else {
        return Err("no name of a pair".into());
    };
    let watched = first.strip_prefix(WATCH);
    let name = watched.unwrap_or(&first).to_owned();
    let (own, inbox) = mpsc::channel(CHANNEL);
    let pair = Arc::clone(lock(&relay.pairs).entry(name.clone()).or_default());
    let forwarded = match watched {
        Some(_) => {
            own.try_send(Message::text(WATCHING))?;
            lock(&pair).spectators.push(own.clone());
            forward(socket, inbox, |_| {}).await
        }
        None => {
            lock(&pair).sit_down(&own)?;
            let say = |text: Utf8Bytes| match &relay.store {
                None => lock(&pair).say(&own, text, relay.acknowledge),
                Some(store) => {
                    let (pair, own, acknowledge) =
                        (Arc::clone(&pair), own.clone(), relay.acknowledge);
                    store.store(text.to_string(), move || {
                        lock(&pair).say(&own, text, acknowledge);
                    });
                }
            };
            forward(socket, inbox, say).await
        }
    };
    let mut pairs = lock(&relay.pairs);
    let mut pair = lock(&pair);
    pair.leave(&own);
    if pair.is_empty() {
        pairs.remove(&name);
    }
    forwarded
}

impl RelayPair {
    /// Admits a half, and tells both once they are two.
    fn sit_down(&mut self, own: &RelayMember) -> Result<(), BenchError> {
        if self.halves.len() == 2 {
            return Err("a pair has two halves".into());
        }
        self.halves.push(own.clone());
        if self.halves.len() == 2 {
            for half in &self.halves {
                half.try_send(Message::text(PAIRED))?;
            }
        }
        Ok(())
    }

    /// Forwards what one half says.
    fn say(&self, own: &RelayMember, text: Utf8Bytes, acknowledge: bool) {
        for member in self.halves.iter().chain(&self.spectators) {
            // A member whose channel is full misses it.
            let _ = member.try_send(Message::Text(text.clone()));
        }
        if acknowledge {
            let acknowledgement = Utf8Bytes::from_static(ACKNOWLEDGEMENT);
            let _ = own.try_send(Message::Text(acknowledgement));
        }
    }

    fn leave(&mut self, own: &RelayMember) {
        for members in [&mut self.halves, &mut self.spectators] {
            members.retain(|member| !member.same_channel(own));
        }
    }

    fn is_empty(&self) -> bool {
        self.halves.is_empty() && self.spectators.is_empty()
    }
}

async fn forward(
    mut socket: WebSocketStream<TcpStream>,
    mut inbox: mpsc::Receiver<Message>,
    say: impl Fn(Utf8Bytes),
) -> Result<(), BenchError> {
    loop {
        tokio::select! {
            incoming = socket.next() => match incoming {
                Some(Ok(Message::Text(text))) => say(text),
                Some(Ok(Message::Close(_))) | None => return Ok(()),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
            },
            Some(message) = inbox.recv() => {
                socket.feed(message).await?;
                while let Ok(message) = inbox.try_recv() {
                    socket.feed(message).await?;
                }
                socket.flush().await?;
            }
        }
    }
}

#[cfg(test)]
mod tests;
