//! `oxo-server top`: a running server, live in a terminal.

mod frame;
mod screen;

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use config::ServerOptions;
use nodes::{
    operator::message::{AdminReply, AdminRequest},
    operator::overview::Overview,
};
use protocol::text::printable;
use sentences::in_words;

use super::exchange::exchange;
use crate::terminal_size::terminal_size;
use screen::{TopKey, TopScreen};

/// Time between two readings.
const EVERY: Duration = Duration::from_secs(1);
/// Size of the drawing where there is no terminal.
const PLAIN: (u16, u16) = (80, 24);

/// Shows the server with these options until `q`, or once. `Ok` is the text left to print.
///
/// # Errors
/// A sentence for the operator.
pub fn run(options: &ServerOptions, once: bool) -> Result<String, String> {
    let first = look(options)?;
    if once || !io::stdout().is_terminal() {
        return Ok(frame::draw(&first, None, PLAIN).join("\n") + "\n");
    }
    let mut screen = TopScreen::open().map_err(|why| {
        let why = in_words(&why);
        format!("the terminal cannot be used: {why}; oxo-server top --once prints the same once")
    })?;
    let mut shown = (first, None);
    loop {
        draw(&shown.0, shown.1.as_ref());
        match screen.key(EVERY) {
            TopKey::End => return Ok(String::new()),
            TopKey::Other => {}
            TopKey::Nothing => {
                let next = look(options)?;
                shown = (next, Some(shown.0));
            }
        }
    }
}

fn look(options: &ServerOptions) -> Result<Overview, String> {
    match exchange(options, &AdminRequest::Overview {})? {
        AdminReply::Overview(overview) => Ok(*overview),
        AdminReply::Refused { why } => Err(why),
        _ => Err(super::OTHER_VERSION.into()),
    }
}

fn draw(now: &Overview, before: Option<&Overview>) {
    let size = terminal_size().unwrap_or(PLAIN);
    let lines = frame::draw(now, before, size);
    let lines: Vec<_> = lines.iter().map(|line| printable(line)).collect();
    // From the top left; the rest of each line and the lines below are blanked.
    let lines = lines.join("\x1b[K\r\n");
    screen::say(&format!("\x1b[H{lines}\x1b[K\x1b[J"));
}
