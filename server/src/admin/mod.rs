//! The operator's socket: a Unix socket whose file permissions are the only key, and the commands
//! of `oxo-server` that speak to a running server there.

pub mod command;
mod exchange;
#[cfg(unix)]
mod socket;
#[cfg(not(unix))]
#[path = "no_socket.rs"]
mod socket;
#[cfg(unix)]
pub mod top;

use std::path::PathBuf;

use config::ServerOptions;

pub use socket::AdminSocket;

/// The value of the option that switches the socket off.
const OFF: &str = "off";
/// The socket's name in the data directory.
const FILE: &str = "admin.sock";

/// Reason why a reply cannot be understood.
const OTHER_VERSION: &str =
    "the reply cannot be understood; use the oxo-server of the version that runs";

/// Where the socket of a server with these options is, if it has one.
pub fn place(options: &ServerOptions) -> Option<PathBuf> {
    match &options.admin {
        None => Some(options.data.join(FILE)),
        Some(path) if path.as_os_str() == OFF => None,
        Some(path) => Some(path.clone()),
    }
}
