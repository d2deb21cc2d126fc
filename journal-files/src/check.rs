//! Full check of a journal against what was written: it reads more than a start has time for.

use std::{path::Path, sync::Arc};

use journal::progress::{ProgressStage, ROWS, SharedProgress, reach_row};
use rusqlite::Connection;

use super::{
    applied::{CopyPosition, NO_END},
    digest::CopyDigest,
    files::existing_reader,
    games::{self, GameRow},
    open_error::{OpenError, wrong},
    outages, reader,
    row::{self, LogRow},
    schema, start,
};

/// The most faults that are listed one by one.
const LISTED: usize = 20;

/// The result of a check.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// Rooms that have not ended.
    pub rooms: usize,
    /// Steps that are kept of them, and of rooms that have just ended.
    pub steps: u64,
    /// Finished games.
    pub games: u64,
    /// Up to where it goes, if it is a node's copy of a cluster's log.
    pub copy: Option<CopyPosition>,
    /// Faults, in words.
    pub faults: Vec<String>,
    /// Faults beyond those.
    pub more: usize,
}

impl CheckReport {
    fn fault(&mut self, what: impl Into<String>) {
        if self.faults.len() < LISTED {
            self.faults.push(what.into());
        } else {
            self.more += 1;
        }
    }
}

/// Looks at a journal or a backup, all of it at one instant; a server may go
/// on writing to it.
///
/// # Errors
/// When it cannot be read at all, or is none.
pub fn check(file: &Path, progress: &SharedProgress) -> Result<CheckReport, OpenError> {
    let wrong = |why| wrong(file, why);
    let mut connection = existing_reader(file)?;
    let mut report = CheckReport::default();
    pages(&mut connection, &mut report, progress).map_err(wrong)?;
    let transaction = connection.unchecked_transaction().map_err(wrong)?;
    look(&transaction, &mut report, progress).map_err(wrong)?;
    Ok(report)
}

/// Steps of SQLite between two reports of progress.
const OPERATIONS: i32 = 100_000;

fn pages(
    connection: &mut Connection,
    report: &mut CheckReport,
    progress: &SharedProgress,
) -> rusqlite::Result<()> {
    progress.begin(ProgressStage::CheckingPages, None);
    let (shared, mut times) = (Arc::clone(progress), 0);
    let goes_on = move || {
        times += 1;
        shared.reach(times);
        false
    };
    connection.progress_handler(OPERATIONS, Some(goes_on))?;
    if let Some(what) = schema::fault(connection)? {
        report.fault(what);
    }
    let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
    for line in query.query_map((), |row| row.get::<_, String>(0))? {
        match line? {
            line if line == "ok" => {}
            line => line.lines().for_each(|line| report.fault(line)),
        }
    }
    drop(query);
    connection.progress_handler(0, None::<fn() -> bool>)
}

fn look(
    connection: &Connection,
    report: &mut CheckReport,
    progress: &SharedProgress,
) -> rusqlite::Result<()> {
    log(connection, report, progress)?;
    rooms(connection, report, progress)?;
    finished(connection, report, progress)?;
    absences(connection, report)?;
    copied_log(connection, report)
}

fn copied_log(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    match CopyPosition::read(connection)? {
        None => {}
        Some(Err(())) => report.fault(NO_END),
        Some(Ok(applied)) => report.copy = Some(applied),
    }
    Ok(())
}

fn log(
    connection: &Connection,
    report: &mut CheckReport,
    progress: &SharedProgress,
) -> rusqlite::Result<()> {
    let (first, of) = span(connection, "id", "log")?;
    progress.begin(ProgressStage::CheckingSteps, Some(of));
    each(connection, row::COLUMNS, "log", |row| {
        report.steps += 1;
        if report.steps.is_multiple_of(ROWS) {
            progress.reach(row.get::<_, i64>(0)?.abs_diff(first));
        }
        if LogRow::read(row).is_none() {
            let id: i64 = row.get(0)?;
            report.fault(format!("step {id} is not as it was written"));
        }
        Ok(())
    })
}

/// The number of a table's first row, and how many numbers there are from it to the
/// last: counting the rows would take as long as reading them.
fn span(connection: &Connection, number: &str, table: &str) -> rusqlite::Result<(i64, u64)> {
    let query = format!("SELECT min({number}), max({number}) FROM {table}");
    let (first, last): (Option<i64>, Option<i64>) =
        connection.query_row(&query, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
    Ok((first, last.abs_diff(first)))
}

/// Looks at every row of a table.
fn each(
    connection: &Connection,
    columns: &str,
    table: &str,
    mut look: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut query = connection.prepare(&format!("SELECT {columns} FROM {table}"))?;
    let mut rows = query.query(())?;
    while let Some(row) = rows.next()? {
        look(row)?;
    }
    Ok(())
}

fn rooms(
    connection: &Connection,
    report: &mut CheckReport,
    progress: &SharedProgress,
) -> rusqlite::Result<()> {
    let read = start::read(connection, progress)?;
    if !read.sound {
        report.fault("the summaries of rooms are damaged; the next start makes them anew");
    }
    if let Some(what) = read.lost {
        report.fault(what);
    }
    progress.begin(
        ProgressStage::CheckingRooms,
        Some(read.state.indexes.len() as u64),
    );
    for (room, index) in &read.state.indexes {
        report.rooms += 1;
        // Each is a chain of rows.
        progress.reach(report.rooms as u64);
        if let Some(what) = reader::fault(connection, *room, index.row, index.seq)? {
            report.fault(format!("room number {room} cannot be read: {what}"));
        }
    }
    if let Some(digest) = CopyDigest::read(connection)?
        && !digest.is_of_tables(connection, &read.state.indexes)?
    {
        report.fault("rooms or finished games are not those that its copy of the log had: some were lost or changed");
    }
    Ok(())
}

fn absences(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    each(connection, outages::COLUMNS, "outage", |row| {
        if outages::read_row(row).is_none() {
            report.fault("a note of an outage is not as it was written");
        }
        Ok(())
    })
}

fn finished(
    connection: &Connection,
    report: &mut CheckReport,
    progress: &SharedProgress,
) -> rusqlite::Result<()> {
    let of = span(connection, "n", "game")?.1;
    progress.begin(ProgressStage::CheckingGames, Some(of));
    each(connection, games::COLUMNS, "game", |row| {
        report.games += 1;
        reach_row(progress, report.games);
        if GameRow::read(row).and_then(|row| row.game()).is_none() {
            report.fault("a finished game is not as it was written");
        }
        Ok(())
    })
}
