//! The server with a fault that is switched on by `OXO_FAULT`. Only tests run it.

use std::process::ExitCode;

use clock::Clock;
use journal::faults;
use server::program;

fn main() -> ExitCode {
    match faults::choose() {
        Ok(_) => program::run(Clock::system()),
        Err(why) => {
            eprintln!("oxo-server-faulty: {why}");
            ExitCode::from(2)
        }
    }
}
