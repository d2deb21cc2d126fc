//! The table of finished games: one row a game, found by its id, in the order
//! in which they ended.
//!
//! A row that is not as it was written is not believed.

use journal::{Finished, Forgotten, GameDetails};
use protocol::{GameId, SecretHash};
use rusqlite::{Connection, OptionalExtension};

use super::checksum::Checksum;

/// A game as it is stored; the caller rendered it.
#[derive(Debug)]
pub struct GameRow {
    /// Its id, by which it is found.
    pub id: GameId,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: u64,
    /// Its details as JSON.
    pub about: String,
    /// The texts of its events, joined by newlines.
    pub events: String,
}

/// The columns that [`GameRow::read`] expects, in its order.
pub(super) const COLUMNS: &str = "id, ended, about, events, checksum";

/// The result of a look-up by id.
pub(crate) enum GameLookup {
    Nothing,
    /// Something that was not written so.
    Damaged,
    Game(GameRow),
}

impl GameRow {
    /// Renders a game; `None` when it cannot be.
    pub(super) fn new(game: &Finished) -> Option<GameRow> {
        Some(GameRow {
            id: game.id,
            ended_ms: game.ended_ms,
            about: serde_json::to_string(&game.about).ok()?,
            events: game.events.join("\n"),
        })
    }

    /// The game; `None` when it cannot be read.
    pub(super) fn game(&self) -> Option<Finished> {
        Some(Finished {
            id: self.id,
            ended_ms: self.ended_ms,
            about: serde_json::from_str(&self.about).ok()?,
            events: self.events.split('\n').map(Into::into).collect(),
        })
    }

    /// Adds it as the last.
    pub(super) fn insert(&self, to: &Connection) -> rusqlite::Result<()> {
        to.prepare_cached("INSERT INTO game VALUES (NULL, ?1, ?2, ?3, ?4, ?5)")?
            .execute((
                self.id.bits().to_be_bytes(),
                self.ended_ms.cast_signed(),
                &self.about,
                &self.events,
                self.checksum(),
            ))?;
        Ok(())
    }

    /// Reads one; `None` when it is damaged.
    pub(super) fn read(row: &rusqlite::Row<'_>) -> Option<GameRow> {
        let number = |i| row.get_ref(i).ok()?.as_i64().ok();
        let text = |i| row.get_ref(i).ok()?.as_str().ok().map(str::to_owned);
        let bits = row.get_ref(0).ok()?.as_blob().ok()?.try_into().ok()?;
        let game = GameRow {
            id: GameId::from_bits(u128::from_be_bytes(bits)),
            ended_ms: number(1)?.cast_unsigned(),
            about: text(2)?,
            events: text(3)?,
        };
        (number(4)? == i64::from(game.checksum())).then_some(game)
    }

    /// Looks for one.
    pub(super) fn find(id: GameId, from: &Connection) -> rusqlite::Result<GameLookup> {
        let query = format!("SELECT {COLUMNS} FROM game WHERE id = ?1");
        let mut query = from.prepare_cached(&query)?;
        let found = query
            .query_row([id.bits().to_be_bytes()], |row| Ok(GameRow::read(row)))
            .optional()?;
        Ok(match found {
            None => GameLookup::Nothing,
            Some(Some(game)) if game.id == id => GameLookup::Game(game),
            Some(_) => GameLookup::Damaged,
        })
    }

    fn checksum(&self) -> u32 {
        let mut sum = Checksum::default();
        sum.bytes(&self.id.bits().to_be_bytes());
        sum.number(self.ended_ms.cast_signed());
        sum.text(&self.about);
        sum.text(&self.events);
        sum.finish()
    }
}

/// Takes a player's name out of a game, or the game away.
pub(super) fn forget(
    id: GameId,
    owner: &SecretHash,
    to: &Connection,
) -> rusqlite::Result<Forgotten> {
    let GameLookup::Game(mut row) = GameRow::find(id, to)? else {
        return Ok(Forgotten::Nothing);
    };
    let Ok(was) = serde_json::from_str::<GameDetails>(&row.about) else {
        return Ok(Forgotten::Nothing);
    };
    let mut about = was.clone();
    let forgotten = about.forget(owner);
    match forgotten {
        Forgotten::Nothing => {}
        // A repeated request: nothing to write.
        Forgotten::Name if about == was => {}
        Forgotten::Name => {
            row.about = serde_json::to_string(&about)
                .map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))?;
            to.prepare_cached("UPDATE game SET about = ?2, checksum = ?3 WHERE id = ?1")?
                .execute((id.bits().to_be_bytes(), &row.about, row.checksum()))?;
        }
        Forgotten::Game => return delete(id, to),
    }
    Ok(forgotten)
}

/// Deletes a game. Nothing of it is read, so that a damaged one can be deleted, too.
pub(super) fn delete(id: GameId, to: &Connection) -> rusqlite::Result<Forgotten> {
    let gone = to
        .prepare_cached("DELETE FROM game WHERE id = ?1")?
        .execute([id.bits().to_be_bytes()])?;
    Ok(match gone {
        0 => Forgotten::Nothing,
        _ => Forgotten::Game,
    })
}

/// Deletes games that ended before `before_ms`, the oldest first and at most
/// `most`; true when none is left. Nothing of them is read but what the
/// database compares, so that a damaged one is in nobody's way.
pub(super) fn expire(before_ms: u64, most: usize, to: &Connection) -> rusqlite::Result<bool> {
    let delete = "DELETE FROM game WHERE n IN \
        (SELECT n FROM game WHERE ended < ?1 ORDER BY ended LIMIT ?2)";
    let gone = to
        .prepare_cached(delete)?
        .execute((before_ms.cast_signed(), most.cast_signed()))?;
    Ok(gone < most)
}

/// Deletes the oldest games, at most `most`; returns their number.
pub(super) fn evict(most: usize, to: &Connection) -> rusqlite::Result<usize> {
    let delete = "DELETE FROM game WHERE n IN (SELECT n FROM game ORDER BY ended LIMIT ?1)";
    to.prepare_cached(delete)?.execute([most.cast_signed()])
}
