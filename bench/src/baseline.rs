//! The floor: a relay that only forwards frames, written with
//! tokio-tungstenite the ordinary way. A task and a bounded channel a
//! connection, `read_buffer_size` 1024, `TCP_NODELAY`, one worker thread.
//!
//! What is compared with the server: the first frame
//! of a connection names a pair, and its two halves are told `paired`; or it
//! is `watch` and the name of a pair, which makes it a spectator. From then on
//! a frame from one half goes to both and to all spectators, unchanged, and an
//! acknowledgement of a reply's size to the half it came from. Those are the
//! deliveries of a move: event and reply to the mover, event to everybody
//! else. Each connection's task sends all that waits in its channel in one
//! write, as the server does, so every connection costs one write a move. What
//! comes in is as long as the event that goes out (about 150 bytes where a
//! real command has 80), for a relay changes nothing: 70 bytes more to copy
//! and unmask, which is little beside three system calls.

mod keeping;

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc},
};
use tokio_tungstenite::{
    WebSocketStream, accept_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

use crate::{Fault, lock};
use keeping::Keeper;

/// What the half that sent a frame gets besides the frame itself.
pub const ACKNOWLEDGEMENT: &str = r#"{"type":"reply","id":1000,"ok":{"type":"moved","seq":1000}}"#;
/// What both halves get once they are two.
pub const PAIRED: &str = "paired";
/// What stands before the name of a pair that is to be watched.
pub const WATCH: &str = "watch ";
/// What a spectator gets first.
pub const WATCHING: &str = "watching";

/// tungstenite zero-fills its buffer before every read.
const READ_BUFFER: usize = 1024;
/// Frames that may wait for one connection; more means that it reads nothing,
/// and misses them.
const CHANNEL: usize = 16;
/// Below the number of files that a process usually may open.
const CONNECTIONS: usize = 16_000;

type Member = mpsc::Sender<Message>;
type Rooms = Arc<Mutex<HashMap<String, Arc<Mutex<Room>>>>>;

/// Who gets what is said.
#[derive(Default)]
struct Room {
    halves: Vec<Member>,
    spectators: Vec<Member>,
}

/// Serves for a while, then ends. With a file every frame is kept there before
/// it is passed on.
///
/// # Errors
/// When it cannot listen, or keep anything.
pub fn serve(listen: SocketAddr, file: Option<&Path>, at_most: Duration) -> Result<(), Fault> {
    let keeper = file.map(Keeper::open).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await?;
        eprintln!("listening on {}", listener.local_addr()?);
        // Its time being up is how it is meant to end.
        let _ = tokio::time::timeout(at_most, accept(listener, keeper)).await;
        Ok(())
    })
}

async fn accept(listener: TcpListener, keeper: Option<Keeper>) {
    let rooms = Rooms::default();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors: those that end make room.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (rooms, keeper) = (Arc::clone(&rooms), keeper.clone());
        tokio::spawn(async move {
            // Who is gone is their client's concern.
            let _ = connection(stream, rooms, keeper).await;
            drop(place);
        });
    }
}

async fn connection(stream: TcpStream, rooms: Rooms, keeper: Option<Keeper>) -> Result<(), Fault> {
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let mut socket = accept_async_with_config(stream, Some(config)).await?;
    let Some(Ok(Message::Text(first))) = socket.next().await else {
        return Err("no name of a pair".into());
    };
    let watched = first.strip_prefix(WATCH);
    let name = watched.unwrap_or(&first).to_owned();
    let (own, inbox) = mpsc::channel(CHANNEL);
    let room = Arc::clone(lock(&rooms).entry(name.clone()).or_default());
    let relayed = match watched {
        Some(_) => {
            own.try_send(Message::text(WATCHING))?;
            lock(&room).spectators.push(own.clone());
            relay(socket, inbox, |_| {}).await
        }
        None => {
            lock(&room).sit_down(&own)?;
            let say = |text: Utf8Bytes| match &keeper {
                None => lock(&room).say(&own, text),
                Some(keeper) => {
                    let (room, own) = (Arc::clone(&room), own.clone());
                    keeper.keep(text.to_string(), move || lock(&room).say(&own, text));
                }
            };
            relay(socket, inbox, say).await
        }
    };
    let mut rooms = lock(&rooms);
    let mut room = lock(&room);
    room.leave(&own);
    if room.is_empty() {
        rooms.remove(&name);
    }
    relayed
}

impl Room {
    /// Takes a half in, and tells both once they are two.
    fn sit_down(&mut self, own: &Member) -> Result<(), Fault> {
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

    /// Passes on what one half says.
    fn say(&self, own: &Member, text: Utf8Bytes) {
        for member in self.halves.iter().chain(&self.spectators) {
            // Whose channel is full misses it.
            let _ = member.try_send(Message::Text(text.clone()));
        }
        let acknowledgement = Utf8Bytes::from_static(ACKNOWLEDGEMENT);
        let _ = own.try_send(Message::Text(acknowledgement));
    }

    fn leave(&mut self, own: &Member) {
        for members in [&mut self.halves, &mut self.spectators] {
            members.retain(|member| !member.same_channel(own));
        }
    }

    fn is_empty(&self) -> bool {
        self.halves.is_empty() && self.spectators.is_empty()
    }
}

async fn relay(
    mut socket: WebSocketStream<TcpStream>,
    mut inbox: mpsc::Receiver<Message>,
    said: impl Fn(Utf8Bytes),
) -> Result<(), Fault> {
    loop {
        tokio::select! {
            incoming = socket.next() => match incoming {
                Some(Ok(Message::Text(text))) => said(text),
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
mod tests {
    use tokio::time::timeout;

    use super::*;
    use crate::client::{
        line::{Line, PATIENCE},
        pair::Pair,
        script::PER_GAME,
        target::{Target, Wire},
    };

    async fn serving() -> (Target, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let relay = tokio::spawn(accept(listener, None));
        (Target::new(Wire::Relay, address), relay)
    }

    #[tokio::test]
    async fn two_halves_play_whole_games_and_pairs_do_not_mix() {
        let (target, relay) = serving().await;
        let mut one = Pair::open(&target, 1).await.unwrap();
        let mut two = Pair::open(&target, 2).await.unwrap();
        let mut exchanges = 0;
        for _ in 0..3 {
            for pair in [&mut one, &mut two] {
                let count = |_| {
                    exchanges += 1;
                    true
                };
                pair.play_game(count).await.unwrap();
            }
        }
        assert_eq!(exchanges, 6 * PER_GAME);
        relay.abort();
    }

    #[tokio::test]
    async fn spectators_get_what_both_halves_say_and_no_acknowledgement() {
        let (target, relay) = serving().await;
        let mut pair = Pair::open(&target, 1).await.unwrap();
        let mut spectators = Vec::new();
        for number in 2..5 {
            let mut line = Line::connect(&target, number).await.unwrap();
            let first = format!("{WATCH}{}", pair.room());
            line.send(first).await.unwrap();
            assert_eq!(line.text().await.unwrap(), WATCHING);
            spectators.push(line);
        }
        for seq in 1..=3 {
            pair.play_move().await.unwrap();
            for line in &mut spectators {
                let event = timeout(PATIENCE, line.event()).await.unwrap();
                assert_eq!(event.unwrap(), seq);
                assert_eq!(line.deliveries, seq);
            }
        }
        relay.abort();
    }

    #[tokio::test]
    async fn who_reads_nothing_holds_nobody_up() {
        let (own, mut inbox) = mpsc::channel(CHANNEL);
        let (full, mut full_inbox) = mpsc::channel(1);
        let room = Room {
            halves: vec![own.clone()],
            spectators: vec![full.clone()],
        };
        for _ in 0..3 {
            room.say(&own, "x".into());
        }
        assert_eq!(full_inbox.recv().await, Some(Message::text("x")));
        assert!(full_inbox.try_recv().is_err());
        let all = std::iter::from_fn(|| inbox.try_recv().ok());
        assert_eq!(all.count(), 6);
    }
}
