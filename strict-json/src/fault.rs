//! The mistake in a request: a path and a detail in plain words.

use std::{borrow::Cow, fmt};

use serde::de::{self, Unexpected};

/// Numbers above this are not exact in every language that reads JSON.
pub const LARGEST: u64 = (1 << 53) - 1;

/// A fault and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Such as `settings.rules.height` or `clocks[1].move_ms`; empty for the whole.
    pub path: String,
    /// Nothing when there is no such field.
    pub detail: Option<String>,
}

impl Fault {
    /// A fault of the whole, in words that follow its name.
    pub fn here(detail: impl Into<String>) -> Fault {
        Fault {
            path: String::new(),
            detail: Some(detail.into()),
        }
    }

    fn must_be(wanted: &dyn de::Expected) -> Fault {
        Fault::here(format!("must be {}", plain(&wanted.to_string())))
    }

    /// There is no field of that name.
    pub fn unknown(name: &str) -> Fault {
        let (path, detail) = (name.to_owned(), None);
        Fault { path, detail }
    }

    /// The same, seen from around the field or the entry that is `step`.
    #[must_use]
    pub fn within(mut self, step: &str) -> Fault {
        let dot = match self.path.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.path = format!("{step}{dot}{}", self.path);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = self.detail.as_deref().unwrap_or("is not known");
        write!(f, "{} {detail}", self.path)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(why: T) -> Fault {
        Fault::here(why.to_string())
    }

    fn invalid_type(_: Unexpected, wanted: &dyn de::Expected) -> Fault {
        Fault::must_be(wanted)
    }

    fn invalid_value(_: Unexpected, wanted: &dyn de::Expected) -> Fault {
        Fault::must_be(wanted)
    }

    fn invalid_length(_: usize, wanted: &dyn de::Expected) -> Fault {
        Fault::must_be(wanted)
    }

    fn unknown_variant(_: &str, words: &'static [&'static str]) -> Fault {
        Fault::here(format!("must be one of {}", words.join(", ")))
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Fault {
        Fault::unknown(name)
    }

    fn missing_field(name: &'static str) -> Fault {
        Fault::here("is missing").within(name)
    }

    fn duplicate_field(name: &'static str) -> Fault {
        Fault::here("stands there twice").within(name)
    }
}

/// The expectation of serde's own readers, in JSON's words.
fn plain(wanted: &str) -> Cow<'_, str> {
    let most = match wanted {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        "u64" => LARGEST,
        "a string" | "str" => return "text".into(),
        "a boolean" => return "true or false".into(),
        "a sequence" => return "a list".into(),
        own => return own.into(),
    };
    format!("a whole number from 0 to {most}").into()
}
