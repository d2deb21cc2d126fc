//! What is in force and why: each value with its source, and what has to hold
//! between values.

use std::{collections::HashMap, fmt, path::PathBuf};

use super::{
    error::ConfigError,
    file::name_in_file,
    key::Key,
    options::{Folders, Options},
};

/// Where a value came from, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Default,
    File,
    Variable,
    Flag,
}

/// What is in force and why.
pub(super) struct Resolved {
    pub(super) options: Options,
    sources: HashMap<Key, Source>,
    /// The file that was read.
    pub(super) file: Option<PathBuf>,
    /// Whether the user has a data directory.
    pub(super) has_home: bool,
}

impl Resolved {
    /// The defaults of a user, and the file that is going to be read.
    pub(super) fn new(folders: &Folders, file: Option<PathBuf>) -> Resolved {
        Resolved {
            options: Options::for_user(folders),
            sources: HashMap::new(),
            file,
            has_home: folders.data.is_some(),
        }
    }

    pub(super) fn source(&self, key: Key) -> Source {
        self.sources.get(&key).copied().unwrap_or(Source::Default)
    }

    /// The flag, the variable, or the line of the file that decides.
    fn place(&self, key: Key) -> String {
        match (self.source(key), &self.file) {
            (Source::Flag, _) => format!("--{}", key.flag()),
            (Source::Variable, _) => key.variable(),
            (Source::File, Some(file)) => format!("{} in {}", name_in_file(key), file.display()),
            (Source::Default | Source::File, _) => "the default".into(),
        }
    }

    pub(super) fn put(
        &mut self,
        source: Source,
        key: Key,
        texts: &[String],
    ) -> Result<(), ConfigError> {
        self.sources.insert(key, source);
        let put = self.options.put(key, texts);
        put.map_err(|wrong| ConfigError::Value {
            place: self.place(key),
            value: wrong.value,
            wrong: wrong.why,
        })
    }

    pub(super) fn check_limits(&self) -> Result<(), ConfigError> {
        let limits = &self.options.limits;
        if limits.message_bytes < 512 {
            return Err(ConfigError::Contradiction(format!(
                "message_bytes is {} ({}) but must be at least 512, or a greeting with a name in it would not fit",
                limits.message_bytes,
                self.limit_place("message_bytes"),
            )));
        }
        if limits.ping_ms >= limits.dead_ms {
            let why = "a connection would count as dead before it was asked whether it lives";
            return Err(self.crossed("ping_ms", "less than", "dead_ms", why));
        }
        if limits.lost_grace_ms < limits.short_grace_ms {
            let why = "the grace under a short clock is the shorter one";
            return Err(self.crossed("lost_grace_ms", "at least", "short_grace_ms", why));
        }
        Ok(())
    }

    fn crossed(
        &self,
        one: &str,
        relation: &str,
        other: &str,
        why: impl fmt::Display,
    ) -> ConfigError {
        let shown = |name: &str| {
            let value = self.options.limits.get(name).unwrap_or_default();
            format!("{value} ({})", self.limit_place(name))
        };
        ConfigError::Contradiction(format!(
            "{one} is {} but must be {relation} {other}, which is {}: {why}",
            shown(one),
            shown(other),
        ))
    }

    fn limit_place(&self, name: &str) -> String {
        Key::named(name).map_or_else(String::new, |key| self.place(key))
    }

    /// The public URL's path is the base path; left out, it is filled in.
    pub(super) fn join_url_and_path(&mut self) -> Result<(), ConfigError> {
        let Some(url) = &mut self.options.public_url else {
            return Ok(());
        };
        let (path, base_path) = (url.path().trim_end_matches('/'), &self.options.base_path);
        if path.is_empty() {
            url.set_path(base_path);
        } else if path != base_path {
            let (path, base) = (path.to_owned(), base_path.clone());
            let (url, by) = (self.place(Key::PublicUrl), self.place(Key::BasePath));
            return Err(ConfigError::Contradiction(format!(
                "The public URL ({url}) has the path {path:?} but the base path ({by}) is {base:?}; make them the same, and let a proxy hand paths on unchanged"
            )));
        }
        Ok(())
    }
}
