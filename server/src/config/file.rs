//! The configuration file: finding it, and what it says.

use std::{
    io,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use super::{
    ConfigError,
    key::{Key, Kind},
};

/// The table in which limits stand.
const LIMITS: &str = "limits";

/// Which file is meant.
pub(super) enum Wanted {
    /// Somebody named it, so it has to be there.
    Named { path: PathBuf, by: &'static str },
    /// Where one may be.
    Usual(PathBuf),
}

/// What a file says.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) told: Vec<(Key, Vec<String>)>,
}

impl File {
    /// Reads the file, if it is there or has to be.
    pub(super) fn open(
        wanted: Wanted,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<Option<File>, ConfigError> {
        let (path, by) = match wanted {
            Wanted::Named { path, by } => (path, Some(by)),
            Wanted::Usual(path) => (path, None),
        };
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        match read(&path) {
            Ok(text) => File::parse(path, &text).map(Some),
            Err(why) if by.is_none() && absent.contains(&why.kind()) => Ok(None),
            Err(why) => {
                let by = by.unwrap_or("in its usual place");
                Err(ConfigError::Unreadable { path, by, why })
            }
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<File, ConfigError> {
        let table = toml::from_str::<Table>(text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start));
            ConfigError::NotToml {
                path: path.clone(),
                line: before.unwrap_or(text).matches('\n').count() + 1,
                why: one_line(error.message()),
            }
        })?;
        let file = path.display().to_string();
        let mut told = Vec::new();
        for (name, value) in table {
            match (name.as_str(), value) {
                (LIMITS, Value::Table(limits)) => {
                    for (name, value) in limits {
                        told.push(line(&file, Place::Limits, &name, value)?);
                    }
                }
                (LIMITS, _) => {
                    let right = "a table: write [limits] in a line of its own".into();
                    return Err(ConfigError::Kind { name, file, right });
                }
                (_, value) => told.push(line(&file, Place::Top, &name, value)?),
            }
        }
        Ok(File { path, told })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Limits,
}

impl Place {
    fn of(key: Key) -> Place {
        match key.is_limit() {
            true => Place::Limits,
            false => Place::Top,
        }
    }

    fn path(self, name: &str) -> String {
        match self {
            Place::Top => name.to_owned(),
            Place::Limits => format!("{LIMITS}.{name}"),
        }
    }
}

/// A thing's name in the file, with its table.
pub(super) fn name_in_file(key: Key) -> String {
    Place::of(key).path(key.name())
}

fn line(
    file: &str,
    place: Place,
    name: &str,
    value: Value,
) -> Result<(Key, Vec<String>), ConfigError> {
    let key = Key::named(name).filter(|key| Place::of(*key) == place);
    let Some(key) = key else {
        return Err(ConfigError::UnknownKey {
            name: place.path(name),
            file: file.to_owned(),
            hint: hint(name),
        });
    };
    let texts = texts(key, value).ok_or_else(|| ConfigError::Kind {
        name: place.path(name),
        file: file.to_owned(),
        right: right(key),
    })?;
    Ok((key, texts))
}

fn texts(key: Key, value: Value) -> Option<Vec<String>> {
    match (key.kind(), value) {
        (Kind::Text | Kind::Texts, Value::String(text)) => Some(vec![text]),
        (Kind::Number, Value::Integer(number)) => Some(vec![number.to_string()]),
        (Kind::Texts, Value::Array(values)) => {
            let text = |value: Value| value.as_str().map(str::to_owned);
            values.into_iter().map(text).collect()
        }
        _ => None,
    }
}

fn right(key: Key) -> String {
    let (name, example) = (key.name(), key.example());
    match key.kind() {
        Kind::Text => format!("a text in quotes, like {name} = \"{example}\""),
        Kind::Number => format!("a whole number without quotes, like {name} = {example}"),
        Kind::Texts => format!("a list of texts, like {name} = [\"{example}\"]"),
    }
}

/// What to do about a name that means nothing where it stands.
fn hint(name: &str) -> String {
    match Key::named(name) {
        Some(key) if key.is_limit() => {
            return format!("it is a limit and belongs under [{LIMITS}]");
        }
        Some(_) => return "it belongs at the top of the file, before the first [table]".into(),
        None => {}
    }
    let snake = name.replace('-', "_");
    // A forgotten unit at the end (`ping` for `ping_ms`) is nearer than any slip.
    let far = |key: &Key| match key.name().starts_with(&snake) {
        true => 0,
        false => distance(key.name(), &snake),
    };
    match Key::all().min_by_key(far) {
        Some(key) if far(&key) <= 1 + name.len() / 4 => {
            format!("perhaps {} is meant", name_in_file(key))
        }
        _ => "oxo-server config print shows everything that can".into(),
    }
}

/// How many letters have to be added, dropped or changed (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
