//! What a room's link leads to, in lines.

use protocol::Invitation;

use crate::locale::Catalogue;

/// Title, warning and facts, as lines.
#[must_use]
pub fn invitation(text: &Catalogue, it: &Invitation) -> Vec<String> {
    let said = text.word(|language| sentences::invitation(language, it));
    let facts = said.facts.into_iter();
    let facts = facts.map(|(label, value)| format!("{label}: {value}"));
    let head = [Some(said.title), said.about, said.warning];
    head.into_iter().flatten().chain(facts).collect()
}
