//! The configuration file: which it is, and the values in it.

use std::{
    io,
    path::{Path, PathBuf},
};

use sentences::in_words;
use toml::de::{DeTable, DeValue};

use super::{declare::ValueKind, options::ConfigOption};

/// The table in which limits stand.
const LIMITS: &str = "limits";

/// A line of the file: an option with its value, or values.
pub(super) struct OptionLine {
    pub(super) option: &'static ConfigOption,
    pub(super) texts: Vec<String>,
    /// Counted from 1.
    pub(super) line: usize,
}

/// A configuration file that was read.
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    pub(super) lines: Vec<OptionLine>,
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
                "The configuration file {} ({}) cannot be read: {}; mend that, or name another file or none",
                path.display(),
                by.unwrap_or("in its usual place"),
                in_words(&why),
            )),
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<ConfigFile, String> {
        let table = DeTable::parse(text).map_err(|error| {
            let line = line_at(text, error.span().map_or(0, |span| span.start));
            let words: Vec<_> = error.message().split_whitespace().collect();
            let (file, why) = (path.display(), words.join(" "));
            format!("The configuration file {file}, line {line}, is not valid TOML: {why}")
        })?;
        let mut lines = Vec::new();
        let mut add = |in_limits, name: &str, at: usize, value: &DeValue<'_>| {
            let line = line_at(text, at);
            let place = format!("in {}, line {line}", path.display());
            let (option, texts) = setting(&place, in_limits, name, value)?;
            lines.push(OptionLine {
                option,
                texts,
                line,
            });
            Ok::<_, String>(())
        };
        for (name, value) in table.get_ref() {
            let at = name.span().start;
            match (name.get_ref().as_ref(), value.get_ref()) {
                (LIMITS, DeValue::Table(limits)) => {
                    for (name, value) in limits {
                        add(true, name.get_ref(), name.span().start, value.get_ref())?;
                    }
                }
                (LIMITS, _) => {
                    let (file, line) = (path.display(), line_at(text, at));
                    let right = "a table: write [limits] in a line of its own";
                    return Err(format!("{LIMITS} in {file}, line {line}, must be {right}"));
                }
                (name, value) => add(false, name, at, value)?,
            }
        }
        Ok(ConfigFile { path, lines })
    }
}

/// The line of a text in which a byte stands, counted from 1.
fn line_at(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
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

/// The option of that name, and its value as texts.
fn setting(
    place: &str,
    in_limits: bool,
    name: &str,
    value: &DeValue<'_>,
) -> Result<(&'static ConfigOption, Vec<String>), String> {
    let option = ConfigOption::named(name).filter(|option| option.is_limit == in_limits);
    let Some(option) = option else {
        return Err(format!(
            "{} {place}, is not an option; {}",
            dotted(in_limits, name),
            hint(name),
        ));
    };
    let texts = texts(option.kind, value).ok_or_else(|| {
        let (name, right) = (name_in_file(option), right(option));
        format!("{name} {place}, must be {right}")
    })?;
    Ok((option, texts))
}

fn texts(kind: ValueKind, value: &DeValue<'_>) -> Option<Vec<String>> {
    match (kind, value) {
        (ValueKind::Text | ValueKind::List, DeValue::String(text)) => Some(vec![text.to_string()]),
        (ValueKind::Number, DeValue::Integer(number)) => {
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            Some(vec![number.to_string()])
        }
        (ValueKind::Switch, DeValue::Boolean(is_on)) => Some(vec![is_on.to_string()]),
        (ValueKind::List, DeValue::Array(values)) => {
            let texts = values.iter().map(|value| value.get_ref().as_str());
            texts.map(|text| Some(text?.to_owned())).collect()
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
        ValueKind::Switch => format!("true or false, like {name} = {example}"),
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
    let names = ConfigOption::all().iter().map(|option| option.name);
    let nearest = command_line::nearest(&name.replace('-', "_"), names);
    match nearest.and_then(ConfigOption::named) {
        Some(option) => format!("perhaps {} is meant", name_in_file(option)),
        None => "oxo-server config print shows everything that can".into(),
    }
}
