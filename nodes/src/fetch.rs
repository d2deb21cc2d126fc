//! Transfer of a copy to a node that lacks the beginning of the log, from another one.

use std::{path::Path, time::Duration};

use cluster_nats::{LogId, LogSpan, NatsStore, StartPatience};
use config::ServerOptions;
use journal::progress::no_progress;
use journal_files::{install_copy, kept_end, make_private, private};
use node::serve_error::ServeError;
use tokio::{
    fs::{self, File},
    io::AsyncWriteExt,
    task::spawn_blocking,
};

use super::{
    question::{NodeQuestion, OfferedCopy, ask},
    report::{self, NodeReport, NodeRole},
};

/// The name under which a copy arrives, beside the journal.
const FILE: &str = "oxo-fetched.db";
/// Longest time for a node to make its copy, and to send a piece.
const COPYING: Duration = Duration::from_secs(600);
const PIECE: Duration = Duration::from_secs(10);
/// Most tries for a piece.
const TRIES: usize = 3;

/// Fetches a copy of that log, unless the one in the data directory, or none, can follow it.
///
/// # Errors
/// When no node gives one.
pub async fn fetch_if_behind(
    store: &NatsStore,
    log: LogId,
    options: &ServerOptions,
) -> Result<(), ServeError> {
    let kept = kept_end(&options.data).map_err(|why| ServeError::Journal(why.to_string()))?;
    let span = store.span().await?;
    let own = kept.as_ref();
    let is_of_it = own.is_none_or(|kept| kept.log == Some(log.0));
    let seq = own.map_or(0, |kept| kept.seq);
    // What is no copy of it is refused when it is opened.
    if !is_of_it || span.follows(seq) {
        return Ok(());
    }
    tracing::info!(
        seq,
        first = span.first,
        "the log begins behind what this node has, which fetches a copy"
    );
    let patience = StartPatience::new();
    loop {
        let why = match fetch(store, log, span, options).await {
            Ok(()) => return Ok(()),
            Err(why) => why,
        };
        if !patience.again().await {
            let data = options.data.clone();
            return Err(ServeError::NoCopy { data, seq, why });
        }
    }
}

/// Tries each node that has what the log has lost, those that do not decide first.
async fn fetch(
    store: &NatsStore,
    log: LogId,
    span: LogSpan,
    options: &ServerOptions,
) -> Result<(), String> {
    let mut nodes = report::all(store).await.map_err(|why| why.to_string())?;
    nodes.retain(|node| span.follows(node.seq) && Some(&node.node) != options.node.as_ref());
    nodes.sort_by_key(|node| (node.role != NodeRole::Follows, u64::MAX - node.seq));
    let mut why = "no node that runs has it".to_owned();
    for NodeReport { node, .. } in &nodes {
        match fetch_from(store, node, log, &options.data).await {
            Ok(()) => return Ok(()),
            Err(refused) => why = format!("node {node}: {refused}"),
        }
    }
    Err(why)
}

async fn fetch_from(store: &NatsStore, node: &str, log: LogId, data: &Path) -> Result<(), String> {
    let offer = ask(store, node, NodeQuestion::Copy, COPYING).await;
    let offer = offer.map_err(|why| why.to_string())?;
    let offer: OfferedCopy = serde_json::from_slice(&offer).map_err(|why| why.to_string())?;
    tracing::info!(bytes = offer.bytes, "fetching a copy from node {node}");
    let path = data.join(FILE);
    let written = write(store, node, offer, &path).await;
    let done = NodeQuestion::Done { copy: offer.copy };
    // Who gave it finds out by itself, if it does not hear this.
    let _ = ask(store, node, done, PIECE).await;
    let installed = match written {
        Ok(()) => {
            let (data, from) = (data.to_owned(), path.clone());
            let installed =
                spawn_blocking(move || install_copy(&data, &from, log.0, &no_progress()));
            let installed = installed.await.map_err(|why| why.to_string());
            installed.and_then(|installed| installed.map_err(|why| why.to_string()))
        }
        Err(why) => Err(why),
    };
    let _ = fs::remove_file(&path).await;
    installed
}

/// Writes the pieces to a file, one after the other.
async fn write(
    store: &NatsStore,
    node: &str,
    offer: OfferedCopy,
    path: &Path,
) -> Result<(), String> {
    let system = |why: std::io::Error| format!("{} cannot be written: {why}", path.display());
    if let Some(dir) = path.parent() {
        make_private(dir).map_err(system)?;
    }
    // Of a copy that did not arrive whole.
    let _ = fs::remove_file(path).await;
    let mut file = File::from_std(private(path).map_err(system)?);
    let mut at = 0;
    while at < offer.bytes {
        let piece = piece(store, node, offer.copy, at).await?;
        if piece.is_empty() {
            return Err("the copy ends before its end".into());
        }
        file.write_all(&piece).await.map_err(system)?;
        at += u64::try_from(piece.len()).unwrap_or(u64::MAX);
    }
    file.sync_all().await.map_err(system)
}

/// Asks for a piece, again where no answer comes.
async fn piece(store: &NatsStore, node: &str, copy: u64, at: u64) -> Result<Vec<u8>, String> {
    let mut piece = Err(String::new());
    for _ in 0..TRIES {
        let asked = ask(store, node, NodeQuestion::Piece { copy, at }, PIECE).await;
        piece = asked.map_err(|why| why.to_string());
        if piece.is_ok() {
            break;
        }
    }
    piece
}
