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
mod tests {
    use super::*;

    #[test]
    fn a_wish_leads_to_the_nearest_language() {
        for (wish, tag) in [
            ("en", Some("en")),
            ("en_GB.UTF-8", Some("en")),
            ("C", Some("en")),
            ("C.UTF-8", Some("en")),
            ("POSIX", Some("en")),
            ("pt-BR", Some("pt-BR")),
            ("PT_br.utf8@x", Some("pt-BR")),
            ("pt_PT.UTF-8", Some("pt-BR")),
            ("pt", Some("pt-BR")),
            ("zh", Some("zh-CN")),
            ("zh_CN.UTF-8", Some("zh-CN")),
            ("zh-SG", Some("zh-CN")),
            ("zh-Hans-HK", Some("zh-CN")),
            ("zh_TW.UTF-8", Some("zh-TW")),
            ("zh_HK", Some("zh-TW")),
            ("zh-MO", Some("zh-TW")),
            ("zh-Hant", Some("zh-TW")),
            ("zh-Hant-CN", Some("zh-TW")),
            ("de_DE.UTF-8", None),
            ("", None),
        ] {
            assert_eq!(wished(wish), tag, "{wish}");
        }
    }

    #[test]
    fn the_environment_is_read_as_others_read_it() {
        for (variables, tag) in [
            (&[][..], None),
            (&[("LANGUAGE", "pt_BR")], None),
            (&[("LANG", "pt_BR.UTF-8")], Some("pt-BR")),
            (
                &[("LANG", "pt_BR.UTF-8"), ("LC_MESSAGES", "zh_TW.UTF-8")],
                Some("zh-TW"),
            ),
            (
                &[("LC_MESSAGES", "zh_TW.UTF-8"), ("LC_ALL", "en_US.UTF-8")],
                Some("en"),
            ),
            (&[("LC_ALL", ""), ("LANG", "zh_CN")], Some("zh-CN")),
            (
                &[("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de:fr:zh_HK:en")],
                Some("zh-TW"),
            ),
            (&[("LANG", "C.UTF-8"), ("LANGUAGE", "pt_BR")], Some("en")),
            (&[("LANG", "de_DE.UTF-8")], None),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(from_environment(variable), tag, "{variables:?}");
        }
    }
}
