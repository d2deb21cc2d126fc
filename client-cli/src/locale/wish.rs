//! Which language a person wishes: by a tag, as systems name locales, or by
//! the environment.

use super::languages::TAGS;

/// The language for a wish such as `pt_BR.UTF-8`, `zh-Hant` or `C`: the same
/// language and region or script, or else the same language; nothing for one
/// that this build does not speak.
#[must_use]
pub fn wished(wish: &str) -> Option<&'static str> {
    let wish = wish.split(['.', '@']).next().unwrap_or_default();
    let wish = wish.trim().replace('_', "-").to_ascii_lowercase();
    let parts: Vec<&str> = wish.split('-').collect();
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

/// The language that the environment wishes, as gettext reads it: the locale of
/// messages, and before it the list of `LANGUAGE`, unless that locale is `C`.
pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Option<&'static str> {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set)?;
    let plain = locale.split('.').next().unwrap_or_default();
    let list = variable("LANGUAGE").filter(|_| !matches!(plain, "C" | "POSIX"));
    let list = list.unwrap_or_default();
    list.split(':').chain([locale.as_str()]).find_map(wished)
}

#[cfg(test)]
mod tests;
