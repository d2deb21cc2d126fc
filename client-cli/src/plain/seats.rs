//! Prints how it stands where this machine has a seat.

use frontend::{
    exit::Exit,
    speech::{self, Scene},
    stdio::output::{print, print_error, print_json},
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

use super::{
    PlainSettings,
    rooms::{failure, first},
};

/// Prints the seats of a session whose first ask was for some of them, and which is asked for the others, where it is
/// one's own turn first; as one line of JSON, if that is wanted.
///
/// # Errors
/// When standard output is closed.
pub async fn seats(
    settings: &PlainSettings,
    address: &Address,
    json: bool,
    (mut session, mut others): (Session, impl Iterator<Item = Seats>),
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let (mut now_ms, mut all) = (0, Vec::new());
    // The number of the session's first ask.
    let mut last_id = 1;
    let mut next = first(text, address, &mut session).await?;
    while let Some(update) = next {
        match &update {
            Update::LinkUp(welcome) => now_ms = welcome.at_ms,
            Update::Reply {
                answer: Answer::Ok(Accepted::Seats { seats }),
                ..
            } => {
                all.extend(seats.iter().cloned());
                last_id += 1;
                let Some(request) = others.next() else {
                    print_all((text, address), json, all, now_ms)?;
                    session.close().await;
                    return Ok(Exit::Fine);
                };
                let ask = Ask::numbered(last_id, Body::Seats(request));
                if session.ask(ask).is_err() {
                    print_error(&say!(text, LINK_DROPPED));
                    return Ok(Exit::Failed);
                }
            }
            Update::Reply {
                answer: Answer::Error(refused),
                ..
            } => {
                print_error(&speech::refusal(Scene::nowhere(text), &refused.why, now_ms));
                return Ok(Exit::Failed);
            }
            update => {
                if let Some(why) = failure(text, address, update) {
                    print_error(&why);
                    return Ok(Exit::Failed);
                }
            }
        }
        next = session.next().await;
    }
    Ok(Exit::Failed)
}

fn print_all(
    (text, address): (&Catalogue, &Address),
    json: bool,
    seats: Vec<Option<HeldSeat>>,
    now_ms: u64,
) -> std::io::Result<()> {
    if !json {
        return print(&lines(text, address, &seats, now_ms));
    }
    let told = serde_json::to_string(&Accepted::Seats { seats });
    print_json(&told.into_iter().collect::<Vec<_>>())
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
