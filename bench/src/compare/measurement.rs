//! One measurement: a process as it is started, and the scenario that it is put under.

use std::time::Duration;

use crate::{
    BenchError,
    compare::{
        metric::{Reading, readings},
        scenario::{Extent, Scenario},
        subject::{BenchSetup, Subject},
    },
    load::engine,
    machine::meter::ProcessMeter,
};

/// Play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// The same for a peer, whose code is compiled while it runs.
const PEER_WARM: Duration = Duration::from_secs(3);

/// A process and its scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub subject: Subject,
    pub scenario: Scenario,
}

impl Measurement {
    /// Starts a process, loads and ends it: a new one for each measurement, because what one load
    /// leaves behind in an allocator is not the next one's.
    pub async fn take(
        self,
        setup: &BenchSetup,
        extent: Extent,
    ) -> Result<Vec<Reading>, BenchError> {
        let process = self.subject.launch(setup).await?;
        let meter = ProcessMeter::new(Some(process.pid), Some(setup.cores))?;
        let warm = match self.subject.kind.is_peer() {
            true => PEER_WARM,
            false => WARM,
        };
        let plan = self.scenario.plan(extent, warm);
        let never = std::future::pending();
        let outcome = engine::run(&process.target, &meter, plan, never, |_| {}).await?;
        drop(meter);
        process.end().await?;
        Ok(readings(&plan, &outcome))
    }
}
