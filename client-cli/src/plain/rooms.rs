//! Prints who waits, open rooms and games to watch.

use frontend::{
    exit::Exit,
    room_list::{AllPages, PageStep, RoomList},
    speech::{self, Scene},
    stdio::output::print,
};
use oxo_client::{
    address::Address,
    session::{End, Session, Update},
};
use protocol::RoomCode;
use sentences::{Catalogue, say};

use tokio::time::timeout;

use super::{PATIENCE, PlainSettings};

/// Prints the rooms of a session whose first ask was for a page of them; `own` are those in
/// which this machine has a seat.
///
/// # Errors
/// When standard output is closed.
pub async fn rooms(
    settings: &PlainSettings,
    address: &Address,
    own: &[RoomCode],
    mut session: Session,
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let mut pages = AllPages::default();
    let mut next = first(text, address, &mut session).await?;
    while let Some(update) = next {
        match pages.take(&update) {
            Some(PageStep::Ask(ask, wait)) => {
                tokio::time::sleep(wait).await;
                if session.ask(ask).is_err() {
                    break;
                }
            }
            Some(PageStep::Whole(list)) => {
                print(&lines(text, list, own))?;
                session.close().await;
                return Ok(Exit::Fine);
            }
            Some(PageStep::Refused(why)) => {
                print(&[speech::refusal(Scene::nowhere(text), &why, 0)])?;
                return Ok(Exit::Failed);
            }
            None => {}
        }
        if let Some(why) = failure(text, address, &update) {
            print(&[why])?;
            return Ok(Exit::Failed);
        }
        next = session.next().await;
    }
    Ok(Exit::Failed)
}

/// The first update of a session; where that takes long, it is said.
pub(super) async fn first(
    text: &Catalogue,
    address: &Address,
    session: &mut Session,
) -> std::io::Result<Option<Update>> {
    match timeout(PATIENCE, session.next()).await {
        Ok(first) => Ok(first),
        Err(_) => {
            print(&[say!(text, LINK_CONNECTING, address)])?;
            Ok(session.next().await)
        }
    }
}

/// Why no answer will come, if that is what an update means.
pub(super) fn failure(text: &Catalogue, address: &Address, update: &Update) -> Option<String> {
    match update {
        Update::End(End::Link(error)) => Some(speech::connect_error(text, address, error)),
        Update::Dropped { .. } => Some(say!(text, LINK_DROPPED)),
        _ => None,
    }
}

/// Who is there, and what to do where nobody else waits.
fn lines(text: &Catalogue, list: RoomList, own: &[RoomCode]) -> Vec<String> {
    let (list, own) = list.parted(own);
    let waiting = list.waiting.iter();
    let waiting = waiting.map(|player| speech::waiting(text, player));
    let rooms = list.rooms.iter().map(|room| speech::listed(text, room));
    let own = own.iter().map(|room| speech::listed_own(text, room));
    let none = list.nobody_waits().then(|| say!(text, ROOMS_NONE));
    let here = std::iter::once(speech::here(text, &list, false));
    here.chain(none)
        .chain(own)
        .chain(waiting)
        .chain(rooms)
        .collect()
}
