//! Options of a running server: those in force, and how they are read and changed again.

use std::ops::Deref;

use parking_lot::{Mutex, RwLock};

use super::options::{ConfigOption, ServerOptions};

/// The options in force. A reload replaces those that a running server can change.
#[derive(Debug)]
pub struct LiveOptions {
    first: ServerOptions,
    /// Those of the last reload, which are never freed: others may be reading them. That is a few
    /// hundred bytes each time an operator reloads.
    later: RwLock<Option<&'static ServerOptions>>,
}

impl LiveOptions {
    /// Those that the server starts with.
    #[must_use]
    pub fn new(first: ServerOptions) -> LiveOptions {
        LiveOptions {
            first,
            later: RwLock::default(),
        }
    }

    /// Takes over what a running server can change.
    pub fn reload(&self, from: &ServerOptions) {
        let mut to = ServerOptions::clone(self);
        for reload in ConfigOption::all().iter().filter_map(|it| it.reload) {
            reload(&mut to, from);
        }
        *self.later.write() = Some(Box::leak(Box::new(to)));
    }
}

impl Deref for LiveOptions {
    type Target = ServerOptions;

    fn deref(&self) -> &ServerOptions {
        self.later.read().unwrap_or(&self.first)
    }
}

/// Reads the options of a process again, as it did at its start.
type ReadAgain = Box<dyn Fn() -> Result<ServerOptions, String> + Send + Sync>;

/// Changes what is logged to what these options say.
pub type FilterChange = Box<dyn Fn(&ServerOptions) + Send + Sync>;

/// How a running server learns of changes to its configuration.
pub struct Reloader {
    read: ReadAgain,
    /// The configuration as it was read last.
    known: Mutex<ServerOptions>,
}

/// The options that a reload has changed, and those that it could not, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// In force from now on.
    pub changed: Vec<&'static str>,
    /// These need a restart.
    pub restart: Vec<&'static str>,
}

impl Reloader {
    /// Of a process that was configured so.
    #[must_use]
    pub fn new(known: ServerOptions, read: ReadAgain) -> Reloader {
        Reloader {
            read,
            known: Mutex::new(known),
        }
    }

    /// Reads the options again, and what has changed since.
    ///
    /// # Errors
    /// A sentence for the operator: nothing has changed then.
    pub fn read(&self) -> Result<(ServerOptions, Reloaded), String> {
        let read = (self.read)()?;
        let mut known = self.known.lock();
        let mut found = Reloaded::default();
        for option in ConfigOption::all() {
            let value = |options: &ServerOptions| (option.get)(options, option.name);
            if value(&known) == value(&read) {
                continue;
            }
            match option.reload {
                Some(reload) => {
                    reload(&mut known, &read);
                    found.changed.push(option.name);
                }
                None => found.restart.push(option.name),
            }
        }
        Ok((read, found))
    }
}

#[cfg(test)]
mod tests;
