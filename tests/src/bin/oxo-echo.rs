//! A WebSocket that sends back what it gets, for the Autobahn TestSuite: the
//! server's own handshake and frames without a game behind them. Its one line
//! of output says where it listens.

use std::{convert::Infallible, future::poll_fn, io};

use config::ServerOptions;
use connection::{
    frame_buffer::FrameBuffer,
    socket::{FrameReader, Incoming},
    stream::{Stream, StreamWriter},
};
use hyper::{Request, body::Incoming as Body, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use protocol::Limits;
use server::http::upgrade;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::protocol::frame::{
    Frame,
    coding::{Data, OpCode},
};

/// The suite's largest message.
const LARGEST: u64 = 16 << 20;

#[tokio::main]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(serve(stream));
    }
}

async fn serve(stream: TcpStream) {
    let service = service_fn(|mut request: Request<Body>| async move {
        let handshake = match upgrade::check(&request, &ServerOptions::default()) {
            Ok(handshake) => handshake,
            Err(refusal) => return Ok::<_, Infallible>(*refusal),
        };
        let upgraded = upgrade::upgraded(&mut request);
        tokio::spawn(async {
            if let Some((stream, already_read)) = upgraded.await {
                // The suite breaks off as it likes.
                let _ = echo(stream, already_read).await;
            }
        });
        Ok(handshake)
    });
    let connection =
        http1::Builder::new().serve_connection(TokioIo::new(Stream::Plain(stream)), service);
    let _ = connection.with_upgrades().await;
}

async fn echo(stream: Stream, already_read: Vec<u8>) -> io::Result<()> {
    let limits = Limits {
        message_bytes: LARGEST,
        ..Limits::default()
    };
    let (read, write) = stream.into_split();
    let mut reader = FrameReader::new(read, already_read, &limits);
    let mut frames = FrameBuffer::default();
    loop {
        let mut last = false;
        match poll_fn(|cx| reader.poll_next(cx)).await {
            Incoming::Text(text) => frames.text(&text),
            Incoming::Binary(bytes) => {
                // The server itself has none to send.
                let mut frame = Vec::new();
                let message = Frame::message(bytes, OpCode::Data(Data::Binary), true);
                message.format(&mut frame).map_err(io::Error::other)?;
                write_all(&write, &frame).await?;
            }
            Incoming::Ping(payload) => frames.pong(&payload),
            Incoming::Pong(_) => {}
            Incoming::Flood => return Err(io::Error::other("too many fragments")),
            Incoming::Close(code) | Incoming::Broken(code) => {
                frames.close(code);
                last = true;
            }
            Incoming::Closed => return Ok(()),
        }
        flush(&mut frames, &write).await?;
        if last {
            reader.discard();
            return Ok(());
        }
    }
}

async fn write_all(to: &StreamWriter, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        poll_fn(|cx| to.poll_write_ready(cx)).await?;
        match to.try_write(bytes) {
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            written => bytes = &bytes[written?..],
        }
    }
    Ok(())
}

async fn flush(frames: &mut FrameBuffer, to: &StreamWriter) -> io::Result<()> {
    frames.flush(to)?;
    while !frames.is_empty() {
        poll_fn(|cx| to.poll_write_ready(cx)).await?;
        frames.flush(to)?;
    }
    Ok(())
}
