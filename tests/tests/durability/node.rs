//! kill -9 of nodes of a cluster, alone and among others: what was acknowledged is in the copy of each that decided.

use tests::{
    nats::{NatsServers, SYNC_ALWAYS},
    process::server_binary,
};

use crate::{
    cycle::{End, Harness, Settings},
    cycles, report,
    seeded_random::SeededRandom,
};

/// Kills of whoever decides, under load, and while it begins to.
async fn destroy(what: &str, nodes: u8, short: u64, long: u64) {
    let mut chance = SeededRandom::of_test(what);
    let nats = NatsServers::start(3, SYNC_ALWAYS, "").await;
    let settings = Settings::plain(server_binary());
    let mut harness = Harness::in_cluster(settings, chance.fork(), &nats, nodes);
    let mut total = report::Total::default();
    let wanted = cycles(short, long);
    while total.ends() < wanted {
        let (name, end) = match chance.below(4) {
            0 => ("return", End::Return(chance.within_ms(150))),
            1 => ("shutdown", End::Shutdown(chance.within_ms(80))),
            _ => ("load", End::Load(chance.within_ms(600))),
        };
        harness.judged_round(end).await;
        total.count(name);
    }
    harness.judged_round(End::Stop).await;
    total.add(&harness);
    total.print(what);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_kill_of_a_lone_node_takes_back_what_was_acknowledged() {
    destroy("kill -9 of a node alone", 1, 6, 100).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_kill_of_the_node_that_decides_takes_back_what_was_acknowledged() {
    destroy("kill -9 of the node that decides, of three", 3, 4, 100).await;
}
