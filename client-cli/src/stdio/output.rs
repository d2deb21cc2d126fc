//! Lines on standard output and standard error.

use std::io::{self, Write};

/// Writes lines. An error means that nobody reads them any more.
pub(crate) fn print(lines: &[String]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Writes a line beside the output, for a person. Nobody is left to tell if
/// even that cannot be written.
pub(crate) fn print_error(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
