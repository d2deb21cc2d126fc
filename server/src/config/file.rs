//! The configuration file: which it is, and the values in it.

use std::{
    io,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::{
    ConfigError,
    declare::{ConfigOption, ValueKind},
};

/// The table in which limits stand.
const LIMITS: &str = "limits";

/// Which file to read.
pub(super) enum FileChoice {
    /// Named by a flag or variable, so it has to be there.
    Named { path: PathBuf, by: &'static str },
    /// In its usual place, if it is there.
    Usual(PathBuf),
}

/// A line of the file: an option with its value, or values.
type OptionLine = (&'static ConfigOption, Vec<String>);

/// A configuration file that was read.
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    pub(super) values: Vec<OptionLine>,
}

impl ConfigFile {
    /// Reads the file, if it is there or has to be.
    pub(super) fn open(
        choice: FileChoice,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Option<ConfigFile>, ConfigError> {
        let (path, by) = match choice {
            FileChoice::Named { path, by } => (path, Some(by)),
            FileChoice::Usual(path) => (path, None),
        };
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        match read(&path) {
            Ok(text) => ConfigFile::parse(path, &text).map(Some),
            Err(why) if by.is_none() && absent.contains(&why.kind()) => Ok(None),
            Err(why) => {
                let by = by.unwrap_or("in its usual place");
                Err(ConfigError::Unreadable { path, by, why })
            }
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<ConfigFile, ConfigError> {
        let table = toml::from_str::<Table>(text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start));
            ConfigError::NotToml {
                path: path.clone(),
                line: before.unwrap_or(text).matches('\n').count() + 1,
                why: one_line(error.message()),
            }
        })?;
        let file = path.display().to_string();
        let mut values = Vec::new();
        for (name, value) in table {
            match (name.as_str(), value) {
                (LIMITS, Value::Table(limits)) => {
                    for (name, value) in limits {
                        values.push(line(&file, true, &name, value)?);
                    }
                }
                (LIMITS, _) => {
                    let right = "a table: write [limits] in a line of its own".into();
                    return Err(ConfigError::Kind { name, file, right });
                }
                (_, value) => values.push(line(&file, false, &name, value)?),
            }
        }
        Ok(ConfigFile { path, values })
    }
}

/// An option's name in the file, with its table.
pub(super) fn name_in_file(option: &ConfigOption) -> String {
    dotted(option.is_limit, option.name)
}

fn dotted(is_limit: bool, name: &str) -> String {
    match is_limit {
        true => format!("{LIMITS}.{name}"),
        false => name.to_owned(),
    }
}

fn line(file: &str, in_limits: bool, name: &str, value: Value) -> Result<OptionLine, ConfigError> {
    let option = ConfigOption::named(name).filter(|option| option.is_limit == in_limits);
    let Some(option) = option else {
        return Err(ConfigError::UnknownKey {
            name: dotted(in_limits, name),
            file: file.to_owned(),
            hint: hint(name),
        });
    };
    let texts = texts(option.kind, value).ok_or_else(|| ConfigError::Kind {
        name: name_in_file(option),
        file: file.to_owned(),
        right: right(option),
    })?;
    Ok((option, texts))
}

fn texts(kind: ValueKind, value: Value) -> Option<Vec<String>> {
    match (kind, value) {
        (ValueKind::Text | ValueKind::List, Value::String(text)) => Some(vec![text]),
        (ValueKind::Number, Value::Integer(number)) => Some(vec![number.to_string()]),
        (ValueKind::List, Value::Array(values)) => {
            let text = |value: Value| value.as_str().map(str::to_owned);
            values.into_iter().map(text).collect()
        }
        _ => None,
    }
}

fn right(option: &ConfigOption) -> String {
    let (name, example) = (option.name, option.example);
    match option.kind {
        ValueKind::Text => format!("a text in quotes, like {name} = \"{example}\""),
        ValueKind::Number => format!("a whole number without quotes, like {name} = {example}"),
        ValueKind::List => format!("a list of texts, like {name} = [\"{example}\"]"),
    }
}

/// How to correct a name that is unknown where it stands.
fn hint(name: &str) -> String {
    match ConfigOption::named(name) {
        Some(option) if option.is_limit => {
            return format!("it is a limit and belongs under [{LIMITS}]");
        }
        Some(_) => return "it belongs at the top of the file, before the first [table]".into(),
        None => {}
    }
    let snake = name.replace('-', "_");
    // A forgotten unit at the end (`ping` for `ping_ms`) is nearer than any slip.
    let distance = |option: &ConfigOption| match option.name.starts_with(&snake) {
        true => 0,
        false => strsim::levenshtein(option.name, &snake),
    };
    let nearest = ConfigOption::all()
        .iter()
        .min_by_key(|option| distance(option));
    match nearest.filter(|option| distance(option) <= 1 + name.len() / 4) {
        Some(option) => format!("perhaps {} is meant", name_in_file(option)),
        None => "oxo-server config print shows everything that can".into(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
