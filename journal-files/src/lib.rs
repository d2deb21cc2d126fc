//! The files of the journal in SQLite: the data directory, the tables and their rows, start-up, reading, backups and checks.
//!
//! Tables: `log`, one row a step, pointing to its room's row before it; `room`,
//! each room's last row and what start-up tells of it, written lazily; `meta`,
//! one row: up to where the summaries go, the alive mark, a digest of the
//! summaries; `game`, one row a finished game; `outage`, the times without a
//! server; `probe`, empty. Every row has a checksum over all its columns.

mod adopt;
pub mod applied;
mod backup;
mod check;
mod checksum;
mod copy;
mod detach;
mod differences;
mod digest;
mod directory_lock;
mod files;
mod games;
mod header;
mod maintenance;
mod open_error;
mod options;
pub mod outages;
mod reader;
mod room_index;
mod row;
mod schema;
pub mod sql;
pub mod start;
pub mod value_table;
mod writer_state;

pub use adopt::{KeptEnd, adopt, hold_for_now, install_copy, kept_end};
pub use backup::{BackupError, backup, restore};
pub use check::{CheckReport, check};
pub use copy::{beside, private};
pub use detach::detach;
pub use differences::{CompareError, CopyDifferences, differences};
pub use files::{FILE, JournalFiles, make_private};
pub use games::GameRow;
pub use maintenance::Maintenance;
pub use open_error::{FileFault, OpenError};
pub use options::{DiskSpace, SqliteOptions};
pub use reader::{ChainRead, Slice, SqliteReader};
pub use room_index::{Meta, RoomIndex};
pub use row::{LogStep, RowId};
pub use writer_state::WriterState;
