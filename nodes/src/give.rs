//! Answers of a node to questions for it alone: above all, a copy of its data for another node, in pieces.

use std::{
    io::SeekFrom,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use cluster_nats::{Called, NatsStore};
use journal::progress::no_progress;
use node::Node;
use rooms::random;
use tokio::{
    fs::{self, File},
    io::{AsyncReadExt, AsyncSeekExt},
    sync::Mutex,
    task::{JoinSet, spawn_blocking},
};

use super::{
    peers::Peers,
    question::{NodeQuestion, OfferedCopy, encode},
    report::NodeReport,
};

/// The size of a piece: half of NATS's default limit.
pub const PIECE_BYTES: usize = 512 << 10;
/// The name of a copy that is given, beside the journal.
const FILE: &str = "oxo-given.db";
/// After how long without a question for it a copy may make way for another.
const UNUSED: Duration = Duration::from_secs(30);

/// The copy that is being given: one at a time.
struct GivenCopy {
    offer: OfferedCopy,
    file: File,
    used: Instant,
}

/// Answers the questions to this node, as long as there is a connection to NATS.
pub async fn answer(node: Arc<Node>, store: Arc<NatsStore>, peers: Arc<Peers>) {
    let name = node.name();
    let Ok(mut calls) = store.take_calls(Called::Node(&name)).await else {
        return;
    };
    let given = Arc::<Mutex<Option<GivenCopy>>>::default();
    let mut at_work = JoinSet::new();
    while let Some(question) = calls.next().await {
        let answer = match serde_json::from_slice(&question.content) {
            Ok(NodeQuestion::Report) => {
                NodeReport::encoded(&node, &peers).ok_or_else(|| "it has no copy".into())
            }
            // A copy takes minutes, in which others ask whether this node is there.
            Ok(asked) => {
                while at_work.try_join_next().is_some() {}
                let (node, given) = (Arc::clone(&node), Arc::clone(&given));
                at_work.spawn(async move {
                    let answer = match asked {
                        NodeQuestion::HandOver => hand_over(&node).await,
                        asked => give(&node, &mut *given.lock().await, asked).await,
                    };
                    question.answer(encode(answer)).await;
                });
                continue;
            }
            Err(_) => Err(format!(
                "node {name} is of another version and does not know the question"
            )),
        };
        question.answer(encode(answer)).await;
    }
}
async fn hand_over(node: &Node) -> Result<Vec<u8>, String> {
    let handed = node.journal.hand_over().await;
    handed
        .map(|()| Vec::new())
        .map_err(|_| "it does not decide, or the log does not answer".into())
}

/// Answers a question for a copy, of which one is given at a time.
async fn give(
    node: &Node,
    given: &mut Option<GivenCopy>,
    asked: NodeQuestion,
) -> Result<Vec<u8>, String> {
    let path = node.options.data.join(FILE);
    match asked {
        NodeQuestion::Copy => begin(node, &path, given).await,
        NodeQuestion::Piece { copy, at } => piece(given, copy, at).await,
        NodeQuestion::Done { copy } => {
            if given.take_if(|given| given.offer.copy == copy).is_some() {
                let _ = fs::remove_file(&path).await;
            }
            Ok(Vec::new())
        }
        NodeQuestion::Report | NodeQuestion::HandOver => Err("it is no question for a copy".into()),
    }
}

/// Copies the journal, which goes on meanwhile, to a file.
async fn begin(
    node: &Node,
    path: &PathBuf,
    given: &mut Option<GivenCopy>,
) -> Result<Vec<u8>, String> {
    if given.as_ref().is_some_and(|it| it.used.elapsed() < UNUSED) {
        return Err("it is giving a copy to another node; try again".into());
    }
    *given = None;
    // Of a copy that nobody fetched to its end.
    let _ = fs::remove_file(path).await;
    let (data, to) = (node.options.data.clone(), path.clone());
    let copied = spawn_blocking(move || journal_files::backup(&data, &to, &no_progress()));
    let report = copied.await.map_err(|why| why.to_string())?;
    let report = report.map_err(|why| why.to_string())?;
    if let Some(fault) = report.faults.first() {
        return Err(format!("its own copy is damaged: {fault}"));
    }
    let file = File::open(path).await.map_err(|why| why.to_string())?;
    let bytes = file.metadata().await.map_err(|why| why.to_string())?.len();
    let offer = OfferedCopy {
        copy: random::bits(),
        bytes,
    };
    *given = Some(GivenCopy {
        offer,
        file,
        used: Instant::now(),
    });
    tracing::info!(bytes, "another node fetches a copy");
    serde_json::to_vec(&offer).map_err(|why| why.to_string())
}

async fn piece(given: &mut Option<GivenCopy>, copy: u64, at: u64) -> Result<Vec<u8>, String> {
    let given = given.as_mut().filter(|given| given.offer.copy == copy);
    let given = given.ok_or("it does not give that copy any more; begin again")?;
    given.used = Instant::now();
    let mut piece = Vec::with_capacity(PIECE_BYTES + 1);
    let read = async {
        given.file.seek(SeekFrom::Start(at)).await?;
        let most = u64::try_from(PIECE_BYTES).unwrap_or(u64::MAX);
        (&mut given.file).take(most).read_to_end(&mut piece).await
    };
    read.await.map_err(|why| why.to_string())?;
    Ok(piece)
}
