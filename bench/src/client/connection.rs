//! One client connection of the load.
//!
//! Knows nothing of rooms: it sends what it is given, and reads on to what it
//! is asked for.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use protocol::{
    Accepted, Answer, Frame, Refusal, Request,
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
        Bytes, Message, Utf8Bytes, client::IntoClientRequest, http::HeaderValue,
        protocol::WebSocketConfig,
    },
};

use crate::{
    Fault,
    client::{
        scan::{Scanned, scan},
        target::Target,
    },
};

/// How long anything may take that is waited for once.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Addresses of this machine that connections on loopback are spread over,
/// from 127.0.0.2: one address has fewer ports than a load connections.
pub const SOURCES: u64 = 19;

/// What a narrow connection takes at a time, in bytes. The other side's
/// system sets its own buffer by it: some 40 KiB instead of megabytes.
const NARROW_SEGMENT: u32 = 536;
/// Bytes that wait at a narrow connection until it reads; the least there is.
const NARROW_BUFFER: u32 = 4_096;

/// A refusal of the server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server refused: {0:?}")]
pub struct Refused(pub Refusal);

/// A WebSocket connection that counts what it reads.
pub struct Line {
    socket: WebSocketStream<TcpStream>,
    /// Requests sent.
    requests: u64,
    /// Bytes of text received.
    pub received: u64,
    /// Events and replies that were read since it plays or watches.
    pub deliveries: u64,
}

impl Line {
    /// Connects. Lines of different numbers come from different addresses,
    /// where the target is on loopback.
    ///
    /// # Errors
    /// When there is no WebSocket at that address.
    pub async fn connect(target: &Target, number: u64) -> Result<Line, Fault> {
        Line::over(socket(target.address, number)?, target).await
    }

    /// Connects so that little can wait on the way to it.
    ///
    /// # Errors
    /// When there is no WebSocket at that address.
    pub async fn connect_narrow(target: &Target, number: u64) -> Result<Line, Fault> {
        let socket = socket(target.address, number)?;
        socket.set_recv_buffer_size(NARROW_BUFFER)?;
        SockRef::from(&socket).set_tcp_mss(NARROW_SEGMENT)?;
        Line::over(socket, target).await
    }

    async fn over(socket: TcpSocket, target: &Target) -> Result<Line, Fault> {
        let Target { address, path, .. } = target;
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(name) = target.wire.subprotocol() {
            let headers = request.headers_mut();
            headers.insert("sec-websocket-protocol", HeaderValue::from_static(name));
        }
        // The default buffer of 128 KiB is zero-filled before every read.
        let config = WebSocketConfig::default().read_buffer_size(1024);
        let connected = timeout(PATIENCE, async {
            let stream = socket.connect(*address).await?;
            stream.set_nodelay(true)?;
            Ok::<_, Fault>(client_async_with_config(request, stream, Some(config)).await?)
        });
        let (socket, _) = connected.await.map_err(|_| "no answer to a connection")??;
        Ok(Line {
            socket,
            requests: 0,
            received: 0,
            deliveries: 0,
        })
    }

    /// Sends a text at once.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn send(&mut self, text: String) -> Result<(), Fault> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Shows that it is alive, unasked.
    ///
    /// # Errors
    /// When the connection is gone, as far as this side was told.
    pub async fn pong(&mut self) -> Result<(), Fault> {
        Ok(self.socket.send(Message::Pong(Bytes::new())).await?)
    }

    /// The number of the next request.
    pub fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }

    /// The next text frame. Pings are answered on the way.
    ///
    /// # Errors
    /// When the connection ends instead.
    pub async fn text(&mut self) -> Result<Utf8Bytes, Fault> {
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

    /// The number of the next event.
    ///
    /// # Errors
    /// When something was refused or the connection ends.
    pub async fn event(&mut self) -> Result<u64, Fault> {
        loop {
            let text = self.text().await?;
            match scan(&text) {
                Scanned::Event(seq) => {
                    self.deliveries += 1;
                    return Ok(seq);
                }
                Scanned::Done => self.deliveries += 1,
                Scanned::Wrong => return Err(wrong(&text)),
                Scanned::Other => {}
            }
        }
    }

    /// Reads on to the event of that number.
    ///
    /// # Errors
    /// When something was refused or the connection ends.
    pub async fn up_to(&mut self, wanted: u64) -> Result<(), Fault> {
        while self.event().await? < wanted {}
        Ok(())
    }

    /// Says hello to a server.
    ///
    /// # Errors
    /// When it does not say welcome.
    pub async fn greet(&mut self) -> Result<Welcome, Fault> {
        let hello = Hello {
            versions: protocol::VERSIONS.to_vec(),
            client: "oxo-bench/1".into(),
            name: String::new(),
            bot: false,
        };
        match self.ask(Body::Hello(hello)).await? {
            Accepted::Welcome(welcome) => Ok(*welcome),
            _ => Err("the server did not say welcome".into()),
        }
    }

    /// Sends a request and reads on to its reply.
    ///
    /// # Errors
    /// When it is refused, or the connection ends.
    pub async fn ask(&mut self, body: Body) -> Result<Accepted, Fault> {
        let id = self.next_id();
        self.send(serde_json::to_string(&Request { id, body })?)
            .await?;
        let answer = self.find(|frame| match frame {
            Frame::Reply(reply) if reply.id == id => Some(reply.answer),
            _ => None,
        });
        match answer.await? {
            Answer::Ok(done) => Ok(done),
            Answer::Error(refused) => Err(Refused(refused.why).into()),
        }
    }

    /// Reads on to the frame in which there is what is looked for.
    ///
    /// # Errors
    /// When something comes that is no frame of a server, or the connection ends.
    pub async fn find<T>(&mut self, mut look: impl FnMut(Frame) -> Option<T>) -> Result<T, Fault> {
        loop {
            let text = self.text().await?;
            if let Some(found) = look(serde_json::from_str(&text)?) {
                return Ok(found);
            }
        }
    }
}

/// A socket that will connect to there, bound where the number says.
fn socket(to: SocketAddr, number: u64) -> Result<TcpSocket, Fault> {
    let socket = match to {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    if let Some(source) = source(to.ip(), number) {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    Ok(socket)
}

/// The address that the line of that number comes from; any, if none.
fn source(to: IpAddr, number: u64) -> Option<IpAddr> {
    match to {
        IpAddr::V4(v4) if v4.is_loopback() => {
            Some(Ipv4Addr::new(127, 0, 0, 2 + (number % SOURCES) as u8).into())
        }
        _ => None,
    }
}

/// What a frame says that should not have come.
fn wrong(text: &str) -> Fault {
    match serde_json::from_str(text) {
        Ok(Frame::Error(why)) => Refused(why).into(),
        Ok(Frame::Reply(reply)) => match reply.answer {
            Answer::Error(refused) => Refused(refused.why).into(),
            Answer::Ok(_) => format!("unexpected: {text}").into(),
        },
        Ok(Frame::Bye(bye)) => format!("the server said goodbye: {:?}", bye.reason).into(),
        _ => format!("unexpected: {text}").into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn lines_on_loopback_are_spread_evenly_and_others_are_not_bound() {
        let loopback = IpAddr::from([127, 0, 0, 1]);
        let mut used = BTreeMap::new();
        for number in 0..SOURCES * 10 {
            *used.entry(source(loopback, number).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(used.len() as u64, SOURCES);
        assert!(used.values().all(|count| *count == 10));
        assert!(used.contains_key(&IpAddr::from([127, 0, 0, 20])));
        assert_eq!(source(IpAddr::from([192, 168, 1, 20]), 1), None);
    }

    #[test]
    fn a_refusal_is_known_by_its_code() {
        let text = r#"{"type":"reply","id":3,"error":{"code":"watching_full"}}"#;
        let why = wrong(text).downcast::<Refused>().unwrap();
        assert_eq!(*why, Refused(Refusal::WatchingFull));
    }
}
