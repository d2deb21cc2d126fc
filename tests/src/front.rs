//! A load balancer: leads each connection to the next of the cluster's nodes that say they are ready.

use std::{net::SocketAddr, time::Duration};

use futures::future::join_all;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{AbortHandle, JoinSet},
    time::{sleep, timeout},
};

use crate::nodes::readiness;

/// Time between two questions to the nodes.
const ASK_EVERY: Duration = Duration::from_millis(50);
/// Time that a connection waits for a node that is ready.
const HELD: Duration = Duration::from_secs(5);

/// A load balancer, until it is dropped.
pub struct Front {
    /// Where it listens.
    pub address: SocketAddr,
    task: AbortHandle,
}

impl Drop for Front {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Front {
    /// One before nodes at these addresses.
    ///
    /// # Panics
    /// When it cannot listen.
    pub async fn before(nodes: Vec<String>) -> Front {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let task = tokio::spawn(async move {
            let (said, ready) = watch::channel(Vec::new());
            let mut tasks = JoinSet::new();
            tasks.spawn(look(nodes, said));
            let mut count = 0;
            while let Ok((stream, _)) = listener.accept().await {
                tasks.spawn(lead(stream, count, ready.clone()));
                count += 1;
                while tasks.try_join_next().is_some() {}
            }
        });
        let task = task.abort_handle();
        Front { address, task }
    }

    /// Its address for a client.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }
}

async fn look(nodes: Vec<String>, said: watch::Sender<Vec<String>>) {
    loop {
        let asked = nodes.iter().map(|node| readiness(node));
        let found = join_all(asked).await;
        let ready = nodes.iter().zip(found);
        let ready =
            ready.filter_map(|(node, found)| Some(node.clone()).filter(|_| found.is_some()));
        let ready: Vec<String> = ready.collect();
        said.send_if_modified(|known| {
            let changes = *known != ready;
            *known = ready;
            changes
        });
        sleep(ASK_EVERY).await;
    }
}

async fn lead(mut client: TcpStream, count: usize, mut ready: watch::Receiver<Vec<String>>) {
    let found = async {
        let ready = ready.wait_for(|ready| !ready.is_empty()).await.ok()?;
        Some(ready[count % ready.len()].clone())
    };
    let node = timeout(HELD, found).await.ok().flatten();
    // Whoever finds nobody, or one that has just died, comes again.
    if let Some(node) = node
        && let Ok(mut server) = TcpStream::connect(node).await
    {
        let _ = copy_bidirectional(&mut client, &mut server).await;
    }
}
