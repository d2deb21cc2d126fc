//! Refusal of a stream for which there is no room, sent so that the answer arrives: a socket that is closed with unread
//! bytes is reset, and its unread output lost.

use std::{io, time::Duration};

use hyper::{Response, StatusCode};
use node::Node;
use protocol::refusal::LimitOf;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    head,
    response::{HttpBody, retry_after},
};

/// Longest time for one refusal, from its head to the drained rest, in real time: a stopped clock must not keep a socket open.
const AT_MOST: Duration = Duration::from_secs(1);
/// Bytes that are read and dropped at most.
const DRAINED: usize = 64 * 1024;
/// After how many seconds to come back.
const RETRY_AFTER_S: u64 = 10;
/// The same where another node of a cluster may take over meanwhile.
const TURN_AFTER_S: u64 = 2;

/// Answers with 503, unless as many as may be are being answered so already.
pub(super) async fn send(node: &Node, mut stream: TcpStream, of: LimitOf) {
    node.metrics.crowded(of);
    let Ok(_one) = node.refusals.try_acquire() else {
        return;
    };
    let refuse = async {
        head::arrived(&stream).await;
        // A handshake costs more than it says: who begins one only sees the end.
        if head::begins_tls(&stream) {
            return Ok(());
        }
        stream.write_all(&response(of)).await?;
        stream.shutdown().await?;
        drain(&stream).await
    };
    // The stream ends here whether all that could be done or not.
    let _ = tokio::time::timeout(AT_MOST, refuse).await;
}

/// The same as the answer to a request.
pub(super) fn busy(node: &Node, of: LimitOf) -> Response<HttpBody> {
    node.metrics.crowded(of);
    let status = StatusCode::SERVICE_UNAVAILABLE;
    retry_after(status, sentence(of), RETRY_AFTER_S)
}

fn sentence(of: LimitOf) -> &'static str {
    match of {
        LimitOf::Server => "this server has reached its limit of connections; try again later",
        LimitOf::Address => {
            "your address has reached its limit of connections; close one and try again"
        }
    }
}

/// Nothing is played here just now.
pub(super) fn no_service() -> Response<HttpBody> {
    const WHY: &str = "No games are played on this server just now; try again in a few seconds.";
    retry_after(StatusCode::SERVICE_UNAVAILABLE, WHY, TURN_AFTER_S)
}

/// The whole answer as bytes.
pub(super) fn response(of: LimitOf) -> Vec<u8> {
    let sentence = format!("{}\n", sentence(of));
    let length = sentence.len();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\nretry-after: {RETRY_AFTER_S}\r\nconnection: close\r\n\r\n{sentence}"
    )
    .into_bytes()
}

/// Reads and drops until the other side closes.
async fn drain(stream: &TcpStream) -> io::Result<()> {
    let mut left = DRAINED;
    while left > 0 {
        stream.readable().await?;
        match stream.try_read(&mut [0; 2_048]) {
            Ok(0) => break,
            Ok(read) => left = left.saturating_sub(read),
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}
