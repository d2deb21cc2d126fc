//! The options in force with each value's source, the constraints between
//! values, and both written as a configuration file.

use std::{collections::HashMap, net::Ipv6Addr};

use url::Url;

use super::{
    cluster::NatsServer,
    options::{ConfigOption, ServerFolders, ServerOptions},
    parse::{JournalKind, ListenAddress},
    ports,
};

/// Where the remarks of a printed configuration begin, unless a value is longer.
const REMARK_COLUMN: usize = 40;

/// The ports that browsers take; what comes to the second is sent to the first.
const HTTPS_PORT: u16 = 443;
const HTTP_PORT: u16 = 80;

/// Relation that one limit must have to another, in words and as a test.
type Relation = (&'static str, fn(&Option<u64>, &Option<u64>) -> bool);
const LESS: Relation = ("less than", PartialOrd::lt);
const AT_MOST: Relation = ("at most", PartialOrd::le);

/// Limits with what the first must be to the second, and why.
const ASCENDING: [(&str, Relation, &str, &str); 3] = [
    (
        "ping_ms",
        LESS,
        "dead_ms",
        "a connection would count as dead before it was asked whether it lives",
    ),
    (
        "seat_ping_ms",
        LESS,
        "seat_dead_ms",
        "a player would count as away before being asked",
    ),
    (
        "short_grace_ms",
        AT_MOST,
        "lost_grace_ms",
        "the grace under a short clock is the shorter one",
    ),
];

const DOMAIN: &str = "the name that the certificate is for";
const SERVERS: &str = "the servers of NATS";

/// Options that say nothing without another one, and what that one has to name.
const TOGETHER: [(&str, &str, &str); 14] = [
    ("cluster", "node", "a name that no other node has"),
    ("node", "cluster", SERVERS),
    ("create_log", "cluster", SERVERS),
    ("cluster_monitor", "cluster", SERVERS),
    ("cluster_ca", "cluster", SERVERS),
    ("cluster_cert", "cluster", SERVERS),
    ("cluster_cert", "cluster_key", "its private key"),
    ("cluster_key", "cluster", SERVERS),
    ("cluster_key", "cluster_cert", "its certificate"),
    ("peer_listen", "cluster", SERVERS),
    ("tls_cert", "tls_key", "the file of its private key"),
    ("tls_key", "tls_cert", "the file of its certificate"),
    ("tls_email", "tls_domain", DOMAIN),
    ("tls_directory", "tls_domain", DOMAIN),
];

/// The options in force with their sources.
pub(super) struct Resolved {
    pub(super) options: ServerOptions,
    /// For each option that is set: the flag, the variable, or the line of the file that decides.
    places: HashMap<&'static str, String>,
    /// The file that was read.
    pub(super) file: Option<String>,
    /// Whether the user has a data directory.
    has_home: bool,
}

impl Resolved {
    /// The defaults of a user with these directories.
    pub(super) fn new(folders: &ServerFolders) -> Resolved {
        Resolved {
            options: ServerOptions::for_user(folders),
            places: HashMap::new(),
            file: None,
            has_home: folders.data.is_some(),
        }
    }

    /// Sets an option to the texts that stand at a place.
    pub(super) fn put(
        &mut self,
        option: &'static ConfigOption,
        place: &str,
        texts: &[String],
    ) -> Result<(), String> {
        self.places.insert(option.name, place.to_owned());
        let put = (option.put)(&mut self.options, option.name, texts);
        put.map_err(|why| format!("{place}: {why}"))
    }

    fn place(&self, name: &str) -> &str {
        self.places.get(name).map_or("the default", String::as_str)
    }

    /// Checks the constraints between values; a command about a cluster is no node of it.
    pub(super) fn check(&mut self, is_node: bool) -> Result<(), String> {
        if self.options.listen.is_empty() {
            return Err(format!(
                "{}: names no address to listen on; write one like [::]:1952, or leave it out",
                self.place("listen"),
            ));
        }
        self.check_limits()?;
        self.check_journal()?;
        self.check_tls()?;
        for (name, other, meaning) in TOGETHER {
            let is_needed = self.is_set(name) && (is_node || other != "node");
            if is_needed && !self.is_set(other) {
                let (place, flag) = (self.place(name), other.replace('_', "-"));
                return Err(format!("{place} needs --{flag} with {meaning} beside it"));
            }
        }
        self.fill_in_tls();
        // TLS may have brought other addresses.
        ports::check(&self.options, |name| self.place(name))?;
        self.join_url_and_path()
    }

    fn is_set(&self, name: &str) -> bool {
        let value = |options| ConfigOption::named(name)?.value(options);
        value(&self.options) != value(&ServerOptions::default())
    }

    fn check_limits(&self) -> Result<(), String> {
        let limits = &self.options.limits;
        if limits.message_bytes < 512 {
            return Err(format!(
                "{} but must be at least 512, or a greeting with a name in it would not fit",
                self.shown("message_bytes", " is"),
            ));
        }
        for (less, (bound, holds), more, why) in ASCENDING {
            if !holds(&limits.get(less), &limits.get(more)) {
                let (less, more) = (self.shown(less, " is"), self.shown(more, ", which is"));
                return Err(format!("{less} but must be {bound} {more}: {why}"));
            }
        }
        Ok(())
    }

    /// A limit with its value and source.
    fn shown(&self, name: &str, is: &str) -> String {
        let value = self.options.limits.get(name).unwrap_or_default();
        format!("{name}{is} {value} ({})", self.place(name))
    }

    /// Checks that options which keep something on disk come with a journal there.
    fn check_journal(&self) -> Result<(), String> {
        for (name, why) in [
            ("backup", ", where there is nothing to back up"),
            ("cluster", "; every node keeps a copy of the log on disk"),
        ] {
            if self.options.journal == JournalKind::Memory && self.is_set(name) {
                let (place, journal) = (self.place(name), self.place("journal"));
                return Err(format!(
                    "{name} is set ({place}) but the journal is in memory ({journal}){why}"
                ));
            }
        }
        Ok(())
    }

    /// TLS takes a pair of files or names.
    fn check_tls(&self) -> Result<(), String> {
        let options = &self.options;
        if options.tls_cert.is_some() && !options.tls_domain.is_empty() {
            let (files, names) = (self.place("tls_cert"), self.place("tls_domain"));
            return Err(format!(
                "{files} gives the certificate and {names} has it obtained; choose one of them"
            ));
        }
        match &options.public_url {
            // A client that comes there would be sent there, again and again.
            Some(url) if options.has_tls() && url.scheme() == "http" => Err(format!(
                "{url} ({}) begins with http:// but the server encrypts; write it with https://",
                self.place("public_url")
            )),
            _ => Ok(()),
        }
    }

    /// Derives other options from an obtained certificate's names, unless they are set.
    fn fill_in_tls(&mut self) {
        let Some(name) = self.options.tls_domain.first() else {
            return;
        };
        if self.options.public_url.is_none() {
            // The parser has seen that it is a host.
            self.options.public_url = Url::parse(&format!("https://{name}/")).ok();
        }
        if !self.places.contains_key("listen") {
            let every = |port| ListenAddress::Tcp((Ipv6Addr::UNSPECIFIED, port).into());
            self.options.listen = vec![every(HTTPS_PORT), every(HTTP_PORT)];
        }
    }

    /// The public URL's path is the base path; left out, it is filled in.
    fn join_url_and_path(&mut self) -> Result<(), String> {
        let Some(url) = &mut self.options.public_url else {
            return Ok(());
        };
        let (path, base_path) = (url.path().trim_end_matches('/'), &self.options.base_path);
        if path.is_empty() {
            url.set_path(base_path);
        } else if path != base_path {
            let (path, base) = (path.to_owned(), base_path.clone());
            let (url, by) = (self.place("public_url"), self.place("base_path"));
            return Err(format!(
                "The public URL ({url}) has the path {path:?} but the base path ({by}) is {base:?}; make them the same, and let a proxy hand paths on unchanged"
            ));
        }
        Ok(())
    }

    /// The options in force as a configuration file that says where each value
    /// came from.
    pub(super) fn print(&self) -> String {
        let file = match &self.file {
            Some(file) => format!("The configuration file is {}.", one_line(file)),
            None => "There is no configuration file.".into(),
        };
        let lines = |limits: bool| {
            let all = ConfigOption::all().iter();
            let lines = all.filter(move |option| option.is_limit == limits);
            lines.map(|option| self.line(option)).collect::<String>()
        };
        format!(
            "# What is in force, and where each value came from. A flag beats a variable,\n\
             # a variable beats the configuration file, that beats the default.\n\
             # {file}\n\n{}\n[limits]\n{}",
            lines(false),
            lines(true)
        )
    }

    fn line(&self, option: &ConfigOption) -> String {
        let name = option.name;
        let Some(value) = option.value(&self.options) else {
            return format!("# {name} is not set: {}\n", option.unset);
        };
        let is_secret = match name {
            "cluster" => self.options.cluster.iter().any(NatsServer::has_password),
            name => name == "metrics_token",
        };
        if is_secret {
            return format!("# {name} is set ({}) and not shown\n", self.place(name));
        }
        let source: &str = match (self.places.get(name), &self.file) {
            (Some(place), _) if *place == option.flag || *place == option.variable => place,
            (Some(_), Some(file)) => &one_line(file),
            _ if name == "data" && !self.has_home => {
                "default here, for this user has no home directory"
            }
            _ => "default",
        };
        let set = format!("{name} = {value}");
        format!("{set:REMARK_COLUMN$} # {source}\n")
    }
}

/// A path may hold a line break, which would end the remark it stands in.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, "?")
}
