//! One transaction with all commands that came together.

use std::time::Instant;

use journal::{CommitError, JournalMetrics};
use journal_files::{
    LogStep, WriterState, outages,
    sql::{begin, damaged},
};
use rusqlite::Connection;

use super::{
    commands::{CommandBatch, KeepError, Verdicts},
    shared_writer::SharedWriter,
};
use crate::shared::SharedRecord;

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

/// One transaction with everything in the batch; a verdict for each command. A log that nodes share has it before the
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
            let (mut record, steps) = decided(batch, &verdicts);
            record.stage(state, &transaction)?;
            shared.append(&mut record, &steps, state, &transaction)?;
            transaction.commit().map_err(KeepError::Behind)?;
            record.show(&shared.published());
        }
    }
    metrics.kept(batch.steps.len(), begun.elapsed());
    state.meta = meta;
    Ok(verdicts)
}

/// The part of a batch that was not refused, with its steps, for other nodes.
fn decided<'b>(batch: &'b CommandBatch, verdicts: &Verdicts) -> (SharedRecord, Vec<&'b LogStep>) {
    let steps = batch.steps.iter().zip(&verdicts.steps);
    let steps = steps.filter(|(_, verdict)| verdict.is_ok());
    let steps: Vec<_> = steps.map(|((step, _), _)| step).collect();
    let forget = batch.forget.iter().zip(&verdicts.forgotten);
    let forget = forget.filter(|(_, verdict)| verdict.is_ok());
    let mut record = SharedRecord::new(0).with(&steps, &batch.outages);
    record.forget = forget.map(|((id, owner, _), _)| (*id, *owner)).collect();
    record.expire_ms = batch.expire_ms;
    record.operator.clone_from(&batch.operator_state);
    record.level = batch.level;
    (record, steps)
}
