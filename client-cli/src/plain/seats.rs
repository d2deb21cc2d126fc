//! Prints how it stands where this machine has a seat.

use oxo_client::{
    address::Address,
    session::{Session, Update},
};
use protocol::{Accepted, Answer, reply::HeldSeat};

use super::{
    PlainSettings,
    rooms::{failure, first},
};
use crate::{
    exit::Exit,
    key::say,
    locale::Catalogue,
    speech::{self, Scene},
    stdio::output::{print, print_error, print_json},
};

/// Prints the seats of a session whose first ask was for them, where it is one's own turn first; as one line of JSON, if
/// that is wanted.
///
/// # Errors
/// When standard output is closed.
pub async fn seats(
    settings: &PlainSettings,
    address: &Address,
    json: bool,
    mut session: Session,
) -> std::io::Result<Exit> {
    let text = &settings.text;
    let mut now_ms = 0;
    let mut next = first(text, address, &mut session).await?;
    while let Some(update) = next {
        match &update {
            Update::LinkUp(welcome) => now_ms = welcome.at_ms,
            Update::Reply {
                answer: Answer::Ok(told @ Accepted::Seats { seats }),
                ..
            } => {
                match json {
                    true => {
                        print_json(&serde_json::to_string(told).into_iter().collect::<Vec<_>>())?
                    }
                    false => print(&lines(text, address, seats, now_ms))?,
                }
                session.close().await;
                return Ok(Exit::Fine);
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
