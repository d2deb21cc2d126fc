//! The server with a clock that stands still and is moved by lines
//! `advance MILLISECONDS` on standard input. Only tests run it.

use std::{env, io, process::ExitCode, thread};

use clock::Clock;
use server::program;
use tests::server::BEGIN_MS;

fn main() -> ExitCode {
    let begin_ms = env::var("OXO_TEST_CLOCK_BEGIN_MS")
        .ok()
        .and_then(|ms| ms.parse().ok());
    let clock = Clock::manual(begin_ms.unwrap_or(BEGIN_MS));
    let moved = clock.clone();
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if let Some(Ok(ms)) = line.strip_prefix("advance ").map(str::parse) {
                moved.advance(ms);
                eprintln!("clock moved");
            }
        }
    });
    program::run(clock)
}
