//! One WebSocket connection of the load, which counts its input.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use protocol::{
    Accepted, Answer, Frame, Refusal, Request, SUBPROTOCOL,
    reply::Welcome,
    request::{Body, Hello},
};
use socket2::SockRef;
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Message, Utf8Bytes, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig,
    },
};

use crate::{
    BenchError,
    client::{
        scan::{ScannedFrame, scan},
        target::{LoadTarget, Wire},
    },
};

/// Timeout of everything that happens once: connecting, entering a room, a command.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// Loopback addresses that connections are spread over, from 127.0.0.2: one address has fewer
/// ports than a load has connections.
pub const SOURCE_ADDRESSES: u64 = 19;

/// Segment size of a narrow connection, in bytes. The peer's system sizes its send buffer by it:
/// some 40 KiB instead of megabytes.
const NARROW_SEGMENT: u32 = 536;
/// Receive buffer of a narrow connection, in bytes; the system's minimum.
const NARROW_BUFFER: u32 = 4_096;

/// A refusal by the server, as an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server refused: {0:?}")]
pub struct RefusedByServer(pub Refusal);

/// A WebSocket connection that counts its input.
pub struct LoadConnection {
    socket: WebSocketStream<TcpStream>,
    requests: u64,
    /// Bytes of text received.
    pub received: u64,
    /// Events and replies read by [`LoadConnection::event`].
    pub deliveries: u64,
}

impl LoadConnection {
    /// Connects. On loopback, connections of different numbers come from different addresses.
    pub async fn connect(target: &LoadTarget, number: u64) -> Result<LoadConnection, BenchError> {
        LoadConnection::over(socket(target.address, number)?, target).await
    }

    /// Connects with small buffers on the way, so that little can wait for a client that does
    /// not read.
    pub async fn connect_narrow(
        target: &LoadTarget,
        number: u64,
    ) -> Result<LoadConnection, BenchError> {
        let socket = socket(target.address, number)?;
        socket.set_recv_buffer_size(NARROW_BUFFER)?;
        SockRef::from(&socket).set_tcp_mss(NARROW_SEGMENT)?;
        LoadConnection::over(socket, target).await
    }

    async fn over(socket: TcpSocket, target: &LoadTarget) -> Result<LoadConnection, BenchError> {
        let LoadTarget { address, path, .. } = target;
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if target.wire == Wire::Oxo {
            let name = HeaderValue::from_static(SUBPROTOCOL);
            request.headers_mut().insert("sec-websocket-protocol", name);
        }
        // The default buffer of 128 KiB is zero-filled before every read.
        let config = WebSocketConfig::default().read_buffer_size(1024);
        let connected = timeout(TIMEOUT, async {
            let stream = socket.connect(*address).await?;
            stream.set_nodelay(true)?;
            Ok::<_, BenchError>(client_async_with_config(request, stream, Some(config)).await?)
        });
        let (socket, _) = connected.await.map_err(|_| "no answer to a connection")??;
        Ok(LoadConnection {
            socket,
            requests: 0,
            received: 0,
            deliveries: 0,
        })
    }

    /// Sends a text and flushes it.
    pub async fn send(&mut self, text: String) -> Result<(), BenchError> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The id of the next request.
    pub fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }

    /// The next text frame; pings are answered meanwhile.
    pub async fn text(&mut self) -> Result<Utf8Bytes, BenchError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.received += text.len() as u64;
                    return Ok(text);
                }
                Some(Ok(Message::Close(why))) => return Err(format!("closed: {why:?}").into()),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.into()),
                None => return Err("the connection ended".into()),
            }
        }
    }

    /// The `seq` of the next event. Refusals are errors.
    pub async fn event(&mut self) -> Result<u64, BenchError> {
        loop {
            let text = self.text().await?;
            match scan(&text) {
                ScannedFrame::Event(seq) => {
                    self.deliveries += 1;
                    return Ok(seq);
                }
                ScannedFrame::Accepted => self.deliveries += 1,
                ScannedFrame::Failed => return Err(unexpected(&text)),
                ScannedFrame::Other => {}
            }
        }
    }

    /// Reads on to the event with that `seq`.
    pub async fn read_to(&mut self, seq: u64) -> Result<(), BenchError> {
        while self.event().await? < seq {}
        Ok(())
    }

    /// Says hello to a server.
    pub async fn greet(&mut self) -> Result<Welcome, BenchError> {
        let hello = Hello {
            versions: protocol::VERSIONS.to_vec(),
            client: "oxo-bench/1".into(),
            name: String::new(),
            bot: false,
        };
        match self.ask(Body::Hello(hello)).await? {
            Accepted::Welcome(welcome) => Ok(*welcome),
            _ => Err("the server did not answer hello with welcome".into()),
        }
    }

    /// Sends a request and reads on to its reply.
    pub async fn ask(&mut self, body: Body) -> Result<Accepted, BenchError> {
        let id = self.next_id();
        self.send(serde_json::to_string(&Request { id, body })?)
            .await?;
        let answer = self.find(|frame| match frame {
            Frame::Reply(reply) if reply.id == id => Some(reply.answer),
            _ => None,
        });
        match answer.await? {
            Answer::Ok(accepted) => Ok(accepted),
            Answer::Error(refused) => Err(RefusedByServer(refused.why).into()),
        }
    }

    /// Reads on to the first frame of which `pick` makes something.
    pub async fn find<T>(
        &mut self,
        mut pick: impl FnMut(Frame) -> Option<T>,
    ) -> Result<T, BenchError> {
        loop {
            let text = self.text().await?;
            if let Some(found) = pick(serde_json::from_str(&text)?) {
                return Ok(found);
            }
        }
    }
}

fn socket(to: SocketAddr, number: u64) -> Result<TcpSocket, BenchError> {
    let socket = match to {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    if let Some(source) = source(to.ip(), number) {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    Ok(socket)
}

/// The source address of the connection with that number; any address when not on loopback.
fn source(to: IpAddr, number: u64) -> Option<IpAddr> {
    match to {
        IpAddr::V4(v4) if v4.is_loopback() => {
            Some(Ipv4Addr::new(127, 0, 0, 2 + (number % SOURCE_ADDRESSES) as u8).into())
        }
        _ => None,
    }
}

/// The error in a frame that should not have come.
fn unexpected(text: &str) -> BenchError {
    match serde_json::from_str(text) {
        Ok(Frame::Error(why)) => RefusedByServer(why).into(),
        Ok(Frame::Reply(reply)) => match reply.answer {
            Answer::Error(refused) => RefusedByServer(refused.why).into(),
            Answer::Ok(_) => format!("unexpected: {text}").into(),
        },
        Ok(Frame::Bye(bye)) => format!("the server said goodbye: {:?}", bye.reason).into(),
        _ => format!("unexpected: {text}").into(),
    }
}

#[cfg(test)]
mod tests;
