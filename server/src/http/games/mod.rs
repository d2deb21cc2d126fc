//! Finished games, for people and for other programs: a page of text, the
//! record with the exact texts of the events, a file for programs that show
//! board games; and a player's wish to be forgotten.

mod sgf;
mod text;

use hyper::{
    HeaderMap, Method, Request, Response, StatusCode,
    body::Incoming,
    header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE},
};
use protocol::{EventFrame, GameId, Record, Secret, View, record::Format};
use serde_json::{json, value::RawValue};

use super::{
    payment::pay,
    response::{HttpBody, plain, response, too_many_requests},
};
use crate::{
    admission::{AddressGroup, Cost},
    journal::{CommitError, Finished, Forgotten},
    state::ServerState,
};

/// Answers a request for `/games/NAME`.
pub(super) async fn answer(
    state: &ServerState,
    name: &str,
    request: &Request<Incoming>,
    source: AddressGroup,
) -> Response<HttpBody> {
    if let Err(wait_ms) = pay(state, source, Cost::GAME).await {
        return too_many_requests(wait_ms);
    }
    match *request.method() {
        Method::DELETE => forget(state, name, request.headers()).await,
        _ => read(state, name, source).await,
    }
}

/// Answers `GET /games/NAME`: an id, perhaps with an ending that says in which form.
async fn read(state: &ServerState, name: &str, source: AddressGroup) -> Response<HttpBody> {
    let (id, form) = name.split_once('.').unwrap_or((name, ""));
    let Ok(id) = id.parse::<GameId>() else {
        return plain(StatusCode::NOT_FOUND, NO_ID);
    };
    let render: fn(&ServerState, &Record) -> Response<HttpBody> = match form {
        "" => |state, record| {
            let page = text::page(record, &state.options.base_path);
            response(StatusCode::OK, "text/plain; charset=utf-8", page)
        },
        "json" => |_, record| match serde_json::to_string(record) {
            Ok(text) => response(StatusCode::OK, "application/json", text + "\n"),
            Err(_) => damaged(),
        },
        "sgf" => |_, record| {
            response(
                StatusCode::OK,
                "application/x-go-sgf; charset=utf-8",
                sgf::file(record),
            )
        },
        _ => return plain(StatusCode::NOT_FOUND, NO_FORM),
    };
    match state.journal.game(id).await {
        Ok(Some(game)) => {
            let bytes = game.events.iter().map(|text| text.len()).sum();
            // It was read already: the next request waits for it.
            let _ = state
                .budgets
                .pay(source, Cost::of_bytes(bytes), state.clock.now_ms());
            record(&game).map_or_else(damaged, |record| render(state, &record))
        }
        Ok(None) => none(state),
        Err(why) => trouble(why),
    }
}

/// Answers `DELETE /games/ID` with the secret of a seat of that game.
async fn forget(state: &ServerState, name: &str, headers: &HeaderMap) -> Response<HttpBody> {
    let Ok(id) = name.parse::<GameId>() else {
        return plain(StatusCode::NOT_FOUND, NO_ID);
    };
    let Some(secret) = bearer(headers) else {
        let mut response = plain(StatusCode::UNAUTHORIZED, NO_SECRET);
        let scheme = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        return response;
    };
    let removed = match state.journal.forget(id, secret.hash()).await {
        Ok(Forgotten::Name) => "name",
        Ok(Forgotten::Game) => "game",
        Ok(Forgotten::Nothing) => return plain(StatusCode::NOT_FOUND, NOT_YOURS),
        Err(why) => return trouble(why),
    };
    let removed = json!({ "removed": removed });
    response(StatusCode::OK, "application/json", format!("{removed}\n"))
}

const NO_ID: &str = "This is no game: its id is 26 letters and digits, never 0, 1, i or o.";
const NO_FORM: &str = "A game can be read as /games/ID, /games/ID.json or /games/ID.sgf.";
const NO_SECRET: &str = "To have a game forgotten, send the secret of your seat in it as 'Authorization: Bearer SECRET'.";
const NOT_YOURS: &str = "There is no such game here, or this secret is none of its players'.";

/// The secret in `Authorization: Bearer …` (RFC 6750).
fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    let secret = scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| secret.trim())?;
    Secret::new(secret).ok()
}

fn none(state: &ServerState) -> Response<HttpBody> {
    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
    let text = match state.promise().games_kept_ms / DAY_MS {
        0 => "There is no such game here: this server keeps no finished games.".to_owned(),
        days => format!(
            "There is no such game here. Finished games are kept for {days} days, unless their players have them deleted."
        ),
    };
    plain(StatusCode::NOT_FOUND, &text)
}

fn trouble(why: CommitError) -> Response<HttpBody> {
    match why {
        CommitError::Damaged => damaged(),
        _ => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "Games cannot be read or changed at the moment; try again in a few seconds.",
        ),
    }
}

fn damaged() -> Response<HttpBody> {
    plain(
        StatusCode::INTERNAL_SERVER_ERROR,
        "This game is damaged on the server's disk and is not shown, for it might be shown wrong.",
    )
}

/// The record of a game: what is known beside its events, and their fold.
fn record(game: &Finished) -> Option<Record> {
    let about = &game.about;
    let mut view = View {
        settings: about.settings,
        ..View::default()
    };
    let mut events = Vec::with_capacity(game.events.len());
    for text in &game.events {
        let frame: EventFrame = serde_json::from_str(text).ok()?;
        view.fold(frame.seq, frame.at_ms, &frame.event);
        events.push(RawValue::from_string(text.as_ref().to_owned()).ok()?);
    }
    Some(Record {
        format: Format::V1,
        id: Some(game.id),
        room: about.room,
        settings: about.settings,
        players: about.players.clone(),
        score: about.score,
        game: view.game?,
        events,
    })
}
