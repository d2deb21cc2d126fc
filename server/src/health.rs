//! Health check of a container, in which there is no other program: it asks the server on this machine whether it is
//! ready.

#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use config::{ListenAddress, ServerOptions};
use node::{addresses::local_address, listener::BoundAddress};
use sentences::in_words;

/// Longest time for connecting, for asking and for answering.
const PATIENCE: Duration = Duration::from_secs(5);
/// The answer is a line or two.
const MOST: u64 = 4096;

/// Asks at the first address that a server with these options listens at.
///
/// # Errors
/// The fault, for the operator.
pub fn ask(options: &ServerOptions) -> Result<String, String> {
    let Some(address) = options.listen.first() else {
        return Err("there is no address to ask at; name one with --listen".into());
    };
    let path = format!("{}/health/ready", options.base_path);
    let answer = match address {
        ListenAddress::Tcp(_) => {
            ask_port(local_address(&BoundAddress::all(&options.listen)), &path)
        }
        #[cfg(unix)]
        ListenAddress::Unix(socket) => UnixStream::connect(socket).and_then(|stream| {
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            converse(stream, &path)
        }),
        #[cfg(not(unix))]
        ListenAddress::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    };
    let answer = answer.map_err(|why| {
        format!(
            "no server answers at {address}: {}; start one, or say with --listen where it listens",
            in_words(&why)
        )
    })?;
    let status = answer.split_whitespace().nth(1);
    match status {
        Some("200") => Ok(format!("ready: the server at {address} answers\n")),
        _ => Err(format!(
            "the server at {address} is not ready: it answers {}; its log says why",
            answer.lines().next().unwrap_or("nothing")
        )),
    }
}

fn ask_port(address: SocketAddr, path: &str) -> io::Result<String> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    converse(stream, path)
}

fn converse(mut stream: impl Read + Write, path: &str) -> io::Result<String> {
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
