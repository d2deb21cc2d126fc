//! What a program, a monitor or somebody with `curl` gets to read.

use hyper::{Response, StatusCode};
use protocol::{RoomCode, VERSIONS};
use serde_json::json;

use super::response::{HttpBody, plain, response};
use crate::{journal::Health, state::ServerState};

pub(super) fn not_found(state: &ServerState) -> Response<HttpBody> {
    let text = format!(
        "There is nothing here. This server's front door is {}/",
        state.options.base_path
    );
    plain(StatusCode::NOT_FOUND, &text)
}

fn base(state: &ServerState) -> String {
    state
        .addresses()
        .into_iter()
        .next()
        .unwrap_or_else(|| state.local_address())
}

pub(super) fn welcome(state: &ServerState) -> Response<HttpBody> {
    let base = base(state);
    let text = format!(
        "{name}: noughts and crosses for two, over the network.\n\n\
         Play in a browser: {base}/\n\n\
         Play from a terminal:\n\
         \x20 oxo play --server {base}     somebody who waits, or wait for somebody\n\
         \x20 oxo new --server {base}      open a room and invite a friend\n\
         \x20 oxo rooms --server {base}    open rooms, and games to watch\n\n\
         Writing a client? The WebSocket is at {path}/ws, its limits and promises at {path}/info.",
        name = state.options.server_name,
        path = state.options.base_path,
    );
    plain(StatusCode::OK, &text)
}

/// The same for every code, whether a room has it or not.
pub(super) fn invitation(state: &ServerState, code: &str) -> Response<HttpBody> {
    let code = match code.parse::<RoomCode>() {
        Ok(code) => code,
        Err(why) => return plain(StatusCode::NOT_FOUND, &format!("This is no room: {why}.")),
    };
    let url = format!("{}/r/{code}", base(state));
    let text = format!(
        "An invitation to noughts and crosses.\n\n\
         Sit down in a browser:\n\
         \x20 {url}\n\n\
         From a terminal:\n\
         \x20 oxo join {url}\n\n\
         Or only watch:\n\
         \x20 oxo watch {url}"
    );
    plain(StatusCode::OK, &text)
}

pub(super) fn ready(state: &ServerState) -> Response<HttpBody> {
    let health = *state.journal.health().borrow();
    match health {
        _ if *state.shutdown.borrow() => plain(StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Health::Well => plain(StatusCode::OK, "ready"),
        Health::Full => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "the disk is full: nothing can be kept",
        ),
        Health::Failed | Health::Taken => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "the journal has failed")
        }
    }
}

pub(super) fn info(state: &ServerState) -> Response<HttpBody> {
    let info = json!({
        "server": { "name": state.options.server_name, "version": env!("CARGO_PKG_VERSION") },
        "versions": VERSIONS,
        "promise": state.promise(),
        "limits": *state.limits,
        "addresses": state.addresses(),
    });
    response(StatusCode::OK, "application/json", format!("{info}\n"))
}
