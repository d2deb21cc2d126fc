//! The language that a person asks for: by a tag, as systems name locales, or
//! by a browser's `Accept-Language`.

use super::language::TAGS;

/// The language for a tag such as `pt_BR.UTF-8`, `zh-Hant` or `C`: the same
/// language and region or script, or else the same language; nothing for one
/// that this build does not speak.
pub fn language_for_tag(locale: &str) -> Option<&'static str> {
    let locale = locale.split(['.', '@']).next().unwrap_or_default();
    let locale = locale.trim().replace('_', "-").to_ascii_lowercase();
    let parts: Vec<&str> = locale.split('-').collect();
    let named = |names: &[&str]| parts.iter().any(|part| names.contains(part));
    let tag = match parts[0] {
        "c" | "posix" => "en",
        "zh" if named(&["hans"]) => "zh-CN",
        "zh" if named(&["hant", "tw", "hk", "mo"]) => "zh-TW",
        "zh" => "zh-CN",
        base => base,
    };
    let base = |tag: &'static str| tag.split('-').next().unwrap_or_default();
    let mut tags = TAGS.into_iter();
    tags.find(|known| *known == tag || base(known) == tag)
}

/// Items of an `Accept-Language` that are read.
const ITEMS: usize = 16;

/// The language for the value of `Accept-Language` (RFC 9110 section 12.5.4),
/// or else the fallback.
pub fn accepted(list: &str) -> &'static str {
    let items = list.split(',').take(ITEMS).filter_map(|item| {
        let (range, parameters) = item.split_once(';').unwrap_or((item, ""));
        let weight = parameters.trim().strip_prefix("q=");
        let weight = weight.map_or(1.0, |q| q.trim().parse::<f32>().unwrap_or_default());
        (weight > 0.0).then_some((weight, language_for_tag(range)?))
    });
    // The first of those with the greatest weight.
    let best = items.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or(TAGS[0], |(_, tag)| tag)
}
