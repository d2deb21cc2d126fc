//! Tools for whole-system tests: servers in this process with a clock that is moved by hand, real
//! server processes, a model client that checks every event, a proxy that misbehaves like a network,
//! pseudo-terminals and browsers.
//!
//! Nothing here sleeps to wait: it waits for the event, and a hang guard turns an endless wait into a
//! failure.

pub mod browser;
pub mod carriers;
pub mod client;
pub mod document;
pub mod figures;
pub mod front;
pub mod guest;
pub mod journal;
pub mod machine;
pub mod nats;
pub mod nginx;
pub mod nodes;
pub mod picture;
pub mod process;
pub mod proxy;
pub mod raw;
pub mod script;
pub mod seeded_random;
pub mod server;
pub mod shared;
pub mod tamper;
pub mod terminal;
pub mod tls;

use std::{
    net::TcpListener,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

pub use browser::Browser;
pub use client::Client;
pub use figures::Figures;
pub use guest::{Guest, GuestDisks};
pub use journal::TestJournal;
pub use machine::Machine;
pub use process::Process;
pub use proxy::{Proxy, Way};
pub use raw::Raw;
pub use seeded_random::SeededRandom;
pub use server::TestServer;
pub use terminal::Terminal;

/// Time limit before a test counts as hanging: generous,
/// because it only decides how soon a failure is seen, and the machine may be
/// doing something else.
pub const HANG: Duration = Duration::from_secs(120);

/// Ports that no system of ours gives to outgoing connections: one of those could be taken by anybody's connection while
/// nobody listens at it, before a server starts or while it is down.
const PORTS: Range<u16> = 10_000..32_000;

/// A port of 127.0.0.1 that is free at the moment, for what has to know its address before it
/// listens.
///
/// # Panics
/// When there is none.
pub fn free_port() -> u16 {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    // Processes of tests that run beside each other begin at different places.
    let begin = std::process::id() as usize * 101;
    let free = PORTS.clone().find_map(|_| {
        let offset = (begin + NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS.len();
        let port = PORTS.start + u16::try_from(offset).ok()?;
        TcpListener::bind(("127.0.0.1", port))
            .is_ok()
            .then_some(port)
    });
    free.expect("a free port")
}

/// Some of them, which differ.
///
/// # Panics
/// When there are not as many.
pub fn free_ports(count: usize) -> Vec<u16> {
    (0..count).map(|_| free_port()).collect()
}

/// Waits for something, but not for ever.
///
/// # Panics
/// When it takes longer than [`HANG`].
pub async fn soon<T>(what: &str, wait: impl Future<Output = T>) -> T {
    match tokio::time::timeout(HANG, wait).await {
        Ok(value) => value,
        Err(_) => panic!("nothing came of waiting for {what}"),
    }
}
