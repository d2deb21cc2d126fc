//! `oxo-manuals DIR`: writes the man pages of every command of `oxo` and `oxo-server`, and scripts
//! that complete their command lines in bash, zsh and fish, into `DIR/man` and `DIR/completions`.

use std::{env, fs, io, path::Path, process::ExitCode};

use clap::{Arg, ValueHint, builder::PossibleValuesParser};
use clap_complete::Shell;
use client_cli::{cli, locale::Catalogue};
use server::config::{self, ServerFolders};

const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("oxo-manuals: name the folder to write into");
        return ExitCode::from(2);
    };
    match write(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("oxo-manuals: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> io::Result<()> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    let client = cli::command(&Catalogue::for_wish("en"));
    let server = config::command(&folders());
    clap_mangen::generate_to(client.clone(), &man)?;
    clap_mangen::generate_to(server.clone(), &man)?;
    let (client, server) = (cli::with_choices(client), server.mut_args(offering));
    for (name, mut command) in [("oxo", client), ("oxo-server", server)] {
        for shell in SHELLS {
            clap_complete::generate_to(shell, &mut command, name, &completions)?;
        }
    }
    Ok(())
}

/// Nobody's: a page is for every user.
fn folders() -> ServerFolders {
    ServerFolders {
        data: Some("~/.local/share".into()),
        config: Some("~/.config".into()),
    }
}

/// What a shell offers behind an option of the server.
fn offering(arg: Arg) -> Arg {
    let kind = arg.get_value_names().and_then(|names| names.first());
    let kind = kind.map_or("", |name| name.as_str()).to_owned();
    match (arg.get_id().as_str(), kind.as_str()) {
        ("journal", _) => arg.value_parser(PossibleValuesParser::new(["sqlite", "memory"])),
        ("log", _) => {
            let levels = ["error", "warn", "info", "debug", "trace"];
            arg.value_parser(PossibleValuesParser::new(levels))
        }
        (_, "DIR") => arg.value_hint(ValueHint::DirPath),
        (_, "FILE") => arg.value_hint(ValueHint::FilePath),
        (_, "URL") => arg.value_hint(ValueHint::Url),
        _ => arg,
    }
}
