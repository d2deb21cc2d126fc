//! A proxy between a client and a server that can do what networks do: stop
//! forwarding without closing, and cut.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// What the proxy does with what it gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mode {
    /// Forwards nothing and closes nothing: a half-open link.
    hold: bool,
    /// Counts the cuts: a connection ends with the next one.
    cuts: u64,
}

/// A proxy in front of a server; it ends when dropped.
pub struct Proxy {
    /// Where clients connect.
    pub address: SocketAddr,
    mode: watch::Sender<Mode>,
}

impl Proxy {
    /// A proxy to a server.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn to(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (mode, watching) = watch::channel(Mode::default());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connection(client, server, watching.clone()));
            }
        });
        Proxy { address, mode }
    }

    /// Its address for a client.
    #[must_use]
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// From now on nothing passes, and nobody is told.
    pub fn hold(&self) {
        self.mode.send_modify(|mode| mode.hold = true);
    }

    /// Ends every connection; new ones pass again.
    pub fn cut(&self) {
        self.mode.send_modify(|mode| {
            *mode = Mode {
                hold: false,
                cuts: mode.cuts + 1,
            }
        });
    }

    /// Lets everything pass again.
    pub fn forward(&self) {
        self.mode.send_modify(|mode| mode.hold = false);
    }
}

async fn connection(client: TcpStream, server: SocketAddr, mut mode: watch::Receiver<Mode>) {
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    let (client_in, client_out) = client.into_split();
    let (server_in, server_out) = server.into_split();
    let watching = mode.clone();
    tokio::select! {
        () = pass(client_in, server_out, watching.clone()) => {}
        () = pass(server_in, client_out, watching) => {}
        () = cut(&mut mode) => {}
    }
}

async fn cut(mode: &mut watch::Receiver<Mode>) {
    let before = mode.borrow().cuts;
    // The proxy that is dropped ends its connections too.
    let _ = mode.wait_for(|mode| mode.cuts != before).await;
}

async fn pass(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut mode: watch::Receiver<Mode>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if mode.wait_for(|mode| !mode.hold).await.is_err() {
            return;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
