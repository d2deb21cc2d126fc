//! Servers of NATS, as the log's store and the operator reach them.

use std::ops::{Deref, DerefMut};

use async_nats::jetstream::{self, Context};
use cluster_nats::{ConnectOptions, LogId, NatsStore, StreamOptions, create_stream};
use tests::nats::NatsServers;

pub use tests::nats::SYNC_ALWAYS;

/// The cluster's name.
pub const CLUSTER: &str = "test";

/// The log's.
pub const LOG: LogId = LogId(0xf00d);

/// The servers of a test.
pub struct Nodes(NatsServers);

impl Deref for Nodes {
    type Target = NatsServers;

    fn deref(&self) -> &NatsServers {
        &self.0
    }
}

impl DerefMut for Nodes {
    fn deref_mut(&mut self) -> &mut NatsServers {
        &mut self.0
    }
}

impl Nodes {
    /// Starts `count` servers, whose configuration has these words on when they sync.
    pub async fn start(count: usize, sync: &str) -> Nodes {
        Nodes::start_with(count, sync, "").await
    }

    /// The same with more in their configuration.
    pub async fn start_with(count: usize, sync: &str, more: &str) -> Nodes {
        Nodes(NatsServers::start(count, sync, more).await)
    }

    /// A client of the operator's.
    pub async fn operator(&self) -> Context {
        let (user, password) = ("oxo".to_owned(), "p@ss".to_owned());
        let options = async_nats::ConnectOptions::with_user_and_password(user, password);
        jetstream::new(options.connect(self.nodes[0].url()).await.unwrap())
    }

    /// The number of the server that leads the stream.
    pub async fn leader(&self) -> usize {
        let operator = self.operator().await;
        let stream = operator.get_stream("test-log").await.unwrap();
        let cluster = stream.cached_info().cluster.clone();
        let leader = cluster.and_then(|cluster| cluster.leader).unwrap();
        let mut nodes = self.nodes.iter();
        nodes.position(|node| node.name == leader).unwrap()
    }

    pub fn options(&self) -> ConnectOptions {
        ConnectOptions {
            servers: self.urls(),
            tls: None,
            name: "test".to_owned(),
        }
    }

    pub fn stream_options(&self) -> StreamOptions {
        StreamOptions {
            replicas: self.nodes.len(),
        }
    }

    /// A connection to all servers.
    pub async fn connect(&self) -> NatsStore {
        NatsStore::connect(self.options(), CLUSTER.to_owned())
            .await
            .unwrap()
    }

    /// The same, with the stream made.
    pub async fn store(&self) -> NatsStore {
        let store = self.connect().await;
        create_stream(&store, &self.stream_options(), LOG)
            .await
            .unwrap();
        store
    }
}
