//! The operator's socket: a Unix socket whose file permissions are the only key, and the commands
//! of `oxo-server` that speak to a running server there.

pub mod command;
#[cfg(unix)]
mod socket;
#[cfg(not(unix))]
#[path = "no_socket.rs"]
mod socket;
pub mod top;

use std::path::PathBuf;

use config::ServerOptions;
use nodes::operator::message::{AdminReply, AdminRequest};

pub use socket::{AdminSocket, ask};

/// The value of the option that switches the socket off.
const OFF: &str = "off";
/// The socket's name in the data directory.
const FILE: &str = "admin.sock";

/// Reason why a reply cannot be understood.
const OTHER_VERSION: &str =
    "the reply cannot be understood; use the oxo-server of the version that runs";

/// Where the socket of a server with these options is, if it has one.
#[must_use]
pub fn place(options: &ServerOptions) -> Option<PathBuf> {
    match &options.admin {
        None => Some(options.data.join(FILE)),
        Some(path) if path.as_os_str() == OFF => None,
        Some(path) => Some(path.clone()),
    }
}

/// Asks the server with these options, and reads its reply.
///
/// # Errors
/// A sentence for the operator.
fn exchange(options: &ServerOptions, request: &AdminRequest) -> Result<AdminReply, String> {
    let path = place(options).ok_or(
        "the operator's socket is switched off (--admin off); start the server without that, or name the socket that it has",
    )?;
    // Every part of a request can be written as JSON.
    let text = serde_json::to_string(request).unwrap_or_default();
    let reply = ask(&path, &text)?;
    serde_json::from_str(&reply).map_err(|_| OTHER_VERSION.into())
}
