//! The floor: a relay that only forwards frames, written with
//! tokio-tungstenite the ordinary way. A task and a bounded channel a
//! connection, `read_buffer_size` 1024, `TCP_NODELAY`, one worker thread.
//!
//! Knows nothing of games. What is compared with the server: the first frame
//! of a connection names a pair, and its two halves are told `paired`. From
//! then on a frame from one half goes to both, unchanged, and an
//! acknowledgement of a reply's size to the half it came from. Those are the
//! deliveries of a move: event and reply to the mover, event to the opponent.
//! Each half's task sends all that waits in its channel in one write, as the
//! server does, so mover and opponent cost one write each. What comes in is as
//! long as the event that goes out (about 270 bytes where a real command has
//! 70), for a relay changes nothing: 200 bytes more to copy and unmask, which
//! is little beside three system calls.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, oneshot},
};
use tokio_tungstenite::{
    WebSocketStream, accept_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

use crate::Fault;

/// What the half that sent a frame gets besides the frame itself.
pub const ACKNOWLEDGEMENT: &str = r#"{"type":"reply","id":1000,"ok":{"type":"moved","seq":1000}}"#;
/// What both halves get once they are two.
pub const PAIRED: &str = "paired";

/// tungstenite zero-fills its buffer before every read.
const READ_BUFFER: usize = 1024;
/// Frames that may wait for one half; more means that it reads nothing.
const CHANNEL: usize = 16;
/// Below the number of files that a process usually may open.
const CONNECTIONS: usize = 16_000;

/// The half of a pair that came first: how to reach it, and how to tell it
/// who the other is.
type First = (
    mpsc::Sender<Message>,
    oneshot::Sender<mpsc::Sender<Message>>,
);
type Waiting = Arc<Mutex<HashMap<Utf8Bytes, First>>>;

/// Serves for a while, then ends.
///
/// # Errors
/// When it cannot listen.
pub fn serve(listen: SocketAddr, at_most: Duration) -> Result<(), Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(listen).await?;
        eprintln!("listening on {}", listener.local_addr()?);
        // Its time being up is how it is meant to end.
        let _ = tokio::time::timeout(at_most, accept(listener)).await;
        Ok(())
    })
}

async fn accept(listener: TcpListener) {
    let waiting = Waiting::default();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors: those that end make room.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let waiting = Arc::clone(&waiting);
        tokio::spawn(async move {
            // A half that is gone is its client's concern.
            let _ = connection(stream, waiting).await;
            drop(place);
        });
    }
}

async fn connection(stream: TcpStream, waiting: Waiting) -> Result<(), Fault> {
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
    let mut socket = accept_async_with_config(stream, Some(config)).await?;
    let Some(Ok(Message::Text(name))) = socket.next().await else {
        return Err("no name of a pair".into());
    };
    let (own, inbox) = mpsc::channel(CHANNEL);
    let other = pair(&waiting, name, own.clone()).await?;
    socket.send(Message::text(PAIRED)).await?;
    relay(socket, inbox, &own, &other).await
}

/// Waits for the other half, or is it.
async fn pair(
    waiting: &Waiting,
    name: Utf8Bytes,
    own: mpsc::Sender<Message>,
) -> Result<mpsc::Sender<Message>, Fault> {
    let (tell, told) = oneshot::channel();
    {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match waiting.remove(&name) {
            Some((other, tell_other)) => {
                tell_other.send(own).map_err(|_| "the other half is gone")?;
                return Ok(other);
            }
            None => waiting.insert(name, (own, tell)),
        };
    }
    Ok(told.await?)
}

async fn relay(
    mut socket: WebSocketStream<TcpStream>,
    mut inbox: mpsc::Receiver<Message>,
    own: &mpsc::Sender<Message>,
    other: &mpsc::Sender<Message>,
) -> Result<(), Fault> {
    loop {
        tokio::select! {
            incoming = socket.next() => match incoming {
                Some(Ok(Message::Text(text))) => {
                    other.try_send(Message::Text(text.clone()))?;
                    own.try_send(Message::Text(text))?;
                    own.try_send(Message::Text(Utf8Bytes::from_static(ACKNOWLEDGEMENT)))?;
                }
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
    use super::*;
    use crate::client::{
        pair::{Pair, Wire},
        target::Target,
    };

    #[tokio::test]
    async fn two_halves_play_whole_games_and_pairs_do_not_mix() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = Target::new(Wire::Relay, listener.local_addr().unwrap());
        let relay = tokio::spawn(accept(listener));
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
        assert_eq!(exchanges, 6 * crate::client::script::PER_GAME);
        relay.abort();
    }
}
