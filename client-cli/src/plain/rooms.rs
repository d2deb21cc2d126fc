//! Prints who waits, open rooms and games to watch.

use oxo_client::{
    address::Address,
    session::{Ask, End, Session, Update},
};
use protocol::{
    Accepted, Answer,
    request::{Body, Rooms},
};

use super::PlainSettings;
use crate::{
    exit::Exit,
    key::say,
    locale::Catalogue,
    room_list::RoomList,
    speech::{self, Scene},
    stdio::output::print,
};

/// The most pages that are asked for: a strange server may number them for ever.
const PAGES: usize = 100;

/// Prints the rooms of a session whose first ask was for a page of them.
///
/// # Errors
/// When standard output is closed.
pub async fn rooms(
    settings: &PlainSettings,
    address: &Address,
    mut session: Session,
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let mut list = RoomList::default();
    let mut pages = 0;
    while let Some(update) = session.next().await {
        match update {
            Update::Reply { answer, .. } => match answer {
                Answer::Ok(page @ Accepted::Rooms { .. }) => {
                    let next = list.take(&page);
                    pages += 1;
                    let more = Body::Rooms(Rooms { cursor: next });
                    if next.is_some() && pages < PAGES && session.ask(Ask::other(more)).is_ok() {
                        continue;
                    }
                    print(&lines(text, &list))?;
                    session.close().await;
                    return Ok(Exit::Fine);
                }
                Answer::Ok(_) => {}
                Answer::Error(refused) => {
                    print(&[speech::refusal(Scene::nowhere(text), &refused.why, 0)])?;
                    return Ok(Exit::Failed);
                }
            },
            Update::End(End::Link(error)) => {
                print(&[speech::connect_error(text, address, &error)])?;
                return Ok(Exit::Failed);
            }
            _ => {}
        }
    }
    Ok(Exit::Failed)
}

/// Who is there, and what to do where nobody waits.
fn lines(text: &Catalogue, list: &RoomList) -> Vec<String> {
    let waiting = list.waiting.iter();
    let waiting = waiting.map(|player| speech::waiting(text, player));
    let rooms = list.rooms.iter().map(|room| speech::listed(text, room));
    let none = list.nobody_waits().then(|| say!(text, ROOMS_NONE));
    let here = std::iter::once(speech::here(text, list, false));
    here.chain(none).chain(waiting).chain(rooms).collect()
}
