//! The table of outages: the times without a server that rooms may still have
//! to be given back.

use rusqlite::Connection;

use super::checksum::Checksum;
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

/// What [`read_row`] expects, in its order.
pub(super) const COLUMNS: &str = "\"from\", \"to\", checksum";

/// One of them; `None` when it is not what was written.
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
mod tests {
    use super::*;
    use crate::journal::sqlite::schema;

    fn outage(number: u64) -> Outage {
        Outage {
            from_ms: 10 * number,
            to_ms: 10 * number + 5,
        }
    }

    fn journal() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        schema::create(&connection).unwrap();
        connection
    }

    #[test]
    fn outages_go_when_no_room_is_left_that_missed_them() {
        let journal = journal();
        assert_eq!(note(Some(outage(1)), 1, &journal).unwrap(), [outage(1)]);
        assert_eq!(note(Some(outage(2)), 0, &journal).unwrap(), []);
        assert_eq!(note(Some(outage(3)), 1, &journal).unwrap(), [outage(3)]);
    }

    #[test]
    fn too_many_are_kept_as_one_that_gives_back_more() {
        let journal = journal();
        let most = MOST as u64;
        for number in 1..=most + 2 {
            note(Some(outage(number)), 1, &journal).unwrap();
        }
        let kept = note(None, 1, &journal).unwrap();
        assert_eq!(kept.len(), MOST);
        let merged = Outage {
            from_ms: outage(1).from_ms,
            to_ms: outage(3).to_ms,
        };
        assert_eq!((kept[0], kept[1]), (merged, outage(4)));
        assert_eq!(kept[MOST - 1], outage(most + 2));
    }

    #[test]
    fn a_damaged_note_gives_back_more() {
        let journal = journal();
        for number in 1..=3 {
            note(Some(outage(number)), 1, &journal).unwrap();
        }
        let spoil = "UPDATE outage SET \"from\" = 0 WHERE id = 2";
        journal.execute(spoil, ()).unwrap();
        let between = Outage {
            from_ms: outage(1).to_ms,
            to_ms: outage(3).from_ms,
        };
        let all = note(None, 1, &journal).unwrap();
        assert_eq!(all, [outage(1), between, outage(3)]);
        // The last one, too: up to the one that is noted then.
        let spoil = "UPDATE outage SET \"to\" = 0 WHERE id = 3";
        journal.execute(spoil, ()).unwrap();
        let all = note(Some(outage(4)), 1, &journal).unwrap();
        let [until_then, nothing] =
            [(15, 40), (40, 40)].map(|(from_ms, to_ms)| Outage { from_ms, to_ms });
        assert_eq!(all, [outage(1), until_then, nothing, outage(4)]);
    }
}
