//! Everything that `oxo-server` can be told: as a flag, an environment variable
//! or a line of a TOML file under the same name; flags win, then variables.

mod cli;
mod error;
mod file;
mod key;
mod options;
mod print;
mod resolve;
mod resolved;
mod value;

pub use error::ConfigError;
pub use options::{Folders, Invocation, JournalKind, JournalTask, Options};
pub use resolve::resolve;

/// What this process was told on its command line, in its environment and in
/// its configuration file. Answers `--help`, `--version` and a command line
/// that cannot be read by itself, and ends the process.
///
/// # Errors
/// A sentence for whoever started it.
pub fn from_process() -> Result<Invocation, ConfigError> {
    for name in key::variables() {
        if std::env::var_os(&name).is_some_and(|value| value.to_str().is_none()) {
            return Err(ConfigError::NotUnicode { name });
        }
    }
    let told = resolve(
        std::env::args_os(),
        |name| std::env::var(name).ok(),
        &Folders::of_user(),
        |path| std::fs::read_to_string(path),
    );
    match told {
        Err(ConfigError::Usage(answer)) => answer.exit(),
        told => told,
    }
}

#[cfg(test)]
mod tests;
