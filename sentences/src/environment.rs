//! The language that the environment asks for.

use super::negotiation::language_for_tag;

/// The language that the environment asks for, as gettext reads it: the locale of
/// messages, and before it the list of `LANGUAGE`, unless that locale is `C`.
pub fn language(variable: impl Fn(&str) -> Option<String>) -> Option<&'static str> {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set)?;
    let plain = locale.split('.').next().unwrap_or_default();
    let list = variable("LANGUAGE").filter(|_| !matches!(plain, "C" | "POSIX"));
    let list = list.unwrap_or_default();
    list.split(':')
        .chain([locale.as_str()])
        .find_map(language_for_tag)
}

#[cfg(test)]
mod tests;
