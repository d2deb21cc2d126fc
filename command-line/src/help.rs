//! `help COMMAND`, which is `COMMAND --help`.

use std::ffi::OsString;

use clap::{
    Command, Error,
    error::{ContextKind, ContextValue},
};

/// The word that asks for help where a command should be.
const HELP: &str = "help";

/// The command line that shows what one with the word `help` asks for; nothing if that word is not
/// what is wrong with it.
pub fn help_asked(error: &Error, args: &[OsString]) -> Option<Vec<OsString>> {
    let typed = error.get(ContextKind::InvalidSubcommand)?;
    if *typed != ContextValue::String(HELP.into()) {
        return None;
    }
    let at = args.iter().position(|arg| arg == HELP)?;
    let mut args = args.to_vec();
    args.remove(at);
    args.push("--help".into());
    Some(args)
}

/// The command below another that these words lead to, such as `rooms close`.
///
/// # Errors
/// The first word that names no command.
pub fn subcommand<'c>(
    command: &'c Command,
    words: &[impl AsRef<str>],
) -> Result<&'c Command, String> {
    words.iter().try_fold(command, |command, word| {
        let found = command.find_subcommand(word.as_ref());
        found.ok_or_else(|| word.as_ref().to_owned())
    })
}
