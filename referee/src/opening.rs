//! The stages of an opening: who acts in them, and what they may do.
//!
//! The marks alternate as in every game; only the seats that act differ, until the marks are settled.

use protocol::{OpeningChoice, OpeningRule, OpeningStage, Seat};

use crate::draft::Draft;

/// The stage of an opening after that many moves, and the last choice. Nothing where the marks are settled.
pub(crate) fn stage(
    opening: OpeningRule,
    ply: usize,
    last: Option<OpeningChoice>,
) -> Option<OpeningStage> {
    use OpeningStage::{Choose, ChooseOrPlaceTwo, Place, PlaceOrChoose};
    match (opening, last, ply) {
        (OpeningRule::Free, ..) | (_, Some(OpeningChoice::X | OpeningChoice::O), _) => None,
        (OpeningRule::Pie, _, 0) => Some(Place),
        (OpeningRule::Pie, ..) => Some(PlaceOrChoose),
        (OpeningRule::Swap2, None, ..3) => Some(Place),
        (OpeningRule::Swap2, None, _) => Some(ChooseOrPlaceTwo),
        (OpeningRule::Swap2, Some(OpeningChoice::PlaceTwo), ..5) => Some(Place),
        (OpeningRule::Swap2, Some(OpeningChoice::PlaceTwo), _) => Some(Choose),
    }
}

/// Seat to act once `seat` has made move number `ply` - 1, and what they may do in the opening.
pub(crate) fn after_move(draft: &Draft, seat: Seat, ply: usize) -> (Seat, Option<OpeningStage>) {
    let game = draft.running().filter(|game| game.opening.is_some());
    let Some(game) = game else {
        return (seat.other(), None);
    };
    let last = game.choices.last().map(|made| made.choice);
    let stage = stage(draft.view().settings.opening, ply, last);
    let goes_on = stage == Some(OpeningStage::Place);
    (if goes_on { seat } else { seat.other() }, stage)
}
