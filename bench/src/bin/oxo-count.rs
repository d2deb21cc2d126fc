//! `oxo-count`: does one operation a number of times and nothing else.
//!
//! Knows nothing of what it costs: `bench/counts` runs this under a tool that
//! counts instructions.

use std::process::ExitCode;

use bench::counts::Operation;
use clap::{Parser, ValueEnum, value_parser};

/// Does one operation of a move so many times, for `bench/counts`. Without a
/// name: lists the operations.
#[derive(Parser)]
#[command(name = "oxo-count", version)]
struct Command {
    /// Which operation
    #[arg(value_name = "NAME")]
    operation: Option<Operation>,
    /// How many times
    #[arg(value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=100_000_000))]
    times: u64,
}

fn main() -> ExitCode {
    let command = Command::parse();
    let Some(operation) = command.operation else {
        list();
        return ExitCode::SUCCESS;
    };
    match operation.repeat(command.times) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("oxo-count: {why}");
            ExitCode::FAILURE
        }
    }
}

/// A line for each: its name, a tab, what it is.
fn list() {
    let values = Operation::value_variants().iter();
    for value in values.filter_map(ValueEnum::to_possible_value) {
        let what = value.get_help().map(ToString::to_string);
        println!("{}\t{}", value.get_name(), what.unwrap_or_default());
    }
}
