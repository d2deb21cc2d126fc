//! Opening: the files, their contents, and the thread that writes.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use journal::{Health, JournalFailure, Opening};
use journal_files::{JournalFiles, Maintenance, OpenError, SqliteOptions, SqliteReader, start};
use parking_lot::Mutex;
use tokio::sync::{Semaphore, mpsc, watch};

use super::{
    READERS, SqliteJournal,
    commands::WriterCommand,
    file_watch::FileWatch,
    openings::Openings,
    shared_writer::SharedWriter,
    space::{self, largest_file, live_bytes},
    writer::{DatabaseState, Writer, WriterRole},
};

impl SqliteJournal {
    /// Opens the journal in `dir` at the instant `now_ms`, and makes it if
    /// there is none.
    pub fn open(dir: &Path, now_ms: u64) -> Result<(SqliteJournal, Opening), OpenError> {
        SqliteJournal::open_with(dir, now_ms, SqliteOptions::default())
    }

    /// The same, with options. A copy of a shared log is open once this node decides, which this waits for.
    pub fn open_with(
        dir: &Path,
        now_ms: u64,
        options: SqliteOptions,
    ) -> Result<(SqliteJournal, Opening), OpenError> {
        let (journal, mut openings) = SqliteJournal::follow(dir, now_ms, options)?;
        let opening = futures::executor::block_on(openings.next())?;
        Ok((journal, opening))
    }

    /// The same without waiting: until this node decides, its copy of a shared log follows.
    pub fn follow(
        dir: &Path,
        now_ms: u64,
        mut options: SqliteOptions,
    ) -> Result<(SqliteJournal, Openings), OpenError> {
        options.most_bytes = space::most_bytes(options.most_bytes, largest_file());
        let files = JournalFiles::hold(dir, options.clone())?;
        let connection = files.first()?;
        let shared = options.shared.take();
        let mut maintenance = Maintenance::new(shared.is_none());
        let bytes = live_bytes(&connection).map_err(|why| files.wrong(why))?;
        maintenance.fit(bytes, options.most_bytes, true);
        let log = shared.as_ref().map(|shared| shared.log);
        let (started, tail) = start::open(log, &files, &connection, now_ms)?;
        let (state, opening) = started.opening(now_ms);
        let closing = Arc::new(AtomicBool::new(false));
        let shared = shared.zip(tail).map(|(shared, tail)| {
            SharedWriter::open(
                shared,
                tail,
                &files,
                &connection,
                &state,
                Arc::clone(&closing),
            )
        });
        let openings = Openings::default();
        let (role, health) = match shared {
            Some(_) => (WriterRole::Follows, Health::Following),
            None => {
                openings.put(Ok(opening));
                (WriterRole::Decides, Health::Well)
            }
        };
        let (sender, commands) = mpsc::channel(options.queue);
        let writer = Writer {
            commands,
            health: Arc::new(watch::Sender::new(health)),
            is_full: Arc::default(),
            metrics: Arc::default(),
            options,
            state,
            shared: shared.transpose()?,
            role,
            openings: openings.clone(),
            close: None,
            maintenance,
            database: DatabaseState::Well(connection),
            files,
        };
        let journal = SqliteJournal::around(writer, sender, closing, dir)?;
        Ok((journal, openings))
    }

    /// The journal whose writer begins to work.
    fn around(
        writer: Writer,
        commands: mpsc::Sender<WriterCommand>,
        closing: Arc<AtomicBool>,
        dir: &Path,
    ) -> Result<SqliteJournal, OpenError> {
        let system = |why| OpenError::Directory {
            dir: dir.into(),
            why,
        };
        let Writer { files, health, .. } = &writer;
        let reader = files.reader().map_err(|why| files.wrong(why))?;
        let watch = FileWatch::begin(files.file(), &writer.options, Arc::clone(health));
        let journal = SqliteJournal {
            commands: Some(commands),
            health: Arc::clone(health),
            watch: Mutex::new(Some(watch.map_err(system)?)),
            is_full: Arc::clone(&writer.is_full),
            reader: Arc::new(SqliteReader::new(reader)),
            writer: Mutex::default(),
            closing,
            copy: writer.shared.as_ref().map(SharedWriter::view),
            readers: Semaphore::new(READERS),
            metrics: Arc::clone(&writer.metrics),
            file: files.file().to_owned(),
            disk: writer.options.disk,
        };
        let thread = std::thread::Builder::new().name("journal".into());
        let thread = thread.spawn(move || work(writer)).map_err(system)?;
        *journal.writer.lock() = Some(thread);
        Ok(journal)
    }
}

/// The writer's thread.
fn work(writer: Writer) {
    // Made here: a runtime must not be dropped inside another.
    match tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
    {
        Ok(timer) => writer.run(&timer),
        Err(why) => {
            tracing::error!(%why, "the journal's writer cannot start");
            let failed = Health::Failed(JournalFailure::Broken);
            writer.health.send_replace(failed);
        }
    }
}
