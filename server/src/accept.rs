//! The loop that accepts streams: never more of them than there are files for,
//! so that it never stalls.

use std::{
    fs::File,
    io,
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use node::listener::Listeners;
use sentences::in_words;
use tokio::{
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{JoinSet, yield_now},
    time::timeout,
};

use crate::{
    http::{self, Site},
    workers::Workers,
};

/// Streams that are accepted before others have their turn.
const BATCH: u32 = 16;
/// Least time between two lines of the log about trouble with accepting.
const LOG_EVERY: Duration = Duration::from_secs(60);
/// Time that a visitor is waited for after trouble, so that it does not come at once again.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts streams and serves each until it ends.
pub async fn accept(
    site: &Arc<Site>,
    listener: &mut Listeners,
    workers: &Workers,
    connections: &mut JoinSet<()>,
) {
    let streams = site.node.capacity.visits + site.node.capacity.refusals;
    let streams = usize::try_from(streams).unwrap_or(Semaphore::MAX_PERMITS);
    let streams = Arc::new(Semaphore::new(streams));
    let mut trouble = AcceptTrouble::new();
    loop {
        for _ in 0..BATCH {
            // Never closed.
            let Ok(file) = Arc::clone(&streams).acquire_owned().await else {
                return;
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                // Until it is joined a task keeps its memory, also when nobody comes any more.
                Some(_) = connections.join_next() => continue,
            };
            match accepted {
                Ok((stream, from)) => {
                    let site = Arc::clone(site);
                    match workers.next() {
                        None => connections.spawn(serve(site, stream, from, file)),
                        Some(worker) => {
                            connections.spawn_on(serve_there(site, stream, from, file), worker)
                        }
                    };
                }
                Err(why) => trouble.meet(&why, listener).await,
            }
        }
        yield_now().await;
    }
}

/// Serves a stream. The file is counted among the connections once it is one.
async fn serve(site: Arc<Site>, stream: TcpStream, from: IpAddr, _file: OwnedSemaphorePermit) {
    http::serve(site, stream, from).await;
}

/// Serves a stream that another runtime accepted.
async fn serve_there(site: Arc<Site>, stream: TcpStream, from: IpAddr, file: OwnedSemaphorePermit) {
    // The system only refuses this for want of memory: the visitor tries again.
    if let Ok(stream) = stream.into_std().and_then(TcpStream::from_std) {
        serve(site, stream, from, file).await;
    }
}

/// The way out when the system has no file left for a stream, because others
/// took more than was reserved: a spare one is given up for a moment, so that
/// one visitor after the other is closed instead of hanging without an answer.
#[derive(Debug)]
struct AcceptTrouble {
    spare: Option<File>,
    logged: Option<Instant>,
}

impl AcceptTrouble {
    fn new() -> AcceptTrouble {
        AcceptTrouble {
            spare: spare(),
            logged: None,
        }
    }

    async fn meet(&mut self, why: &io::Error, listener: &mut Listeners) {
        if self.logged.is_none_or(|at| at.elapsed() >= LOG_EVERY) {
            self.logged = Some(Instant::now());
            let why = in_words(why);
            tracing::warn!(
                why,
                "connections could not be accepted; this is logged once a minute"
            );
        }
        self.spare = None;
        if let Ok(Ok((stream, _))) = timeout(PAUSE, listener.accept()).await {
            // Closed here whether that could be sent or not.
            let _ = stream.try_write(&http::full());
        }
        self.spare = spare();
    }
}

fn spare() -> Option<File> {
    File::open("/dev/null").ok()
}
