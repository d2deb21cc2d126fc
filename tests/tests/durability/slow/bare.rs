//! The least that a journal can do: appends, makes durable, answers everybody
//! who came meanwhile. What the real one is compared with.

use std::{
    fs::File,
    io::Write,
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    time::Duration,
};

use tokio::sync::oneshot;

use super::offer::Lane;

/// Number of requests that may wait.
const QUEUE: usize = 1 << 16;

/// A way to the writer's thread, which ends with the last of them.
#[derive(Clone)]
pub struct Writer(SyncSender<oneshot::Sender<()>>);

impl Writer {
    /// Starts one that appends a number of bytes for each request and adds a delay
    /// to each fsync.
    pub fn start(path: &Path, bytes: usize, slow: Duration) -> Writer {
        let (writer, orders) = sync_channel(QUEUE);
        let file = File::create(path).expect("a file");
        std::thread::spawn(move || work(file, &vec![b'x'; bytes], slow, &orders));
        Writer(writer)
    }
}

fn work(mut file: File, row: &[u8], slow: Duration, orders: &Receiver<oneshot::Sender<()>>) {
    while let Ok(first) = orders.recv() {
        let batch: Vec<_> = [first].into_iter().chain(orders.try_iter()).collect();
        file.write_all(&row.repeat(batch.len())).expect("space");
        // This is the disk, not a wait.
        std::thread::sleep(slow);
        file.sync_data().expect("a disk");
        for answer in batch {
            let _ = answer.send(());
        }
    }
}

impl Lane for Writer {
    async fn ask(&mut self) {
        let (answer, answered) = oneshot::channel();
        self.0.try_send(answer).expect("a place in the queue");
        answered.await.expect("an answer");
    }
}
