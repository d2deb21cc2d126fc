//! Man pages and completion scripts.

use clap::Command;
use clap_complete::Shell;

/// The man page of a command (roff).
#[must_use]
pub fn man_page(command: &Command) -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut page);
    page
}

/// The script that completes a program's command line in a shell.
#[must_use]
pub fn completions(mut command: Command, shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    script
}
