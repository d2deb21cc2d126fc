//! What is in force, written as a configuration file that says where each
//! value came from.

use super::{
    key::Key,
    resolved::{Resolved, Source},
};

/// Where the remarks begin, unless a value is longer.
const COLUMN: usize = 40;

pub(super) fn print(resolved: &Resolved) -> String {
    let file = match &resolved.file {
        Some(path) => format!("The configuration file is {}.", path.display()),
        None => "There is no configuration file.".into(),
    };
    let mut text = format!(
        "# What is in force, and where each value came from. A flag beats a variable,\n\
         # a variable beats the configuration file, that beats the default.\n\
         # {}\n\n",
        one_line(&file),
    );
    let (limits, general): (Vec<_>, Vec<_>) = Key::all().partition(|key| key.is_limit());
    for key in general {
        text += &line(resolved, key);
    }
    text += "\n[limits]\n";
    for key in limits {
        text += &line(resolved, key);
    }
    text
}

fn line(resolved: &Resolved, key: Key) -> String {
    let name = key.name();
    match resolved.options.get(key) {
        Some(value) => {
            let set = format!("{name} = {value}");
            format!("{set:COLUMN$} # {}\n", source(resolved, key))
        }
        None => format!("# {name} is not set: {}\n", key.when_absent()),
    }
}

fn source(resolved: &Resolved, key: Key) -> String {
    match (resolved.source(key), &resolved.file) {
        (Source::Flag, _) => format!("--{}", key.flag()),
        (Source::Variable, _) => key.variable(),
        (Source::File, Some(path)) => one_line(&path.display().to_string()),
        (Source::Default | Source::File, _) if key == Key::Data && !resolved.has_home => {
            "default here, for this user has no home directory".into()
        }
        (Source::Default | Source::File, _) => "default".into(),
    }
}

/// A path may hold a line break, which would end the remark it stands in.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}
