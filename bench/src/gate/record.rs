//! The gate's record: counts by name, and the toolchain that they are of.

use std::{collections::BTreeMap, fmt::Write, path::Path, process::Command};

use load::{BenchError, machine::procfs::cpu_info};
use serde::{Deserialize, Serialize};

use crate::compare::markdown::MarkdownTable;

/// Counts by name.
pub type Counts = BTreeMap<String, f64>;

/// Counts, and what they were made with.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct GateRecord {
    counts: Counts,
    /// Compiler, architecture, C library and processor: with others the same code has other
    /// instructions (the C library copies memory in the way that suits the processor).
    made_with: String,
}

/// Tolerance of a count, in per cent of the record. In SQLite's instructions repetitions
/// differ by 1.7, and machines of the same kind by 1.1; in bytes held repetitions differ by 0.1.
/// Instructions without SQLite have two levels, 1.0 apart, by how the heap happens to lie: on the upper one malloc
/// searches and unlinks more chunks (callgrind). 8 runs gave 18,295 to 18,334, and 4 gave 18,494 to 18,513.
const TOLERANCES: [(&str, f64); 5] = [
    ("instructions a command, sqlite", 2.0),
    ("instructions a command", 1.5),
    ("allocations a command", 0.5),
    ("bytes a connection", 0.5),
    ("bytes of", 0.0),
];
/// The same, where it is not zero, with another toolchain or processor than the record's.
const OTHER_TOOLCHAIN: f64 = 10.0;

impl GateRecord {
    /// Counts of this toolchain.
    pub fn of(counts: Counts) -> Result<GateRecord, BenchError> {
        let said = |program: &str, argument: &str| {
            let output = Command::new(program).arg(argument).output();
            let output = output.map_err(|why| format!("{program}: {why}"))?;
            Ok::<_, BenchError>(String::from_utf8(output.stdout)?.trim().to_owned())
        };
        let made_with = [
            said("rustc", "--version")?,
            std::env::consts::ARCH.into(),
            said("getconf", "GNU_LIBC_VERSION")?,
            processor()?,
        ];
        Ok(GateRecord {
            made_with: made_with.join(", "),
            counts,
        })
    }

    /// Reads a record.
    pub fn read(file: &Path) -> Result<GateRecord, BenchError> {
        let text = std::fs::read_to_string(file)
            .map_err(|why| format!("there is no record {}: {why}", file.display()))?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Writes it as JSON, a line a count.
    pub fn write(&self, file: &Path) -> Result<(), BenchError> {
        std::fs::write(file, serde_json::to_string_pretty(self)? + "\n")
            .map_err(|why| format!("{}: {why}", file.display()))?;
        Ok(())
    }

    /// A table for people.
    pub fn table(&self) -> String {
        let mut table = MarkdownTable::new("count", ["value".to_owned()]);
        for (name, count) in &self.counts {
            table.row(name, [format!("{count:.1}")]);
        }
        // Writing to a String cannot fail.
        let _ = writeln!(table.text, "\n{}", self.made_with);
        table.text
    }

    /// A sentence for each count that is not the record's.
    pub fn differences(&self, record: &GateRecord) -> Vec<String> {
        let mut differences = Vec::new();
        for name in record
            .counts
            .keys()
            .filter(|it| !self.counts.contains_key(*it))
        {
            differences.push(format!("{name} was not counted"));
        }
        for (name, count) in &self.counts {
            match record.counts.get(name) {
                None => differences.push(format!("{name} is {count:.1}, and not in the record")),
                Some(was) if (count - was).abs() * 100.0 <= was * self.tolerance(name, record) => {}
                Some(was) => {
                    let by = (count / was - 1.0) * 100.0;
                    differences.push(format!("{name} is {count:.1}, not {was:.1} ({by:+.1} %)"));
                }
            }
        }
        if !differences.is_empty() && self.made_with != record.made_with {
            differences.push(format!("the record is of {}", record.made_with));
        }
        differences
    }

    fn tolerance(&self, name: &str, record: &GateRecord) -> f64 {
        let known = TOLERANCES
            .iter()
            .find(|(prefix, _)| name.starts_with(prefix));
        match known.map_or(0.0, |(_, percent)| *percent) {
            percent if percent > 0.0 && self.made_with != record.made_with => OTHER_TOOLCHAIN,
            percent => percent,
        }
    }
}

/// The processor's model, and what of it decides how the C library copies memory.
fn processor() -> Result<String, BenchError> {
    let of = |name| Ok::<_, BenchError>(cpu_info(name)?.unwrap_or_default());
    let flags = of("flags")?;
    let flags: Vec<&str> = flags
        .split(' ')
        .filter(|flag| ["avx2", "avx512vl", "erms", "fsrm"].contains(flag))
        .collect();
    Ok(format!("{} {}", of("model name")?, flags.join(" ")))
}

/// To a tenth.
pub fn per(total: u64, things: u64) -> f64 {
    (total as f64 * 10.0 / things as f64).round() / 10.0
}

#[cfg(test)]
mod tests;
