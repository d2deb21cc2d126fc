//! A finished game from the server that keeps it.

use oxo_client::{
    address::Address,
    http::{self, HttpResponse},
    transport::{LinkError, UnexpectedAnswer},
};
use protocol::GameId;

use super::{
    MOST_BYTES,
    replay::Game,
    store::{self, ReadFailure},
};

/// Why a game did not come.
#[derive(Debug)]
pub enum FetchFailure {
    NotKept,
    NoAnswer(LinkError),
    /// The answer is no game.
    Unread(ReadFailure),
}

/// Fetches a game, as somebody sees it who did not play.
///
/// # Errors
/// When it is not there, or cannot be shown.
pub async fn fetch(address: &Address, id: GameId) -> Result<Game, FetchFailure> {
    let answer = http::get(address, &record_path(id), MOST_BYTES).await;
    let body = match answer.map_err(FetchFailure::NoAnswer)? {
        HttpResponse {
            status: 200, body, ..
        } => body,
        HttpResponse { status: 404, .. } => return Err(FetchFailure::NotKept),
        other => return Err(FetchFailure::NoAnswer(unexpected(&other))),
    };
    let game = store::read(body.as_slice()).map_err(FetchFailure::Unread)?;
    Ok(game.from_elsewhere())
}

/// Where a server has the record of a game.
pub fn record_path(id: GameId) -> String {
    format!("/games/{id}.json")
}

/// An answer that no server of ours gives there.
pub fn unexpected(answer: &HttpResponse) -> LinkError {
    LinkError::NotOxo(UnexpectedAnswer::Status(answer.status))
}
