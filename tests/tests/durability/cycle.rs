//! One data directory through many servers: start one, let the players play,
//! destroy it at an instant, recover, judge; and again.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use protocol::Limits;
use tempfile::TempDir;
use tests::{
    Process,
    nats::NatsServers,
    nodes::OxoNodes,
    server::{limit_arguments, roomy},
};
use tokio::{io::AsyncReadExt, time::sleep};

pub use crate::game::End;
use crate::{
    breach::{Breach, Stats},
    game::Game,
    ledger::{self, Ledger},
    players::Table,
    record::Record,
    seeded_random::SeededRandom,
    shim::{Counter, Shim, Word},
    verdict,
};

/// Number of idle rooms that a verdict looks at.
const OLD_ROOMS: u64 = 20;
/// Assumed time of a server to listen, before there was one.
const USUAL_START: Duration = Duration::from_millis(20);

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The server's program.
    pub binary: PathBuf,
    /// The fault that is switched on in it, if any.
    pub fault: Option<&'static str>,
    /// Whether the power is cut each time the server is killed.
    pub power: bool,
    /// Each fsync takes up to this many milliseconds longer...
    pub slow_ms: u32,
    /// ... at random, or exactly as many.
    pub steady: bool,
    /// Number of rooms played in at a time.
    pub tables: usize,
}

impl Settings {
    /// A server as it is, on the disk as it is.
    pub fn plain(binary: PathBuf) -> Settings {
        Settings {
            binary,
            fault: None,
            power: false,
            slow_ms: 0,
            steady: false,
            tables: 12,
        }
    }
}

/// The harness.
pub struct Harness {
    settings: Settings,
    folder: TempDir,
    shim: Option<Shim>,
    chance: SeededRandom,
    tables: Vec<Table>,
    next_table: u32,
    /// Rooms that nobody plays in any more.
    old: BTreeSet<u32>,
    /// The nodes, in a cluster.
    nodes: Option<OxoNodes>,
    /// The clients' ledgers.
    pub record: Record,
    /// Time of each server until it listened.
    pub starts: Vec<Duration>,
    /// Number of ends that came during a write to the database file.
    pub checkpoints: u64,
    /// Counts of all rounds; `rooms` is the last round's.
    pub total: Stats,
}

impl Harness {
    /// A harness on a new data directory.
    pub fn new(settings: Settings, mut chance: SeededRandom) -> Harness {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("a data directory");
        let shimmed = settings.power || settings.slow_ms > 0;
        let shim = shimmed.then(|| Shim::new(&data, folder.path(), settings.power));
        let mut harness = Harness {
            chance: chance.fork(),
            settings,
            folder,
            shim,
            tables: Vec::new(),
            next_table: 1,
            old: BTreeSet::new(),
            nodes: None,
            record: Record::default(),
            starts: Vec::new(),
            checkpoints: 0,
            total: Stats::default(),
        };
        harness.fill();
        harness
    }

    /// A harness whose servers are nodes of a cluster on those servers of NATS. Each round destroys the one that decides.
    pub fn in_cluster(
        settings: Settings,
        chance: SeededRandom,
        nats: &NatsServers,
        nodes: u8,
    ) -> Harness {
        let mut harness = Harness::new(settings, chance);
        let (binary, folder) = (harness.settings.binary.clone(), harness.folder.path());
        harness.nodes = Some(OxoNodes::new(&binary, folder, nats, nodes, &flags()));
        harness
    }

    /// The server of a round, and its data directory.
    async fn start(&mut self) -> (Process, PathBuf) {
        let Some(nodes) = &mut self.nodes else {
            let data = self.data();
            let server = start(&self.settings.binary, &self.environment(), &data).await;
            return (server, data);
        };
        // Whoever runs takes over before the one that was destroyed is back.
        if nodes.any_runs() {
            nodes.decider().await;
        }
        nodes.start().await;
        let decider = nodes.decider().await;
        (nodes.take(decider), nodes.nodes[decider].data.clone())
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn fill(&mut self) {
        while self.tables.len() < self.settings.tables {
            let table = Table::new(self.next_table, &mut self.chance);
            self.tables.push(table);
            self.next_table += 1;
        }
    }

    /// The variables a server is started with.
    fn environment(&self) -> Vec<(&str, &str)> {
        let fault = self.settings.fault.map(|fault| ("OXO_FAULT", fault));
        let shim = self.shim.iter().flat_map(Shim::environment);
        shim.chain(fault).collect()
    }

    /// Kills a server at some instant of its start, which takes about as long
    /// as the one before. Says in which phase that was: before it listened, or
    /// after.
    pub async fn kill_at_start(&mut self) -> &'static str {
        let usual = self.starts.last().copied().unwrap_or(USUAL_START);
        let share = self.chance.below(1_000) as u32;
        let flags = flags();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let (binary, data) = (&self.settings.binary, self.data());
        let listen = "127.0.0.1:0";
        let mut child = Process::spawn_in(&self.environment(), listen, binary, &data, &flags);
        sleep(usual * share / 1_000).await;
        // It may have ended by itself; the next start would say why.
        let _ = child.kill().await;
        self.cut();
        let mut log = String::new();
        let stderr = child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut log).await.expect("a log");
        match log.contains("listening on ") {
            true => "listening",
            false => "startup",
        }
    }

    fn cut(&self) {
        if let Some(shim) = self.shim.as_ref().filter(|_| self.settings.power) {
            shim.power_cut();
        }
    }

    /// One server from its start to its end, and the verdict on what it left.
    ///
    /// # Errors
    /// With the breach.
    pub async fn round(&mut self, end: End) -> Result<Stats, Breach> {
        let path = self.folder.path().join("ledger");
        let ledger = Ledger::create(&path);
        let began = Instant::now();
        let (server, data) = self.start().await;
        self.starts.push(began.elapsed());
        let players = self.play(server, &data, end, &ledger).await;
        ledger.flush().await;
        drop(ledger);
        if !matches!(end, End::Stop) {
            self.cut();
        }
        let verdict = self.verdict(&path, &data, end).await;
        let stats = verdict.and_then(|stats| players.map(|()| stats));
        match stats {
            Ok(stats) => {
                self.total.acknowledged += stats.acknowledged;
                self.total.events += stats.events;
                self.total.games += stats.games;
                self.total.rooms = stats.rooms;
                self.change_tables();
                Ok(stats)
            }
            Err(finding) => Err(finding),
        }
    }

    /// The same, for whom nothing may be found.
    ///
    /// # Panics
    /// When something is found.
    pub async fn judged_round(&mut self, end: End) {
        if let Err(finding) = self.round(end).await {
            panic!("{end:?}: {finding}");
        }
    }

    /// Number of rooms opened.
    pub fn rooms_opened(&self) -> u64 {
        u64::from(self.next_table - 1)
    }

    /// Number of syncs requested; 0 without a shim.
    pub fn syncs(&self) -> u32 {
        self.shim
            .as_ref()
            .map_or(0, |shim| shim.count(Counter::Syncs))
    }

    /// Lets everybody play until the server has ended.
    async fn play(
        &mut self,
        server: Process,
        data: &Path,
        end: End,
        ledger: &Ledger,
    ) -> Result<(), Breach> {
        let tables = std::mem::take(&mut self.tables);
        let mut game = Game::begin(tables, &server.url(), ledger, data.join("oxo.db"));
        let weather = weather(self.shim.as_ref(), &self.settings, self.chance.fork());
        let log = tokio::select! {
            log = game.until(server, end) => log,
            () = weather => unreachable!("it never ends"),
        };
        let found;
        (self.tables, found) = game.over().await;
        self.checkpoints += game.checkpoints;
        match log.lines().find(|line| line.contains("panicked")) {
            Some(line) => Err(Breach::server(line)),
            None => found,
        }
    }

    async fn verdict(&mut self, ledger: &Path, data: &Path, end: End) -> Result<Stats, Breach> {
        self.record.take(ledger::read(ledger))?;
        let (old, chance) = (&self.old, &mut self.chance);
        let all = matches!(end, End::Stop);
        let look =
            |table| all || !old.contains(&table) || chance.below(old.len() as u64) < OLD_ROOMS;
        verdict::judge(data, &mut self.record, look).await
    }

    /// Rooms that ended make place for new ones; some players will leave
    /// theirs next time, some just stay away.
    fn change_tables(&mut self) {
        let (chance, record, old) = (&mut self.chance, &mut self.record, &mut self.old);
        self.tables.retain_mut(|table| {
            if table.is_left() {
                record.tables.remove(&table.number);
                return false;
            }
            let stays_away = !table.leaving && chance.once_in(64);
            if stays_away {
                old.insert(table.number);
            }
            table.leaving |= chance.once_in(12);
            !stays_away
        });
        self.fill();
    }
}

impl Drop for Harness {
    /// The files of a failed test stay for its investigation.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.folder.disable_cleanup(true);
            println!("the files are in {}", self.folder.path().display());
        }
    }
}

/// Starts a server that lets one address play for hundreds.
pub async fn start(binary: &Path, environment: &[(&str, &str)], data: &Path) -> Process {
    let flags = flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    Process::start_in(environment, "127.0.0.1:0", binary, data, &flags).await
}

/// The limits as flags. Rooms that nobody is in stay for the whole run, and
/// a side whose offer was declined may soon offer again.
fn flags() -> Vec<String> {
    limit_arguments(&Limits {
        empty_room_ms: 86_400_000,
        offer_cooldown_ms: 1,
        ..roomy()
    })
}

/// The disk's mood: each fsync takes a little longer, every time as long or
/// now this and now that. Never ends.
async fn weather(shim: Option<&Shim>, settings: &Settings, mut chance: SeededRandom) {
    let Some(shim) = shim else {
        return std::future::pending().await;
    };
    loop {
        let most = u64::from(settings.slow_ms);
        let slow_ms = match settings.steady {
            true => most,
            false => chance.below(most + 1),
        };
        shim.set(Word::SlowMs, u32::try_from(slow_ms).unwrap_or(0));
        sleep(Duration::from_millis(10)).await;
    }
}
