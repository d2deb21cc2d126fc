//! Printed list of waiting players, open rooms and games to watch.

use frontend::{
    exit::Exit,
    room_list::{AllPages, RoomList},
    speech,
    stdio::output::print,
};
use oxo_client::{address::Address, session::Session};
use protocol::RoomCode;
use sentences::{Catalogue, say};

use super::{PlainSettings, collect::collect};

/// Prints the rooms of a session whose first ask was for a page of them; `own` are those in
/// which this machine has a seat.
pub async fn rooms(
    settings: &PlainSettings,
    address: &Address,
    own: &[RoomCode],
    session: Session,
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let mut pages = AllPages::default();
    let list = collect(text, address, session, |update| pages.take(update));
    let (lines, exit) = match list.await? {
        Ok(list) => (lines(text, list, own), Exit::Fine),
        Err(why) => (vec![why], Exit::Failed),
    };
    print(&lines)?;
    Ok(exit)
}

/// Those who are there, and what to do where nobody else waits.
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
