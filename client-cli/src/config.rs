//! The configuration file (TOML), and the user's folders. Command line and environment
//! take precedence.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use archive::files;
use etcetera::BaseStrategy;
use sentences::{Catalogue, say, system_words};
use serde::Deserialize;
use toml_edit::{Document, DocumentMut, Item, TableLike, Value};

/// The settings of the file; absent ones have their defaults elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub server: Option<String>,
    /// Servers that were in use, the last one first.
    pub servers: Option<Vec<String>>,
    /// Empty: the person was asked and wants none.
    pub name: Option<String>,
    pub language: Option<String>,
    /// `keypad` or `phone`.
    pub keys: Option<String>,
    pub ascii: Option<bool>,
    /// Whether people are spoken to in plain lines even where there is a screen.
    pub plain: Option<bool>,
    /// The name of a theme.
    pub theme: Option<String>,
    /// Colours instead of the theme's, by role.
    #[serde(default)]
    pub colours: BTreeMap<String, String>,
    /// Whether a bell rings; it does unless this says no.
    pub bell: Option<bool>,
    /// `auto`, `off`, `osc9` or `osc777`.
    pub notify: Option<String>,
    /// Whether free cells show their digits.
    pub digits: Option<bool>,
    /// Whether a copy of each game is kept; it is unless this says no.
    pub keep_games: Option<bool>,
    /// Largest number of games kept; the oldest give way.
    pub games_kept: Option<usize>,
    /// Where, if not beside the seats.
    pub games_folder: Option<PathBuf>,
}

/// The names of the settings, in the order of their use.
const NAMES: [&str; 15] = [
    "server",
    "servers",
    "name",
    "language",
    "keys",
    "ascii",
    "plain",
    "theme",
    "colours",
    "bell",
    "notify",
    "digits",
    "keep_games",
    "games_kept",
    "games_folder",
];

/// Where this user's files are.
#[derive(Clone, Debug)]
pub struct ProgramFolders {
    pub config: PathBuf,
    pub data: PathBuf,
}

impl ProgramFolders {
    /// By the custom of the system; nothing without a home directory.
    pub fn of_user() -> Option<ProgramFolders> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(ProgramFolders {
            config: base.config_dir().join("oxo"),
            data: base.data_dir().join("oxo"),
        })
    }

    pub fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    pub fn seats(&self) -> PathBuf {
        self.data.join("seats")
    }

    /// Where the copies of games are, unless a setting moves them.
    pub fn games(&self, setting: Option<&Path>) -> PathBuf {
        self.data.join(setting.unwrap_or(Path::new("games")))
    }
}

/// Reads the settings; a file that is not there has none.
pub fn read(path: &Path, text: &Catalogue) -> Result<Config, String> {
    match fs::read_to_string(path) {
        Ok(settings) => toml::from_str(&settings).map_err(|error| {
            let (at, detail) = unknown(text, &settings).unwrap_or_else(|| {
                let at = error.span().map_or(0, |span| span.start);
                (at, format!("{}.", error.message()))
            });
            let (path, line) = (path.display(), line_at(&settings, at));
            say!(text, USAGE_CONFIG_VALUE, path, line, detail)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Config::default()),
        Err(error) => {
            let detail = system_words(text, &error);
            Err(say!(text, USAGE_CONFIG, path = path.display(), detail))
        }
    }
}

/// The place of a name that no setting has, and the sentence about it.
fn unknown(text: &Catalogue, settings: &str) -> Option<(usize, String)> {
    let document = Document::parse(settings).ok()?;
    let mut names = document.iter().map(|(name, _)| name);
    let name = names.find(|name| !NAMES.contains(name))?;
    let (key, _) = document.get_key_value(name)?;
    let sentence = match command_line::nearest(name, NAMES) {
        Some(similar) => say!(text, USAGE_SETTING_SIMILAR, text = name, similar),
        None => say!(text, USAGE_SETTING, text = name, names = NAMES.join(", ")),
    };
    Some((key.span()?.start, sentence))
}

/// The line on which a setting of a file stands, counted from 1; of a table's, both names.
pub fn line_of(path: &Path, names: &[&str]) -> Option<usize> {
    let text = fs::read_to_string(path).ok()?;
    let document = Document::parse(text.as_str()).ok()?;
    let (last, tables) = names.split_last()?;
    let table = tables
        .iter()
        .try_fold(document.as_table() as &dyn TableLike, |table, name| {
            table.get(name)?.as_table_like()
        })?;
    let (key, _) = table.get_key_value(last)?;
    Some(line_at(&text, key.span()?.start))
}

fn line_at(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or_default().matches('\n').count() + 1
}

/// Remembers a setting, new or in place of the old; comments and order stay as
/// the person wrote them.
///
/// # Errors
/// When the file cannot be read, understood or written.
pub fn remember(path: &Path, key: &str, value: impl Into<Value>) -> io::Result<()> {
    // A link leads to where the person keeps the file, and stays.
    let path = &fs::canonicalize(path).unwrap_or(path.to_owned());
    let before = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let mut document: DocumentMut = before.parse().map_err(io::Error::other)?;
    let mut value = value.into();
    match document.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            // What stands around it on its line.
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => document[key] = Item::Value(value),
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("toml.new");
    files::write(path, &beside, document.to_string().as_bytes())
}

#[cfg(test)]
mod tests;
