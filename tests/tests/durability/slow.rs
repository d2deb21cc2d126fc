//! A disk on which every fsync takes 5 ms: how long acknowledgements take as
//! more and more is asked for, as a ratio to a bare writer that groups too.
//!
//! Times are printed; what decides is that everything asked for is answered, once, and outlives a
//! kill.

mod bare;
mod offer;
mod table;

use std::time::Duration;

use futures::{StreamExt, stream};

use self::{
    offer::{Latencies, Offer, offer},
    table::Table,
};
use crate::{disk::Place, is_long, shim::Word};

/// Duration of an fsync.
const SLOW: Duration = Duration::from_millis(5);
/// Pairs that sit down at the same time.
const AT_ONCE: usize = 16;

/// A line of the table.
fn line(offer: &Offer, served: &Latencies, bare: &Latencies) -> String {
    let ratio = |per_cent| {
        let (served, bare) = (served.percentile(per_cent), bare.percentile(per_cent));
        served.as_secs_f64() / bare.as_secs_f64()
    };
    let ms = |latency: Duration| latency.as_secs_f64() * 1e3;
    format!(
        "{:>9} {:>9.0} {:>9.0} {:>9.1} {:>9.1} {:>9.1} {:>9.1} {:>9.2} {:>9.2}",
        offer.per_s,
        served.per_s(),
        bare.per_s(),
        ms(served.percentile(50)),
        ms(served.percentile(99)),
        ms(bare.percentile(50)),
        ms(bare.percentile(99)),
        ratio(50),
        ratio(99),
    )
}

const HEAD: &str =
    "  offered  answered bare ans.   p50 ms    p99 ms  bare p50  bare p99 ratio p50 ratio p99";

#[tokio::test]
async fn a_slow_disk_delays_and_does_not_stop_anything() {
    let place = Place::new();
    let (shim, server) = (&place.shim, place.start().await);
    let (rates, lasts): (&[u32], _) = match is_long() {
        true => (&[100, 1_000, 3_000, 10_000], Duration::from_secs(10)),
        false => (&[100, 1_000], Duration::from_secs(3)),
    };
    let mut tables: Vec<Table> = Vec::new();
    println!("{HEAD}");
    for &per_s in rates {
        let offer_of = Offer { per_s, lasts };
        shim.set(Word::SlowMs, 0);
        let missing = offer_of.lanes().saturating_sub(tables.len());
        let fresh = stream::iter(0..missing).map(|_| Table::seat(&server));
        tables.extend(fresh.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await);
        shim.set(Word::SlowMs, SLOW.as_millis() as u32);
        let served = offer(&offer_of, &mut tables).await;
        shim.set(Word::SlowMs, 0);
        for table in &mut tables {
            table.nothing_more().await;
        }
        let bare = place.data().with_file_name("bare");
        let bare = bare::Writer::start(&bare, Table::bytes(&tables), SLOW);
        let mut lanes = vec![bare; offer_of.lanes()];
        let bare = offer(&offer_of, &mut lanes).await;
        println!("{}", line(&offer_of, &served, &bare));
    }
    server.kill().await;
    let server = place.start().await;
    for table in &tables {
        table.is_kept(&server).await;
    }
    server.terminate().await;
}
