//! `oxo-manuals DIR`: writes the man pages of every command of `oxo` and `oxo-server`, and scripts
//! that complete their command lines in bash, zsh and fish, into `man` and `completions` of `DIR/oxo`
//! and `DIR/oxo-server`.

use std::{env, fs, io, path::Path, process::ExitCode};

use clap_complete::Shell;
use client_cli::cli;
use config::ServerFolders;
use sentences::Catalogue;

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
    let client = cli::command(&Catalogue::for_language("en"));
    let server = config::command(&folders());
    let offers_of_client = cli::with_choices(client.clone());
    let offers_of_server = config::with_choices(server.clone());
    for (command, mut offers) in [(client, offers_of_client), (server, offers_of_server)] {
        let name = command.get_name().to_owned();
        let (man, completions) = (
            folder.join(&name).join("man"),
            folder.join(&name).join("completions"),
        );
        fs::create_dir_all(&man)?;
        fs::create_dir_all(&completions)?;
        clap_mangen::generate_to(command, &man)?;
        for shell in SHELLS {
            clap_complete::generate_to(shell, &mut offers, &name, &completions)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The files below a folder, by their paths in it.
    fn files(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                found.extend(files(&path).iter().map(|file| format!("{name}/{file}")));
            } else {
                assert_ne!(fs::metadata(&path).unwrap().len(), 0, "{name}");
                found.push(name.to_owned());
            }
        }
        found
    }

    #[test]
    fn every_command_has_a_page_and_every_shell_its_script() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let files = files(folder.path());
        let client = cli::command(&Catalogue::for_language("en"));
        for command in [client, config::command(&folders())] {
            let name = command.get_name();
            for part in command.get_subcommands().map(clap::Command::get_name) {
                let page = format!("{name}/man/{name}-{part}.1");
                assert!(files.contains(&page), "{page} is not among {files:?}");
            }
            for file in [
                "man/NAME.1",
                "completions/NAME.bash",
                "completions/_NAME",
                "completions/NAME.fish",
            ] {
                let file = format!("{name}/{}", file.replace("NAME", name));
                assert!(files.contains(&file), "{file} is not among {files:?}");
            }
        }
    }

    #[test]
    fn every_shell_completes_the_values_of_an_option() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        for (script, offered) in [
            ("oxo-server/completions/oxo-server.bash", "sqlite memory"),
            ("oxo/completions/oxo.bash", "classic 5x5x4"),
        ] {
            let text = fs::read_to_string(folder.path().join(script)).unwrap();
            assert!(text.contains(offered), "{script}");
        }
    }
}
