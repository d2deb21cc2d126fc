//! Prints the list of open rooms, page by page.

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
    let mut seen = 0;
    let mut pages = 0;
    while let Some(update) = session.next().await {
        match update {
            Update::Reply { answer, .. } => match answer {
                Answer::Ok(Accepted::Rooms { rooms, next }) => {
                    seen += rooms.len();
                    pages += 1;
                    let lines: Vec<String> = rooms
                        .iter()
                        .map(|room| speech::listed(text, room))
                        .collect();
                    print(&lines)?;
                    let more = Body::Rooms(Rooms { cursor: next });
                    if next.is_some() && pages < PAGES && session.ask(Ask::other(more)).is_ok() {
                        continue;
                    }
                    if seen == 0 {
                        print(&[say!(text, ROOMS_NONE)])?;
                    }
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
