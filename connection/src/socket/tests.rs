//! Tests of `socket`.

use std::future::poll_fn;

use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::tungstenite::protocol::frame::{
    Frame,
    coding::{Data, OpCode},
};

use super::*;
use crate::stream::{Stream, StreamWriter};

async fn reader() -> (TcpStream, FrameReader, StreamWriter) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = listener.local_addr().unwrap();
    let (client, accepted) = tokio::join!(TcpStream::connect(to), listener.accept());
    let (read, write) = Stream::Plain(accepted.unwrap().0).into_split();
    let reader = FrameReader::new(read, Vec::new(), &Limits::default());
    // Its end would close the connection's other direction.
    (client.unwrap(), reader, write)
}

fn masked(text: &str) -> Vec<u8> {
    let mut frame = Frame::message(text.to_owned(), OpCode::Data(Data::Text), true);
    frame.header_mut().mask = Some([1, 2, 3, 4]);
    let mut bytes = Vec::new();
    frame.format(&mut bytes).unwrap();
    bytes
}

async fn next(reader: &mut FrameReader) -> String {
    match poll_fn(|cx| reader.poll_next(cx)).await {
        Incoming::Text(text) => text.to_string(),
        _ => panic!("no text"),
    }
}

#[tokio::test]
async fn messages_that_come_together_or_in_pieces_are_all_read() {
    let (mut client, mut reader, _writer) = reader().await;
    let texts: Vec<String> = [0, 1, 125, 126, 300, 4_000, 7]
        .map(|length| "x".repeat(length))
        .into();
    let bytes: Vec<u8> = texts.iter().flat_map(|text| masked(text)).collect();
    client.write_all(&bytes).await.unwrap();
    for text in &texts {
        assert_eq!(next(&mut reader).await, *text);
    }
    let (begin, end) = bytes.split_at(bytes.len() - 3);
    let sending = async {
        for piece in begin.chunks(97) {
            client.write_all(piece).await.unwrap();
            tokio::task::yield_now().await;
        }
        client.write_all(end).await.unwrap();
    };
    let reading = async {
        for text in &texts {
            assert_eq!(next(&mut reader).await, *text);
        }
    };
    tokio::join!(sending, reading);
    assert!(reader.rest.is_empty());
}
