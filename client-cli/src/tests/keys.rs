//! Search for sentences that are said nowhere.

use std::collections::BTreeSet;

use sentences::key;

use super::testing::sources;

/// Families of keys of which a code on the wire, a level, or what a line does is a part. `speech`'s tests say a
/// sentence of each code, `cli`'s hold which help texts are wanted, and `served.` is the server's.
const BY_CODE: [&str; 23] = [
    "absent.",
    "brief.board.",
    "brief.clock.",
    "bye.",
    "clock.",
    "computer.level.",
    "event.lost.",
    "event.offered.",
    "help.",
    "invitation.board.",
    "local.opening.",
    "opening.",
    "over.",
    "page.",
    "phrase.",
    "queue.failed",
    "queue.replaced",
    "queue.gone",
    "queue.shutting_down",
    "queue.unanswered",
    "refusal.",
    "served.",
    "word.",
];

#[test]
fn every_key_is_used_somewhere() {
    let mut words = BTreeSet::new();
    for (_, source) in sources() {
        let parts = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.extend(parts.map(str::to_owned));
        // Shared wording names its keys as they are.
        words.extend(source.split('"').map(str::to_owned));
    }
    for (ident, key) in key::ALL {
        let by_code = BY_CODE.iter().any(|family| key.name.starts_with(family));
        assert!(
            by_code || words.contains(*ident) || words.contains(key.name),
            "nobody says {}",
            key.name
        );
    }
}
