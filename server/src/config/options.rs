//! What a server can be told, and where a user's own files are.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;
use ipnet::IpNet;
use protocol::{Limits, Rules};
use url::Url;

/// Which engine keeps the events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JournalKind {
    /// On disk.
    #[default]
    Sqlite,
    /// In memory: every game ends with the process.
    Memory,
}

/// What is in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The directory in which games are kept.
    pub data: PathBuf,
    /// What keeps them.
    pub journal: JournalKind,
    /// For how many days finished games can be read again; 0 keeps none.
    pub keep_games_days: u64,
    /// What stands before every path: empty, or like `/oxo`.
    pub base_path: String,
    /// Where others reach this server, base path included.
    pub public_url: Option<Url>,
    /// Proxies that are believed when they say who a visitor is.
    pub trusted_proxies: Vec<IpNet>,
    /// Further origins whose pages may connect, as browsers write them.
    pub origins: Vec<String>,
    /// What the server calls itself.
    pub server_name: String,
    /// Which log lines to write; `info` when absent.
    pub log: Option<String>,
    /// Threads that do the work; one for each processor core when absent.
    pub worker_threads: Option<usize>,
    /// The board on which two computers always play, for the front page.
    pub exhibition: Option<Rules>,
    /// What clients may do.
    pub limits: Limits,
}

/// What the process was started for.
#[derive(Clone, Debug, PartialEq)]
pub enum Invocation {
    /// To serve.
    Serve(Box<Options>),
    /// To show this.
    PrintConfig(String),
    /// To do something with the journal in this data directory.
    Journal {
        /// The data directory.
        data: PathBuf,
        /// What.
        task: JournalTask,
    },
}

/// What can be done with a journal besides serving from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalTask {
    /// Copy it to a file.
    Backup(PathBuf),
    /// Put a copy in its place.
    Restore(PathBuf),
    /// Look whether everything in it, or in a copy, is as it was written.
    Check(Option<PathBuf>),
}

/// The user's own directories, as far as there are any.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// For what programs keep.
    pub data: Option<PathBuf>,
    /// For what programs are told.
    pub config: Option<PathBuf>,
}

impl Folders {
    /// Those of the user who runs this process.
    #[must_use]
    pub fn of_user() -> Folders {
        // An empty HOME makes them relative to wherever the process was started.
        let usable = |path: PathBuf| path.is_absolute().then_some(path);
        match etcetera::choose_base_strategy() {
            Ok(user) => Folders {
                data: usable(user.data_dir()),
                config: usable(user.config_dir()),
            },
            Err(_) => Folders::default(),
        }
    }

    pub(super) fn data_dir(&self) -> PathBuf {
        match &self.data {
            Some(data) => data.join("oxo-server"),
            None => Path::new(".").join("oxo-data"),
        }
    }

    pub(super) fn config_file(&self) -> Option<PathBuf> {
        Some(self.config.as_ref()?.join("oxo-server").join("config.toml"))
    }
}

impl Options {
    pub(super) fn for_user(folders: &Folders) -> Options {
        Options {
            listen: SocketAddr::from(([0, 0, 0, 0], 1952)),
            data: folders.data_dir(),
            journal: JournalKind::default(),
            keep_games_days: 30,
            base_path: String::new(),
            public_url: None,
            trusted_proxies: Vec::new(),
            origins: Vec::new(),
            server_name: "OXO".into(),
            log: None,
            worker_threads: None,
            exhibition: None,
            limits: Limits::default(),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::for_user(&Folders::of_user())
    }
}
