//! The state of the room behind a link, in lines.

use protocol::Invitation;

use crate::locale::Catalogue;

/// Title, warning and facts, as lines.
#[must_use]
pub fn invitation(text: &Catalogue, it: &Invitation) -> Vec<String> {
    text.word(|language| sentences::invitation(language, it).lines().collect())
}
