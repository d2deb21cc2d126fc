//! Rounds: every measurement once, and again, so that what slows the machine for a while slows all
//! of them.

use std::ops::RangeInclusive;

use crate::compare::{
    measurement::Measurement,
    metric::{Metric, Reading},
    subject_process::BenchSetup,
};

/// A measurement in one round.
#[derive(Clone, Debug)]
pub struct TakenMeasurement {
    pub measurement: Measurement,
    /// The readings, or why there are none.
    pub readings: Result<Vec<Reading>, String>,
}

/// Each measurement once.
pub type Round = Vec<TakenMeasurement>;

/// Below this share of its core, in percent, a server in closed loop was kept from its
/// work.
const CROWDED: f64 = 85.0;

impl TakenMeasurement {
    /// Whether something else used the core that the process was to have for itself: a command
    /// costs more then, and not everybody's the same.
    pub fn is_crowded(&self) -> bool {
        let busy = self.reading(Metric::ServerBusy);
        self.measurement.is_closed_loop() && busy.is_some_and(|it| it.value < CROWDED)
    }

    /// A metric's reading, if there is one.
    pub fn reading(&self, metric: Metric) -> Option<&Reading> {
        let readings = self.readings.as_ref().ok()?;
        readings.iter().find(|reading| reading.metric == metric)
    }
}

/// Takes every measurement in turn, in the rounds with those numbers. A failure is kept as such,
/// and the others go on. `tell` is called with each measurement as it ends.
pub async fn rounds(
    setup: &BenchSetup,
    measurements: &[Measurement],
    numbers: RangeInclusive<u32>,
    mut tell: impl FnMut(u32, &TakenMeasurement),
) -> Vec<Round> {
    let mut rounds = Vec::new();
    for number in numbers {
        let mut round = Round::new();
        for &measurement in measurements {
            let readings = measurement.take(setup).await;
            let taken = TakenMeasurement {
                measurement,
                readings: readings.map_err(|why| why.to_string()),
            };
            tell(number, &taken);
            round.push(taken);
        }
        rounds.push(round);
    }
    rounds
}
