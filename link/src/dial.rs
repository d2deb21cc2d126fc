//! The end of a link that dials: it opens streams and asks.

use std::{io, net::SocketAddr, sync::Arc};

use bytes::Bytes;
use h2::client::{self, Connection, SendRequest};
use http::{HeaderValue, Request, Response, StatusCode};
use rustls::pki_types::ServerName;
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::{
    CONNECT, GIVEN_UP, HEAD, PeerLinkEnd, SEND_BUFFER, SMALL_FRAMES, WHY, WINDOW_BACK,
    WINDOW_OF_ALL, alive,
    counted::CountedSocket,
    halves::{CarriedReader, CarriedWriter, broken},
    identity::{Fingerprint, PeerIdentity},
    pinned,
};

/// The address in every request, which nobody looks at.
const NODE: &str = "https://node/";
/// The most bytes of an answer.
const ANSWER: usize = 8 << 20;

/// The end from which streams are opened.
#[derive(Clone, Debug)]
pub struct PeerLink {
    requests: SendRequest<Bytes>,
}

/// The work of a link: nothing happens on it unless this runs, and dropping it ends all its streams.
pub struct LinkWork {
    connection: Connection<TlsStream<CountedSocket>>,
}

/// Why a stream was not opened or a question not answered.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The other end refused, for this reason.
    #[error("the other node refused: {0}")]
    Refused(String),
    /// The link has ended.
    #[error("the link to the other node has ended ({0})")]
    Gone(#[from] io::Error),
}

impl PeerLink {
    /// Connects to the node with that fingerprint, which has to expect ours.
    ///
    /// # Errors
    /// When nothing answers there, or it is not that node.
    pub async fn dial(
        to: SocketAddr,
        me: &PeerIdentity,
        them: Fingerprint,
    ) -> io::Result<(PeerLink, LinkWork)> {
        let connecting = async {
            let stream = connect(to, me, them).await?;
            let mut builder = client::Builder::new();
            builder
                .initial_window_size(WINDOW_BACK)
                .initial_connection_window_size(WINDOW_OF_ALL)
                .max_send_buffer_size(SEND_BUFFER)
                .max_concurrent_reset_streams(GIVEN_UP)
                .max_local_error_reset_streams(None)
                .data_frame_budget(SMALL_FRAMES)
                .enable_push(false);
            builder.handshake(stream).await.map_err(broken)
        };
        let (requests, connection) = timeout(CONNECT, connecting).await??;
        Ok((PeerLink { requests }, LinkWork { connection }))
    }

    /// Opens a stream, unless the other end refuses it.
    pub async fn open(&self, head: &str) -> Result<(CarriedReader, CarriedWriter), StreamError> {
        let (response, writer) = self.request(head, false).await?;
        let writer = CarriedWriter::new(writer);
        let response = response.await.map_err(broken)?;
        Ok((accepted(response)?, writer))
    }

    /// Asks a question, whose answer is some bytes.
    ///
    /// # Errors
    /// When the other end refuses to answer, or the link ends.
    pub async fn ask(&self, head: &str) -> Result<Vec<u8>, StreamError> {
        let (response, _) = self.request(head, true).await?;
        let mut reader = accepted(response.await.map_err(broken)?)?;
        let mut answer = Vec::new();
        loop {
            std::future::poll_fn(|cx| reader.poll_fill(cx)).await?;
            let piece = reader.filled();
            if piece.is_empty() {
                return Ok(answer);
            }
            if answer.len() + piece.len() > ANSWER {
                return Err(io::Error::from(io::ErrorKind::FileTooLarge).into());
            }
            answer.extend_from_slice(piece);
            reader.consume(reader.filled().len());
        }
    }

    async fn request(
        &self,
        head: &str,
        is_all: bool,
    ) -> io::Result<(client::ResponseFuture, h2::SendStream<Bytes>)> {
        let mut request = Request::new(());
        *request.uri_mut() = NODE.parse().map_err(io::Error::other)?;
        *request.method_mut() = http::Method::POST;
        let head = HeaderValue::from_str(head).map_err(io::Error::other)?;
        request.headers_mut().insert(HEAD, head);
        let mut requests = self.requests.clone().ready().await.map_err(broken)?;
        requests.send_request(request, is_all).map_err(broken)
    }
}

/// Looks whether the node with that fingerprint answers there. It need not expect us: that it would refuse us comes later.
///
/// # Errors
/// When nothing answers there, or it is not that node.
pub async fn probe(to: SocketAddr, them: Fingerprint) -> io::Result<()> {
    let stranger = PeerIdentity::new().map_err(io::Error::other)?;
    timeout(CONNECT, connect(to, &stranger, them)).await??;
    Ok(())
}

async fn connect(
    to: SocketAddr,
    me: &PeerIdentity,
    them: Fingerprint,
) -> io::Result<TlsStream<CountedSocket>> {
    let tls = pinned::client(me, them).map_err(io::Error::other)?;
    let tcp = TcpStream::connect(to).await?;
    tcp.set_nodelay(true)?;
    let name = ServerName::from(to.ip());
    let tls = TlsConnector::from(Arc::new(tls));
    tls.connect(name, CountedSocket(tcp)).await
}

fn accepted(response: Response<h2::RecvStream>) -> Result<CarriedReader, StreamError> {
    if response.status() == StatusCode::OK {
        return Ok(CarriedReader::new(response.into_body()));
    }
    let why = response.headers().get(WHY);
    let why = why.and_then(|why| why.to_str().ok()).unwrap_or_default();
    Err(StreamError::Refused(why.to_owned()))
}

impl LinkWork {
    /// Does the link's work until it ends or the other end is silent.
    pub async fn run(mut self) -> PeerLinkEnd {
        let pings = self.connection.ping_pong();
        tokio::select! {
            // With an error or without one.
            _ = self.connection => PeerLinkEnd::Closed,
            end = alive::silent(pings) => end,
        }
    }
}
