//! Looking whether everything in a journal is as it was written: more than a
//! start can afford to look at.

use std::path::Path;

use rusqlite::Connection;

use super::{
    files::{OpenError, is_journal, reader as open, wrong},
    games::{self, GameRow},
    header, outages, reader,
    row::{self, LogRow},
    schema, start,
};

/// The most faults that are told one by one.
const TOLD: usize = 20;

/// What was found.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// Rooms that have not ended.
    pub rooms: usize,
    /// Steps that are kept of them, and of rooms that have just ended.
    pub steps: u64,
    /// Finished games.
    pub games: u64,
    /// What is not as it was written, in words.
    pub faults: Vec<String>,
    /// Faults beyond those.
    pub more: usize,
}

impl CheckReport {
    fn fault(&mut self, what: impl Into<String>) {
        if self.faults.len() < TOLD {
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
pub fn check(file: &Path) -> Result<CheckReport, OpenError> {
    let wrong = |why| wrong(file, why);
    header::inspect(file)?;
    let connection = open(file).map_err(wrong)?;
    let found = schema::inspect(&connection).map_err(wrong)?;
    if !is_journal(found, file)? {
        return Err(OpenError::Foreign { file: file.into() });
    }
    let mut report = CheckReport::default();
    let transaction = connection.unchecked_transaction().map_err(wrong)?;
    look(&transaction, &mut report).map_err(wrong)?;
    Ok(report)
}

fn look(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
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
    log(connection, report)?;
    rooms(connection, report)?;
    finished(connection, report)?;
    absences(connection, report)
}

fn log(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    each(connection, row::COLUMNS, "log", |row| {
        report.steps += 1;
        if LogRow::read(row).is_none() {
            let id: i64 = row.get(0)?;
            report.fault(format!("step {id} is not as it was written"));
        }
        Ok(())
    })
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

fn rooms(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    let read = start::read(connection)?;
    if !read.sound {
        report.fault("the summaries of rooms are damaged; the next start makes them anew");
    }
    if let Some(what) = read.lost {
        report.fault(what);
    }
    for (room, index) in &read.state.indexes {
        report.rooms += 1;
        if let Some(what) = reader::fault(connection, *room, index.row, index.seq)? {
            report.fault(format!("room number {room} cannot be read: {what}"));
        }
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

fn finished(connection: &Connection, report: &mut CheckReport) -> rusqlite::Result<()> {
    each(connection, games::COLUMNS, "game", |row| {
        report.games += 1;
        if GameRow::read(row).and_then(|row| row.game()).is_none() {
            report.fault("a finished game is not as it was written");
        }
        Ok(())
    })
}
