//! The system's figures of this process, by the names that Prometheus's own
//! libraries give them.

use std::fs;

use rustix::{
    process::{Resource, getrlimit},
    time::{ClockId, clock_gettime},
};

use super::exposition::Exposition;

/// Adds them, of a server that started then.
pub(super) fn describe(out: &mut Exposition, started_ms: u64) {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    out.counter(
        "process_cpu_seconds_total",
        "Seconds of processor that the server has used.",
        cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9,
    );
    let entries = |folder| fs::read_dir(folder).map_or(0, Iterator::count);
    out.gauge(
        "process_threads",
        "Threads of the server.",
        entries("/proc/self/task"),
    );
    out.gauge(
        "process_start_time_seconds",
        "When the server was started, in seconds since 1970.",
        started_ms as f64 / 1_000.0,
    );
    // In pages (proc_pid_statm(5)).
    let sizes = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let mut sizes = sizes.split(' ').map_while(|pages| pages.parse().ok());
    let mut bytes = || sizes.next().unwrap_or(0) * rustix::param::page_size();
    out.gauge(
        "process_virtual_memory_bytes",
        "Memory that the server has asked for.",
        bytes(),
    );
    out.gauge(
        "process_resident_memory_bytes",
        "Memory that the server has.",
        bytes(),
    );
    out.gauge(
        "process_open_fds",
        "Files and sockets that are open.",
        // Less the one that is open to read them.
        entries("/proc/self/fd").saturating_sub(1),
    );
    let most = getrlimit(Resource::Nofile).current;
    out.gauge(
        "process_max_fds",
        "Files and sockets that may be open.",
        most.map_or(f64::INFINITY, |most| most as f64),
    );
}
