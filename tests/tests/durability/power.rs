//! Power cuts under load: the server is killed, and of its files is left what
//! was synced. Each fsync takes up to 10 ms longer, so that much is under way.

use tests::process::server_binary;

use crate::{
    cycle::{End, Harness, Settings},
    cycles, report,
    seeded_random::SeededRandom,
};

#[tokio::test]
async fn no_power_cut_takes_back_what_was_acknowledged() {
    let mut chance = SeededRandom::of_test("power cuts");
    let settings = Settings {
        power: true,
        slow_ms: 10,
        ..Settings::plain(server_binary())
    };
    let mut harness = Harness::new(settings, chance.fork());
    let mut total = report::Total::default();
    for cycle in 0..cycles(30, 300) {
        if cycle > 0 && chance.once_in(6) {
            let name = harness.kill_at_start().await;
            total.count(name);
        }
        let (name, end) = match chance.below(8) {
            0 => ("return", End::Return(chance.within_ms(300))),
            1 => ("shutdown", End::Shutdown(chance.within_ms(100))),
            2..4 => ("checkpoint", End::Checkpoint(chance.within_ms(60))),
            _ => ("load", End::Load(chance.within_ms(800))),
        };
        harness.judged_round(end).await;
        total.count(name);
    }
    let syncs = harness.syncs();
    assert!(syncs > 0, "the shim was not at work");
    harness.judged_round(End::Stop).await;
    total.add(&harness);
    total.print("power cuts");
    println!("  fsyncs {syncs}");
}
