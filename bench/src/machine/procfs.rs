//! What a process has used, as the system tells it under `/proc`.
//!
//! Knows nothing of which process it is or why anybody asks.

use std::time::Duration;

use crate::Fault;

/// `/proc/PID/stat` counts in ticks of USER_HZ, which is 100 on every
/// architecture whose kernel promises it to programs (x86, ARM, RISC-V).
const TICKS_PER_S: u64 = 100;

/// User and kernel time of all threads of a process so far, those that have
/// ended included. That is why it is not the sum of `/proc/PID/task/*/schedstat`,
/// which counts nanoseconds but forgets a thread with its end, and a server's
/// blocking threads end whenever they are not needed for a while. The kernel
/// scales the two so that their sum is exact to a tick each, not sampled:
/// 20 ms at most in a window of seconds.
///
/// # Errors
/// When the process is gone or this is no Linux.
pub fn cpu_of(pid: u32) -> Result<Duration, Fault> {
    let path = format!("/proc/{pid}/stat");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let ticks = cpu_ticks(&text).ok_or_else(|| format!("{path} is not as expected"))?;
    Ok(Duration::from_millis(ticks * 1_000 / TICKS_PER_S))
}

/// The same of those of its threads that have this name.
///
/// # Errors
/// When the process is gone or this is no Linux.
pub fn cpu_of_threads(pid: u32, name: &str) -> Result<Duration, Fault> {
    let path = format!("/proc/{pid}/task");
    let threads = std::fs::read_dir(&path).map_err(|why| format!("{path}: {why}"))?;
    // A thread that ends meanwhile is none of those that are looked for.
    let stat = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("stat")).ok();
    let stats = threads.flatten().filter_map(stat);
    let named = stats.filter(|stat| thread_name(stat) == Some(name));
    let ticks: u64 = named.filter_map(|stat| cpu_ticks(&stat)).sum();
    Ok(Duration::from_millis(ticks * 1_000 / TICKS_PER_S))
}

/// CPU time of this process so far.
///
/// # Errors
/// Where there is no clock of it.
pub fn cpu_of_self() -> Result<Duration, Fault> {
    clock::process()
}

/// CPU time of this thread so far.
///
/// # Errors
/// Where there is no clock of it.
pub fn cpu_of_thread() -> Result<Duration, Fault> {
    clock::thread()
}

#[cfg(unix)]
mod clock {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    use crate::Fault;

    pub(super) fn process() -> Result<Duration, Fault> {
        Ok(clock_gettime(ClockId::ProcessCPUTime).try_into()?)
    }

    pub(super) fn thread() -> Result<Duration, Fault> {
        Ok(clock_gettime(ClockId::ThreadCPUTime).try_into()?)
    }
}

#[cfg(not(unix))]
mod clock {
    use std::time::Duration;

    use crate::Fault;

    pub(super) fn process() -> Result<Duration, Fault> {
        Err("this system has no clock of a process's CPU time".into())
    }

    pub(super) use process as thread;
}

/// Resident memory of a process now, in KiB.
///
/// # Errors
/// When the process is gone or this is no Linux.
pub fn resident_kib(pid: u32) -> Result<u64, Fault> {
    let path = format!("/proc/{pid}/status");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    vm_rss(&text).ok_or_else(|| format!("{path} is not as expected").into())
}

/// How many files this process may have open at once.
#[must_use]
pub fn open_files_limit() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Fields 14 and 15 of proc_pid_stat(5). The second field is the program's
/// name in brackets, in which spaces and brackets may occur.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let kernel: u64 = fields.next()?.parse().ok()?;
    Some(user + kernel)
}

/// The second field, without its brackets.
fn thread_name(stat: &str) -> Option<&str> {
    let (_, name) = stat.split_once('(')?;
    Some(name.rsplit_once(')')?.0)
}

fn vm_rss(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_found_behind_a_name_that_looks_like_fields() {
        let stat = "4242 (a) b (c) S 1 4242 4242 0 -1 4194560 900 0 0 0 \
                    317 83 5 6 20 0 3 0 100 1000 50 18446744073709551615 1 1";
        assert_eq!(cpu_ticks(stat), Some(400));
        assert_eq!(cpu_ticks("4242 (short) S 1"), None);
        assert_eq!(thread_name(stat), Some("a) b (c"));
    }

    #[test]
    fn resident_memory_is_read_in_kib() {
        let status = "Name:\toxo-server\nVmHWM:\t   9000 kB\nVmRSS:\t    7412 kB\nThreads:\t3\n";
        assert_eq!(vm_rss(status), Some(7412));
        assert_eq!(vm_rss("Name:\tx\n"), None);
    }

    #[test]
    fn this_process_has_used_memory() {
        assert!(resident_kib(std::process::id()).unwrap() > 0);
        assert!(cpu_of(std::process::id()).is_ok());
        let named = cpu_of_threads(std::process::id(), "nobody's name");
        assert_eq!(named.ok(), Some(Duration::ZERO));
        assert!(open_files_limit().is_some());
    }
}
