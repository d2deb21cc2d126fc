//! One measurement: a process as it is started, and the scenario that it is put under.

use std::time::Duration;

use load::{BenchError, engine, machine::meter::ProcessMeter, plan::Drive};

use crate::compare::{
    metric::{Reading, readings},
    scenario::Scenario,
    subject::Subject,
    subject_process::BenchSetup,
};

/// Warm-up of another server before counting: its code may be compiled while it runs.
const OTHER_WARM: Duration = Duration::from_secs(3);

/// A process and its scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    pub subject: Subject,
    pub scenario: Scenario,
}

impl Measurement {
    /// Whether the process has always something to do, but for waiting for its disk.
    pub fn is_closed_loop(self) -> bool {
        self.scenario.plan.drive == Drive::FlatOut
    }

    /// Starts a process, loads and ends it: a new one for each measurement, because what one load
    /// leaves behind in an allocator is not the next one's.
    pub async fn take(self, setup: &BenchSetup) -> Result<Vec<Reading>, BenchError> {
        let process = self.subject.launch(setup).await?;
        let meter =
            ProcessMeter::new(Some(process.pid), Some(setup.cores))?.with_links(process.node);
        let mut plan = self.scenario.plan;
        if self.subject.is_other() {
            plan.warm = plan.warm.max(OTHER_WARM);
        }
        let never = std::future::pending();
        let outcome = engine::run(&process.target, &meter, plan, never, |_| {}).await?;
        drop(meter);
        process.end().await?;
        Ok(readings(&plan, &outcome))
    }
}
