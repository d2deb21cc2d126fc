//! Declaration of options: one entry gives the field, its default, the flag, the
//! variable, the line of the file, the help and the line of `config print`.

use std::{net::SocketAddr, path::PathBuf, sync::LazyLock};

use ipnet::IpNet;
use protocol::{Limits, Rules};
use toml::Value;
use url::Url;

use super::{
    options::{JournalKind, ServerOptions},
    parse,
};

/// A configuration option. Flag, variable and file name follow from its name.
pub(super) struct ConfigOption {
    /// As in the file.
    pub name: &'static str,
    /// With its two dashes.
    pub flag: String,
    /// The environment variable.
    pub variable: String,
    pub kind: ValueKind,
    /// What the help calls its value.
    pub value_name: &'static str,
    /// The line of the help, from the field's documentation.
    pub help: &'static str,
    /// A valid value, for sentences about an invalid one.
    pub example: &'static str,
    /// What applies when there is no value.
    pub unset: &'static str,
    /// Whether it is one of [`Limits`], which have their own table in the file.
    pub is_limit: bool,
    /// Sets the option of that name from its texts, of which only lists have more
    /// than one.
    pub put: fn(&mut ServerOptions, &str, &[String]) -> Result<(), InvalidValue>,
    /// The value of the option of that name as it stands in the file.
    pub get: fn(&ServerOptions, &str) -> Option<Value>,
}

/// How a value is written in TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Text,
    Number,
    List,
}

/// A text that cannot be read, and what is wrong with it.
#[derive(Debug, PartialEq)]
pub(super) struct InvalidValue {
    pub value: String,
    pub why: String,
}

/// Every option, in display order: the server's own, then the limits.
static ALL: LazyLock<Vec<ConfigOption>> = LazyLock::new(|| {
    let limits = Limits::NAMES.iter().map(|(name, meaning)| ConfigOption {
        value_name: "N",
        example: "1000",
        is_limit: true,
        put: |options, name, texts| {
            let value = u64::read(texts, parse::limit(name))?;
            if let Some(limit) = options.limits.get_mut(name) {
                *limit = value;
            }
            Ok(())
        },
        get: |options, name| options.limits.get(name)?.to_toml(),
        ..ConfigOption::new::<u64>(name, meaning)
    });
    ServerOptions::declared()
        .into_iter()
        .chain(limits)
        .collect()
});

impl ConfigOption {
    pub(super) fn all() -> &'static [ConfigOption] {
        &ALL
    }

    pub(super) fn named(name: &str) -> Option<&'static ConfigOption> {
        ALL.iter().find(|option| option.name == name)
    }

    /// An option whose field has the type `T`, without the rest.
    pub(super) fn new<T: OptionValue>(name: &'static str, help: &'static str) -> ConfigOption {
        ConfigOption {
            name,
            flag: format!("--{}", name.replace('_', "-")),
            variable: format!("OXO_{}", name.to_uppercase()),
            kind: T::KIND,
            value_name: "",
            help: help.trim(),
            example: "",
            unset: "none",
            is_limit: false,
            put: |_, _, _| Ok(()),
            get: |_, _| None,
        }
    }
}

/// The type of an option's field.
pub(super) trait OptionValue: Sized {
    /// What one text is read as.
    type Item;
    const KIND: ValueKind;

    fn read(
        texts: &[String],
        parse: impl Fn(&str) -> Result<Self::Item, String>,
    ) -> Result<Self, InvalidValue>;

    fn to_toml(&self) -> Option<Value>;
}

impl<T: OptionValue> OptionValue for Option<T> {
    type Item = T::Item;
    const KIND: ValueKind = T::KIND;

    fn read(
        texts: &[String],
        parse: impl Fn(&str) -> Result<T::Item, String>,
    ) -> Result<Self, InvalidValue> {
        T::read(texts, parse).map(Some)
    }

    fn to_toml(&self) -> Option<Value> {
        self.as_ref()?.to_toml()
    }
}

impl<T: OptionValue<Item = T>> OptionValue for Vec<T> {
    type Item = T;
    const KIND: ValueKind = ValueKind::List;

    /// Each text may hold several with commas, for a variable has only one text.
    fn read(
        texts: &[String],
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Self, InvalidValue> {
        let items = texts.iter().flat_map(|text| text.split(','));
        let items = items.map(str::trim).filter(|item| !item.is_empty());
        items.map(|item| read_one(item, &parse)).collect()
    }

    fn to_toml(&self) -> Option<Value> {
        Some(Value::Array(self.iter().filter_map(T::to_toml).collect()))
    }
}

fn read_one<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, InvalidValue> {
    parse(text.trim()).map_err(|why| InvalidValue {
        value: text.into(),
        why,
    })
}

macro_rules! scalar {
    ($kind:ident, $write:expr, $($of:ty),*) => {$(
        impl OptionValue for $of {
            type Item = $of;
            const KIND: ValueKind = ValueKind::$kind;

            fn read(
                texts: &[String],
                parse: impl Fn(&str) -> Result<$of, String>,
            ) -> Result<$of, InvalidValue> {
                read_one(texts.last().map_or("", String::as_str), parse)
            }

            fn to_toml(&self) -> Option<Value> {
                let write: fn(&$of) -> Value = $write;
                Some(write(self))
            }
        }
    )*};
}

scalar!(
    Text,
    |value| value.to_string().into(),
    SocketAddr,
    String,
    JournalKind,
    IpNet,
    Rules,
    Url
);
scalar!(
    Text,
    |path| path.to_string_lossy().into_owned().into(),
    PathBuf
);
scalar!(
    Number,
    |n| i64::try_from(*n).unwrap_or(i64::MAX).into(),
    u64,
    usize
);

/// Declares [`ServerOptions`], one entry an option; `$user` is whose directories
/// the defaults are in.
macro_rules! server_options {
    ($user:ident => $(
        #[doc = $help:literal]
        $name:ident: $of:ty = $default:expr, $value_name:literal like $example:literal, $parse:expr
            $(, unset $unset:literal)?;
    )*) => {
        /// The options in force.
        #[derive(Clone, Debug, PartialEq)]
        pub struct ServerOptions {
            $(#[doc = $help] pub $name: $of,)*
            /// What clients may do.
            pub limits: Limits,
        }

        impl ServerOptions {
            pub(super) fn for_user($user: &UserFolders) -> ServerOptions {
                ServerOptions { $($name: $default,)* limits: Limits::default() }
            }

            pub(super) fn declared() -> Vec<ConfigOption> {
                vec![$(ConfigOption {
                    value_name: $value_name,
                    example: $example,
                    unset: [$($unset,)? "none"][0],
                    put: |options, _, texts| {
                        options.$name = OptionValue::read(texts, $parse)?;
                        Ok(())
                    },
                    get: |options, _| options.$name.to_toml(),
                    ..ConfigOption::new::<$of>(stringify!($name), $help)
                },)*]
            }
        }
    };
}
pub(super) use server_options;
