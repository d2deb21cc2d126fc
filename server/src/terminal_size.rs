//! The size of the terminal that standard output is.

/// Columns and lines; nothing where standard output is no terminal, or one that does not know.
#[must_use]
pub fn terminal_size() -> Option<(u16, u16)> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col, size.ws_row))
    }
    #[cfg(not(unix))]
    None
}
