//! One transaction with all that was ordered together.

use std::time::Instant;

use rusqlite::Connection;

use super::{
    commands::{CommandBatch, Verdicts},
    games, outages,
    sql::{begin, damaged},
    writer_state::WriterState,
};
use crate::{CommitError, JournalMetrics};

/// Keeps a batch; where it meets damage, all but the finished games in it, and
/// no more games from then on. If the damage was not among them it is met again.
pub(super) fn keep_or_spare_games(
    state: &mut WriterState,
    connection: &Connection,
    batch: &CommandBatch,
    metrics: &JournalMetrics,
) -> rusqlite::Result<Verdicts> {
    match keep(state, connection, batch, metrics) {
        Err(why) if damaged(&why) && state.keeps_games && batch.has_games() => {
            tracing::error!(%why, "finished games are damaged; none is kept until the next start");
            state.undo();
            state.keeps_games = false;
            keep(state, connection, batch, metrics)
        }
        kept => kept,
    }
}

/// One transaction with everything in the batch; a verdict for each order.
fn keep(
    state: &mut WriterState,
    connection: &Connection,
    batch: &CommandBatch,
    metrics: &JournalMetrics,
) -> rusqlite::Result<Verdicts> {
    let mut verdicts = Verdicts::default();
    if batch.only_asks() {
        return Ok(verdicts);
    }
    let transaction = begin(connection)?;
    for (step, _) in &batch.steps {
        verdicts.steps.push(state.append(step, &transaction)?);
    }
    for (id, owner, _) in &batch.forget {
        verdicts.forgotten.push(match (state.keeps_games, owner) {
            (true, Some(owner)) => Ok(games::forget(*id, owner, &transaction)?),
            (true, None) => Ok(games::delete(*id, &transaction)?),
            (false, _) => Err(CommitError::Damaged),
        });
    }
    for outage in &batch.outages {
        outages::note(Some(*outage), state.indexes.len(), &transaction)?;
    }
    let mut meta = state.meta;
    if batch.alive_ms.is_some() {
        meta.alive_ms = meta.alive_ms.max(batch.alive_ms);
        meta.write(&transaction)?;
    }
    let begun = Instant::now();
    transaction.commit()?;
    metrics.kept(batch.steps.len(), begun.elapsed());
    state.meta = meta;
    Ok(verdicts)
}
