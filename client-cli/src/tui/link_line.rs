//! One's own connection, as a line in its place: lost, coming back, over.

use frontend::speech;
use oxo_client::{
    address::Address,
    session::End,
    state::{ClientState, LinkPhase},
};
use sentences::{Catalogue, say, together};
use tokio::time::Instant;

/// Sentence about the connection to the server at an address; none while all is well.
pub fn sentence(
    text: &Catalogue,
    client: &ClientState,
    address: &Address,
    now: Instant,
) -> Option<String> {
    Some(match &client.link {
        LinkPhase::Up if client.saving => say!(text, LINK_SAVING),
        LinkPhase::Up => return None,
        LinkPhase::Connecting => say!(text, SCREEN_LINK_CONNECTING),
        LinkPhase::Unanswered { error, retry_at } => {
            let left = retry_at.saturating_duration_since(now);
            let next = match left.as_millis().div_ceil(1_000) {
                0 => say!(text, SCREEN_LINK_CONNECTING),
                seconds => say!(text, SCREEN_LINK_NEXT, seconds),
            };
            together([speech::connect_error(text, address, error), next])
        }
        LinkPhase::Returning => say!(text, SCREEN_LINK_RETURNING),
        LinkPhase::Lost { kind, .. } => speech::loss_after(text, client, *kind),
        LinkPhase::Over(end) => speech::ended(text, address, end),
    })
}

/// Effect of Enter at a table whose session is over.
pub fn hint(text: &Catalogue, link: &LinkPhase) -> Option<String> {
    match link {
        LinkPhase::Over(End::Superseded) => Some(say!(text, SCREEN_LINK_HERE)),
        LinkPhase::Over(_) => Some(say!(text, SCREEN_LINK_AGAIN)),
        _ => None,
    }
}
