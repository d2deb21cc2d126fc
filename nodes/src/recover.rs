//! A new log from the newest copy that is left, whatever became of NATS.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use clock::{Clock, timestamp};
use cluster::WriterId;
use cluster_nats::{LogId, LogSpan, NatsStore, StartRefusal};
use config::{RecoverArgs, ServerOptions};
use journal::progress::no_progress;
use journal_files::{BackupError, FILE, KeptEnd, adopt, hold_for_now, kept_end, restore};
use journal_sqlite::begin_log;
use rooms::random;

use super::{report, store};

/// Makes the log, and the copy in the data directory of this node what it begins with. Gives what to say.
///
/// # Errors
/// The sentence for the operator.
pub async fn recover(options: &ServerOptions, args: &RecoverArgs) -> Result<String, String> {
    let found = sources(&options.data, &args.from)?;
    let mut text = "What there is\n".to_owned();
    for end in &found {
        let _ = writeln!(text, "  {}", line(end));
    }
    let newest = found.iter().max_by_key(|end| (end.at_ms, end.seq));
    let newest = newest.ok_or("there is nothing to begin with; name a copy with --from")?;
    newest.is_known().map_err(said)?;
    let store = store::connect(options).await.map_err(said)?;
    nobody_runs(&store).await?;
    let old = old_log(&store, &options.cluster_name, args.replace_log).await?;
    if let Some(aside) = put_in_place(&options.data, &newest.file)? {
        let _ = writeln!(
            text,
            "\nWhat {} had is in {}",
            options.data.display(),
            aside.display()
        );
    }
    let log = LogId(random::bits());
    make_log(options, &store, log, newest, old.is_some()).await?;
    let _ = writeln!(
        text,
        "\nThe log of cluster {} begins anew, as {:016x}, behind what {} has.{}\n\
         Start this node first; the others with empty data directories, into which each fetches its copy.",
        options.cluster_name,
        log.0,
        newest.file.display(),
        lost(newest, old),
    );
    Ok(text)
}

/// Makes sure that the newest is sound, and puts it into the data directory unless it is there; where what was there is now.
fn put_in_place(data: &Path, newest: &Path) -> Result<Option<PathBuf>, String> {
    let damaged = |file: &Path, fault: &str| {
        let file = file.display();
        format!("{file} is damaged ({fault}); nothing was changed: name other copies with --from")
    };
    if newest == data.join(FILE) {
        let report = journal_files::check(newest, &no_progress()).map_err(said)?;
        let fault = report.faults.first();
        return fault.map_or(Ok(None), |fault| Err(damaged(newest, fault)));
    }
    match restore(data, newest, &no_progress()) {
        Ok((_, aside)) => Ok(aside),
        Err(BackupError::Damaged { file, what }) => Err(damaged(&file, &what)),
        Err(why) => Err(said(why)),
    }
}

/// Ends kept in the data directory, and in the others that are named.
fn sources(data: &Path, from: &[PathBuf]) -> Result<Vec<KeptEnd>, String> {
    let mut found = Vec::new();
    for place in from {
        let end = kept_end(place).map_err(said)?;
        let end = end.ok_or_else(|| format!("there is no journal in {}", place.display()))?;
        found.push(end);
    }
    let dirs = from.iter().filter(|place| place.is_dir());
    for dir in dirs.map(PathBuf::as_path).chain([data]) {
        // One that a server is using goes on without what is decided here.
        hold_for_now(dir).map_err(said)?;
    }
    if from.is_empty() {
        found.extend(kept_end(data).map_err(said)?);
    }
    Ok(found)
}

async fn nobody_runs(store: &NatsStore) -> Result<(), String> {
    let nodes = report::all(store).await.map_err(said)?;
    let names: Vec<String> = nodes.into_iter().map(|node| node.node).collect();
    match names.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "nodes of this cluster are running: {}; nothing was changed: stop them first",
            names.join(", ")
        )),
    }
}

/// The log that NATS has, with leave to replace it.
async fn old_log(
    store: &NatsStore,
    cluster: &str,
    may_replace: bool,
) -> Result<Option<LogSpan>, String> {
    match store.span().await {
        Ok(span) if span.last == 0 || may_replace => Ok(Some(span)),
        Ok(span) => Err(format!(
            "NATS has a log of cluster {cluster} already, up to record {}; nothing was changed: start the nodes with it, or, \
             where it is to go for good, say --replace-log",
            span.last
        )),
        Err(StartRefusal::MissingStream(_)) => Ok(None),
        Err(why) => Err(why.to_string()),
    }
}

async fn make_log(
    options: &ServerOptions,
    store: &NatsStore,
    log: LogId,
    newest: &KeptEnd,
    has_old: bool,
) -> Result<(), String> {
    if has_old {
        store.delete_stream().await.map_err(said)?;
    }
    store::make_log(store, options, log).await.map_err(said)?;
    if store::check_log(store, options).await.map_err(said)? != log {
        return Err(
            "another log was made meanwhile; nothing else was changed: look who does that".into(),
        );
    }
    let writer = WriterId {
        node: store::number(options.node.as_deref().unwrap_or_default()),
        life: random::bits(),
    };
    let at_ms = newest.at_ms.unwrap_or_else(|| Clock::system().now_ms());
    let tail = begin_log(store, writer, at_ms).await;
    let tail = tail.ok_or(
        "NATS did not take the first records of the log; do the same once more, with --replace-log",
    )?;
    store.purge_before(tail.last).await.map_err(said)?;
    adopt(&options.data, log.0, tail, at_ms).map_err(|why: BackupError| why.to_string())
}

fn line(end: &KeptEnd) -> String {
    let file = end.file.display();
    let until = match end.at_ms.and_then(timestamp) {
        Some(at) => format!("up to {at}"),
        None => "which does not say up to when it goes".to_owned(),
    };
    match end.log {
        Some(log) => format!("{file}: record {} of log {log:016x}, {until}", end.seq),
        None => format!("{file}: of a server alone, {until}"),
    }
}

/// Words about what may be missing.
fn lost(newest: &KeptEnd, old: Option<LogSpan>) -> String {
    let more = old.map_or(0, |old| old.last.saturating_sub(newest.seq));
    match (newest.log, more) {
        (Some(_), more) if more > 0 => {
            format!(" The log that was replaced went {more} records further: those are gone.")
        }
        (Some(_), _) => {
            " What was acknowledged later, and is in none of these, is gone.".to_owned()
        }
        (None, _) => String::new(),
    }
}

fn said(why: impl ToString) -> String {
    why.to_string()
}
