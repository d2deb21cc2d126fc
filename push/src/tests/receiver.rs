//! A push service on loopback, which answers as a test says.

use std::{collections::HashMap, io::ErrorKind, sync::Arc};

use rustls::{
    RootCertStore, ServerConfig,
    crypto::ring,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

pub struct PushReceiver {
    listener: TcpListener,
    /// The same socket, asked whether somebody has come.
    probe: std::net::TcpListener,
    tls: TlsAcceptor,
    /// Roots to verify its certificate with.
    pub roots: RootCertStore,
}

/// A request that has come.
pub struct ReceivedPush {
    stream: TlsStream<TcpStream>,
    /// The request line.
    pub line: String,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl PushReceiver {
    /// Its certificate is for `127.0.0.1` and `localhost`.
    pub fn new() -> PushReceiver {
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let made = rcgen::generate_simple_self_signed(names).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).unwrap();
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], PrivateKeyDer::from(key))
            .unwrap();
        let probe = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        probe.set_nonblocking(true).unwrap();
        PushReceiver {
            listener: TcpListener::from_std(probe.try_clone().unwrap()).unwrap(),
            probe,
            tls: TlsAcceptor::from(Arc::new(config)),
            roots,
        }
    }

    /// Its address, by one of its names.
    pub fn endpoint(&self, name: &str) -> String {
        let port = self.probe.local_addr().unwrap().port();
        format!("https://{name}:{port}/send/secret?of=1")
    }

    /// Takes a connection and reads a whole request.
    pub async fn receive(&self) -> ReceivedPush {
        let (tcp, _) = self.listener.accept().await.unwrap();
        let mut stream = self.tls.accept(tcp).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        let (line, headers) = head.split_once("\r\n").unwrap();
        let headers: HashMap<String, String> = headers
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let mut body = vec![0; headers["content-length"].parse().unwrap()];
        stream.read_exact(&mut body).await.unwrap();
        ReceivedPush {
            stream,
            line: line.to_owned(),
            headers,
            body,
        }
    }

    /// Takes a connection whose handshake fails.
    pub async fn receive_none(&self) {
        let (tcp, _) = self.listener.accept().await.unwrap();
        assert!(self.tls.accept(tcp).await.is_err());
    }

    /// Whether a connection waits that nobody has taken.
    pub fn has_a_caller(&self) -> bool {
        match self.probe.accept() {
            Ok(_) => true,
            Err(why) => {
                assert_eq!(why.kind(), ErrorKind::WouldBlock);
                false
            }
        }
    }
}

impl ReceivedPush {
    /// Answers with a status line and headers, and leaves the connection open.
    pub async fn answer(&mut self, head: &str) {
        let head = format!("HTTP/1.1 {head}\r\nContent-Length: 4\r\n\r\n");
        self.write(&head).await.unwrap();
    }

    pub async fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.stream.write_all(text.as_bytes()).await?;
        self.stream.flush().await
    }
}
