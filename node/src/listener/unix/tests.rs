//! Tests of `listener::unix`.

use std::{fs, future::poll_fn, io::ErrorKind, os::unix::fs::MetadataExt};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::UnixStream,
};

use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[tokio::test]
async fn a_stream_is_like_one_of_tcp_and_the_file_goes_with_the_socket() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("oxo.sock");
    let socket = UnixSocket::bind(&path, SocketMode::default()).unwrap();
    assert_eq!(mode(&path), 0o660);
    assert_eq!(socket.name(), format!("unix:{}", path.display()));
    let mut client = UnixStream::connect(&path).await.unwrap();
    let mut stream = poll_fn(|cx| socket.poll_accept(cx)).await.unwrap();
    client.write_all(b"ping").await.unwrap();
    let mut four = [0; 4];
    assert_eq!(stream.peek(&mut four).await.unwrap(), 4);
    stream.read_exact(&mut four).await.unwrap();
    stream.write_all(&four).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut echo = Vec::new();
    client.read_to_end(&mut echo).await.unwrap();
    assert_eq!(echo, b"ping");
    drop(socket);
    assert!(!path.exists());
}

#[tokio::test]
async fn the_file_of_a_killed_server_is_replaced_and_that_of_another_is_not_removed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("oxo.sock");
    let mut killed = UnixSocket::bind(&path, SocketMode::default()).unwrap();
    std::mem::forget(killed._file.take());
    drop(killed);
    assert!(path.exists());
    let first = UnixSocket::bind(&path, SocketMode::default()).unwrap();
    let taken = UnixSocket::bind(&path, SocketMode::default()).unwrap_err();
    assert_eq!(taken.kind(), ErrorKind::AddrInUse);
    UnixStream::connect(&path).await.unwrap();
    // Somebody removes the file, and another server takes the place.
    fs::remove_file(&path).unwrap();
    let second = UnixSocket::bind(&path, SocketMode::default()).unwrap();
    drop(first);
    UnixStream::connect(&path).await.unwrap();
    drop(second);
}

#[tokio::test]
async fn a_file_that_is_no_socket_stays() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes");
    fs::write(&path, "mine").unwrap();
    let why = UnixSocket::bind(&path, SocketMode::default()).unwrap_err();
    assert!(why.to_string().contains("no socket"), "{why}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}
