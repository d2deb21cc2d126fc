//! Configuration of `oxo-server`: every option as a flag, an environment
//! variable or a line of a TOML file; flags win, then variables.

mod cli;
mod cluster;
mod declare;
mod file;
mod help;
mod mistake;
mod options;
mod parse;
mod ports;
mod reload;
mod resolved;

use std::{ffi::OsString, io, path::Path};

use clap::Command;
use cli::{CONFIG_VARIABLE, ServerTask};
use help::CONFIG_FILE;
use options::ConfigOption;
use resolved::Resolved;

pub use cli::{
    ClusterTask, GamesTask, Invocation, JournalTask, OperatorTask, PrintArgs, RecoverArgs,
    RoomsTask, Task, command,
};
pub use cluster::NatsServer;
pub use help::with_choices;
pub use options::{ServerFolders, ServerOptions};
pub use parse::{JournalKind, ListenAddress, MetricsToken, Period, SocketMode};
pub use reload::{FilterChange, LiveOptions, Reloaded};

/// Reads this process's command line, environment and configuration file.
///
/// # Errors
/// A sentence for the operator, without its full stop.
pub fn from_process() -> Result<Invocation, String> {
    resolve(
        std::env::args_os(),
        |name| std::env::var_os(name),
        &ServerFolders::of_user(),
        |path| std::fs::read_to_string(path),
    )
}

/// Reads the options of this process again, as at its start.
///
/// # Errors
/// A sentence for the operator.
pub fn reread() -> Result<ServerOptions, String> {
    match from_process()? {
        Invocation::Run(options, None) => Ok(*options),
        _ => Err("this process was not started to serve".into()),
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
    env: impl Fn(&str) -> Option<OsString>,
    folders: &ServerFolders,
    read_file: impl Fn(&Path) -> io::Result<String>,
) -> Result<Invocation, String> {
    // In container set-ups an empty variable is how one is left out.
    let env = |name: &str| match env(name).unwrap_or_default().into_string() {
        Ok(text) => Ok(Some(text).filter(|text| !text.is_empty())),
        Err(_) => Err(format!(
            "The variable {name} is not valid Unicode; give it a plain text or unset it"
        )),
    };
    let mut grammar = command(folders);
    let (flags, task) = match cli::read(args, &mut grammar) {
        Ok(read) => read,
        Err(help) if !help.use_stderr() => return Ok(Invocation::Help(help)),
        Err(error) => return Err(mistake::sentence(&error)),
    };
    if let Some(text) = manual(task.as_ref(), grammar)? {
        return Ok(Invocation::Print(text));
    }
    let mut resolved = Resolved::new(folders);
    let by_flag = flags.get_one::<String>(CONFIG_FILE);
    let by_flag = by_flag.map(|path| (path.into(), Some("from --config")));
    let by_variable = env(CONFIG_VARIABLE)?.map(|path| (path.into(), Some("from OXO_CONFIG")));
    let usual = folders.config_file().map(|path| (path, None));
    if let Some((path, by)) = by_flag.or(by_variable).or(usual) {
        resolved.read_file(&path, by, read_file)?;
    }
    for option in ConfigOption::all() {
        if let Some(text) = env(&option.variable)? {
            resolved.put(option, &option.variable, &[text])?;
        }
        if let Some(texts) = flags.get_many::<String>(option.name) {
            resolved.put(option, &option.flag, &texts.cloned().collect::<Vec<_>>())?;
        }
    }
    let is_node = !matches!(task, Some(ServerTask::Run(Task::Cluster(_))));
    resolved.check(is_node)?;
    let task = match task {
        None => None,
        Some(ServerTask::Run(task)) => Some(task),
        Some(_) => return Ok(Invocation::Print(resolved.print())),
    };
    Ok(Invocation::Run(Box::new(resolved.options), task))
}

/// The man page or the script that was asked for, if one was: whatever the configuration is.
fn manual(task: Option<&ServerTask>, grammar: Command) -> Result<Option<String>, String> {
    Ok(match task {
        Some(ServerTask::Completions { shell }) => {
            Some(command_line::completions(with_choices(grammar), *shell))
        }
        Some(ServerTask::Man { command }) => {
            let found = command_line::subcommand(&grammar, command);
            let found = found.map_err(|word| mistake::unknown_command(&word))?;
            Some(command_line::man_page(found))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
