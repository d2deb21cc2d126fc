//! The options in force with each value's source, the constraints between
//! values, and both written as a configuration file.

use std::{collections::HashMap, net::Ipv6Addr, path::PathBuf};

use url::Url;

use super::{
    cluster::NatsServer,
    file::name_in_file,
    joining,
    options::{ConfigOption, ServerFolders, ServerOptions},
    parse::{JournalKind, ListenAddress},
    ports,
};

/// Where the remarks of a printed configuration begin, unless a value is longer.
const REMARK_COLUMN: usize = 40;

/// The ports that browsers take; what comes to the second is sent to the first.
const HTTPS_PORT: u16 = 443;
const HTTP_PORT: u16 = 80;

/// The option that is missing beside an option of an authority's.
const WITHOUT_DOMAIN: &str = "--tls-domain with the name that the certificate is for";

/// Source of a value, if it is not the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueSource {
    /// A line of it, counted from 1.
    File(usize),
    Variable,
    Flag,
}

/// The options in force with their sources.
pub(super) struct Resolved {
    pub(super) options: ServerOptions,
    sources: HashMap<&'static str, ValueSource>,
    /// The file that was read.
    file: Option<PathBuf>,
    /// Whether the user has a data directory.
    has_home: bool,
}

impl Resolved {
    /// The defaults of a user, and the file that is going to be read.
    pub(super) fn new(folders: &ServerFolders, file: Option<PathBuf>) -> Resolved {
        Resolved {
            options: ServerOptions::for_user(folders),
            sources: HashMap::new(),
            file,
            has_home: folders.data.is_some(),
        }
    }

    pub(super) fn put(
        &mut self,
        source: ValueSource,
        option: &'static ConfigOption,
        texts: &[String],
    ) -> Result<(), String> {
        self.sources.insert(option.name, source);
        let put = (option.put)(&mut self.options, option.name, texts);
        put.map_err(|why| format!("{}: {why}", self.place(option.name)))
    }

    /// The flag, the variable, or the line of the file that decides.
    fn place(&self, name: &str) -> String {
        match ConfigOption::named(name).zip(self.sources.get(name)) {
            None => "the default".into(),
            Some((option, ValueSource::Flag)) => option.flag.clone(),
            Some((option, ValueSource::Variable)) => option.variable.clone(),
            Some((option, ValueSource::File(line))) => {
                format!(
                    "{} in {}, line {line}",
                    name_in_file(option),
                    self.file_name()
                )
            }
        }
    }

    fn file_name(&self) -> String {
        let path = self.file.as_deref().unwrap_or_else(|| "".as_ref());
        path.display().to_string()
    }

    /// Checks the constraints between values; a command about a cluster is no node of it.
    pub(super) fn check(&mut self, is_node: bool) -> Result<(), String> {
        let limits = &self.options.limits;
        let contradiction = if self.options.listen.is_empty() {
            format!(
                "{}: names no address to listen on; write one like [::]:1952, or leave it out",
                self.place("listen"),
            )
        } else if limits.message_bytes < 512 {
            format!(
                "{} but must be at least 512, or a greeting with a name in it would not fit",
                self.shown("message_bytes", "is"),
            )
        } else if limits.ping_ms >= limits.dead_ms {
            format!(
                "{} but must be less than {}: a connection would count as dead before it was asked whether it lives",
                self.shown("ping_ms", "is"),
                self.shown("dead_ms", "which is"),
            )
        } else if limits.seat_ping_ms >= limits.seat_dead_ms {
            format!(
                "{} but must be less than {}: a player would count as away before being asked",
                self.shown("seat_ping_ms", "is"),
                self.shown("seat_dead_ms", "which is"),
            )
        } else if limits.lost_grace_ms < limits.short_grace_ms {
            format!(
                "{} but must be at least {}: the grace under a short clock is the shorter one",
                self.shown("lost_grace_ms", "is"),
                self.shown("short_grace_ms", "which is"),
            )
        } else if self.options.backup.is_some() && self.options.journal == JournalKind::Memory {
            format!(
                "backup is set ({}) but the journal is in memory ({}), where there is nothing to back up",
                self.place("backup"),
                self.place("journal"),
            )
        } else if self.options.has_cluster() && self.options.journal == JournalKind::Memory {
            format!(
                "cluster is set ({}) but the journal is in memory ({}); every node keeps a copy of the log on disk",
                self.place("cluster"),
                self.place("journal"),
            )
        } else if let Some((name, missing)) = joining::lone(&self.options, is_node) {
            format!("{} needs {missing} beside it", self.place(name))
        } else {
            self.check_tls()?;
            // TLS may have brought other addresses.
            ports::check(&self.options, |name| self.place(name))?;
            return self.join_url_and_path();
        };
        Err(contradiction)
    }

    /// TLS takes a pair of files or names.
    fn check_tls(&mut self) -> Result<(), String> {
        self.fill_in_tls();
        let options = &self.options;
        if options.tls_cert.is_some() && !options.tls_domain.is_empty() {
            let (files, names) = (self.place("tls_cert"), self.place("tls_domain"));
            return Err(format!(
                "{files} gives the certificate and {names} has it obtained; choose one of them"
            ));
        }
        let lone = match (&options.tls_cert, &options.tls_key) {
            (Some(_), None) => Some(("tls_cert", "--tls-key with the file of its private key")),
            (None, Some(_)) => Some(("tls_key", "--tls-cert with the file of its certificate")),
            _ if !options.tls_domain.is_empty() => None,
            _ if options.tls_email.is_some() => Some(("tls_email", WITHOUT_DOMAIN)),
            _ if options.tls_directory.is_some() => Some(("tls_directory", WITHOUT_DOMAIN)),
            _ => None,
        };
        if let Some((name, missing)) = lone {
            let place = self.place(name);
            return Err(format!("{place} needs {missing} beside it"));
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
        if !self.sources.contains_key("listen") {
            let every = |port| ListenAddress::Tcp((Ipv6Addr::UNSPECIFIED, port).into());
            self.options.listen = vec![every(HTTPS_PORT), every(HTTP_PORT)];
        }
    }

    /// A limit with its value and source.
    fn shown(&self, name: &str, is: &str) -> String {
        let value = self.options.limits.get(name).unwrap_or_default();
        let comma = if is == "is" { "" } else { "," };
        format!("{name}{comma} {is} {value} ({})", self.place(name))
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
            Some(_) => format!("The configuration file is {}.", one_line(&self.file_name())),
            None => "There is no configuration file.".into(),
        };
        let mut text = format!(
            "# What is in force, and where each value came from. A flag beats a variable,\n\
             # a variable beats the configuration file, that beats the default.\n\
             # {file}\n\n",
        );
        let (limits, general): (Vec<_>, Vec<_>) = ConfigOption::all()
            .iter()
            .partition(|option| option.is_limit);
        text.extend(general.into_iter().map(|option| self.line(option)));
        text += "\n[limits]\n";
        text.extend(limits.into_iter().map(|option| self.line(option)));
        text
    }

    fn line(&self, option: &ConfigOption) -> String {
        let name = option.name;
        let Some(value) = (option.get)(&self.options, name) else {
            return format!("# {name} is not set: {}\n", option.unset);
        };
        let is_secret = match name {
            "cluster" => self.options.cluster.iter().any(NatsServer::has_password),
            name => name == "metrics_token",
        };
        if is_secret {
            return format!("# {name} is set ({}) and not shown\n", self.place(name));
        }
        let source = match self.sources.get(name) {
            Some(ValueSource::File(_)) => one_line(&self.file_name()),
            Some(_) => self.place(name),
            None if name == "data" && !self.has_home => {
                "default here, for this user has no home directory".into()
            }
            None => "default".into(),
        };
        let set = format!("{name} = {value}");
        format!("{set:REMARK_COLUMN$} # {source}\n")
    }
}

/// A path may hold a line break, which would end the remark it stands in.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}
