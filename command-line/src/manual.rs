//! Man pages and completion scripts.

use clap::Command;
use clap_complete::Shell;

/// The man page of a command (roff).
pub fn man_page(command: &Command) -> String {
    let mut page = Vec::new();
    // Nothing can be wrong with memory that is written to.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}

/// The script that completes a program's command line in a shell.
pub fn completions(mut command: Command, shell: Shell) -> String {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
