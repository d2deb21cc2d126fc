//! The table of outages: the times without a server that rooms may still have
//! to be given back.

use clock::Outage;
use rusqlite::Connection;

use super::checksum::Checksum;

/// The most that are kept. Older ones are kept as one, from the first's
/// beginning to the last's end: who was asleep all the while gets too much
/// time back rather than too little.
const MOST: usize = 1_000;

/// Notes one more, and gives all of them. When no room is left that could
/// have missed one, they go.
pub fn note(
    outage: Option<Outage>,
    rooms: usize,
    to: &Connection,
) -> rusqlite::Result<Vec<Outage>> {
    if rooms == 0 {
        to.execute("DELETE FROM outage", ())?;
        return Ok(Vec::new());
    }
    let mut rows = read(to)?;
    rows.extend(outage.map(Some));
    let mut all = mended(&rows);
    let merged = all.len().saturating_sub(MOST);
    if merged > 0 {
        let (old, kept) = all.split_at(merged + 1);
        let one = Outage {
            from_ms: old.iter().map(|o| o.from_ms).min().unwrap_or_default(),
            to_ms: old.iter().map(|o| o.to_ms).max().unwrap_or_default(),
        };
        all = [&[one], kept].concat();
        to.execute("DELETE FROM outage", ())?;
        all.iter().try_for_each(|outage| insert(outage, to))?;
    } else if let Some(outage) = outage {
        insert(&outage, to)?;
    }
    Ok(all)
}

/// All of them; nothing for one that is damaged.
fn read(from: &Connection) -> rusqlite::Result<Vec<Option<Outage>>> {
    let query = format!("SELECT {COLUMNS} FROM outage ORDER BY id");
    let mut query = from.prepare(&query)?;
    query.query_map((), |row| Ok(read_row(row)))?.collect()
}

/// One that is damaged lasted, for all that is known, from the one before to
/// the one after: too much is given back rather than too little.
fn mended(rows: &[Option<Outage>]) -> Vec<Outage> {
    let mut outages: Vec<Outage> = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        if row.is_none() {
            tracing::error!("a note of an outage is damaged; more is given back than was lost");
        }
        let before_ms = outages.last().map_or(0, |before| before.to_ms);
        let after = rows[i..].iter().flatten().next();
        outages.push(row.unwrap_or(Outage {
            from_ms: before_ms,
            to_ms: after.map_or(before_ms, |after| after.from_ms),
        }));
    }
    outages
}

/// The columns that [`read_row`] expects, in its order.
pub(super) const COLUMNS: &str = "\"from\", \"to\", checksum";

/// One of them; `None` when it is damaged.
pub(super) fn read_row(row: &rusqlite::Row<'_>) -> Option<Outage> {
    let number = |i| row.get_ref(i).ok()?.as_i64().ok();
    let outage = Outage {
        from_ms: number(0)?.cast_unsigned(),
        to_ms: number(1)?.cast_unsigned(),
    };
    (number(2)? == i64::from(checksum(&outage))).then_some(outage)
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

#[cfg(test)]
mod tests;
