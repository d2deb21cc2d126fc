//! Figures of the backups that the server takes by itself.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use config::ServerOptions;

/// How late a backup may be before that is an alarm: a quarter of the time between two,
/// but no more than this.
const LATE_MS: u64 = 6 * 60 * 60 * 1_000;

/// Figures of the backups.
#[derive(Debug)]
pub struct BackupFigures {
    /// When the next was or is due; `u64::MAX` when none are taken.
    pub due_ms: AtomicU64,
    /// After how much longer it is overdue.
    late_ms: u64,
    /// When the last good one was taken; 0 when there is none.
    pub last_ms: AtomicU64,
    /// The size of the last one that this process took.
    pub bytes: AtomicU64,
    /// Time that it took.
    pub took_ms: AtomicU64,
    /// Number of failures.
    pub failures: AtomicU64,
}

impl BackupFigures {
    /// None has been taken yet; the first is due at `now_ms`, if any.
    pub fn new(options: &ServerOptions, now_ms: u64) -> BackupFigures {
        let due_ms = options.backup.as_ref().map_or(u64::MAX, |_| now_ms);
        BackupFigures {
            due_ms: due_ms.into(),
            late_ms: LATE_MS.min(options.backup_every.ms() / 4),
            last_ms: 0.into(),
            bytes: 0.into(),
            took_ms: 0.into(),
            failures: 0.into(),
        }
    }

    /// Whether the last good backup is older than it may be.
    pub fn is_overdue(&self, now_ms: u64) -> bool {
        let due_ms = self.due_ms.load(Relaxed);
        now_ms > due_ms.saturating_add(self.late_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN_MS: u64 = 1_795_229_000_123;

    #[test]
    fn a_backup_is_overdue_a_quarter_of_its_time_after_it_was_due() {
        let options = |every: &str| ServerOptions {
            backup: Some("/backups".into()),
            backup_every: every.parse().unwrap(),
            ..ServerOptions::default()
        };
        let figures = BackupFigures::new(&options("1h"), BEGIN_MS);
        let quarter_ms = 15 * 60 * 1_000;
        assert!(!figures.is_overdue(BEGIN_MS + quarter_ms));
        assert!(figures.is_overdue(BEGIN_MS + quarter_ms + 1));
        let figures = BackupFigures::new(&options("7d"), BEGIN_MS);
        assert!(!figures.is_overdue(BEGIN_MS + LATE_MS));
        assert!(figures.is_overdue(BEGIN_MS + LATE_MS + 1));
        let none = BackupFigures::new(&ServerOptions::default(), BEGIN_MS);
        assert!(!none.is_overdue(u64::MAX - 1));
    }
}
