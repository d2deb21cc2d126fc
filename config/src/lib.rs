//! Configuration of `oxo-server`: every option as a flag, an environment
//! variable or a line of a TOML file; flags win, then variables.

mod cli;
mod cluster;
mod declare;
mod error;
mod file;
mod help;
mod joining;
mod mistake;
mod options;
mod parse;
mod ports;
mod reload;
mod resolved;

use std::{ffi::OsString, io, path::Path};

use cli::{CONFIG_VARIABLE, CommandLine, ServerTask};
use file::ConfigFile;
use options::ConfigOption;
use resolved::{Resolved, ValueSource};

pub use cli::{
    ClusterTask, GamesTask, Invocation, JournalTask, OperatorTask, PrintArgs, RecoverArgs,
    RoomsTask, command,
};
pub use cluster::NatsServer;
pub use error::ConfigError;
pub use help::with_choices;
pub use options::{ServerFolders, ServerOptions};
pub use parse::{JournalKind, ListenAddress, MetricsToken, Period, SocketMode};
pub use reload::{FilterChange, LiveOptions, Reloaded, Reloader};

/// Reads this process's command line, environment and configuration file.
/// `--help` and `--version` are answered here, and end the process.
///
/// # Errors
/// A sentence for the operator.
pub fn from_process() -> Result<Invocation, ConfigError> {
    let options = ConfigOption::all().iter();
    let names = options.map(|option| option.variable.as_str());
    for name in names.chain([CONFIG_VARIABLE]) {
        if std::env::var_os(name).is_some_and(|value| value.to_str().is_none()) {
            return Err(ConfigError::Invalid(format!(
                "The variable {name} is not valid Unicode; give it a plain text or unset it"
            )));
        }
    }
    let resolved = resolve(
        std::env::args_os(),
        |name| std::env::var(name).ok(),
        &ServerFolders::of_user(),
        |path| std::fs::read_to_string(path),
    );
    match resolved {
        Err(ConfigError::Help(answer)) => answer.exit(),
        resolved => resolved,
    }
}

/// Reads the options of this process again, as at its start.
///
/// # Errors
/// A sentence for the operator.
pub fn reread() -> Result<ServerOptions, String> {
    match from_process() {
        Ok(Invocation::Serve(options)) => Ok(*options),
        Ok(_) => Err("this process was not started to serve".into()),
        Err(why) => Err(why.to_string()),
    }
}

/// The task of a process with these arguments (the program's name first),
/// variables, directories and files.
///
/// # Errors
/// The first thing that is wrong. An invalid value is an error even if a
/// stronger source overrides it: the operator would be surprised when that goes away.
pub fn resolve(
    args: impl IntoIterator<Item = OsString>,
    env: impl Fn(&str) -> Option<String>,
    folders: &ServerFolders,
    read_file: impl Fn(&Path) -> io::Result<String>,
) -> Result<Invocation, ConfigError> {
    // In container set-ups an empty variable is how one is left out.
    let env = |name: &str| env(name).filter(|value| !value.is_empty());
    let line = CommandLine::read(args, folders)?;
    if let Some(text) = manual(&line, folders)? {
        return Ok(Invocation::Print(text));
    }
    let named = line
        .config()
        .map(|path| (path.into(), Some("from --config")));
    let named = named.or_else(|| Some((env(CONFIG_VARIABLE)?.into(), Some("from OXO_CONFIG"))));
    let file = match named.or_else(|| Some((folders.config_file()?, None))) {
        Some((path, by)) => ConfigFile::open(path, by, read_file)?,
        None => None,
    };
    let mut resolved = Resolved::new(folders, file.as_ref().map(|file| file.path.clone()));
    for set in file.into_iter().flat_map(|file| file.lines) {
        resolved.put(ValueSource::File(set.line), set.option, &set.texts)?;
    }
    for option in ConfigOption::all() {
        if let Some(text) = env(&option.variable) {
            resolved.put(ValueSource::Variable, option, &[text])?;
        }
        if let Some(texts) = line.get(option) {
            resolved.put(ValueSource::Flag, option, &texts)?;
        }
    }
    let is_node = !matches!(line.task, Some(ServerTask::Cluster(_)));
    resolved.check(is_node)?;
    Ok(match line.task {
        None => Invocation::Serve(Box::new(resolved.options)),
        Some(ServerTask::Config(_)) => Invocation::Print(resolved.print()),
        Some(ServerTask::Health) => Invocation::Health(Box::new(resolved.options)),
        Some(ServerTask::Journal(task)) => Invocation::Journal {
            data: resolved.options.data,
            task,
        },
        Some(ServerTask::Doctor(print)) => Invocation::Doctor {
            options: Box::new(resolved.options),
            print,
        },
        // Done above, whatever the configuration is.
        Some(ServerTask::Completions { .. } | ServerTask::Man { .. }) => {
            Invocation::Print(String::new())
        }
        Some(ServerTask::Cluster(task)) => Invocation::Cluster {
            options: Box::new(resolved.options),
            task,
        },
        Some(ServerTask::Operate(task)) => Invocation::Operate {
            options: Box::new(resolved.options),
            task,
        },
    })
}

/// The man page or the script that was asked for, if one was.
fn manual(line: &CommandLine, folders: &ServerFolders) -> Result<Option<String>, String> {
    let text = match &line.task {
        Some(ServerTask::Completions { shell }) => {
            command_line::completions(with_choices(command(folders)), *shell)
        }
        Some(ServerTask::Man { command: words }) => {
            let grammar = command(folders);
            let found = command_line::subcommand(&grammar, words);
            let found = found.map_err(|word| mistake::unknown_command(&word))?;
            command_line::man_page(found)
        }
        _ => return Ok(None),
    };
    Ok(Some(String::from_utf8_lossy(&text).into_owned()))
}

#[cfg(test)]
mod tests;
