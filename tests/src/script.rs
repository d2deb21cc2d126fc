//! Small programs that a test writes and runs.

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Writes a script that can be run at once. Another process writes it: a program that a thread of
/// this one starts meanwhile would have the file open for a moment, and then nobody may run it.
///
/// # Panics
/// When it cannot be written.
pub fn write_script(path: &Path, text: &str) {
    let mut shell = Command::new("sh")
        .args(["-c", r#"cat >"$0" && chmod 755 "$0""#])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = shell.stdin.take().expect("a pipe");
    input
        .write_all(text.as_bytes())
        .expect("a shell that reads");
    drop(input);
    assert!(shell.wait().expect("a shell that ends").success());
}
