//! JSON read as strictly as a contract wants it: an object is never a list, a field that is not known is refused, and what is wrong
//! is said by path and without a word of Rust.
//!
//! It is a deserializer of serde, and takes text rather than a tree, so that a number or a string nobody can hold is one
//! field's fault.
#![warn(missing_docs)]

mod fault;
mod raw_json;

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{self, IntoDeserializer, Unexpected, Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Number, value::RawValue};

pub use fault::{Fault, LARGEST};
use raw_json::RAW_JSON;
pub use raw_json::{RawJson, present, present_text};

/// The text of a JSON string. Half a surrogate pair, which no text can hold, is replaced.
pub struct JsonText<'de>(
    /// The text.
    pub Cow<'de, str>,
);

impl<'de> Deserialize<'de> for JsonText<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = JsonText<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text")
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<JsonText<'de>, E> {
                Ok(JsonText(String::from_utf8_lossy(bytes)))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<JsonText<'de>, E> {
                let text = String::from_utf8_lossy(bytes).into_owned();
                Ok(JsonText(text.into()))
            }
        }
        from.deserialize_bytes(TextVisitor)
    }
}

/// A whole number as JSON has it, without a leading zero, up to [`LARGEST`].
#[inline]
pub fn number(text: &[u8]) -> Option<u64> {
    let digits = match text {
        [b'0'] | [b'1'..=b'9', ..] if text.len() <= 16 => text,
        _ => return None,
    };
    let number = digits.iter().try_fold(0, |number, digit| {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        (digit < 10).then_some(number * 10 + digit)
    });
    number.filter(|number| *number <= LARGEST)
}

/// A string of JSON with nothing in it that could mean something else than itself.
fn word(text: &str) -> Option<&str> {
    let word = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    word.bytes().all(is_plain).then_some(word)
}

/// The fields of an object, in their order, with the text of each value.
pub struct Fields<'de>(Vec<(Cow<'de, str>, &'de str)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::with_capacity(8);
                while let Some((JsonText(name), value)) = map.next_entry::<_, &'de RawValue>()? {
                    fields.push((name, value.get()));
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(FieldsVisitor)
    }
}

impl<'de> Fields<'de> {
    /// Reads an object whose values are whole numbers and words, as those of most requests but the longest are, without the
    /// machinery for every other. Nothing when anything about it is out of the ordinary.
    pub fn plain(text: &'de str) -> Option<Self> {
        let trimmed = |text: &'de str| text.trim_matches([' ', '\t', '\n', '\r']);
        let fields = trimmed(text).strip_prefix('{')?.strip_suffix('}')?;
        let mut plain = Vec::with_capacity(8);
        for field in fields.split(',') {
            let (name, value) = field.split_once(':')?;
            let (name, value) = (trimmed(name), trimmed(value));
            if number(value.as_bytes()).is_none() {
                word(value)?;
            }
            plain.push((word(name)?.into(), value));
        }
        Some(Fields(plain))
    }

    /// The text of the only value with that name.
    ///
    /// # Errors
    /// When there are several.
    pub fn only(&self, name: &str) -> Result<Option<&'de str>, Fault> {
        let mut found = self.0.iter().filter(|(other, _)| other == name);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(Fault::here("stands there twice").within(name)),
            (one, _) => Ok(one.map(|(_, text)| *text)),
        }
    }

    /// Reads a type whose fields these are, beside those of an `envelope`.
    ///
    /// # Errors
    /// The first fault of a field, or a field that is in neither.
    pub fn read<T: Deserialize<'de>>(&self, envelope: &'static [&'static str]) -> Result<T, Fault> {
        T::deserialize(self.object(envelope, true))
    }

    /// The same, past fields that are not known.
    ///
    /// # Errors
    /// The first fault of a field.
    pub fn read_open<T: Deserialize<'de>>(&self) -> Result<T, Fault> {
        T::deserialize(self.object(&[], false))
    }

    fn object(&self, envelope: &'static [&'static str], closed: bool) -> Object<'_, 'de> {
        let fields = &self.0;
        Object {
            fields,
            envelope,
            closed,
        }
    }
}

/// An object split into its fields.
struct Object<'a, 'de> {
    fields: &'a [(Cow<'de, str>, &'de str)],
    envelope: &'static [&'static str],
    /// Whether a field that is not known is a fault.
    closed: bool,
}

impl<'de> Deserializer<'de> for Object<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Entries {
            fields: self.fields.iter(),
            value: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let strange = |name: &str| !known.contains(&name) && !self.envelope.contains(&name);
        let mut names = self.fields.iter().map(|(name, _)| name);
        match names.find(|name| self.closed && strange(name)) {
            Some(name) => Err(Fault::unknown(name)),
            None => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Entries<'a, 'de> {
    fields: std::slice::Iter<'a, (Cow<'de, str>, &'de str)>,
    value: Option<&'a (Cow<'de, str>, &'de str)>,
}

impl<'de> de::MapAccess<'de> for Entries<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.value = self.fields.next();
        let key = |(name, _): &(Cow<'de, str>, _)| {
            let name: StrDeserializer<'_, Fault> = (**name).into_deserializer();
            seed.deserialize(name)
        };
        self.value.map(key).transpose()
    }

    fn next_value_seed<S: de::DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let (name, text) = self.value.ok_or_else(|| Fault::here("has no value"))?;
        seed.deserialize(Strict(text))
            .map_err(|fault| fault.within(name))
    }
}

struct Items<'de>(std::iter::Enumerate<std::vec::IntoIter<&'de RawValue>>);

impl<'de> de::SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<S: de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((at, item)) = self.0.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Strict(item.get()));
        read.map(Some)
            .map_err(|fault| fault.within(&format!("[{at}]")))
    }
}

/// The text of a value, known to be JSON.
struct Strict<'de>(&'de str);

impl<'de> Strict<'de> {
    fn number(&self) -> Result<Number, Fault> {
        serde_json::from_str(self.0).map_err(|_| Fault::here("is too large a number"))
    }

    fn fields(&self, wanted: &dyn de::Expected) -> Result<Fields<'de>, Fault> {
        serde_json::from_str(self.0).map_err(|_| de::Error::invalid_type(Unexpected::Map, wanted))
    }

    fn string(&self) -> Result<Cow<'de, str>, Fault> {
        match self.0.get(1..self.0.len() - 1) {
            Some(plain) if !plain.contains('\\') => Ok(plain.into()),
            _ => serde_json::from_str(self.0)
                .map(Cow::Owned)
                .map_err(|_| Fault::here("must be text without half a surrogate pair")),
        }
    }
}

impl<'de> Deserializer<'de> for Strict<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0.as_bytes().first() {
            Some(b'"') => match self.string()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Some(b'{') => {
                let fields = self.fields(&visitor)?;
                fields.object(&[], true).deserialize_any(visitor)
            }
            Some(b'[') => {
                let items: Result<Vec<&RawValue>, _> = serde_json::from_str(self.0);
                let items = items.map_err(|_| Fault::here("must be a list"))?;
                visitor.visit_seq(Items(items.into_iter().enumerate()))
            }
            Some(b't') => visitor.visit_bool(true),
            Some(b'f') => visitor.visit_bool(false),
            Some(b'n') => visitor.visit_unit(),
            _ => {
                let number = self.number()?;
                match (number.as_u64(), number.as_i64(), number.as_f64()) {
                    (Some(whole), _, _) => visitor.visit_u64(whole),
                    (None, Some(whole), _) => visitor.visit_i64(whole),
                    (None, None, float) => visitor.visit_f64(float.unwrap_or_default()),
                }
            }
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0.parse() {
            Ok(number) if number <= LARGEST => visitor.visit_u64(number),
            _ => Err(de::Error::invalid_type(Unexpected::Other(""), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let fields = self.fields(&"an object")?;
        let object = fields.object(&[], true);
        object.deserialize_struct(name, known, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0.starts_with('"').then(|| self.string()) {
            Some(Ok(word)) => {
                let word: StrDeserializer<'_, Fault> = (*word).into_deserializer();
                visitor.visit_enum(word)
            }
            _ => Err(de::Error::unknown_variant("", words)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match name {
            RAW_JSON => visitor.visit_borrowed_str(self.0),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier
    }
}

#[cfg(test)]
mod tests;
