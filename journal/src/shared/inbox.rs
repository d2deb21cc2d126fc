//! What the log's driver shows, on its way to the journal's thread.

use std::{
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    time::Duration,
};

use cluster::{LogObserver, Shown};

/// How long the thread waits for a record before it looks whether there will be one.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// Records that wait for the thread; the driver waits with more of them.
const WAITING: usize = 1_024;

/// Where the driver leaves what it shows.
pub(crate) struct LogInbox(SyncSender<Shown<Vec<u8>>>);

/// An inbox, and where it is read.
pub(super) fn inbox() -> (LogInbox, Receiver<Shown<Vec<u8>>>) {
    let (sender, receiver) = sync_channel(WAITING);
    (LogInbox(sender), receiver)
}

impl LogObserver<Vec<u8>> for LogInbox {
    fn shown(&self, shown: Shown<Vec<u8>>) {
        // Nobody reads any more once the journal is closed.
        let _ = self.0.send(shown);
    }
}
