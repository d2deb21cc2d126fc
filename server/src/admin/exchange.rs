//! A request to a running server, and its reply, as the operator's commands use them.

use config::ServerOptions;
use nodes::operator::message::{AdminReply, AdminRequest};

use super::{OTHER_VERSION, place, socket::ask};

/// Asks the server with these options, and reads its reply.
///
/// # Errors
/// A sentence for the operator.
pub fn exchange(options: &ServerOptions, request: &AdminRequest) -> Result<AdminReply, String> {
    let path = place(options).ok_or(
        "the operator's socket is switched off (--admin off); start the server without that, or name the socket that it has",
    )?;
    // Every part of a request can be written as JSON.
    let text = serde_json::to_string(request).unwrap_or_default();
    let reply = ask(&path, &text)?;
    serde_json::from_str(&reply).map_err(|_| OTHER_VERSION.into())
}
