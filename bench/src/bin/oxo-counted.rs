//! `oxo-counted`: the server with an allocator that counts and a clock that stands still, for the
//! gate.
//!
//! With a clock that stands still nothing happens by itself, so that counts are those of commands.
//! Each line on standard input is answered on standard output with the number of allocations so
//! far and the bytes held now; at the end of standard input it exits.

use std::{
    alloc::System,
    io::{Write, stdin, stdout},
    process::ExitCode,
};

use bench::gate::counted::{ANSWER, AllocatorCounts};
use clock::Clock;
use server::program;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Any time of now, so that numbers in texts are as long as they are.
const NOW_MS: u64 = 1_795_229_000_123;

fn main() -> ExitCode {
    std::thread::spawn(answer);
    program::run(Clock::manual(NOW_MS))
}

fn answer() {
    for _ in stdin().lines() {
        let stats = ALLOCATOR.stats();
        let counts = AllocatorCounts {
            allocations: stats.allocations + stats.reallocations,
            bytes_held: stats.bytes_allocated - stats.bytes_deallocated,
        };
        let mut out = stdout().lock();
        let told = writeln!(out, "{ANSWER}{} {}", counts.allocations, counts.bytes_held);
        if told.and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    // Not killed: valgrind writes its counts when the process exits.
    std::process::exit(0);
}
