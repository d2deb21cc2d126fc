//! The system's figures of this process, by the names that Prometheus's own
//! libraries give them.

use super::exposition::Exposition;

/// Adds it; nothing where the system is not Linux.
pub(super) fn describe(out: &mut Exposition) {
    #[cfg(target_os = "linux")]
    if let Some(process) = linux::read() {
        process.describe(out);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = out;
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{Resource, getrlimit};

    use super::Exposition;

    /// From `/proc/self/stat` (proc(5)).
    pub(super) struct ProcessFigures {
        cpu_s: f64,
        threads: u64,
        started_s: f64,
        virtual_bytes: u64,
        resident_bytes: u64,
        open_files: usize,
    }

    pub(super) fn read() -> Option<ProcessFigures> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The second field, the program's name in parentheses, may hold anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // `fields[0]` is the third of the manual.
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let ticks = rustix::param::clock_ticks_per_second() as f64;
        let booted_s = fs::read_to_string("/proc/stat").ok()?;
        let booted_s = booted_s
            .lines()
            .find_map(|line| line.strip_prefix("btime "));
        Some(ProcessFigures {
            cpu_s: (field(14)? + field(15)?) as f64 / ticks,
            threads: field(20)?,
            started_s: booted_s?.trim().parse::<f64>().ok()? + field(22)? as f64 / ticks,
            virtual_bytes: field(23)?,
            resident_bytes: field(24)? * rustix::param::page_size() as u64,
            // Less the one that is open to read them.
            open_files: fs::read_dir("/proc/self/fd")
                .ok()?
                .count()
                .saturating_sub(1),
        })
    }

    impl ProcessFigures {
        pub(super) fn describe(&self, out: &mut Exposition) {
            out.counter(
                "process_cpu_seconds_total",
                "Seconds of processor that the server has used.",
                self.cpu_s,
            );
            out.gauge("process_threads", "Threads of the server.", self.threads);
            out.gauge(
                "process_start_time_seconds",
                "When the server was started, in seconds since 1970.",
                self.started_s,
            );
            out.gauge(
                "process_virtual_memory_bytes",
                "Memory that the server has asked for.",
                self.virtual_bytes,
            );
            out.gauge(
                "process_resident_memory_bytes",
                "Memory that the server has.",
                self.resident_bytes,
            );
            out.gauge(
                "process_open_fds",
                "Files and sockets that are open.",
                self.open_files,
            );
            let most = getrlimit(Resource::Nofile).current;
            out.gauge(
                "process_max_fds",
                "Files and sockets that may be open.",
                most.map_or(f64::INFINITY, |most| most as f64),
            );
        }
    }
}
