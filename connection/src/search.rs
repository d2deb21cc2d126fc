//! Searches for somebody who looks at a game: by the node that has the visitor's socket.

use protocol::{Accepted, Cell, Refusal, Rules, request::Body};

use crate::{carry_note::CarryNote, context::ConnectionContext};

/// Search for the node that carries the visitor's socket. Nothing where this node has the
/// socket; or where the moves are no game, of which a note has no room for all.
pub(crate) fn carried_search(
    context: &ConnectionContext,
    id: u64,
    body: &Body,
) -> Option<CarryNote> {
    if !context.writer.is_carried() {
        return None;
    }
    let fits = |rules: Rules, moves: &[Cell]| moves.len() <= usize::from(rules.cells());
    match body {
        Body::Review(game) if fits(game.rules, &game.moves) => Some(CarryNote::Review {
            id,
            game: game.clone(),
        }),
        Body::Analyse(position) if fits(position.rules, &position.moves) => {
            let position = position.clone();
            Some(CarryNote::Analyse { id, position })
        }
        _ => None,
    }
}

/// Searches here.
pub(crate) async fn search(context: &ConnectionContext, body: Body) -> Result<Accepted, Refusal> {
    let (pool, payer) = (context.service.rooms.computers.pool(), context.payer());
    match body {
        Body::Review(game) => pool.review(game, payer).await.map(Accepted::Review),
        Body::Analyse(position) => pool.analyse(position, payer).await.map(Accepted::Analysis),
        // Nothing else is searched.
        _ => Err(Refusal::Internal),
    }
}
