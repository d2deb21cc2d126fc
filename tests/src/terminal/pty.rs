//! A pseudo-terminal: its program, its size, its modes, and the output that comes
//! out of it.

use std::{
    io::Read,
    num::NonZeroU16,
    sync::{Mutex, PoisonError},
};

use portable_pty::{CommandBuilder, MasterPty, PtySize};
use tokio::sync::watch;

use super::start::Start;

/// Variables of the machine that a program needs to run at all.
const PASSED_ON: [&str; 2] = ["PATH", "SystemRoot"];

pub(super) fn command(start: &Start<'_>) -> CommandBuilder {
    let mut command = CommandBuilder::new(&start.program);
    command.args(start.arguments);
    command.env_clear();
    for name in PASSED_ON {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let given = [
        ("TERM", "xterm-256color"),
        ("LANG", "en_US.UTF-8"),
        ("OXO_SERVER", start.server),
    ];
    for (name, value) in given.iter().chain(start.environment) {
        command.env(name, value);
    }
    command.env("HOME", start.home);
    command.cwd(start.home);
    command
}

pub(super) fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// A terminal that says it has none at all is drawn as one of a single cell.
pub(super) fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap_or(NonZeroU16::MIN)
}

pub(super) fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().expect("a terminal");
    let flags = (modes.input_flags, modes.output_flags);
    let more = (modes.control_flags, modes.local_flags);
    format!("{flags:?} {more:?} {:?}", modes.control_chars)
}

/// Copies the output until the terminal closes.
pub(super) fn copy(
    mut reader: Box<dyn Read + Send>,
    screen: &Mutex<vt100::Parser>,
    print: &watch::Sender<String>,
) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .process(&buffer[..read]);
        bytes.extend_from_slice(&buffer[..read]);
        // A character may be cut by the end of a read; it is whole after the next.
        let whole = match std::str::from_utf8(&bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        };
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        print.send_modify(|printed| printed.push_str(&text));
        bytes.drain(..whole);
    }
}
