//! The players of one round, and the instant at which their server ends.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use tests::{HANG, Process};
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::{sleep, timeout},
};

use crate::{
    breach::Breach,
    ledger::Ledger,
    players::{Sitting, Table},
};

/// Time for the players until the database file changes.
const CHECKPOINT_WITHIN: Duration = Duration::from_secs(6);

/// The instant at which a server ends. Durations are random; they are what is
/// tried, not a wait for something.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// This long after it listens, however many are back by then.
    Return(Duration),
    /// So long into the load, which begins when everybody is back and has
    /// finished their game.
    Load(Duration),
    /// So long after the players fell silent.
    Idle(Duration),
    /// So long after the database file was written to, under load.
    Checkpoint(Duration),
    /// So long after it was asked to stop, under load.
    Shutdown(Duration),
    /// It is asked to stop and does.
    Stop,
}

/// The players of one round.
pub struct Game {
    tables: JoinSet<(Table, Result<(), Breach>)>,
    /// Those who have stopped.
    back: Vec<Table>,
    found: Option<Breach>,
    home: watch::Sender<usize>,
    expected: usize,
    database: PathBuf,
    /// Number of times that an awaited write was seen.
    pub checkpoints: u64,
    pause: watch::Sender<bool>,
}

impl Game {
    /// Lets everybody come to their table at a server.
    pub fn begin(tables: Vec<Table>, url: &str, ledger: &Ledger, database: PathBuf) -> Game {
        let (pause, paused) = watch::channel(false);
        let home = watch::Sender::new(0);
        let sitting = Sitting {
            url: url.to_owned(),
            ledger: ledger.clone(),
            paused,
            home: home.clone(),
            players: 2 * tables.len(),
        };
        let mut game = Game {
            tables: JoinSet::new(),
            back: Vec::new(),
            found: None,
            home,
            expected: sitting.players,
            database,
            checkpoints: 0,
            pause,
        };
        for mut table in tables {
            let sitting = sitting.clone();
            game.tables.spawn(async move {
                let played = table.play(&sitting).await;
                (table, played)
            });
        }
        game
    }

    /// Waits for the instant and ends the server; what it has logged.
    pub async fn until(&mut self, server: Process, end: End) -> String {
        if !matches!(end, End::Return(_)) && !self.all_home().await {
            return server.killed().await;
        }
        match end {
            End::Return(after) | End::Load(after) => sleep(after).await,
            End::Idle(after) => {
                self.pause.send_replace(true);
                sleep(after).await;
            }
            End::Checkpoint(after) => {
                let before = written(&self.database);
                let within = Instant::now() + CHECKPOINT_WITHIN;
                while written(&self.database) == before && Instant::now() < within {
                    sleep(Duration::from_millis(1)).await;
                }
                self.checkpoints += u64::from(written(&self.database) != before);
                sleep(after).await;
            }
            End::Shutdown(after) => {
                server.ask_to_stop().await;
                sleep(after).await;
            }
            End::Stop => {
                server.terminate().await;
                return String::new();
            }
        }
        server.killed().await
    }

    /// Waits until all are back and have finished their game. False when that
    /// does not come about, or something was found before.
    async fn all_home(&mut self) -> bool {
        let mut home = self.home.subscribe();
        let expected = self.expected;
        let wait = async {
            loop {
                tokio::select! {
                    _ = home.wait_for(|home| *home >= expected) => return true,
                    Some(ended) = self.tables.join_next() => {
                        take(ended, &mut self.back, &mut self.found);
                        if self.found.is_some() {
                            return false;
                        }
                    }
                }
            }
        };
        let came = timeout(HANG, wait).await;
        if came.is_err() {
            let back = *self.home.borrow();
            let detail = format!("of {expected} players {back} came back and finished their game");
            self.found = Some(Breach::server(detail));
        }
        came.unwrap_or(false)
    }

    /// Waits until everybody has noticed that the server is gone. The tables,
    /// and the findings at them.
    pub async fn over(&mut self) -> (Vec<Table>, Result<(), Breach>) {
        let ended = async {
            while let Some(ended) = self.tables.join_next().await {
                take(ended, &mut self.back, &mut self.found);
            }
        };
        tests::soon("the players to notice", ended).await;
        let mut tables = std::mem::take(&mut self.back);
        tables.sort_by_key(|table| table.number);
        (tables, self.found.take().map_or(Ok(()), Err))
    }
}

/// Result of a table's task.
type Ended = Result<(Table, Result<(), Breach>), JoinError>;

fn take(ended: Ended, back: &mut Vec<Table>, found: &mut Option<Breach>) {
    let (table, played) = ended.expect("players that do not panic");
    back.push(table);
    *found = found.take().or(played.err());
}

/// When a file was last written to, and how long it is.
fn written(file: &Path) -> Option<(SystemTime, u64)> {
    let data = fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}
