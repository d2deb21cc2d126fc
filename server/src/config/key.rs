//! The names under which things are told, and what each means.

use std::sync::LazyLock;

use protocol::Limits;

/// One thing that can be told. In this order they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Listen,
    Data,
    Journal,
    KeepGamesDays,
    BasePath,
    PublicUrl,
    TrustedProxy,
    Origin,
    ServerName,
    Log,
    WorkerThreads,
    Exhibition,
    /// By its place in [`Limits::NAMES`].
    Limit(usize),
}

/// How a value is written in TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Texts,
}

/// The variable that names the configuration file, which cannot stand in it.
pub(super) const CONFIG_VARIABLE: &str = "OXO_CONFIG";

/// The command line wants names that outlive it.
static LIMIT_FLAGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = Limits::NAMES.iter();
    names.map(|(name, _)| name.replace('_', "-")).collect()
});

const GENERAL: [Key; 12] = [
    Key::Listen,
    Key::Data,
    Key::Journal,
    Key::KeepGamesDays,
    Key::BasePath,
    Key::PublicUrl,
    Key::TrustedProxy,
    Key::Origin,
    Key::ServerName,
    Key::Log,
    Key::WorkerThreads,
    Key::Exhibition,
];

/// Every variable that is read.
pub(super) fn variables() -> impl Iterator<Item = String> {
    Key::all()
        .map(Key::variable)
        .chain([CONFIG_VARIABLE.to_owned()])
}

impl Key {
    pub(super) fn all() -> impl Iterator<Item = Key> {
        let limits = (0..Limits::NAMES.len()).map(Key::Limit);
        GENERAL.into_iter().chain(limits)
    }

    pub(super) fn named(name: &str) -> Option<Key> {
        Key::all().find(|key| key.name() == name)
    }

    pub(super) fn is_limit(self) -> bool {
        matches!(self, Key::Limit(_))
    }

    /// As in the file; flag and variable follow from it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Key::Listen => "listen",
            Key::Data => "data",
            Key::Journal => "journal",
            Key::KeepGamesDays => "keep_games_days",
            Key::BasePath => "base_path",
            Key::PublicUrl => "public_url",
            Key::TrustedProxy => "trusted_proxy",
            Key::Origin => "origin",
            Key::ServerName => "server_name",
            Key::Log => "log",
            Key::WorkerThreads => "worker_threads",
            Key::Exhibition => "exhibition",
            Key::Limit(i) => Limits::NAMES[i].0,
        }
    }

    /// Without its two dashes.
    pub(super) fn flag(self) -> &'static str {
        match self {
            Key::Limit(i) => &LIMIT_FLAGS[i],
            Key::KeepGamesDays => "keep-games-days",
            Key::BasePath => "base-path",
            Key::PublicUrl => "public-url",
            Key::TrustedProxy => "trusted-proxy",
            Key::ServerName => "server-name",
            Key::WorkerThreads => "worker-threads",
            general => general.name(),
        }
    }

    pub(super) fn variable(self) -> String {
        format!("OXO_{}", self.name().to_uppercase())
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Key::TrustedProxy | Key::Origin => Kind::Texts,
            Key::KeepGamesDays | Key::WorkerThreads | Key::Limit(_) => Kind::Number,
            _ => Kind::Text,
        }
    }

    pub(super) fn value_name(self) -> &'static str {
        match self {
            Key::Listen => "ADDR:PORT",
            Key::Data => "DIR",
            Key::Journal => "KIND",
            Key::BasePath => "PATH",
            Key::PublicUrl | Key::Origin => "URL",
            Key::TrustedProxy => "CIDR",
            Key::ServerName => "NAME",
            Key::Log => "FILTER",
            Key::Exhibition => "WxHxL",
            Key::KeepGamesDays | Key::WorkerThreads | Key::Limit(_) => "N",
        }
    }

    pub(super) fn meaning(self) -> &'static str {
        match self {
            Key::Listen => "Where to listen; port 0 takes a free one",
            Key::Data => "The directory in which games are kept",
            Key::Journal => {
                "What keeps the games: sqlite, or memory, where they end with the process"
            }
            Key::KeepGamesDays => {
                "For how many days finished games can be read again; 0 keeps none"
            }
            Key::BasePath => "What stands before every path, such as /oxo",
            Key::PublicUrl => {
                "Where others reach this server, such as https://oxo.example; its path, if it has one, is the base path"
            }
            Key::TrustedProxy => {
                "A proxy that is believed when it says who a visitor is; several with commas or by repeating"
            }
            Key::Origin => {
                "A further origin whose pages may connect, such as https://games.example; several with commas or by repeating"
            }
            Key::ServerName => "What the server calls itself",
            Key::Log => "Which log lines to write, such as warn or info,server=debug",
            Key::WorkerThreads => "Threads that do the work",
            Key::Exhibition => {
                "Keeps two computers playing for the front page, on a board such as 15x15x5"
            }
            Key::Limit(i) => Limits::NAMES[i].1.trim(),
        }
    }

    /// What holds when there is no value.
    pub(super) fn when_absent(self) -> &'static str {
        match self {
            Key::PublicUrl => "the machine's own addresses",
            Key::Log => "info",
            Key::WorkerThreads => "one for each processor core",
            _ => "none",
        }
    }

    /// A right value, for those who gave a wrong one.
    pub(super) fn example(self) -> &'static str {
        match self {
            Key::Listen => "0.0.0.0:1952",
            Key::Data => "/var/lib/oxo-server",
            Key::Journal => "sqlite",
            Key::BasePath => "/oxo",
            Key::PublicUrl | Key::Origin => "https://oxo.example",
            Key::TrustedProxy => "10.0.0.0/8",
            Key::ServerName => "OXO",
            Key::Log => "info",
            Key::KeepGamesDays => "30",
            Key::WorkerThreads => "4",
            Key::Exhibition => "15x15x5",
            Key::Limit(_) => "1000",
        }
    }
}
