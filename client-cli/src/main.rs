//! `oxo`: noughts and crosses over the network. Only the outermost shell: the
//! command line in, an exit status out.
//!
//! Exit status: 0 all well, 1 a failure reported in words, 2 a mistake on the
//! command line or in the configuration, 130 after Ctrl-C (128 and the number of a signal).

use std::{process::ExitCode, rc::Rc};

use client_cli::{
    app::{self, Failure},
    cli,
};
use frontend::{
    exit::Exit,
    stdio::output::{print_error, print_text},
};
use sentences::output_lost;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    let prepared = match app::prepare(language(&args).as_deref()) {
        Ok(prepared) => prepared,
        Err(failure) => return fail(&failure),
    };
    let cli = match cli::read(&prepared.0, args.clone()) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            return fail(&Failure::Usage(cli::mistake(&prepared.0, &error, &args)));
        }
        Err(asked) => {
            let lost = print_text(&asked.render().to_string()).err();
            return match lost.and_then(|why| output_lost(&prepared.0, &why)) {
                Some(line) => fail(&Failure::Other(line)),
                None => ExitCode::SUCCESS,
            };
        }
    };
    let text = Rc::clone(&prepared.0);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(async {
            #[cfg(unix)]
            outlive_file_size_limit();
            app::run(cli, prepared).await
        }),
        Err(error) => Err(Failure::Other(error.to_string())),
    };
    match result {
        Ok(Exit::Fine) => ExitCode::SUCCESS,
        Ok(Exit::Failed | Exit::SeatGone) => ExitCode::FAILURE,
        Ok(Exit::NoGame) => ExitCode::from(3),
        Ok(Exit::TimedOut) => ExitCode::from(124),
        Ok(Exit::Stopped(status)) => ExitCode::from(status),
        Err(Failure::Output(why)) => match output_lost(&text, &why) {
            Some(line) => fail(&Failure::Other(line)),
            None => ExitCode::SUCCESS,
        },
        Err(failure) => fail(&failure),
    }
}

/// Makes a write beyond the limit of file sizes fail, as one on a full disk does. Unhandled, the
/// signal that comes with it ends the process; a handler stays once there was one.
#[cfg(unix)]
fn outlive_file_size_limit() {
    use tokio::signal::unix::{SignalKind, signal};
    let number = rustix::process::Signal::XFSZ.as_raw();
    // Where there can be none, the limit ends the process as before.
    let _ = signal(SignalKind::from_raw(number));
}

fn fail(failure: &Failure) -> ExitCode {
    let (line, status) = match failure {
        Failure::Usage(line) => (line.as_str(), 2),
        Failure::Other(line) => (line.as_str(), 1),
        // Nobody reads it.
        Failure::Output(_) => ("", 0),
    };
    print_error(line);
    ExitCode::from(status)
}

/// The language requested on the command line. Looked for before the line is
/// read, because the help and the complaints of that are in a language too.
fn language(args: &[std::ffi::OsString]) -> Option<String> {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    let tag = args.by_ref().find_map(|arg| {
        let (flag, tag) = match arg.split_once('=') {
            Some((flag, tag)) => (flag, Some(tag)),
            None => (arg, None),
        };
        matches!(flag, "--language" | "--lang").then_some(tag)
    })?;
    tag.or_else(|| args.next()).map(str::to_owned)
}
