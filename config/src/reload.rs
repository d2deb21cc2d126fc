//! Options of a running server: those in force, and how they are changed when they were read again.

use std::ops::Deref;

use parking_lot::RwLock;

use super::options::{ConfigOption, ServerOptions};

/// The options in force. A reload replaces those that a running server can change.
#[derive(Debug)]
pub struct LiveOptions {
    first: ServerOptions,
    /// Those of the last reload, which are never freed: others may be reading them. That is a few
    /// hundred bytes each time an operator reloads.
    later: RwLock<Option<&'static ServerOptions>>,
}

/// The options that a reload has changed, and those that it could not, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// In force from now on.
    pub changed: Vec<&'static str>,
    /// These need a restart.
    pub restart: Vec<&'static str>,
}

impl LiveOptions {
    /// Those that the server starts with.
    pub fn new(first: ServerOptions) -> LiveOptions {
        LiveOptions {
            first,
            later: RwLock::default(),
        }
    }

    /// Takes over what a running server can change of options that were read again.
    pub fn reload(&self, read: &ServerOptions) -> Reloaded {
        let mut later = self.later.write();
        let known = later.unwrap_or(&self.first);
        let (mut options, mut found) = (known.clone(), Reloaded::default());
        let all = ConfigOption::all().iter();
        for option in all.filter(|option| option.value(known) != option.value(read)) {
            match option.reload {
                Some(reload) => {
                    reload(&mut options, read);
                    found.changed.push(option.name);
                }
                None => found.restart.push(option.name),
            }
        }
        *later = Some(Box::leak(Box::new(options)));
        found
    }
}

impl Deref for LiveOptions {
    type Target = ServerOptions;

    fn deref(&self) -> &ServerOptions {
        self.later.read().unwrap_or(&self.first)
    }
}

/// Changes the log's filter to that of these options.
pub type FilterChange = Box<dyn Fn(&ServerOptions) + Send + Sync>;

#[cfg(test)]
mod tests;
