//! Standard output and standard error: every way out of the program but the full screen's,
//! the bot's pipe and files. A server, a file or another program may have
//! had a say in each line, so that each is made harmless here, whatever was done to it before.

use std::io::{self, Write};

use protocol::text::{json_line, printable};
use serde::Serialize;

/// Writes lines for people.
///
/// # Errors
/// When nobody reads them any more, or the disk behind the output takes no more.
pub fn print(lines: &[String]) -> io::Result<()> {
    let lines = lines.iter().map(|line| printable(line));
    write(lines)
}

/// Writes lines of JSON for programs.
pub fn print_json(lines: &[String]) -> io::Result<()> {
    write(lines.iter().map(|line| json_line(line)))
}

/// Writes values for programs, each as a line of JSON.
pub fn print_values(values: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
    let lines = values.into_iter();
    let lines = lines.filter_map(|value| serde_json::to_string(&value).ok());
    print_json(&lines.collect::<Vec<_>>())
}

/// Writes a text without an end of its own: a question, a script, a page of the manual.
pub fn print_text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(printable(text).as_bytes())?;
    out.flush()
}

/// Writes the lines of a QR code, dark on light whatever the terminal's colours are; without colours
/// the letters are taken to be light, and reversed.
pub fn print_qr(lines: &[String], coloured: bool) -> io::Result<()> {
    // The black and the white of the 256 colours, as on the full screen.
    let style = match coloured {
        true => "38;5;16;48;5;231",
        false => "7",
    };
    let lines = lines.iter().map(|line| printable(line));
    write(lines.map(|line| format!("\x1b[{style}m{line}\x1b[0m")))
}

/// Writes a line beside the output, for a person. Nobody is left to tell if
/// even that cannot be written.
pub fn print_error(line: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(line));
}

fn write(lines: impl Iterator<Item = impl std::fmt::Display>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
