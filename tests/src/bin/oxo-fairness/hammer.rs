//! Strangers at line rate: one attack from `n` addresses, on a thread of its own that has the
//! lowest priority, so that it slows the server and not those who measure.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::Duration,
};

use load::{
    BenchError,
    machine::cores::{Cores, stay_on},
    runtime,
};
use protocol::Settings;
use rustix::process::setpriority_process;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

use crate::attack::{
    Attack, AttackTraffic, HELLO, ROOM, create_room, first_move, frame, handshake, large_board,
    text,
};

/// Connections in all that an attack tries to hold.
const HELD: u16 = 10_000;
/// Repetitions in one write.
const AT_ONCE: usize = 32;
/// Time limit of a connection before it is given up: longer than its two turns.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between a connection that could not be had and the next.
const PAUSE: Duration = Duration::from_millis(2);

/// A running attack.
pub struct Hammer {
    stop: watch::Sender<bool>,
    writes: Arc<AtomicU64>,
    thread: JoinHandle<()>,
}

impl Hammer {
    /// Begins it, from a number of addresses of a network of the loopback's that it has for itself:
    /// a port that was used is not free again for a minute.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        attack: &Attack,
        from: (u8, u8),
        to: SocketAddr,
        cores: Cores,
    ) -> Result<Hammer, BenchError> {
        let (stop, stopped) = watch::channel(false);
        let writes = Arc::<AtomicU64>::default();
        let strangers = strangers(attack, from);
        let counted = Arc::clone(&writes);
        let runtime = runtime()?;
        let work = move || {
            // Without either it is only a little less exact.
            let _ = stay_on(cores.load);
            // On Linux the priority is each thread's own (setpriority(2)).
            let _ = setpriority_process(None, 19);
            runtime.block_on(hammer(strangers, to, counted, stopped));
        };
        let thread = std::thread::Builder::new()
            .name("strangers".into())
            .spawn(work)?;
        Ok(Hammer {
            stop,
            writes,
            thread,
        })
    }

    /// Ends it. How many writes the server's system took.
    pub fn stop(self) -> u64 {
        self.stop.send_replace(true);
        // A thread that panicked has said so.
        let _ = self.thread.join();
        self.writes.load(Relaxed)
    }
}

/// One who does it, over and over.
struct Stranger {
    from: Ipv4Addr,
    traffic: AttackTraffic,
}

fn strangers(attack: &Attack, (network, addresses): (u8, u8)) -> Vec<Stranger> {
    let holds = matches!(
        attack.traffic,
        AttackTraffic::Hold(_) | AttackTraffic::HoldGreeted
    );
    let each = match holds {
        true => HELD / u16::from(addresses),
        false => attack.connections,
    };
    let of_address = |number| {
        (0..each).map(move |_| Stranger {
            from: Ipv4Addr::new(127, 9, network, number + 1),
            traffic: attack.traffic.clone(),
        })
    };
    (0..addresses).flat_map(of_address).collect()
}

async fn hammer(
    strangers: Vec<Stranger>,
    to: SocketAddr,
    writes: Arc<AtomicU64>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut at_work = JoinSet::new();
    for stranger in strangers {
        let writes = Arc::clone(&writes);
        at_work.spawn(async move {
            loop {
                // Being refused or cut is what a stranger has to expect.
                let _ = stranger.act(to, &writes).await;
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    let _ = stopped.wait_for(|stop| *stop).await;
    at_work.shutdown().await;
}

impl Stranger {
    /// Does it on one connection until that ends.
    async fn act(&self, to: SocketAddr, writes: &AtomicU64) -> Result<(), BenchError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((self.from, 0)))?;
        let mut stream = timeout(PATIENCE, socket.connect(to)).await??;
        match &self.traffic {
            AttackTraffic::Pipelined(request) => {
                repeat(stream, request.as_bytes().repeat(AT_ONCE), writes).await
            }
            AttackTraffic::Frames(bytes) => {
                greet(&mut stream).await?;
                repeat(stream, bytes.repeat(AT_ONCE), writes).await
            }
            AttackTraffic::InRoom(request) => {
                let room = open_room(&mut stream, Settings::default()).await?;
                let bytes = text(&request.replace(ROOM, &room));
                repeat(stream, bytes.repeat(AT_ONCE), writes).await
            }
            AttackTraffic::Churn(bytes) => {
                stream.write_all(bytes.as_bytes()).await?;
                writes.fetch_add(1, Relaxed);
                Ok(())
            }
            AttackTraffic::Hold(bytes) => {
                stream.write_all(bytes.as_bytes()).await?;
                writes.fetch_add(1, Relaxed);
                read_on(&mut stream).await
            }
            AttackTraffic::Abandon => {
                let room = open_room(&mut stream, large_board()?).await?;
                stream.write_all(&text(&first_move(&room))).await?;
                writes.fetch_add(1, Relaxed);
                find(&mut stream, "\"moved\"").await.map(|_| ())
            }
            AttackTraffic::HoldGreeted => {
                writes.fetch_add(1, Relaxed);
                greet(&mut stream).await?;
                read_on(&mut stream).await
            }
        }
    }
}

/// Writes the same again and again, and drops what comes back.
async fn repeat(stream: TcpStream, bytes: Vec<u8>, writes: &AtomicU64) -> Result<(), BenchError> {
    let (mut read, mut write) = stream.into_split();
    let writing = async {
        loop {
            write.write_all(&bytes).await?;
            writes.fetch_add(1, Relaxed);
        }
    };
    tokio::select! {
        ended = writing => ended,
        ended = read_on(&mut read) => ended,
    }
}

async fn read_on(stream: &mut (impl AsyncReadExt + Unpin)) -> Result<(), BenchError> {
    let mut buffer = vec![0; 4096];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

/// Becomes a WebSocket and says hello, without waiting for more than the first answer.
async fn greet(stream: &mut TcpStream) -> Result<(), BenchError> {
    let mut bytes = handshake().into_bytes();
    bytes.extend(text(HELLO));
    stream.write_all(&bytes).await?;
    find(stream, "\"welcome\"").await.map(|_| ())
}

/// Greets and opens a room. Its code.
async fn open_room(stream: &mut TcpStream, settings: Settings) -> Result<String, BenchError> {
    greet(stream).await?;
    stream.write_all(&frame(create_room(settings)?)?).await?;
    let read = find(stream, "\"room\":\"").await?;
    let (_, code) = read.split_once("\"room\":\"").unwrap_or_default();
    Ok(code.split('"').next().unwrap_or_default().to_owned())
}

/// Reads until something has come, and that with what came before and behind it.
async fn find(stream: &mut TcpStream, what: &str) -> Result<String, BenchError> {
    let mut read = Vec::new();
    let found = timeout(PATIENCE, async {
        loop {
            let text = String::from_utf8_lossy(&read).into_owned();
            if text.contains(what) && text.ends_with('}') {
                return Ok(text);
            }
            if stream.read_buf(&mut read).await? == 0 {
                return Err("the connection ended".into());
            }
        }
    });
    found.await?
}
