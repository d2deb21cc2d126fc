//! Power cuts of all servers at once, under load: what was acknowledged is in the log afterwards, and nothing that was never
//! sent. `tests/run power` calls it by name, because a guest without acceleration takes half an hour for
//! thirty cuts.
//!
//! The guest's kernel would write by itself what nobody synced, and so hide a missing sync: after 30 s and more as it is, so
//! the cut comes within seconds of the acknowledgement, and at some boots not before minutes ([`Writeback`]).

use std::time::{Duration, Instant};

use cluster::LogSeq;
use cluster_nats::{ConnectOptions, NatsStore, StreamOptions, check, create_stream};
use tests::{Guest, GuestDisks, SeededRandom, guest::Writeback, soon};
use tokio::time::{sleep, timeout};

use crate::{
    append_ledger::{AppendLedger, LogComparison},
    nodes::{CLUSTER, LOG},
};

/// Appends that are acknowledged before each cut, so that 30 cuts have more than 20,000; and how many more it may be.
const BEFORE_A_CUT: u64 = 667;
const MORE: u64 = 100;
/// Longest time from the last of these until the power goes, appends going on meanwhile.
const UNDER_WAY_MS: u64 = 50;
/// Longest time from ready servers until the power goes when it goes before they have elected: that takes them 4 to 9 s.
const AT_START_MS: u64 = 10_000;

const ALWAYS: &str = "always";
/// Default of NATS.
const SELDOM: &str = "2m";
/// Cuts within which a fault has to be found.
const TRIES: u64 = 5;

/// Servers in a guest, the log on them, and what is known of it.
struct PowerCuts {
    disks: GuestDisks,
    ledger: AppendLedger,
    chance: SeededRandom,
    /// The log's end before each of the last two loads. It is read from the first of them on, because all of it takes
    /// longer each time; it is read whole when all cuts are done.
    ends: [LogSeq; 2],
    boots: u32,
    booting: Duration,
}

impl PowerCuts {
    fn new(name: &str) -> PowerCuts {
        let mut chance = SeededRandom::of_test(name);
        PowerCuts {
            disks: GuestDisks::new(),
            ledger: AppendLedger::new(chance.fork()),
            chance,
            ends: [LogSeq::NONE; 2],
            boots: 0,
            booting: Duration::ZERO,
        }
    }

    async fn boot(&mut self, sync: &str) -> Guest {
        let writeback = self.chance.pick(&Writeback::ALL).copied().unwrap();
        let begun = Instant::now();
        let guest = self.disks.boot(sync, writeback).await;
        self.boots += 1;
        self.booting += begun.elapsed();
        println!("boot {}: {:?}, {writeback:?}", self.boots, begun.elapsed());
        guest
    }

    /// Boots for the first time, and makes the log as a node of ours does that may.
    async fn create(&mut self) {
        let guest = self.boot(ALWAYS).await;
        let store = connect(&guest).await;
        let options = StreamOptions { replicas: 3 };
        create_stream(&store, &options, LOG).await.unwrap();
        let checked = check(&store, &options, &guest.monitors()).await;
        assert_eq!(checked, Ok(LOG));
        self.load_and_cut(guest, store).await;
    }

    /// Boots again, and holds the log behind a record against what was acknowledged.
    async fn look(&mut self, sync: &str, after: LogSeq) -> (Guest, NatsStore, LogComparison) {
        let guest = self.boot(sync).await;
        let store = connect(&guest).await;
        let begun = Instant::now();
        let compared = self.ledger.compare_with(&store, after).await;
        println!("  the log is read after {:?}", begun.elapsed());
        (guest, store, compared)
    }

    async fn load_and_cut(&mut self, guest: Guest, store: NatsStore) {
        let begun = Instant::now();
        self.ends = [self.ends[1], self.ledger.end()];
        let count = BEFORE_A_CUT + self.chance.below(MORE);
        for _ in 0..count {
            self.ledger.append(&store).await;
        }
        // Or else right behind an acknowledgement.
        if self.chance.once_in(2) {
            let moment = self.chance.within_ms(UNDER_WAY_MS);
            let more = async {
                loop {
                    self.ledger.append(&store).await;
                }
            };
            let _: Result<(), _> = timeout(moment, more).await;
        }
        guest.cut_power().await;
        println!("  cut after {count} appends in {:?}", begun.elapsed());
    }

    /// Boots, and cuts the power while the servers read what they have and elect.
    async fn cut_at_start(&mut self) {
        let guest = self.boot(ALWAYS).await;
        let moment = self.chance.within_ms(AT_START_MS);
        sleep(moment).await;
        guest.cut_power().await;
        println!("  cut {moment:?} after the start");
    }

    fn print(&self, cuts: u64) {
        let booting = self.booting / self.boots;
        let (boots, ledger) = (self.boots, &self.ledger);
        println!("{cuts} power cuts under load, {boots} boots of {booting:?}: {ledger}");
    }
}

/// A connection of its own for each boot: what a former one has not sent yet goes nowhere.
async fn connect(guest: &Guest) -> NatsStore {
    let options = ConnectOptions {
        servers: guest.urls(),
        tls: None,
        name: "test".to_owned(),
    };
    let connected = NatsStore::connect(options, CLUSTER.to_owned());
    soon("a connection to a guest", connected).await.unwrap()
}

fn cuts() -> u64 {
    let said = std::env::var("OXO_CUTS").ok();
    said.map_or(30, |number| number.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half an hour: tests/run power"]
async fn no_power_cut_of_all_servers_takes_back_what_was_acknowledged() {
    let mut power = PowerCuts::new("power cuts of NATS");
    power.create().await;
    let count = cuts();
    for cut in 1..=count {
        if power.chance.once_in(6) {
            power.cut_at_start().await;
        }
        let after = match cut < count {
            true => power.ends[0],
            false => LogSeq::NONE,
        };
        let (guest, store, compared) = power.look(ALWAYS, after).await;
        assert_eq!(compared, LogComparison::default(), "after cut {cut}");
        if cut < count {
            power.load_and_cut(guest, store).await;
        }
    }
    power.print(count);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "boots a guest: tests/run power"]
async fn servers_that_sync_every_two_minutes_are_found_to_lose_what_they_acknowledged() {
    let mut power = PowerCuts::new("power cuts of NATS that syncs seldom");
    power.create().await;
    let (guest, store, sound) = power.look(SELDOM, LogSeq::NONE).await;
    assert_eq!(sound, LogComparison::default(), "it was synced before");
    power.load_and_cut(guest, store).await;
    for cut in 1..=TRIES {
        let (guest, store, compared) = power.look(SELDOM, LogSeq::NONE).await;
        if !compared.lost.is_empty() {
            let (lost, ledger) = (compared.lost.len(), &power.ledger);
            return println!("after {cut} cuts {lost} are lost; {ledger}");
        }
        power.load_and_cut(guest, store).await;
    }
    panic!("nothing is lost");
}
