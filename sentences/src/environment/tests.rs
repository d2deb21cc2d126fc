//! Unit tests of `environment`, and of the locale names that it reads.

use super::*;

#[test]
fn a_locale_name_selects_the_nearest_language() {
    for (name, tag) in [
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
        assert_eq!(language_for_tag(name), tag, "{name}");
    }
}

#[test]
fn locale_variables_have_their_usual_precedence() {
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
        assert_eq!(language(variable), tag, "{variables:?}");
    }
}
