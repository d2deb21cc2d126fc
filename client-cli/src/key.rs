//! The key of every sentence, generated from `locales/en.json`: `event.moved.you` is `EVENT_MOVED_YOU`.

use crate::locale::SentenceKey;

/// Says a sentence of a catalogue: `say!(text, EVENT_RETURNED_OTHER, name = who)`, or `name` alone
/// for a variable of that name. A build with other parameters than the sentence has fails.
macro_rules! say {
    ($text:expr, $key:ident $(, $param:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::key::$key.assert_params(&[$(stringify!($param)),*]) };
        $text.say($crate::key::$key, &[$($crate::key::param!($param $(= $value)?)),*])
    }};
}
macro_rules! param {
    ($param:ident) => {
        (stringify!($param), &$param as &dyn std::fmt::Display)
    };
    ($param:ident = $value:expr) => {
        (stringify!($param), &$value as &dyn std::fmt::Display)
    };
}
pub(crate) use param;
pub(crate) use say;

#[allow(dead_code, reason = "help texts and refusals are named at run time")]
mod generated {
    use super::SentenceKey;

    include!(concat!(env!("OUT_DIR"), "/keys.rs"));
}
pub(crate) use generated::*;
