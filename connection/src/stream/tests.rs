//! Tests of `stream`.

use std::{future::poll_fn, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore, ServerConfig,
    crypto::ring,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::{TlsAcceptor, TlsConnector, client};

use super::*;

/// More than socket and session keep.
const MUCH: usize = 8 << 20;

/// A client's end and a server's, with TLS between.
async fn pair() -> (client::TlsStream<TcpStream>, Stream) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(ring::default_provider());
    let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(made.cert.der().clone()).unwrap();
    let client = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = listener.local_addr().unwrap();
    let (mine, theirs) = tokio::join!(TcpStream::connect(to), listener.accept());
    let (connector, acceptor) = (
        TlsConnector::from(Arc::new(client)),
        TlsAcceptor::from(Arc::new(server)),
    );
    let name = "localhost".try_into().unwrap();
    let (mine, theirs) = tokio::join!(
        connector.connect(name, mine.unwrap()),
        acceptor.accept(theirs.unwrap().0)
    );
    (mine.unwrap(), Stream::Tls(Box::new(theirs.unwrap())))
}

/// Writes and waits as a connection does.
async fn write_all(writer: &StreamWriter, mut bytes: &[u8]) {
    let mut held = false;
    while !bytes.is_empty() || held {
        match writer.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(why) => assert_eq!(why.kind(), io::ErrorKind::WouldBlock),
        }
        held = !writer.try_flush().unwrap();
        if held {
            poll_fn(|cx| writer.poll_write_ready(cx)).await.unwrap();
        }
    }
}

async fn read_all(reader: &mut StreamReader, length: usize) -> Vec<u8> {
    let mut all = Vec::new();
    let mut buffer = [0; 1_000];
    while all.len() < length {
        let read = poll_fn(|cx| reader.poll_read(cx, &mut buffer))
            .await
            .unwrap();
        assert!(read > 0, "an early end");
        all.extend_from_slice(&buffer[..read]);
    }
    all
}

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at % 251) as u8).collect()
}

#[tokio::test]
async fn bytes_written_on_one_side_are_read_on_the_other() {
    let (mut client, stream) = pair().await;
    let (mut reader, writer) = stream.into_split();
    let sent = bytes(MUCH);
    let mut got = vec![0; MUCH];
    let both = async {
        tokio::join!(write_all(&writer, &sent), client.read_exact(&mut got))
            .1
            .unwrap();
    };
    both.await;
    assert!(got == sent, "from the server");
    let (_, got) = tokio::join!(
        async {
            client.write_all(&sent).await.unwrap();
            client.flush().await.unwrap();
        },
        read_all(&mut reader, MUCH)
    );
    assert!(got == sent, "from the client");
}

#[tokio::test]
async fn bytes_that_came_with_the_handshake_are_not_lost() {
    let (mut client, stream) = pair().await;
    client.write_all(b"first").await.unwrap();
    client.flush().await.unwrap();
    let (mut reader, _writer) = stream.into_split();
    assert_eq!(read_all(&mut reader, 5).await, b"first");
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_sent_one_record_more_than_its_socket_takes() {
    let (mut client, stream) = pair().await;
    let (_reader, writer) = stream.into_split();
    let chunk = bytes(100_000);
    let mut taken = 0;
    loop {
        match writer.try_write(&chunk) {
            Ok(written) => taken += written,
            Err(why) => {
                assert_eq!(why.kind(), io::ErrorKind::WouldBlock);
                break;
            }
        }
    }
    assert!(!writer.try_flush().unwrap(), "nothing is kept");
    let mut read = vec![0; taken];
    let flush = async {
        while !writer.try_flush().unwrap() {
            poll_fn(|cx| writer.poll_write_ready(cx)).await.unwrap();
        }
    };
    let (_, read) = tokio::join!(flush, client.read_exact(&mut read));
    assert_eq!(read.unwrap(), taken, "nothing of it was lost");
}

#[tokio::test]
async fn an_orderly_end_differs_from_a_cut_connection() {
    let (mut client, stream) = pair().await;
    let (reader, writer) = stream.into_split();
    drop((reader, writer));
    // A cut is an error of rustls.
    assert_eq!(client.read(&mut [0; 1]).await.unwrap(), 0);
    let (client, stream) = pair().await;
    let (mut reader, _writer) = stream.into_split();
    drop(client.into_inner().0);
    let mut buffer = [0; 10];
    let read = poll_fn(|cx| reader.poll_read(cx, &mut buffer)).await;
    // A reset where the client had not read everything.
    let cut = read.unwrap_err().kind();
    assert!(matches!(
        cut,
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset
    ));
}
