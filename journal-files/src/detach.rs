//! Conversion of a copy of a cluster's log into the journal of a server alone.

use std::path::Path;

use super::{
    adopt::kept_end,
    applied::{self, CopyPosition},
    backup::{BackupError, hold_journal},
    room_index::Meta,
    sql::begin,
};

/// Makes the copy in `dir`, which no server may be using, a journal of its own, with everything up to the last record that
/// it has. Gives when that was, in Unix milliseconds, which is when the time without a server begins; nothing where there
/// is no copy.
pub fn detach(dir: &Path) -> Result<Option<u64>, BackupError> {
    let files = hold_journal(dir)?;
    if let Some(kept) = kept_end(files.file())? {
        kept.is_known()?;
    }
    let detached = (|| {
        let connection = files.writer()?;
        if !connection.table_exists(None::<&str>, "applied")? {
            return Ok(None);
        }
        let transaction = begin(&connection)?;
        let at_ms = match CopyPosition::read(&transaction)? {
            Some(Ok(applied)) => Some(applied.at_ms),
            _ => None,
        };
        if let Some(mut meta) = Meta::read(&transaction)? {
            meta.alive_ms = at_ms;
            meta.write(&transaction)?;
        }
        applied::forget(&transaction)?;
        transaction.commit()?;
        Ok(at_ms)
    })();
    Ok(detached.map_err(|why| files.wrong(why))?)
}
