//! One transaction with all that was ordered together.

use std::time::Instant;

use journal::{CommitError, JournalMetrics};
use journal_files::{
    WriterState, log_level, operator_state, outages,
    sql::{begin, damaged},
};
use rusqlite::Connection;

use super::{
    commands::{CommandBatch, KeepError, Verdicts},
    shared_writer::SharedWriter,
};

/// Keeps a batch; where it meets damage, all but the finished games in it, and
/// no more games from then on. If the damage was not among them it is met again.
pub(super) fn keep_or_spare_games(
    state: &mut WriterState,
    connection: &Connection,
    batch: &CommandBatch,
    metrics: &JournalMetrics,
    mut shared: Option<&mut SharedWriter>,
) -> Result<Verdicts, KeepError> {
    match keep(state, connection, batch, metrics, shared.as_deref_mut()) {
        Err(KeepError::Database(why))
            if damaged(&why) && state.keeps_games && batch.has_games() =>
        {
            tracing::error!(%why, "finished games are damaged; none is kept until the next start");
            state.undo();
            state.keeps_games = false;
            keep(state, connection, batch, metrics, shared)
        }
        kept => kept,
    }
}

/// One transaction with everything in the batch; a verdict for each order. A log that nodes share has it before the
/// COMMIT.
fn keep(
    state: &mut WriterState,
    connection: &Connection,
    batch: &CommandBatch,
    metrics: &JournalMetrics,
    shared: Option<&mut SharedWriter>,
) -> Result<Verdicts, KeepError> {
    let mut verdicts = Verdicts::default();
    // What expires in every copy at the same record has to be in one.
    let expires = shared.is_some() && batch.expire_ms.is_some();
    if batch.only_asks() && !expires {
        return Ok(verdicts);
    }
    let transaction = begin(connection)?;
    for (step, _) in &batch.steps {
        verdicts.steps.push(state.append(step, &transaction)?);
    }
    for (id, owner, _) in &batch.forget {
        verdicts.forgotten.push(match state.keeps_games {
            true => Ok(state.forget(*id, owner.as_ref(), &transaction)?),
            false => Err(CommitError::Damaged),
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
    match shared {
        None => transaction.commit()?,
        Some(shared) => {
            if let Some(before_ms) = batch.expire_ms {
                state.expire(before_ms, &transaction)?;
            }
            if let Some(said) = &batch.operator_state {
                operator_state::write(said, &transaction)?;
            }
            if let Some(level) = batch.level {
                log_level::raise(level, &transaction)?;
            }
            shared.append(batch, &verdicts, state, &transaction)?;
            transaction.commit().map_err(KeepError::Behind)?;
            if let Some(said) = &batch.operator_state {
                shared.shown().note_operator_state(said);
            }
            if let Some(level) = batch.level {
                shared.shown().note_level(level);
            }
        }
    }
    metrics.kept(batch.steps.len(), begun.elapsed());
    state.meta = meta;
    Ok(verdicts)
}
