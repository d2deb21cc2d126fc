//! A walk over a thing of which there is only so much: one address takes all it gets, then fifty do.

use std::{any::Any, net::Ipv4Addr};

use futures::future::LocalBoxFuture;
use protocol::{Limits, RoomCode};
use serde_json::json;
use tests::{Client, TestServer};

use super::{GREEDY, NEWCOMER, fifty as fifty_addresses};

/// Holder of something, until dropped.
pub type Held = Box<dyn Any>;

/// A server, and the room in which everybody would be.
pub struct Stage {
    pub server: TestServer,
    pub host: Client,
    pub room: RoomCode,
}

impl Stage {
    async fn new(limits: Limits) -> Stage {
        let server = TestServer::with_limits(limits).await;
        let mut host = server.client("Host").await;
        let room = host.create(json!({})).await;
        Stage { server, host, room }
    }
}

/// A thing of which there is only so much.
pub struct Shared {
    pub name: &'static str,
    pub limits: Limits,
    /// Takes one from an address, unless that is refused.
    pub take: for<'a> fn(&'a Stage, Ipv4Addr) -> LocalBoxFuture<'a, Option<Held>>,
    /// Number that one address gets alone.
    pub one: usize,
    /// Number that fifty get together, who take turns.
    pub fifty: usize,
    /// Whether somebody gets one who comes then.
    pub newcomer_after_fifty: bool,
    /// Time after which the first address gets one again at the latest, once it has gone.
    pub back_ms: u64,
}

/// Takes one after the other until one is refused.
async fn take_all(stage: &Stage, shared: &Shared, from: Ipv4Addr) -> Vec<Held> {
    let mut held = Vec::new();
    while let Some(one) = (shared.take)(stage, from).await {
        held.push(one);
        assert!(held.len() <= 1_000, "{}: no end", shared.name);
    }
    held
}

/// One address takes all it gets; then somebody else comes, and it goes.
pub async fn alone(shared: &Shared) {
    let name = shared.name;
    let mut stage = Stage::new(shared.limits.clone()).await;
    let held = take_all(&stage, shared, GREEDY).await;
    assert_eq!(held.len(), shared.one, "{name}: one address");
    let newcomer = (shared.take)(&stage, NEWCOMER).await;
    assert!(newcomer.is_some(), "{name}: a newcomer beside one address");
    drop((held, newcomer));
    stage.server.until_connections(1).await;
    // A little more than that: each step of a room is seen a step late.
    for _ in 0..=shared.back_ms / 500 + 8 {
        if (shared.take)(&stage, GREEDY).await.is_some() {
            return stage.server.stop().await;
        }
        stage.server.advance(500);
        stage.host.beat().await;
    }
    panic!("{name}: it does not come back");
}

/// Fifty take turns until each of them is refused; then somebody else comes.
pub async fn fifty(shared: &Shared) {
    let name = shared.name;
    let stage = Stage::new(shared.limits.clone()).await;
    let mut held = Vec::new();
    loop {
        let before = held.len();
        for from in fifty_addresses() {
            held.extend((shared.take)(&stage, from).await);
        }
        if held.len() == before {
            break;
        }
    }
    assert_eq!(held.len(), shared.fifty, "{name}: fifty addresses");
    let newcomer = (shared.take)(&stage, NEWCOMER).await;
    let expected = shared.newcomer_after_fifty;
    assert_eq!(newcomer.is_some(), expected, "{name}: beside fifty");
    stage.server.stop().await;
}
