//! Tests of `head`.

use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
};

use super::*;

#[tokio::test]
async fn a_head_is_there_once_it_is_whole_and_stays_unread() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut client = TcpStream::connect(address).await.unwrap();
    let (mut stream, _) = listener.accept().await.unwrap();
    let request = b"GET / HTTP/1.1\r\nhost: box\r\n\r\n";
    for byte in request {
        assert!(!is_there(&stream));
        client.write_all(&[*byte]).await.unwrap();
        stream.readable().await.unwrap();
    }
    assert!(arrived(&stream).await);
    let mut read = vec![0; request.len()];
    tokio::io::AsyncReadExt::read_exact(&mut stream, &mut read)
        .await
        .unwrap();
    assert_eq!(read, request);
    client.write_all(b"GET / HT").await.unwrap();
    drop(client);
    assert!(!arrived(&stream).await, "half a head, and then the end");
}

#[tokio::test]
async fn a_head_in_tiny_pieces_is_given_up_before_it_is_large() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut client = TcpStream::connect(address).await.unwrap();
    client.set_nodelay(true).unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    let crumbs = async {
        let mut buffer = vec![0; MOST];
        for written in 1..MOST {
            client.write_all(b"G").await.unwrap();
            // The system may deliver several at once, which would be one look.
            while recv(&stream, &mut buffer[..], RecvFlags::PEEK).map_or(0, |(_, read)| read)
                < written
            {
                tokio::task::yield_now().await;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        whole = arrived(&stream) => assert!(!whole),
        () = crumbs => panic!("it was waited for until it was large"),
    }
}

#[test]
fn an_empty_line_ends_a_head() {
    for whole in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\n\n",
        "\r\n\r\nG\n\r\n",
    ] {
        assert!(is_whole(whole.as_bytes()), "{whole:?}");
    }
    for half in ["", "\r\n\r\n", "\n\nGET /", "GET / HTTP/1.1\r\n\r"] {
        assert!(!is_whole(half.as_bytes()), "{half:?}");
    }
}

#[test]
fn bytes_that_are_no_http_are_not_waited_for() {
    assert!(is_whole(b"\x15\x03\x01") && is_whole(b"\xff"));
}

#[test]
fn a_tls_client_hello_is_awaited_until_its_record_is_whole() {
    let hello = [&[22, 3, 1, 0, 5][..], b"hello"].concat();
    for end in 1..hello.len() {
        assert!(!is_whole(&hello[..end]), "{end} bytes");
    }
    assert!(is_whole(&hello));
}
