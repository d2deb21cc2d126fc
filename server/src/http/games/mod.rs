//! Finished games, for people and for other programs: a page, a text, a picture of the last
//! position, the record with the exact texts of the events, a file for programs that show board
//! games; and a player's request to be forgotten.

mod page;
mod text;
mod unread;
mod words;

use admission::{AddressGroup, Cost};
use carrying::decider_link::{ServiceAnswer, ServiceQuestion};
use hyper::{HeaderMap, Method, Request, Response, StatusCode, body::Incoming};
use journal::{Finished, Forgotten};
use node::Node;
use nodes::service_question::{ask, catch_up};
use picture::Drawing;
use protocol::{EventFrame, GameId, Record, Refusal, View, record::Format};
use serde_json::{json, value::RawValue};

use self::unread::UnreadGame;
use super::{
    Site,
    audience::Audience,
    bearer::{bearer, unauthorized},
    document::confidential,
    pages,
    payment::pay,
    preview,
    response::{HttpBody, plain, response, too_many_requests},
};

/// Answers a request for `/games/NAME`.
pub(super) async fn answer(
    site: &Site,
    source: AddressGroup,
    audience: &Audience,
    name: &str,
    request: &Request<Incoming>,
) -> Response<HttpBody> {
    if let Err(wait_ms) = pay(&site.node, source, Cost::GAME).await {
        return too_many_requests(wait_ms);
    }
    match *request.method() {
        Method::DELETE => forget(&site.node, audience, name, request.headers()).await,
        _ => confidential(read(site, source, audience, name).await),
    }
}

/// Answers a request to read a game.
async fn read(
    site: &Site,
    source: AddressGroup,
    audience: &Audience,
    name: &str,
) -> Response<HttpBody> {
    let (id, form) = name.split_once('.').unwrap_or((name, ""));
    if !FORMS.contains(&form) {
        let forms = "/games/ID, /games/ID.json, /games/ID.sgf, /games/ID.png";
        return pages::no_such_form(site, audience, forms);
    }
    // A reader of the page gets the answer in the page's style.
    let page = form.is_empty() && !audience.lines;
    let record = match id.parse::<GameId>() {
        Ok(id) => found(&site.node, source, id).await,
        Err(_) => Err(UnreadGame::NotAnId),
    };
    let record = match record {
        Ok(record) => record,
        Err(why) if page => return why.page(site, audience),
        Err(why) => return why.line(&site.node, audience),
    };
    match form {
        "" if page => page::answer(site, audience, &record),
        "" => {
            let text = text::page(audience, &record);
            response(StatusCode::OK, "text/plain; charset=utf-8", text)
        }
        "json" => match serde_json::to_string(&record) {
            Ok(text) => response(StatusCode::OK, "application/json", text + "\n"),
            Err(_) => UnreadGame::Damaged.line(&site.node, audience),
        },
        "sgf" => {
            let name = |seat| words::name(audience.language, &record, seat);
            let file = sentences::sgf(&record, &text::date(record.game.started_ms), name);
            response(StatusCode::OK, "application/x-go-sgf; charset=utf-8", file)
        }
        _ => {
            let (rules, game) = (record.settings.rules, &record.game);
            let drawing = Drawing::played(rules, &game.moves, &game.lines)
                .with(words::captions(audience.language, &record));
            preview::answer(site, source, drawing).await
        }
    }
}

/// How a game can be read, by the ending of its address.
const FORMS: [&str; 4] = ["", "json", "sgf", "png"];

/// The record of a game.
async fn found(node: &Node, source: AddressGroup, id: GameId) -> Result<Record, UnreadGame> {
    let mut game = node.journal.game(id).await?;
    if game.is_none() {
        // It may have ended a moment ago, where another node decides.
        catch_up(node).await;
        game = node.journal.game(id).await?;
    }
    let game = game.ok_or(UnreadGame::NotKept)?;
    let bytes = game.events.iter().map(|text| text.len()).sum();
    // It was read already: the next request waits for it.
    let _ = node
        .budgets
        .pay(source, Cost::of_bytes(bytes), node.clock.now_ms());
    record(&game).ok_or(UnreadGame::Damaged)
}

/// Answers `DELETE /games/ID` with the secret of a seat of that game.
async fn forget(
    node: &Node,
    audience: &Audience,
    name: &str,
    headers: &HeaderMap,
) -> Response<HttpBody> {
    let Ok(id) = name.parse::<GameId>() else {
        return UnreadGame::NotAnId.line(node, audience);
    };
    let Some(secret) = bearer(headers) else {
        return unauthorized(NO_SECRET);
    };
    let removed = match ask(node, ServiceQuestion::Forget { game: id, secret }).await {
        ServiceAnswer::Forgotten(Forgotten::Name) => "name",
        ServiceAnswer::Forgotten(Forgotten::Game) => "game",
        ServiceAnswer::Forgotten(Forgotten::Nothing) => {
            return plain(StatusCode::NOT_FOUND, NOT_YOURS);
        }
        ServiceAnswer::Refused(Refusal::RoomDamaged) => {
            return UnreadGame::Damaged.line(node, audience);
        }
        _ => return UnreadGame::Unavailable.line(node, audience),
    };
    // The next one to read it here does not see what was removed.
    catch_up(node).await;
    let removed = json!({ "removed": removed });
    response(StatusCode::OK, "application/json", format!("{removed}\n"))
}

const NO_SECRET: &str = "To have a game forgotten, send the secret of your seat in it as 'Authorization: Bearer SECRET'.";
const NOT_YOURS: &str = "There is no such game here, or this secret is none of its players'.";

/// The record of a game: the facts beside its events, and their fold.
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
