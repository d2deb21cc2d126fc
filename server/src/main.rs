//! `oxo-server`: the program, by the machine's clock.

use std::process::ExitCode;

/// A connection takes a sixth less memory than with the C library's, and half
/// as much stays after a storm of players.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    server::program::run(clock::Clock::system())
}
