//! The configuration file: which it is, and the values in it.

use std::{
    io,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::{declare::ValueKind, options::ConfigOption};

/// The table in which limits stand.
const LIMITS: &str = "limits";

/// A line of the file: an option with its value, or values.
type OptionLine = (&'static ConfigOption, Vec<String>);

/// A configuration file that was read.
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    pub(super) values: Vec<OptionLine>,
}

impl ConfigFile {
    /// Reads the file that was named `by` a flag or variable, or the one in its
    /// usual place if it is there.
    pub(super) fn open(
        path: PathBuf,
        by: Option<&str>,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Option<ConfigFile>, String> {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        match read(&path) {
            Ok(text) => ConfigFile::parse(path, &text).map(Some),
            Err(why) if by.is_none() && absent.contains(&why.kind()) => Ok(None),
            Err(why) => Err(format!(
                "The configuration file {} ({}) cannot be read: {why}; fix that, or name another file or none",
                path.display(),
                by.unwrap_or("in its usual place"),
            )),
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<ConfigFile, String> {
        let file = path.display().to_string();
        let mut table = toml::from_str::<Table>(text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start));
            let line = before.unwrap_or(text).matches('\n').count() + 1;
            let words: Vec<_> = error.message().split_whitespace().collect();
            let why = words.join(" ");
            format!("The configuration file {file} is not valid TOML in line {line}: {why}")
        })?;
        let limits = match table.remove(LIMITS) {
            None => Table::new(),
            Some(Value::Table(limits)) => limits,
            Some(_) => {
                let right = "a table: write [limits] in a line of its own";
                return Err(format!("{LIMITS} in {file} must be {right}"));
            }
        };
        let general = table.into_iter().map(|set| (false, set));
        let limits = limits.into_iter().map(|set| (true, set));
        let values = general
            .chain(limits)
            .map(|(in_limits, (name, value))| line(&file, in_limits, &name, value))
            .collect::<Result<_, _>>()?;
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

fn line(file: &str, in_limits: bool, name: &str, value: Value) -> Result<OptionLine, String> {
    let option = ConfigOption::named(name).filter(|option| option.is_limit == in_limits);
    let Some(option) = option else {
        return Err(format!(
            "{} in {file} is not an option; {}",
            dotted(in_limits, name),
            hint(name),
        ));
    };
    let texts = texts(option.kind, value).ok_or_else(|| {
        format!(
            "{} in {file} must be {}",
            name_in_file(option),
            right(option)
        )
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
