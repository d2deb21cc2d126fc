//! The languages that this build carries.

/// The languages this build carries, the fallback first.
pub(super) const LANGUAGES: [(&str, &str); 4] = [
    ("en", include_str!("../../../locales/en.json")),
    ("pt-BR", include_str!("../../../locales/pt-BR.json")),
    ("zh-CN", include_str!("../../../locales/zh-CN.json")),
    ("zh-TW", include_str!("../../../locales/zh-TW.json")),
];

/// Their tags, in the same order.
pub const TAGS: [&str; LANGUAGES.len()] = {
    let mut tags = [""; LANGUAGES.len()];
    let mut at = 0;
    while at < tags.len() {
        tags[at] = LANGUAGES[at].0;
        at += 1;
    }
    tags
};
