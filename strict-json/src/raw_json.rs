//! Any JSON as the text that it came as.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};
use serde_json::{Value, value::RawValue};

/// Any JSON, byte for byte: a number that no type holds and a field that stands there twice stay what
/// they are.
#[derive(Clone)]
pub struct RawJson(Box<RawValue>);

/// Name by which this crate knows it, which has the text.
pub const RAW_JSON: &str = "oxo::RawJson";

impl RawJson {
    /// Takes a text that is JSON.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_text(text: &str) -> serde_json::Result<RawJson> {
        RawValue::from_string(text.to_owned()).map(RawJson)
    }

    /// The text.
    pub fn get(&self) -> &str {
        self.0.get()
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.get() == other.get()
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<RawJson, D::Error> {
        struct RawVisitor;
        impl<'de> Visitor<'de> for RawVisitor {
            type Value = RawJson;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }

            /// The text itself.
            fn visit_str<E: Error>(self, text: &str) -> Result<RawJson, E> {
                RawJson::from_text(text).map_err(E::custom)
            }

            /// Only the value, from a caller who has read the text already.
            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                from: D,
            ) -> Result<RawJson, D::Error> {
                let value = Value::deserialize(from)?;
                self.visit_str(&value.to_string())
            }
        }
        from.deserialize_newtype_struct(RAW_JSON, RawVisitor)
    }
}

/// Reads a field that may be absent; `null` is JSON like any other.
///
/// # Errors
/// Those of the deserializer.
pub fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RawJson>, D::Error> {
    RawJson::deserialize(from).map(Some)
}

/// The same from a text, byte for byte; only `serde_json` reads it so.
///
/// # Errors
/// Those of the deserializer.
pub fn present_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<RawJson>, D::Error> {
    Box::<RawValue>::deserialize(from).map(|text| Some(RawJson(text)))
}
