//! Choice of a player in the queue: some of the boards or clocks, or any.

use std::{fmt, marker::PhantomData};

use serde::{Deserialize, Deserializer, Serialize, de};

/// The most boards, and the most clocks, that a ticket may name.
pub const CHOICES: usize = 16;

/// The boards, or the clocks, that a player in the queue would accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Choice_{T}"))]
#[serde(untagged)]
pub enum Choice<T> {
    /// Any that the other accepts.
    Any(AnyWord),
    /// One of these, 1 to [`CHOICES`], in order of preference.
    OneOf(#[cfg_attr(feature = "schema", schemars(length(min = 1, max = 16)))] Vec<T>),
}

/// The word for [`Choice::Any`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnyWord {
    /// Any.
    Any,
}

impl<T: Default> Default for Choice<T> {
    fn default() -> Self {
        Choice::OneOf(vec![T::default()])
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Choice<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = Choice<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "\"any\" or a list of 1 to {CHOICES}")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Choice<T>, E> {
                match text {
                    "any" => Ok(Choice::Any(AnyWord::Any)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Choice<T>, A::Error> {
                let mut these = Vec::new();
                while let Some(one) = list.next_element()? {
                    if these.len() == CHOICES {
                        return Err(de::Error::invalid_length(CHOICES + 1, &self));
                    }
                    these.push(one);
                }
                match these.is_empty() {
                    true => Err(de::Error::invalid_length(0, &self)),
                    false => Ok(Choice::OneOf(these)),
                }
            }
        }
        from.deserialize_any(Visitor(PhantomData))
    }
}

impl<T> Choice<T> {
    /// Any that the other accepts.
    pub const ANY: Choice<T> = Choice::Any(AnyWord::Any);

    /// The same, for serde.
    pub(crate) fn any() -> Choice<T> {
        Choice::ANY
    }

    /// Whether it is any that the other accepts.
    pub fn is_any(&self) -> bool {
        matches!(self, Choice::Any(_))
    }
}

impl<T: Copy + PartialEq> Choice<T> {
    /// The choice that both accept: of several the one that `self` prefers, and
    /// `otherwise` when both accept any.
    pub fn agreed(&self, other: &Choice<T>, otherwise: T) -> Option<T> {
        match (self, other) {
            (Choice::Any(_), Choice::Any(_)) => Some(otherwise),
            (Choice::Any(_), Choice::OneOf(these)) | (Choice::OneOf(these), Choice::Any(_)) => {
                these.first().copied()
            }
            (Choice::OneOf(mine), Choice::OneOf(theirs)) => {
                mine.iter().find(|wanted| theirs.contains(wanted)).copied()
            }
        }
    }
}
