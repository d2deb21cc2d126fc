//! `oxo-server`: the program, by the machine's clock.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::program::run(server::clock::Clock::system())
}
