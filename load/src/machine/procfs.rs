//! A process's use of resources, as `/proc` reports it.

use std::time::Duration;

#[cfg(unix)]
use rustix::{
    process::{Resource, getrlimit},
    time::{ClockId, clock_gettime},
};

use crate::BenchError;

/// `/proc/PID/stat` counts in ticks of USER_HZ, which is 100 on every
/// architecture whose kernel promises it to programs (x86, ARM, RISC-V).
const TICKS_PER_S: u64 = 100;

/// User and kernel time of all threads of a process so far, those that have ended included.
/// `/proc/PID/task/*/schedstat` counts nanoseconds but forgets a thread with its end, and blocking
/// threads end. The sum is exact to a tick each, not sampled: 20 ms at most in a window of seconds.
pub fn cpu_of(pid: u32) -> Result<Duration, BenchError> {
    let path = format!("/proc/{pid}/stat");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let ticks = cpu_ticks(&text).ok_or_else(|| format!("{path} is not as expected"))?;
    Ok(Duration::from_millis(ticks * 1_000 / TICKS_PER_S))
}

/// The same of those of its threads that have this name.
pub fn cpu_of_threads(pid: u32, name: &str) -> Result<Duration, BenchError> {
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
#[cfg(unix)]
pub fn cpu_of_self() -> Result<Duration, BenchError> {
    Ok(clock_gettime(ClockId::ProcessCPUTime).try_into()?)
}

/// CPU time of this thread so far.
#[cfg(unix)]
pub fn cpu_of_thread() -> Result<Duration, BenchError> {
    Ok(clock_gettime(ClockId::ThreadCPUTime).try_into()?)
}

/// Not here.
#[cfg(not(unix))]
pub fn cpu_of_self() -> Result<Duration, BenchError> {
    Err("this system has no clock of a process's CPU time".into())
}

#[cfg(not(unix))]
pub use cpu_of_self as cpu_of_thread;

/// Resident memory of a process now, in KiB.
pub fn resident_kib(pid: u32) -> Result<u64, BenchError> {
    let path = format!("/proc/{pid}/status");
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    vm_rss(&text).ok_or_else(|| format!("{path} is not as expected").into())
}

/// The system's value of that name for its first processor, if any.
pub fn cpu_info(name: &str) -> Result<Option<String>, BenchError> {
    let text = std::fs::read_to_string("/proc/cpuinfo")?;
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.split_once(':'));
    Ok(value.map(|(_, value)| value.trim().to_owned()))
}

/// Limit of open files of this process.
pub fn open_files_limit() -> Option<u64> {
    #[cfg(unix)]
    let limit = getrlimit(Resource::Nofile).current;
    #[cfg(not(unix))]
    let limit = None;
    limit
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
mod tests;
