//! An example of how cells are typed.

use protocol::View;

/// A free cell to show how cells are typed, from the middle on.
pub(super) fn example(view: &View) -> String {
    let rules = view.settings.rules;
    let free = |cell: &u16| {
        let game = view.game.as_ref();
        game.is_none_or(|game| game.moves.iter().all(|played| played.cell != *cell))
    };
    let middle = rules.cells() / 2;
    (middle..rules.cells())
        .chain(0..middle)
        .find(free)
        .and_then(|cell| game::notation::name(rules, cell))
        .unwrap_or_default()
}
