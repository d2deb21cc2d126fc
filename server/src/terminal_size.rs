//! Size of the terminal at standard output, if there is one.

use std::io::{self, IsTerminal};

/// Whether a person may be reading.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Columns and lines; nothing where standard output is no terminal, or one that does not know.
pub fn terminal_size() -> Option<(u16, u16)> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
        (size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col, size.ws_row))
    }
    #[cfg(not(unix))]
    None
}
