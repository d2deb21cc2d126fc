//! `oxo-server`: the program, by the machine's clock.

use std::process::ExitCode;

/// It gives memory back after a storm, which the C library's does not.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    server::program::run(server::clock::Clock::system())
}
