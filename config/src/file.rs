//! The configuration file: which it is, and the values in it.

use std::{io, path::Path};

use sentences::in_words;
use toml::de::{DeTable, DeValue};

use super::{declare::ValueKind, options::ConfigOption, resolved::Resolved};

impl Resolved {
    /// Sets what stands in the file that was named `by` a flag or variable, or in the one in its
    /// usual place if it is there.
    pub(super) fn read_file(
        &mut self,
        path: &Path,
        by: Option<&str>,
        read: impl Fn(&Path) -> io::Result<String>,
    ) -> Result<(), String> {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        let file = path.display();
        let text = match read(path) {
            Err(why) if by.is_none() && absent.contains(&why.kind()) => return Ok(()),
            text => text.map_err(|why| {
                let (by, why) = (by.unwrap_or("in its usual place"), in_words(&why));
                format!("The configuration file {file} ({by}) cannot be read: {why}; mend that, or name another file or none")
            })?,
        };
        // Counted from 1.
        let line_at = |at: usize| text.get(..at).unwrap_or(&text).matches('\n').count() + 1;
        let table = DeTable::parse(&text).map_err(|error| {
            let line = line_at(error.span().map_or(0, |span| span.start));
            let words: Vec<_> = error.message().split_whitespace().collect();
            let why = words.join(" ");
            format!("The configuration file {file}, line {line}, is not valid TOML: {why}")
        })?;
        self.file = Some(file.to_string());
        self.read_table("", table.get_ref(), &|at| {
            format!("in {file}, line {}", line_at(at))
        })
    }

    /// Sets what stands in a table whose names have that prefix; `place` says where a byte is.
    fn read_table(
        &mut self,
        prefix: &str,
        table: &DeTable,
        place: &dyn Fn(usize) -> String,
    ) -> Result<(), String> {
        for (key, value) in table {
            let name = format!("{prefix}{}", key.get_ref());
            match value.get_ref() {
                DeValue::Table(limits) if name == "limits" => {
                    self.read_table("limits.", limits, place)?;
                }
                value => {
                    let place = format!("{name} {}", place(key.span().start));
                    let option = ConfigOption::named(key.get_ref());
                    let option = option.filter(|option| option.name_in_file == name);
                    let option = option
                        .ok_or_else(|| format!("{place}, is not an option; {}", hint(&name)))?;
                    let texts = texts(option.kind, value)
                        .ok_or_else(|| format!("{place}, must be {}", right(option)))?;
                    self.put(option, &place, &texts)?;
                }
            }
        }
        Ok(())
    }
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
    let name = name.trim_start_matches("limits.");
    let names = ConfigOption::all().iter().map(|option| option.name);
    let nearest = command_line::nearest(&name.replace('-', "_"), names);
    match (ConfigOption::named(name), nearest) {
        _ if name == "limits" => "it is a table: write [limits] in a line of its own".into(),
        (Some(option), _) if option.is_limit => "it is a limit and belongs under [limits]".into(),
        (Some(_), _) => "it belongs at the top of the file, before the first [table]".into(),
        (None, Some(nearest)) => {
            let option = ConfigOption::named(nearest);
            let name = option.map_or(nearest, |option| &option.name_in_file);
            format!("perhaps {name} is meant")
        }
        (None, None) => "oxo-server config print shows everything that can".into(),
    }
}
