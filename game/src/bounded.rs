//! A whole number that is always within its bounds.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Unexpected};
use serde::{Serialize, Serializer};

/// A whole number from `LEAST` to `MOST`; `DEFAULT` where nobody chose.
///
/// ```
/// use game::Bounded;
///
/// type Minutes = Bounded<1, 60, 5>;
/// assert_eq!(Minutes::default().get(), 5);
/// assert_eq!(Minutes::new(61), None);
/// let read = serde_json::from_str::<Minutes>("61").unwrap_err();
/// assert!(read.to_string().contains("a whole number from 1 to 60"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounded<const LEAST: u64, const MOST: u64, const DEFAULT: u64 = MOST>(u64);

/// A number out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from {least} to {most}")]
pub struct OutOfBounds {
    /// The least that will do.
    pub least: u64,
    /// The most that will do.
    pub most: u64,
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> Bounded<LEAST, MOST, DEFAULT> {
    const CHOSEN: u64 = {
        assert!(LEAST <= DEFAULT && DEFAULT <= MOST);
        DEFAULT
    };

    /// The number, if it is within the bounds.
    pub const fn new(number: u64) -> Option<Self> {
        match LEAST <= number && number <= MOST {
            true => Some(Bounded(number)),
            false => None,
        }
    }

    /// The number within the bounds that is nearest to another.
    pub const fn clamped(number: u64) -> Self {
        match number {
            _ if number < LEAST => Bounded(LEAST),
            _ if number > MOST => Bounded(MOST),
            _ => Bounded(number),
        }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> Default
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn default() -> Self {
        Bounded(Self::CHOSEN)
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> From<Bounded<LEAST, MOST, DEFAULT>>
    for u64
{
    fn from(bounded: Bounded<LEAST, MOST, DEFAULT>) -> u64 {
        bounded.0
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> fmt::Display
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> fmt::Debug
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> FromStr
    for Bounded<LEAST, MOST, DEFAULT>
{
    type Err = OutOfBounds;

    /// Reads decimal digits and nothing else: the standard parser would let a sign through.
    fn from_str(text: &str) -> Result<Self, OutOfBounds> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse().ok()).flatten();
        let (least, most) = (LEAST, MOST);
        let within = number.and_then(Bounded::new);
        within.ok_or(OutOfBounds { least, most })
    }
}

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> Serialize
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(self.0)
    }
}

impl<'de, const LEAST: u64, const MOST: u64, const DEFAULT: u64> Deserialize<'de>
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_u64(BoundedVisitor)
    }
}

struct BoundedVisitor<const LEAST: u64, const MOST: u64, const DEFAULT: u64>;

impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> de::Visitor<'_>
    for BoundedVisitor<LEAST, MOST, DEFAULT>
{
    type Value = Bounded<LEAST, MOST, DEFAULT>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {LEAST} to {MOST}")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self::Value, E> {
        let outside = || E::invalid_value(Unexpected::Unsigned(number), &self);
        Bounded::new(number).ok_or_else(outside)
    }
}

#[cfg(feature = "schema")]
impl<const LEAST: u64, const MOST: u64, const DEFAULT: u64> schemars::JsonSchema
    for Bounded<LEAST, MOST, DEFAULT>
{
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("From{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": LEAST, "maximum": MOST })
    }
}

#[cfg(test)]
mod tests;
