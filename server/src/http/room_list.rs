//! The list of rooms as JSON, page by page: the same as the reply to `rooms`.

use carrying::decider_link::{ServiceAnswer, ServiceQuestion};
use hyper::{Response, StatusCode};
use node::Node;
use nodes::service_question::ask;
use protocol::RoomCode;

use super::{
    refusal::no_service,
    response::{HttpBody, plain, response},
};

/// Answers `/rooms.json`, `?cursor=CODE` with the page behind that room.
pub(super) async fn answer(node: &Node, query: Option<&str>) -> Response<HttpBody> {
    let mut fields = query.unwrap_or_default().split('&');
    let cursor = fields.find_map(|field| field.strip_prefix("cursor="));
    let cursor = match cursor.map(str::parse::<RoomCode>).transpose() {
        Ok(cursor) => cursor,
        Err(why) => return plain(StatusCode::BAD_REQUEST, &format!("cursor: {why}.")),
    };
    let ServiceAnswer::Rooms(rooms) = ask(node, ServiceQuestion::Rooms { cursor }).await else {
        return no_service();
    };
    // Every part of a reply can be written as JSON.
    let list = serde_json::to_string(&rooms).unwrap_or_default();
    response(StatusCode::OK, "application/json", list + "\n")
}
