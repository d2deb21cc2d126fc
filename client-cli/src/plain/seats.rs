//! Printed state of the games in which this machine has a seat.

use std::time::Duration;

use frontend::{
    exit::Exit,
    room_list::PageStep,
    speech,
    stdio::output::{print, print_error, print_values},
};
use oxo_client::{
    address::Address,
    session::{Ask, Session, Update},
};
use protocol::{
    Accepted, Answer,
    reply::HeldSeat,
    request::{Body, Seats},
};
use sentences::{Catalogue, say};

use super::{PlainSettings, collect::collect};

/// Prints the seats of a session whose first ask was for some of them, and which is asked for the others, where it is
/// one's own turn first; as one line of JSON, if that is wanted.
pub async fn seats(
    settings: &PlainSettings,
    address: &Address,
    json: bool,
    (session, mut others): (Session, impl Iterator<Item = Seats>),
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let (mut now_ms, mut all) = (0, Vec::new());
    // The number of the session's first ask.
    let mut last_id = 1;
    let seats = collect(text, address, session, |update| match update {
        Update::LinkUp(welcome) => {
            now_ms = welcome.at_ms;
            None
        }
        Update::Reply { answer, .. } => Some(match answer {
            Answer::Ok(Accepted::Seats { seats }) => {
                all.extend(seats.iter().cloned());
                last_id += 1;
                match others.next() {
                    Some(request) => {
                        let ask = Ask::numbered(last_id, Body::Seats(request));
                        PageStep::Ask(ask, Duration::ZERO)
                    }
                    None => PageStep::Whole(std::mem::take(&mut all)),
                }
            }
            Answer::Ok(_) => return None,
            Answer::Error(refused) => PageStep::Refused(refused.why.clone()),
        }),
        _ => None,
    });
    match seats.await? {
        Ok(seats) if json => print_values([Accepted::Seats { seats }])?,
        Ok(seats) => print(&lines(text, address, &seats, now_ms))?,
        Err(why) => {
            print_error(&why);
            return Ok(Exit::Failed);
        }
    }
    Ok(Exit::Fine)
}

/// A line for each seat that is held, or that there is none.
pub fn lines(
    text: &Catalogue,
    address: &Address,
    seats: &[Option<HeldSeat>],
    now_ms: u64,
) -> Vec<String> {
    let mut held: Vec<&HeldSeat> = seats.iter().flatten().collect();
    held.sort_by_key(|held| speech::urgency(held));
    match held.is_empty() {
        true => vec![say!(text, OPEN_NONE, address)],
        false => held
            .into_iter()
            .map(|held| speech::seat_line(text, held, now_ms))
            .collect(),
    }
}

#[cfg(test)]
mod tests;
