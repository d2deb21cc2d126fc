//! Declaration of options: one entry gives the field, its default, the flag, the
//! variable, the line of the file, the help and the line of `config print`.

use std::{net::SocketAddr, path::PathBuf};

use ipnet::IpNet;
use protocol::Rules;
use toml::Value;
use url::Url;

use super::{
    cluster::NatsServer,
    parse::{JournalKind, ListenAddress, MetricsToken, Parsed, Period, SocketMode},
};

/// A configuration option of `O`. Flag, variable and name in the file follow from its name.
pub(super) struct Declaration<O> {
    pub name: &'static str,
    /// With the table that it stands in.
    pub name_in_file: String,
    /// With its two dashes.
    pub flag: String,
    /// The environment variable.
    pub variable: String,
    pub kind: ValueKind,
    /// Name of its value in the help.
    pub value_name: &'static str,
    /// The line of the help, from the field's documentation.
    pub help: &'static str,
    /// A valid value, for sentences about an invalid one.
    pub example: &'static str,
    /// The behaviour without a value, in words.
    pub unset: &'static str,
    /// Whether it is one of [`protocol::Limits`], which have their own table in the file.
    pub is_limit: bool,
    /// Sets the option of that name from its texts, of which only lists have more
    /// than one.
    pub put: fn(&mut O, &str, &[String]) -> Parsed<()>,
    /// The value of the option of that name as it stands in the file.
    pub get: fn(&O, &str) -> Option<Value>,
    /// Takes the option over from others, if a running server can: without it, it takes a restart.
    pub reload: Option<fn(&mut O, &O)>,
}

/// Type of a value in TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Text,
    Number,
    List,
    /// On or off; its flag stands for on.
    Switch,
}

impl<O> Declaration<O> {
    /// An option whose field has the type `T`, without the rest.
    pub(super) fn new<T: OptionValue>(name: &'static str, help: &'static str) -> Declaration<O> {
        Declaration {
            name,
            name_in_file: name.into(),
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
            reload: None,
        }
    }

    /// Its value as it stands in the file, if it has one.
    pub(super) fn value(&self, options: &O) -> Option<Value> {
        (self.get)(options, self.name)
    }
}

/// The type of an option's field.
pub(super) trait OptionValue: Sized {
    /// The value that one text is read as.
    type Item;
    const KIND: ValueKind;

    /// Reads it, each text by a parser whose error is the rest of a sentence that begins with the text.
    fn read(texts: &[String], parse: impl Fn(&str) -> Parsed<Self::Item>) -> Parsed<Self>;

    fn to_toml(&self) -> Option<Value>;
}

impl<T: OptionValue> OptionValue for Option<T> {
    type Item = T::Item;
    const KIND: ValueKind = T::KIND;

    fn read(texts: &[String], parse: impl Fn(&str) -> Parsed<T::Item>) -> Parsed<Self> {
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
    fn read(texts: &[String], parse: impl Fn(&str) -> Parsed<T>) -> Parsed<Self> {
        let items = texts.iter().flat_map(|text| text.split(',')).map(str::trim);
        let items = items.filter(|item| !item.is_empty());
        items.map(|item| read_one(item, &parse)).collect()
    }

    fn to_toml(&self) -> Option<Value> {
        Some(Value::Array(self.iter().filter_map(T::to_toml).collect()))
    }
}

/// Reads one value. A faulty one is named without the user and the password of a URL.
fn read_one<T>(text: &str, parse: impl Fn(&str) -> Parsed<T>) -> Parsed<T> {
    parse(text.trim()).map_err(|why| match text.rsplit_once('@') {
        Some((login, host)) if login.contains(':') => {
            let shown = format!("…@{host}");
            format!("{shown:?} {why}")
        }
        _ => format!("{text:?} {why}"),
    })
}

macro_rules! scalars {
    ($kind:ident, |$value:ident| $written:expr, $($of:ty),*) => {$(
        impl OptionValue for $of {
            type Item = $of;
            const KIND: ValueKind = ValueKind::$kind;

            fn read(texts: &[String], parse: impl Fn(&str) -> Parsed<$of>) -> Parsed<$of> {
                read_one(texts.last().map_or("", String::as_str), parse)
            }

            fn to_toml(&self) -> Option<Value> {
                let $value = self;
                Some($written)
            }
        }
    )*};
}

scalars! { Text, |text| text.to_string().into(), ListenAddress, SocketMode, SocketAddr, String, JournalKind, IpNet, Period, Rules, Url }
scalars! { Text, |path| path.to_string_lossy().into_owned().into(), PathBuf }
scalars! { Text, |server| server.reveal().into(), NatsServer }
scalars! { Switch, |is_on| (*is_on).into(), bool }
scalars! { Number, |number| i64::try_from(*number).unwrap_or(i64::MAX).into(), u64, usize }

/// Its error does not repeat it.
impl OptionValue for MetricsToken {
    type Item = MetricsToken;
    const KIND: ValueKind = ValueKind::Text;

    fn read(texts: &[String], parse: impl Fn(&str) -> Parsed<Self>) -> Parsed<Self> {
        parse(texts.last().map_or("", |text| text.trim()))
    }

    fn to_toml(&self) -> Option<Value> {
        Some(self.reveal().into())
    }
}

/// Declares `ServerOptions`, one entry an option; `$user` is whose directories
/// the defaults are in. What a running server can change ends with `=> reloads`.
macro_rules! server_options {
    (@reload $name:ident) => { None };
    (@reload $name:ident reloads) => { Some(|to, from| to.$name = from.$name.clone()) };
    ($user:ident => $(
        #[doc = $help:literal]
        $name:ident: $of:ty = $default:expr, $value_name:literal like $example:literal, $parse:expr
            $(, unset $unset:literal)? $(=> $reloads:ident)?;
    )*) => {
        /// The options in force.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, reason = "the same text is the help of the flag")]
        pub struct ServerOptions {
            $(#[doc = $help] pub $name: $of,)*
            /// Limits of clients.
            pub limits: Limits,
        }

        impl ServerOptions {
            pub(super) fn for_user($user: &ServerFolders) -> ServerOptions {
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
                    reload: server_options!(@reload $name $($reloads)?),
                    ..ConfigOption::new::<$of>(stringify!($name), $help)
                },)*]
            }
        }
    };
}
pub(super) use server_options;
