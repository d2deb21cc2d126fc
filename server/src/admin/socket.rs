//! The Unix socket on which a running server answers its operator. Permission to open the file is
//! permission to do everything; a slow or hostile client costs a buffer and a little time, and no
//! player anything.

use std::{
    io::{self, BufRead, BufReader, Write},
    os::unix::net::UnixStream as BlockingStream,
    path::Path,
    sync::Arc,
    task::Context,
    time::Duration,
};

use config::ServerOptions;
use journal::disk;
use node::{
    Node,
    socket_file::{self, SocketFile},
};
use nodes::{
    operator::message::AdminReply, operator::operate::operate, operator::supervise::OperatorTools,
};
use sentences::in_words;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    time::timeout,
};

use super::place;
use crate::few::serve_few;

/// Clients that are served at once; others wait.
const CLIENTS: usize = 8;
/// Bytes of a request with its line break.
const REQUEST: u64 = 8 * 1024;
/// Longest time for a client to send a whole line, and to take a whole reply.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time that a command waits for the server. To close a room takes a commit.
const REPLY: Duration = Duration::from_secs(20);
/// Only for the user who runs the server.
const MODE: u32 = 0o600;
const BACKLOG: i32 = 16;

/// The socket of a running server; its file goes when it is dropped.
pub struct AdminSocket {
    listener: UnixListener,
    _file: SocketFile,
}

impl AdminSocket {
    /// Opens the socket of a server with these options. One in the data directory that cannot be
    /// had is only logged: the server can do without.
    ///
    /// # Errors
    /// When a socket that was asked for cannot be had.
    pub fn open(options: &ServerOptions) -> Result<Option<AdminSocket>, String> {
        let Some(path) = place(options) else {
            return Ok(None);
        };
        match AdminSocket::listen(&path) {
            Ok(socket) => Ok(Some(socket)),
            Err(why) if options.admin.is_some() => Err(format!(
                "the operator's socket {} cannot be had ({}); choose another with --admin PATH, or --admin off",
                path.display(),
                disk::said(&why)
            )),
            // A server that keeps nothing may have no directory.
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) => {
                tracing::warn!(
                    "the operator's socket cannot be had, and commands such as rooms and announce cannot reach this server: {}",
                    disk::said(&why)
                );
                Ok(None)
            }
        }
    }

    fn listen(path: &Path) -> io::Result<AdminSocket> {
        let (listener, file) = socket_file::listen(path, MODE, BACKLOG)?;
        Ok(AdminSocket {
            listener: UnixListener::from_std(listener)?,
            _file: file,
        })
    }

    /// Answers its clients until dropped.
    pub async fn serve(self, node: Arc<Node>, tools: Option<Arc<OperatorTools>>) {
        let accept =
            |cx: &mut Context<'_>| self.listener.poll_accept(cx).map_ok(|(stream, _)| stream);
        serve_few(CLIENTS, accept, |stream| {
            let (node, tools) = (Arc::clone(&node), tools.clone());
            async move {
                // A client that breaks off is no concern of ours.
                let _ = converse(&node, tools.as_deref(), stream).await;
            }
        })
        .await;
    }
}

/// Answers a client's lines, one after the other.
async fn converse(
    node: &Node,
    tools: Option<&OperatorTools>,
    mut stream: UnixStream,
) -> io::Result<()> {
    let (read, mut write) = stream.split();
    let mut read = tokio::io::BufReader::new(read);
    loop {
        let mut line = Vec::new();
        let mut request = (&mut read).take(REQUEST);
        let bytes = timeout(PATIENCE, request.read_until(b'\n', &mut line)).await??;
        let is_whole = line.ends_with(b"\n");
        let reply = match is_whole {
            true => operate(node, tools, &String::from_utf8_lossy(&line)).await,
            false if bytes as u64 == REQUEST => AdminReply::Refused {
                why: format!("a request is at most {REQUEST} bytes long"),
            },
            false => return Ok(()),
        };
        let mut text = serde_json::to_vec(&reply)?;
        text.push(b'\n');
        timeout(PATIENCE, write.write_all(&text)).await??;
        if !is_whole {
            return Ok(());
        }
    }
}

/// Sends a request to the server at a socket, and waits for its reply.
///
/// # Errors
/// A sentence for the operator.
pub fn ask(path: &Path, request: &str) -> Result<String, String> {
    let asked = BlockingStream::connect(path).and_then(|mut stream| {
        stream.set_read_timeout(Some(REPLY))?;
        stream.set_write_timeout(Some(REPLY))?;
        stream.write_all(request.as_bytes())?;
        stream.write_all(b"\n")?;
        let mut reply = String::new();
        BufReader::new(stream).read_line(&mut reply)?;
        Ok(reply)
    });
    let path = path.display();
    asked.map_err(|why| match why.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => format!(
            "no server answers at {path}; start one, or name the --data directory or the --admin socket of the one that runs"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "{path} is only for the user who runs the server; become that user or root"
        ),
        _ => format!(
            "the server at {path} does not answer: {}; its log may say more",
            in_words(&why)
        ),
    })
}
