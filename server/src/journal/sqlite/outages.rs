//! The table of outages: the times without a server that rooms may still have
//! to be given back.
//!
//! Knows nothing of rooms.

use rusqlite::Connection;

use super::row::Checksum;
use crate::journal::Outage;

/// The most that are kept. Older ones are kept as one, from the first's
/// beginning to the last's end: who was asleep all the while gets too much
/// time back rather than too little.
const MOST: usize = 1_000;

/// Notes one more, and gives all of them. When no room is left that could
/// have missed one, they go.
pub(super) fn note(
    outage: Option<Outage>,
    rooms: usize,
    to: &Connection,
) -> rusqlite::Result<Vec<Outage>> {
    if rooms == 0 {
        to.execute("DELETE FROM outage", ())?;
        return Ok(Vec::new());
    }
    let mut all = read(to)?;
    all.extend(outage);
    let merged = all.len().saturating_sub(MOST);
    if merged > 0 {
        let from_ms = all[0].from_ms;
        all.drain(..merged);
        all[0].from_ms = from_ms;
        to.execute("DELETE FROM outage", ())?;
        all.iter().try_for_each(|outage| insert(outage, to))?;
    } else if let Some(outage) = outage {
        insert(&outage, to)?;
    }
    Ok(all)
}

/// Those that are as they were written.
fn read(from: &Connection) -> rusqlite::Result<Vec<Outage>> {
    let query = "SELECT \"from\", \"to\", checksum FROM outage ORDER BY id";
    let mut query = from.prepare(query)?;
    let rows = query.query_map((), |row| {
        let number = |i| row.get_ref(i).ok()?.as_i64().ok();
        let read = || {
            let outage = Outage {
                from_ms: number(0)?.cast_unsigned(),
                to_ms: number(1)?.cast_unsigned(),
            };
            (number(2)? == i64::from(checksum(&outage))).then_some(outage)
        };
        Ok(read())
    })?;
    let mut outages = Vec::new();
    for row in rows {
        match row? {
            Some(outage) => outages.push(outage),
            None => tracing::error!("a note of an outage is damaged; its time is not given back"),
        }
    }
    Ok(outages)
}

fn insert(outage: &Outage, to: &Connection) -> rusqlite::Result<()> {
    to.prepare_cached("INSERT INTO outage VALUES (NULL, ?1, ?2, ?3)")?
        .execute((
            outage.from_ms.cast_signed(),
            outage.to_ms.cast_signed(),
            checksum(outage),
        ))?;
    Ok(())
}

fn checksum(outage: &Outage) -> u32 {
    let mut sum = Checksum::default();
    sum.number(outage.from_ms.cast_signed());
    sum.number(outage.to_ms.cast_signed());
    sum.finish()
}
