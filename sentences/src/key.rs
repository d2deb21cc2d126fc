//! The key of every sentence, generated from `locales/en.json`: `event.moved.you` is `EVENT_MOVED_YOU`.

use crate::catalogue::SentenceKey;

/// Says a sentence of a [`Catalogue`](crate::Catalogue): `say!(text, EVENT_RETURNED_OTHER, name = who)`, or `name`
/// alone for a variable of that name. A build with other parameters than the sentence has fails.
#[macro_export]
macro_rules! say {
    (@param $param:ident) => {
        (stringify!($param), &$param as &dyn std::fmt::Display)
    };
    (@param $param:ident = $value:expr) => {
        (stringify!($param), &$value as &dyn std::fmt::Display)
    };
    ($text:expr, $key:ident $(, $param:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::key::$key.assert_params(&[$(stringify!($param)),*]) };
        $text.say($crate::key::$key, &[$($crate::say!(@param $param $(= $value)?)),*])
    }};
}

include!(concat!(env!("OUT_DIR"), "/keys.rs"));
