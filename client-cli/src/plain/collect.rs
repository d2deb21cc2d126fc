//! Collector that asks a session for one page after another, until the list is whole.

use std::io;

use frontend::{
    room_list::PageStep,
    speech::{self, Scene},
    stdio::output::print,
};
use oxo_client::{
    address::Address,
    session::{Session, Update},
};
use sentences::{Catalogue, say};
use tokio::time::{sleep, timeout};

use super::PATIENCE;

/// Collects the answer of a session whose first ask was for a page, or the sentence that says why there is none; `step` takes
/// the pages. Where the first update takes long, it is said.
pub(super) async fn collect<T>(
    text: &Catalogue,
    address: &Address,
    mut session: Session,
    mut step: impl FnMut(&Update) -> Option<PageStep<T>>,
) -> io::Result<Result<T, String>> {
    let mut next = match timeout(PATIENCE, session.next()).await {
        Ok(first) => first,
        Err(_) => {
            print(&[say!(text, LINK_CONNECTING, address)])?;
            session.next().await
        }
    };
    while let Some(update) = next {
        match (step(&update), update) {
            (Some(PageStep::Whole(whole)), _) => {
                session.close().await;
                return Ok(Ok(whole));
            }
            (Some(PageStep::Ask(ask, wait)), _) => {
                sleep(wait).await;
                if session.ask(ask).is_err() {
                    break;
                }
            }
            (Some(PageStep::Refused(why)), _) => {
                return Ok(Err(speech::refusal(Scene::outside(text), &why, 0)));
            }
            (None, Update::End(end)) => return Ok(Err(speech::ended(text, address, &end))),
            (None, Update::Dropped { .. }) => break,
            (None, _) => {}
        }
        next = session.next().await;
    }
    Ok(Err(say!(text, LINK_DROPPED)))
}
