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
    out.about("Seconds of processor that the server has used.")
        .counter(
            "process_cpu_seconds_total",
            cpu.tv_sec as f64 + cpu.tv_nsec as f64 / 1e9,
        );
    // What cannot be read has no figure: 0 would be one.
    let entries = |folder| Some(fs::read_dir(folder).ok()?.count());
    if let Some(threads) = entries("/proc/self/task") {
        out.about("Threads of the server.")
            .gauge("process_threads", threads);
    }
    out.about("When the server was started, in seconds since 1970.")
        .gauge("process_start_time_seconds", started_ms as f64 / 1_000.0);
    // In pages (proc_pid_statm(5)).
    let sizes = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let mut sizes = sizes
        .split(' ')
        .map_while(|pages| pages.parse::<usize>().ok());
    let mut bytes = || Some(sizes.next()? * rustix::param::page_size());
    if let (Some(virtual_bytes), Some(resident)) = (bytes(), bytes()) {
        out.about("Memory that the server has asked for.")
            .gauge("process_virtual_memory_bytes", virtual_bytes);
        out.about("Memory that the server has.")
            .gauge("process_resident_memory_bytes", resident);
    }
    if let Some(open) = entries("/proc/self/fd") {
        // Less the one that is open to read them.
        out.about("Files and sockets that are open.")
            .gauge("process_open_fds", open - 1);
    }
    let most = getrlimit(Resource::Nofile).current;
    out.about("Files and sockets that may be open.").gauge(
        "process_max_fds",
        most.map_or(f64::INFINITY, |most| most as f64),
    );
}
