//! The clients' own notes, outside the server: everything they sent, before it was sent, and
//! everything they received. On disk, synced.
//!
//! A file holds one line an entry; the judge reads it back later.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    thread,
};

use protocol::Seat;
use tokio::sync::{mpsc, oneshot};

/// Entries that may wait for the disk.
const QUEUE: usize = 4096;

/// Kind of an entry, and the meaning of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The secret a seat will be taken with; noted before it is sent. No number.
    Secret,
    /// The seat is taken: the reply that said so. No number.
    Seated,
    /// A command, before it is sent, by its `n`.
    Sent,
    /// The reply to a command, by the command's `n`.
    Reply,
    /// An event that was seen, by its `seq`.
    Event,
    /// A whole room that was seen, by its `seq`.
    View,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Secret, "secret"),
    (Kind::Seated, "seated"),
    (Kind::Sent, "sent"),
    (Kind::Reply, "reply"),
    (Kind::Event, "event"),
    (Kind::View, "view"),
];

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Room, by the harness's own number.
    pub table: u32,
    /// Seat of the one who noted it; none for a spectator.
    pub seat: Option<Seat>,
    /// The entry.
    pub kind: Kind,
    /// Its number, as its kind says.
    pub number: u64,
    /// The exact text. JSON as it is sent has neither tabs nor newlines.
    pub text: String,
}

impl Entry {
    fn line(&self) -> String {
        let kind = KINDS.iter().find(|(kind, _)| *kind == self.kind);
        let (_, kind) = kind.expect("a kind with a name");
        let seat = self
            .seat
            .map_or_else(|| "-".to_owned(), |seat| seat.to_string());
        assert!(!self.text.contains(['\t', '\n']), "a text of one line");
        let (table, number, text) = (self.table, self.number, &self.text);
        format!("{kind}\t{table}\t{seat}\t{number}\t{text}\n")
    }

    fn parse(line: &str) -> Option<Entry> {
        let mut parts = line.splitn(5, '\t');
        let kind = parts.next()?;
        let (kind, _) = *KINDS.iter().find(|(_, name)| *name == kind)?;
        let table = parts.next()?.parse().ok()?;
        let seat = match parts.next()? {
            "-" => None,
            name => Some(*Seat::BOTH.iter().find(|seat| seat.to_string() == name)?),
        };
        Some(Entry {
            table,
            seat,
            kind,
            number: parts.next()?.parse().ok()?,
            text: parts.next()?.to_owned(),
        })
    }
}

/// An entry on its way, and who waits for it.
type Order = (String, Option<oneshot::Sender<()>>);

/// An open ledger, for many to write in.
#[derive(Clone, Debug)]
pub struct Ledger(mpsc::Sender<Order>);

impl Ledger {
    /// Begins a ledger in a new file. A thread of its own writes and syncs
    /// whatever waits together, and ends with the last of those who write.
    pub fn create(path: &Path) -> Ledger {
        let file = File::create(path).expect("a file for the ledger");
        let (sender, orders) = mpsc::channel(QUEUE);
        thread::spawn(move || write(file, orders));
        Ledger(sender)
    }

    /// Notes something; it is durable before anything that is kept later.
    pub async fn note(&self, entry: &Entry) {
        self.order((entry.line(), None)).await;
    }

    /// Notes something, and returns when it and all before it are durable.
    pub async fn keep(&self, entry: &Entry) {
        self.durable(entry.line()).await;
    }

    /// Returns when everything noted is durable.
    pub async fn flush(&self) {
        self.durable(String::new()).await;
    }

    async fn durable(&self, line: String) {
        let (kept, wait) = oneshot::channel();
        self.order((line, Some(kept))).await;
        wait.await.expect("a ledger that can be written");
    }

    async fn order(&self, order: Order) {
        let taken = self.0.send(order).await;
        assert!(taken.is_ok(), "the ledger cannot be written");
    }
}

fn write(mut file: File, mut orders: mpsc::Receiver<Order>) {
    while let Some((mut lines, kept)) = orders.blocking_recv() {
        let mut waiting: Vec<_> = kept.into_iter().collect();
        for _ in 0..QUEUE {
            let Ok((line, kept)) = orders.try_recv() else {
                break;
            };
            lines.push_str(&line);
            waiting.extend(kept);
        }
        file.write_all(lines.as_bytes()).expect("room on the disk");
        // Without a waiter nothing has to be synced yet.
        if !waiting.is_empty() {
            file.sync_data().expect("a disk that syncs");
        }
        for kept in waiting {
            // The waiter may be gone.
            let _ = kept.send(());
        }
    }
}

/// Reads a ledger back.
pub fn read(path: &Path) -> Vec<Entry> {
    let text = fs::read_to_string(path).expect("a ledger");
    let entries = text.lines().map(|line| {
        let entry = Entry::parse(line);
        entry.unwrap_or_else(|| panic!("{} has a line {line:?}", path.display()))
    });
    entries.collect()
}

#[tokio::test]
async fn a_ledger_reads_back() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("ledger");
    let ledger = Ledger::create(&path);
    let entry = |seat, kind, number| Entry {
        table: 3,
        seat,
        kind,
        number,
        text: r#"{"type":"move","n":1,"a":"ä\t"}"#.to_owned(),
    };
    let entries = [
        entry(Some(Seat::Host), Kind::Sent, 1),
        entry(None, Kind::Event, 7),
        entry(Some(Seat::Guest), Kind::Reply, 2),
    ];
    ledger.note(&entries[0]).await;
    ledger.note(&entries[1]).await;
    ledger.keep(&entries[2]).await;
    assert_eq!(read(&path), entries);
}
