//! Inbox of the journal's thread for the records of the log's driver.

use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    time::Instant,
};

use cluster::{LogChange, LogObserver};

/// Items that wait for the thread; the driver waits with more of them.
const WAITING: usize = 1_024;

/// Item of an inbox.
pub(super) enum InboxItem {
    LogChange(LogChange<Vec<u8>>),
    /// A read that was asked for then has ended, and everything that it brought is before this.
    Looked {
        asked: Instant,
        is_answered: bool,
    },
}

impl InboxItem {
    /// The change, if it is one.
    pub fn change(self) -> Option<LogChange<Vec<u8>>> {
        match self {
            InboxItem::LogChange(change) => Some(change),
            InboxItem::Looked { .. } => None,
        }
    }
}

/// Where the driver leaves the records that it shows.
pub(crate) struct LogInbox(SyncSender<InboxItem>);

/// An inbox, and where it is read.
pub(super) fn inbox() -> (LogInbox, Receiver<InboxItem>) {
    let (sender, receiver) = sync_channel(WAITING);
    (LogInbox(sender), receiver)
}

impl LogInbox {
    fn put(&self, item: InboxItem) {
        // Nobody reads any more once the journal is closed.
        let _ = self.0.send(item);
    }
}

impl LogObserver<Vec<u8>> for LogInbox {
    fn shown(&self, shown: LogChange<Vec<u8>>) {
        self.put(InboxItem::LogChange(shown));
    }

    fn looked(&self, asked: Instant, is_answered: bool) {
        self.put(InboxItem::Looked { asked, is_answered });
    }
}
