//! TCP connections, as the WebSocket and HTTP both need them.

use tokio::net::TcpStream;

use super::error::{LinkError, Unreachable};

/// A connection to a port of a host.
pub(crate) async fn dial(host: &str, port: u16) -> Result<TcpStream, LinkError> {
    let socket = TcpStream::connect(format!("{host}:{port}"))
        .await
        .map_err(|error| LinkError::Unreachable(unreachable_because(&error)))?;
    // A move is one small frame: waiting to fill a packet only delays it. A
    // system that cannot switch that off still plays.
    let _ = socket.set_nodelay(true);
    Ok(socket)
}

/// Chooses the cryptography of encrypted connections.
pub(crate) fn install_ring() {
    // Fails only if a provider was chosen before, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Why a connection failed; an error of TLS is wrapped in one of I/O.
pub(crate) fn io_error(error: &std::io::Error) -> LinkError {
    let tls = error
        .get_ref()
        .and_then(|e| e.downcast_ref::<rustls::Error>());
    match tls {
        Some(error) => LinkError::Tls(error.to_string()),
        None => LinkError::Unreachable(unreachable_because(error)),
    }
}

fn unreachable_because(error: &std::io::Error) -> Unreachable {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ConnectionRefused => Unreachable::ConnectionRefused,
        ErrorKind::TimedOut => Unreachable::Timeout,
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::UnexpectedEof
        | ErrorKind::BrokenPipe
        | ErrorKind::NetworkUnreachable
        | ErrorKind::HostUnreachable => Unreachable::Broken,
        // The resolver's errors have no kind of their own.
        _ => Unreachable::UnknownHost,
    }
}
