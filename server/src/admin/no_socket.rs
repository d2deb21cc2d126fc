//! The operator's socket on systems without Unix sockets: there is none.

use std::{path::Path, sync::Arc};

use config::ServerOptions;
use node::Node;
use nodes::operator::supervise::OperatorTools;

/// A socket that cannot be had.
pub enum AdminSocket {}

impl AdminSocket {
    /// Opens none.
    ///
    /// # Errors
    /// When one was asked for.
    pub fn open(options: &ServerOptions) -> Result<Option<AdminSocket>, String> {
        match options.admin {
            None => Ok(None),
            Some(_) => Err("this system has no Unix sockets; leave --admin out".into()),
        }
    }

    /// Never called.
    pub async fn serve(self, _: Arc<Node>, _: Option<Arc<OperatorTools>>) {
        match self {}
    }
}

/// Sends a request to a running server.
///
/// # Errors
/// Always.
pub fn ask(_: &Path, _: &str) -> Result<String, String> {
    Err("this system has no Unix sockets, by which a running server is spoken to".into())
}
