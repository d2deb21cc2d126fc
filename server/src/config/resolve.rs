//! From everything the server was told to what is in force.
//! Arguments, environment, directories and
//! files are handed in.

use std::{ffi::OsString, io, path::Path};

use super::{
    cli::{CommandLine, Wish},
    error::ConfigError,
    file::{File, Wanted},
    key::{CONFIG_VARIABLE, Key},
    options::{Folders, Invocation},
    print,
    resolved::{Resolved, Source},
};

/// What a process with these arguments (the program's name first), variables,
/// directories and files is to do.
///
/// # Errors
/// The first thing that is wrong. Something wrong is told even if a stronger
/// source overrides it: it would surprise whoever takes that away.
pub fn resolve(
    args: impl IntoIterator<Item = OsString>,
    env: impl Fn(&str) -> Option<String>,
    folders: &Folders,
    read_file: impl Fn(&Path) -> io::Result<String>,
) -> Result<Invocation, ConfigError> {
    // In container set-ups an empty variable is how one is left out.
    let env = |name: &str| env(name).filter(|value| !value.is_empty());
    let line = CommandLine::read(args, folders)?;
    let file = wanted(&line, env, folders).map(|wanted| File::open(wanted, read_file));
    let file = file.transpose()?.flatten();
    let mut resolved = Resolved::new(folders, file.as_ref().map(|file| file.path.clone()));
    for (key, texts) in file.into_iter().flat_map(|file| file.told) {
        resolved.put(Source::File, key, &texts)?;
    }
    for key in Key::all() {
        if let Some(text) = env(&key.variable()) {
            resolved.put(Source::Variable, key, &[text])?;
        }
        if let Some(texts) = line.get(key) {
            resolved.put(Source::Flag, key, &texts)?;
        }
    }
    resolved.check_limits()?;
    resolved.join_url_and_path()?;
    Ok(match line.wish {
        Wish::Serve => Invocation::Serve(Box::new(resolved.options)),
        Wish::Print => Invocation::PrintConfig(print::print(&resolved)),
        Wish::Journal(task) => Invocation::Journal {
            data: resolved.options.data,
            task,
        },
    })
}

fn wanted(
    line: &CommandLine,
    env: impl Fn(&str) -> Option<String>,
    folders: &Folders,
) -> Option<Wanted> {
    let named = |path: String, by| Wanted::Named {
        path: path.into(),
        by,
    };
    line.config()
        .map(|path| named(path.clone(), "from --config"))
        .or_else(|| env(CONFIG_VARIABLE).map(|path| named(path, "from OXO_CONFIG")))
        .or_else(|| folders.config_file().map(Wanted::Usual))
}
